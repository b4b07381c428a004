"""Durable bets and their settlement through the store and all its checks, beside bare tables in the same run.

A pair is what one patron's wager costs: its hold, its stake into escrow, its settlement, with an entry and an
answer for each of the three steps. A hundred patrons are written in each transaction, as a venue's step does,
and every transaction is synced to the disk. The bare tables get the same rows and no check at all.
"""

import sqlite3
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import msgspec

from bench.ratio import compare
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import Hold, Posting, Transfer, desk, escrow, house, patron
from cutcard.record import Entry
from cutcard.venue.ports import Answered, Batch, Store

AT_ONCE = 100
STEPS = 10
PATRONS = 1_000
MANY = 100_000
STREAM = "one"

BODY = b'{"type":"wager_placed","position":1,"bet":"main","stake":100}'


class Pairs:
    """Batches of wagers: held, staked and settled, one transaction for each."""

    def __init__(self) -> None:
        self._number = 0
        self._turns = count()

    def batches(self) -> list[Batch]:
        first = next(self._turns) * AT_ONCE
        who = [f"p{(first + number) % PATRONS:04}" for number in range(AT_ONCE)]
        held = self._batch(who, holds=[Hold(patron(name), STREAM, 100) for name in who])
        staked = self._batch(
            who,
            holds=[Hold(patron(name), STREAM, 0) for name in who],
            transfers=[moved("staked", patron(name), escrow(STREAM), 100) for name in who],
        )
        return [held, staked, self._batch(who, transfers=[settled(name) for name in who])]

    def _batch(
        self, who: list[str], holds: list[Hold] | None = None, transfers: list[Transfer] | None = None
    ) -> Batch:
        entries, answers = [], []
        for name in who:
            self._number += 1
            number = self._number
            entries.append(
                Entry(
                    STREAM,
                    number,
                    1 + number // 300,
                    number,
                    number,
                    "happened",
                    BODY,
                    ((name, BODY),),
                    b"s" * 16,
                    b"h" * 32,
                )
            )
            answers.append(Answered(f"{name}-{number:012}", b'{"answer":"done"}'))
        return Batch(entries=entries, answers=answers, holds=holds or [], transfers=transfers or [])


def moved(kind: str, source: str, target: str, amount: int) -> Transfer:
    return Transfer(kind, STREAM, (Posting(source, -amount), Posting(target, amount)))


def settled(who: str) -> Transfer:
    paid = (Posting(escrow(STREAM), -100), Posting(house(STREAM), -95), Posting(patron(who), 195))
    return Transfer("settled", STREAM, paid)


def through(store: Store) -> Callable[[], None]:
    store.commit(
        Batch(transfers=[moved("cash", desk(), patron(f"p{number:04}"), 10**9) for number in range(PATRONS)])
    )
    pairs = Pairs()

    def work() -> None:
        for _ in range(STEPS):
            for batch in pairs.batches():
                store.commit(batch)

    return work


def bare(path: Path) -> Callable[[], None]:
    """The same rows into tables without keys or checks, by the same driver, synced as often."""
    link = sqlite3.connect(path, isolation_level=None)
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = FULL")
    for table in (
        "entries (a, b, c, d, e, f, g, h, i, j)",
        "answers (a, b)",
        "holds (a, b, c)",
        "transfers (a, b, c)",
    ):
        link.execute(f"CREATE TABLE {table}")
    pairs, pack = Pairs(), msgspec.msgpack.Encoder().encode

    def work() -> None:
        for _ in range(STEPS):
            for batch in pairs.batches():
                link.execute("BEGIN")
                rows = [
                    (*msgspec.structs.astuple(entry)[:7], pack(entry.private), entry.salt, entry.hash)
                    for entry in batch.entries
                ]
                link.executemany(f"INSERT INTO entries VALUES ({', '.join('?' * 10)})", rows)
                link.executemany(
                    "INSERT INTO answers VALUES (?, ?)",
                    [(answer.key, answer.answer) for answer in batch.answers],
                )
                holds = [(hold.account, hold.place, hold.amount) for hold in batch.holds]
                link.executemany("INSERT INTO holds VALUES (?, ?, ?)", holds)
                transfers = [
                    (transfer.kind, transfer.ref, pack(transfer.postings)) for transfer in batch.transfers
                ]
                link.executemany("INSERT INTO transfers VALUES (?, ?, ?)", transfers)
                link.execute("COMMIT")

    return work


def whole_round(store: Store) -> Callable[[], None]:
    """One round of many patrons settled in one transaction, with a leaf for each."""
    who = [f"p{number:06}" for number in range(MANY)]
    postings = (*(Posting(patron(name), 5) for name in who), Posting(house(STREAM), -5 * MANY))
    leaves = tuple((name, BODY) for name in who)
    numbers = count(1)

    def work() -> None:
        number = next(numbers)
        entry = Entry("many", number, 1, number, number, "settled", BODY, leaves, b"s" * 16, b"h" * 32)
        store.commit(Batch(entries=[entry], transfers=[Transfer("settled", "many", postings)]))

    return work


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, many = open_store(Path(folder) / "pairs"), open_store(Path(folder) / "many")
        print(f"bet-and-settle pairs, {AT_ONCE} in a transaction")
        compare(
            {
                "bare SQLite tables": bare(Path(folder) / "bare"),
                "the store, SQLite": through(store),
                "the store, in memory": through(MemoryStore()),
            },
            units=AT_ONCE * STEPS,
            unit="pairs",
            repeats=5,
        )
        print(f"a round of {MANY:,} patrons settled in one transaction")
        compare({"the store, SQLite": whole_round(many)}, units=MANY, unit="patrons", repeats=3)
        store.close()
        many.close()
