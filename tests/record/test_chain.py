"""Whatever is done to a chained record is found (AU-1)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from cutcard.record import Entry, chain_fault
from cutcard.verification import verify_stream
from tests.record.rounds import Noted, Writer, written_stream

Damage = Callable[[Random, list[Entry]], None]


def changed_number(chance: Random, entries: list[Entry]) -> None:
    at, name = chance.randrange(len(entries)), chance.choice(("number", "round", "at_ms", "wall_ms"))
    value = getattr(entries[at], name) + chance.choice((-1, 1, 1000))
    entries[at] = msgspec.structs.replace(entries[at], **{name: value})


def changed_name(chance: Random, entries: list[Entry]) -> None:
    at, name = chance.randrange(len(entries)), chance.choice(("stream", "tag"))
    entries[at] = msgspec.structs.replace(entries[at], **{name: getattr(entries[at], name) + "x"})


def changed_bytes(chance: Random, entries: list[Entry]) -> None:
    at, name = chance.randrange(len(entries)), chance.choice(("public", "salt", "hash"))
    entries[at] = msgspec.structs.replace(entries[at], **{name: flipped(chance, getattr(entries[at], name))})


def changed_leaf(chance: Random, entries: list[Entry]) -> None:
    at, leaves = some_leaves(chance, entries)
    leaf = chance.randrange(len(leaves))
    owner, body = leaves[leaf]
    leaves[leaf] = (owner, flipped(chance, body)) if chance.random() < 0.5 else (owner + "x", body)
    entries[at] = msgspec.structs.replace(entries[at], private=tuple(leaves))


def leaves_taken_or_moved(chance: Random, entries: list[Entry]) -> None:
    at, leaves = some_leaves(chance, entries)
    match chance.randrange(3) if len(leaves) > 1 else 0:
        case 0:
            leaves.pop(chance.randrange(len(leaves)))
        case 1:
            leaves[0], leaves[1] = leaves[1], leaves[0]
        case _:
            (first, body), (second, other) = leaves[:2]
            if body == other:
                other += b" "
            leaves[:2] = [(first, other), (second, body)]
    entries[at] = msgspec.structs.replace(entries[at], private=tuple(leaves))


def deleted(chance: Random, entries: list[Entry]) -> None:
    first = chance.randrange(len(entries))
    del entries[first : first + chance.randint(1, 3)]


def deleted_and_renumbered(chance: Random, entries: list[Entry]) -> None:
    deleted(chance, entries)
    renumber(entries)


def inserted(chance: Random, entries: list[Entry]) -> None:
    stranger = chance.choice((chance.choice(entries), forged(chance, entries)))
    entries.insert(chance.randrange(len(entries) + 1), stranger)


def inserted_and_renumbered(chance: Random, entries: list[Entry]) -> None:
    inserted(chance, entries)
    renumber(entries)


def reordered(chance: Random, entries: list[Entry]) -> None:
    first, other = chance.sample(range(len(entries)), 2)
    entries[first], entries[other] = entries[other], entries[first]
    if chance.random() < 0.5:
        renumber(entries)


def rewritten_to_the_end(chance: Random, entries: list[Entry]) -> None:
    """One entry is replaced and every later one sealed again; only the head kept elsewhere shows it."""
    at = chance.randrange(len(entries))
    writer = Writer(chance)
    writer.entries = entries[:at]
    for entry in entries[at:]:
        writer.write(entry.round, Noted("another past"))
    entries[:] = writer.entries


DAMAGES: list[Damage] = [
    *(changed_number, changed_name, changed_bytes, changed_leaf, leaves_taken_or_moved, deleted),
    *(deleted_and_renumbered, inserted, inserted_and_renumbered, reordered, rewritten_to_the_end),
]


def some_leaves(chance: Random, entries: list[Entry]) -> tuple[int, list[tuple[str, bytes]]]:
    at = chance.choice([place for place, entry in enumerate(entries) if entry.private])
    return at, list(entries[at].private)


def flipped(chance: Random, body: bytes) -> bytes:
    at = chance.randrange(len(body))
    return body[:at] + bytes([body[at] ^ 1 << chance.randrange(8)]) + body[at + 1 :]


def forged(chance: Random, entries: list[Entry]) -> Entry:
    writer = Writer(chance)
    writer.entries = entries[: chance.randrange(len(entries))]
    writer.write(1, Noted("never happened"))
    return writer.entries[-1]


def renumber(entries: list[Entry]) -> None:
    entries[:] = [msgspec.structs.replace(entry, number=at) for at, entry in enumerate(entries, 1)]


@pytest.mark.parametrize("part", range(5))
def test_au_1_every_damage_is_found(part: int) -> None:
    whole = written_stream(part)
    head = whole[-1].hash
    assert chain_fault(whole, head=head) is None
    for damage in range(100):
        seed = part * 1000 + damage
        chance = Random(seed)
        how = DAMAGES[damage % len(DAMAGES)]
        entries = list(whole)
        how(chance, entries)
        assert entries != whole, f"{how.__name__}, seed {seed}, did nothing"
        assert chain_fault(entries, head=head) is not None, f"{how.__name__}, seed {seed}, was not found"


def test_a_cut_end_is_found_by_who_kept_the_head() -> None:
    whole = written_stream(1)
    for end in range(len(whole)):
        assert chain_fault(whole[:end]) is None
        fault = chain_fault(whole[:end], head=whole[-1].hash)
        assert fault is not None
        assert fault.key == "record.end_is_missing"


def test_a_chain_can_be_followed_from_any_entry_on() -> None:
    whole = written_stream(2)
    for at in range(1, len(whole)):
        assert chain_fault(whole[at:], after=whole[at - 1], head=whole[-1].hash) is None
        assert chain_fault(whole[at:]) is not None


def test_a_stream_is_judged_round_by_round() -> None:
    whole = written_stream(3)
    verdict = verify_stream("table-1", whole)
    assert (verdict.holds, verdict.rounds, verdict.entries) == (True, 3, len(whole))
    assert verdict.head == whole[-1].hash.hex()


def test_the_last_round_of_a_stream_may_be_open() -> None:
    whole = written_stream(3)
    verdict = verify_stream("table-1", whole[:-1])
    assert (verdict.holds, verdict.rounds) == (True, 2)


def test_a_round_left_open_before_another_is_a_fault() -> None:
    chance = Random(4)
    writer = Writer(chance)
    writer.write(1, Noted("bets please"))
    writer.write_round(2)
    verdict = verify_stream("table-1", writer.entries)
    assert verdict.reason is not None
    assert (verdict.round, verdict.check, verdict.reason.key) == (1, "complete", "record.no_beginning")


def test_a_broken_link_names_its_round() -> None:
    whole = written_stream(5)
    at = next(place for place, entry in enumerate(whole) if entry.round == 2 and entry.tag == "card_dealt")
    whole[at] = msgspec.structs.replace(whole[at], public=whole[at].public.replace(b'"card":', b'"card":1'))
    verdict = verify_stream("table-1", whole)
    assert (verdict.round, verdict.check, verdict.rounds) == (2, "chain", 1)


def test_a_stream_under_another_name_is_found() -> None:
    assert not verify_stream("table-2", written_stream(1)).holds
