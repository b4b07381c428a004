"""What is sealed can be opened again, exactly, and each body is where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.record import BadEvent, Entry, Kind, Upgrade, chain_fault, decode_event, seal
from tests.record.rounds import (
    AnyEvent,
    BetsClosed,
    BetsShare,
    CardBurned,
    CardDealt,
    Contributed,
    Decided,
    Noted,
    RoundOpened,
    Wager,
    round_events,
)

SALT = bytes(range(16))

texts = st.text(st.characters(codec="utf-8"), max_size=20)
numbers = st.integers(-(2**53), 2**53)
wagers = st.builds(Wager, numbers, texts, numbers)
events = st.one_of(
    st.builds(RoundOpened, numbers, texts, st.tuples(numbers, numbers)),
    st.builds(Contributed, texts, texts),
    st.builds(Noted, texts),
    st.builds(CardBurned, st.none() | numbers, numbers),
    st.builds(Decided, texts, numbers, texts, numbers),
    st.builds(
        BetsClosed,
        texts,
        st.lists(texts, max_size=3).map(tuple),
        st.dictionaries(texts, st.builds(BetsShare, st.lists(wagers, max_size=3).map(tuple)), max_size=4),
    ),
)


def entry_of(event: msgspec.Struct, before: Entry | None = None) -> Entry:
    return seal(before, "table-1", 3, 1000, 2000, event, SALT)


@given(events)
def test_what_is_sealed_is_opened_exactly(event: AnyEvent) -> None:
    entry = entry_of(event)
    assert decode_event(entry, AnyEvent) == event
    assert chain_fault([entry]) is None


@given(events)
def test_bodies_are_canonical(event: AnyEvent) -> None:
    entry = entry_of(event)
    for body in (entry.public, *(body for _, body in entry.private)):
        assert msgspec.json.encode(msgspec.json.decode(body), order="sorted") == body


def test_a_round_is_opened_as_it_was_written() -> None:
    for event in round_events(Random(3), 1):
        assert decode_event(entry_of(event), AnyEvent) == event


def test_a_public_event_is_for_everybody() -> None:
    entry = entry_of(CardDealt(51, 1))
    assert entry.public == b'{"card":51,"draw":1,"type":"card_dealt"}'
    assert entry.private == ()
    assert (entry.number, entry.round, entry.tag) == (1, 3, "card_dealt")


def test_of_a_personal_event_only_the_open_fields_are_public() -> None:
    entry = entry_of(Decided("amber", 2, "hit"))
    assert entry.public == b'{"position":2,"type":"decided"}'
    assert entry.private == (
        ("amber", b'{"cost":0,"decision":"hit","patron":"amber","position":2,"type":"decided"}'),
    )
    assert entry_of(Contributed("amber", "hello")).public == b'{"type":"contributed"}'


def test_of_a_shared_event_each_share_is_its_patrons() -> None:
    shares = {"basil": BetsShare((Wager(1, "main", 5),)), "amber": BetsShare(())}
    entry = entry_of(BetsClosed("", ("x",), shares))
    assert entry.public == b'{"contributions":"","texts":["x"],"type":"bets_closed"}'
    assert entry.private == (
        ("amber", b'{"wagers":[]}'),
        ("basil", b'{"wagers":[{"bet":"main","position":1,"stake":5}]}'),
    )


def test_entries_are_counted_from_one_and_follow_each_other() -> None:
    first = entry_of(Noted("a"))
    second = entry_of(Noted("b"), first)
    assert [first.number, second.number] == [1, 2]
    assert chain_fault([first, second]) is None


class Exact(msgspec.Struct, frozen=True, tag="exact"):
    part: Fraction


def test_fractions_are_kept_exactly() -> None:
    entry = entry_of(Exact(Fraction(3, 7)))
    assert entry.public == b'{"part":"3/7","type":"exact"}'
    assert decode_event(entry, Exact) == Exact(Fraction(3, 7))


class Floating(msgspec.Struct, frozen=True, tag="floating"):
    shares: Mapping[str, tuple[float, ...]]


class Untagged(msgspec.Struct, frozen=True):
    a: int


class Loose(msgspec.Struct, tag="loose"):
    a: int


class TwoLines(msgspec.Struct, frozen=True, tag="two\nlines"):
    a: int


class Both(msgspec.Struct, frozen=True, tag="both"):
    patron: str
    shares: Mapping[str, int]


class OpensNothing(msgspec.Struct, frozen=True, tag="opens"):
    open_fields: ClassVar[tuple[str, ...]] = ("stake",)
    patron: str


class Odd(msgspec.Struct, frozen=True, tag="odd"):
    what: complex


@pytest.mark.parametrize(
    "event",
    [Floating({}), Untagged(1), Loose(1), TwoLines(1), Both("a", {}), OpensNothing("a"), Odd(1j)],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_be_kept_is_refused(event: msgspec.Struct) -> None:
    with pytest.raises(BadEvent):
        entry_of(event)


@pytest.mark.parametrize("stream", ["", "a\nb", " a", "ü", "a" * 201])
def test_a_stream_has_a_plain_name(stream: str) -> None:
    with pytest.raises(ValueError, match="no name for a stream"):
        seal(None, stream, 0, 0, 0, Noted("a"), SALT)


@pytest.mark.parametrize("salt", [b"", bytes(15), bytes(17)])
def test_a_salt_has_sixteen_bytes(salt: bytes) -> None:
    with pytest.raises(ValueError, match="a salt has 16 bytes"):
        seal(None, "a", 0, 0, 0, Noted("a"), salt)


class OldBets(msgspec.Struct, frozen=True, tag="old_bets"):
    shares: Mapping[str, BetsShare]


class OldWord(msgspec.Struct, frozen=True, tag="old_word"):
    patron: str
    word: str


class OlderWord(msgspec.Struct, frozen=True, tag="older_word"):
    patron: str
    w: str


UPGRADES = {
    "old_bets": Upgrade(Kind.SHARED, "bets_closed", lambda body: {**body, "contributions": "", "texts": []}),
    "older_word": Upgrade(Kind.PERSONAL, "old_word", lambda old: {"patron": old["patron"], "word": old["w"]}),
    "old_word": Upgrade(
        Kind.PERSONAL, "contributed", lambda body: {"patron": body["patron"], "text": body["word"]}
    ),
}


def test_an_old_event_is_read_as_its_successor() -> None:
    share = BetsShare((Wager(1, "main", 5),))
    old: list[tuple[msgspec.Struct, msgspec.Struct]] = [
        (OldBets({"amber": share}), BetsClosed("", (), {"amber": share})),
        (OldBets({}), BetsClosed("", (), {})),
        (OldWord("amber", "hello"), Contributed("amber", "hello")),
        (OlderWord("amber", "hello"), Contributed("amber", "hello")),
    ]
    for written, read in old:
        entry = entry_of(written)
        assert decode_event(entry, AnyEvent, UPGRADES) == read
        assert chain_fault([entry]) is None
