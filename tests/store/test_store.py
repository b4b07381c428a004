"""What every store does: keeps batches whole, finds things again, refuses what cannot follow."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest

from cutcard.adapters.database.errors import Contradiction
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.adapters.database.store import SqlStore
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import Book, Hold, Posting, Transfer, desk, escrow, patron
from cutcard.venue.ports import Answered, Batch, Document, Purse, Secret, Snapshot
from tests.store.batches import cash, contents, entry, move, step

AnyStore = MemoryStore | SqlStore


def test_a_new_store_is_empty(store: AnyStore) -> None:
    assert contents(store) == {"purses": {}, "holds": [], "entries": {}}
    assert store.answer("key") is None
    assert store.secret("one", 1) is None
    assert store.snapshot("one") is None
    assert store.document("table", "one") is None
    assert list(store.audit()) == []


def test_entries_come_back_as_they_were(store: AnyStore) -> None:
    written = [entry("one", 1), entry("one", 2, 1, ("ann", b"a\x00"), ("bob", b"")), entry("one", 3, 1)]
    store.commit(Batch(entries=written[:2]))
    store.commit(Batch(entries=[*written[2:], entry("other", 1)]))
    assert list(store.entries("one")) == written
    assert list(store.entries("one", after=1, upto=2)) == written[1:2]
    assert list(store.entries("one", after=3)) == list(store.entries("moon")) == []
    assert list(store.streams()) == ["one", "other"]


def test_a_crowd_with_the_same_cards_comes_back_each_with_its_own_leaf(store: AnyStore) -> None:
    crowd = [(f"p{number:03}", b"stood" if number % 3 else b"bust") for number in range(100)]
    written = [entry("one", 1, 1, *crowd), entry("one", 2, 1, *crowd[:1])]
    store.commit(Batch(entries=written))
    assert list(store.entries("one")) == written
    assert list(store.rounds("one", "p042", None, 10)) == [1]


def test_a_crowd_with_the_same_cards_takes_little_room(tmp_path: Path) -> None:
    alike, apart = (b"they stood on seventeen", b"%023d")
    for name, body in (("alike", alike), ("apart", apart)):
        leaves = [(f"p{number:05}", body if body is alike else body % number) for number in range(20_000)]
        store = open_store(tmp_path / name)
        store.commit(Batch(entries=[entry("one", 1, 0, *leaves)]))
        store.close()
    sizes = [(tmp_path / name / FILE).stat().st_size for name in ("alike", "apart")]
    assert sizes[0] < sizes[1] / 2, sizes


def test_a_crowds_leaves_that_were_damaged_are_no_longer_theirs(tmp_path: Path) -> None:
    crowd = [(f"p{number:03}", b"stood" if number % 3 else b"hit") for number in range(100)]
    store = open_store(tmp_path)
    store.commit(Batch(entries=[entry("one", 1, 1, *crowd)]))
    with sqlite3.connect(tmp_path / FILE) as behind:
        (kept,) = behind.execute("SELECT private FROM entries").fetchone()
        for at in range(len(kept)):
            turned = bytes((*kept[:at], kept[at] ^ 1, *kept[at + 1 :]))
            behind.execute("UPDATE entries SET private = ?", (turned,))
            behind.commit()
            (found,) = store.entries("one")
            assert found.private != tuple(crowd), at
    store.close()


def test_a_stream_begun_beside_an_old_one_keeps_its_place(store: AnyStore) -> None:
    store.commit(Batch(entries=[entry("one", 1)]))
    store.commit(Batch(entries=[entry("one", 2), entry("two", 1)]))
    store.commit(Batch(entries=[entry("three", 1), entry("two", 2), entry("four", 1)]))
    assert {stream: len(list(store.entries(stream))) for stream in store.streams()} == {
        "four": 1,
        "one": 2,
        "three": 1,
        "two": 2,
    }


def test_more_entries_than_are_read_at_once(store: AnyStore) -> None:
    written = [entry("one", number) for number in range(1, 201)]
    store.commit(Batch(entries=written))
    assert list(store.entries("one")) == written


def test_tb_61_a_patrons_rounds_are_found(store: AnyStore) -> None:
    number = 0
    for round_ in range(1, 8):
        leaves = [("ann", b"1")] if round_ % 2 else []
        for _ in range(2):
            number += 1
            store.commit(Batch(entries=[entry("one", number, round_, *leaves, ("bob", b"2"))]))
    store.commit(Batch(entries=[entry("one", number + 1, 0, ("ann", b"outside"))]))
    assert list(store.rounds("one", None, None, 3)) == [7, 6, 5]
    assert list(store.rounds("one", None, 3, 10)) == [2, 1]
    assert list(store.rounds("one", "ann", None, 10)) == [7, 5, 3, 1]
    assert list(store.rounds("one", "ann", 5, 1)) == [3]
    assert list(store.rounds("one", "eve", None, 10)) == list(store.rounds("moon", "ann", None, 10)) == []
    assert [each.number for each in store.round_entries("one", 3)] == [5, 6]
    assert list(store.round_entries("one", 9)) == []


def test_values_are_kept_replaced_and_deleted(store: AnyStore) -> None:
    store.commit(
        Batch(
            answers=[Answered("a", b"yes"), Answered("b", b"")],
            secrets=[Secret("one", 1, b"s" * 32)],
            snapshots=[Snapshot("one", 4, b"old", b"h"), Snapshot("one", 9, b"state", b"hash")],
            documents=[
                Document("table", "z", b"1"),
                Document("table", "a", b"2"),
                Document("person", "a", b"3"),
            ],
        )
    )
    assert (store.answer("a"), store.answer("b"), store.answer("c")) == (b"yes", b"", None)
    assert (store.secret("one", 1), store.secret("one", 2)) == (b"s" * 32, None)
    assert store.snapshot("one") == Snapshot("one", 9, b"state", b"hash")
    assert [document.key for document in store.documents("table")] == ["a", "z"]
    store.commit(Batch(documents=[Document("table", "z", None), Document("table", "a", b"new")]))
    assert list(store.documents("table")) == [Document("table", "a", b"new")]
    assert store.document("person", "a") == b"3"


def test_tb_50_money_moves_and_is_held(store: AnyStore) -> None:
    store.commit(Batch(transfers=[cash("ann", 100)], holds=[Hold(patron("ann"), "one", 60)]))
    assert list(store.purses()) == [Purse("desk", -100, 0), Purse(patron("ann"), 100, 60)]
    # The hold goes and the stake leaves in one step: neither order alone would do.
    store.commit(
        Batch(
            transfers=[move(patron("ann"), escrow("one"), 100)],
            holds=[
                Hold(patron("ann"), "two", 5),
                Hold(patron("ann"), "one", 0),
                Hold(patron("ann"), "two", 0),
            ],
        )
    )
    assert contents(store)["holds"] == []
    assert contents(store)["purses"] == {"desk": (-100, 0), escrow("one"): (100, 0)}
    assert list(store.audit()) == []


REFUSED = {
    "overdrawn": Batch(transfers=[move(patron("ann"), escrow("one"), 101)]),
    "overheld": Batch(holds=[Hold(patron("ann"), "one", 101)]),
    "held at two places": Batch(holds=[Hold(patron("ann"), "one", 60), Hold(patron("ann"), "two", 60)]),
    "a negative hold": Batch(holds=[Hold(patron("ann"), "one", -1)]),
    "unbalanced": Batch(transfers=[Transfer("bad", "", (Posting(desk(), -5), Posting(patron("ann"), 6)))]),
    "a gap": Batch(entries=[entry("one", 3)]),
    "a number again": Batch(entries=[entry("one", 1)]),
    "an answer again": Batch(answers=[Answered("key", b"other")]),
    "a secret again": Batch(secrets=[Secret("one", 1, b"other")]),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_follow_leaves_no_trace(store: AnyStore, why: str) -> None:
    store.commit(
        Batch(
            entries=[entry("one", 1)],
            transfers=[cash("ann", 100)],
            answers=[Answered("key", b"yes")],
            secrets=[Secret("one", 1, b"secret")],
        )
    )
    before = contents(store)
    wrong = REFUSED[why]
    good = Batch(
        entries=wrong.entries or [entry("one", 2, 1, ("ann", b"leaf"))],
        transfers=[*wrong.transfers, cash("new", 1)],
        holds=wrong.holds,
        answers=[*wrong.answers, Answered("fresh", b"")],
        secrets=wrong.secrets,
        documents=[Document("table", "one", b"")],
    )
    with pytest.raises(Contradiction):
        store.commit(good)
    assert contents(store) == before
    assert (store.answer("key"), store.answer("fresh")) == (b"yes", None)
    assert store.document("table", "one") is None
    store.commit(Batch(entries=[entry("one", 2, 1, ("ann", b"leaf"))]))
    assert list(store.rounds("one", "ann", None, 9)) == [1]
    assert list(store.audit()) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_store_agrees_with_the_book(store: AnyStore, seed: int) -> None:
    """Random steps, many of them asking for too much: the store refuses exactly what the book refuses."""
    rng = Random(seed)
    book, numbers = Book(), dict[str, int]()
    refused = 0
    for turn in range(150):
        batch = step(rng, numbers, f"{seed} {turn}")
        if book.why_not(batch.holds, batch.transfers) is not None:
            refused += 1
            with pytest.raises(Contradiction):
                store.commit(batch)
            continue
        store.commit(batch)
        assert book.make(batch.holds, batch.transfers) is None
        numbers[batch.entries[0].stream] = batch.entries[0].number
    assert 10 < refused < 140
    assert {purse.account: purse.balance for purse in store.purses() if purse.balance} == {
        account: balance for account, balance in book.balances().items() if balance
    }
    assert list(store.holds()) == list(book.holds())
    assert list(store.audit()) == []
    loaded = Book()
    loaded.load(store.purses(), store.holds())
    assert (loaded.totals(), loaded.holds()) == (0, book.holds())


def test_lg_2_all_of_the_purse_at_once_succeeds_once(store: AnyStore) -> None:
    """Sixty-four stakes of the whole purse, judged by the database alone."""
    store.commit(Batch(transfers=[cash("ann", 500)]))
    done = 0
    for place in range(64):
        try:
            store.commit(Batch(holds=[Hold(patron("ann"), f"table {place}", 500)]))
            done += 1
        except Contradiction:
            continue
    assert done == 1
    assert [hold.amount for hold in store.holds()] == [500]


def test_everything_is_there_after_opening_again(address: str) -> None:
    store = open_store(address)
    rng, numbers = Random(5), dict[str, int]()
    store.commit(Batch(transfers=[cash(f"p{number}", 10_000) for number in range(4)]))
    for turn in range(30):
        batch = step(rng, numbers, str(turn))
        store.commit(batch)
        numbers[batch.entries[0].stream] = batch.entries[0].number
    before = contents(store)
    store.close()
    again = open_store(address)
    assert contents(again) == before
    assert again.answer("29") == b"answer to 29"
    again.commit(Batch(entries=[entry("one", numbers["one"] + 1)]))
    again.close()


def test_a_round_with_many_patrons_is_one_transaction(durable: SqlStore) -> None:
    who = [f"p{number:05}" for number in range(3_000)]
    postings = tuple(Posting(patron(name), 7) for name in who)
    settled = Transfer("settled", "one 1", (*postings, Posting(desk(), -7 * len(who))))
    batch = Batch(
        entries=[
            entry("one", 1, 1, *((name, b"leaf") for name in who)),
            entry("one", 2, 1, *((name, b"") for name in who)),
        ],
        transfers=[settled],
        holds=[Hold(patron(name), "one", 3) for name in who],
    )
    durable.commit(batch)
    assert list(durable.entries("one")) == list(batch.entries)
    assert all(list(durable.rounds("one", name, None, 2)) == [1] for name in (who[0], who[1_500], who[-1]))
    assert sum(purse.balance for purse in durable.purses()) == 0
    assert list(durable.audit()) == []


def test_a_changed_balance_is_found_by_the_audit(tmp_path: Path) -> None:
    import sqlite3

    store = open_store(tmp_path)
    store.commit(Batch(transfers=[cash("ann", 100)], entries=[entry("one", 1), entry("one", 2)]))
    store.close()
    with sqlite3.connect(tmp_path / "cutcard.sqlite") as link:
        link.execute("UPDATE accounts SET balance = 101 WHERE account = 'patron:ann'")
        link.execute("UPDATE accounts SET held = 1 WHERE account = 'patron:ann'")
        link.execute("DELETE FROM entries WHERE number = 1")
    link.close()
    store = open_store(tmp_path)
    assert list(store.audit()) == [
        "patron:ann has 101, and its postings come to 100",
        "all accounts together are 1, not 0",
        "patron:ann has 1 held, and its holds come to 0",
        "one should have 2 entries and has 1, up to number 2",
    ]
    store.close()
