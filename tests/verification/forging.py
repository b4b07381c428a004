"""Recorded rounds, and every field of every event in them forged: what is written anew, and sealed again.

Which fields there are is read from the types, so that no new event or field can be forgotten.
What must come of a forgery is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect, structs

from cutcard.cards import CARDS
from cutcard.ledger import Book
from cutcard.record import Entry, decode_event, seal
from cutcard.table import Settings
from cutcard.table import events as e
from cutcard.table.forks.fork import FORK_MARK
from cutcard.venue.ports import Store
from cutcard.verification.fold import Replay
from cutcard.verification.streams import verify_stream

EVENTS: tuple[type[msgspec.Struct], ...] = get_args(e.AnyEvent)
STRANGER = "somebody-else"
HEX = re.compile("[0-9a-f]{64}")
Path = tuple[str, ...]
Forged = tuple[Path, Any]
"""Which field, and the value with it forged."""


class Recorded(msgspec.Struct, frozen=True):
    """One table's record, with those of its interrupted games."""

    stream: str
    entries: tuple[Entry, ...]
    forks: Mapping[str, tuple[Entry, ...]]

    @classmethod
    def of(cls, store: Store, stream: str) -> Recorded:
        names = [name for name in store.streams() if name.startswith(f"{stream}{FORK_MARK}")]
        forks = {name: tuple(store.entries(name)) for name in names}
        return cls(stream, tuple(store.entries(stream)), forks)

    def streams(self) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        yield self.stream, self.entries
        yield from self.forks.items()

    def with_event(self, stream: str, at: int, event: Any) -> Recorded:
        """The record with this event instead of the one there, and every hash found anew."""
        changes = {(stream, at): event}
        table = _resealed(self.entries, changes)
        hashes = {entry.number: entry.hash.hex() for entry in table}
        forks = {}
        for name, entries in self.forks.items():
            first = decode_event(entries[0], e.AnyEvent)
            changes.setdefault((name, 0), structs.replace(first, hash=hashes[first.entry]))
            forks[name] = _resealed(entries, changes)
        return Recorded(self.stream, table, forks)

    def holds(self) -> bool:
        """Whether nothing is found: not in the chains, and not by playing it again."""
        if not all(verify_stream(name, entries).holds for name, entries in self.streams()):
            return False
        return not list(Replay(self.stream, Book(), lambda name: self.forks[name]).all(self.entries))


def recorded(store: Store) -> Iterator[Recorded]:
    for stream in store.streams():
        if any(entry.tag == "table_opened" for entry in store.entries(stream, 0, 1)):
            yield Recorded.of(store, stream)


def _resealed(entries: tuple[Entry, ...], changes: Mapping[tuple[str, int], Any]) -> tuple[Entry, ...]:
    again: list[Entry] = []
    for at, entry in enumerate(entries):
        event = changes.get((entry.stream, at))
        event = decode_event(entry, e.AnyEvent) if event is None else event
        before = again[-1] if again else None
        again.append(seal(before, entry.stream, entry.round, entry.at_ms, entry.wall_ms, event, entry.salt))
    return tuple(again)


def forgeries(event: msgspec.Struct) -> Iterator[Forged]:
    """The event with one field forged, each in turn; the fields of what it holds are fields of its own."""
    yield from _of_struct(event, (type(event).__name__,))


def every_path() -> frozenset[Path]:
    """All fields that there are."""
    return frozenset(
        path for kind in EVENTS for path in _paths(inspect.type_info(kind), (kind.__name__,)) if len(path) > 1
    )


def _paths(info: Any, path: Path) -> Iterator[Path]:
    if isinstance(info, inspect.StructType) and info.cls is not Settings:
        for field in info.fields:
            yield (*path, field.name)
            yield from _paths(field.type, (*path, field.name))
        return
    for part in ("item_type", "value_type"):
        if hasattr(info, part):
            yield from _paths(getattr(info, part), path)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _of_struct(value: msgspec.Struct, path: Path) -> Iterator[Forged]:
    for field in _fields(type(value)):
        here = (*path, field.name)
        for at, forged in _of_value(getattr(value, field.name), field.type, here):
            yield at, structs.replace(value, **{field.name: forged})


def _of_value(value: Any, info: Any, path: Path) -> Iterator[Forged]:
    if isinstance(value, Settings):
        yield path, structs.replace(value, id=f"{value.id}-2")
    elif isinstance(value, msgspec.Struct):
        yield from _of_struct(value, path)
    elif isinstance(value, Mapping):
        yield from _of_mapping(value, info, path)
    elif isinstance(value, tuple):
        yield from _of_tuple(value, info, path)
    else:
        yield path, _other(value, path)


def _of_mapping(value: Mapping[str, Any], info: Any, path: Path) -> Iterator[Forged]:
    for key, each in value.items():
        yield path, {other: item for other, item in value.items() if other != key}
        yield path, {STRANGER if other == key else other: item for other, item in value.items()}
        for at, forged in _of_value(each, info.value_type, path):
            yield at, {**value, key: forged}


def _of_tuple(value: tuple[Any, ...], info: Any, path: Path) -> Iterator[Forged]:
    item = getattr(info, "item_type", None)
    if not value and item is not None:
        yield path, (_sample(item),)
    for at, each in enumerate(value[:2]):
        yield path, (*value[:at], *value[at + 1 :])
        for below, forged in _of_value(each, item, path):
            yield below, (*value[:at], forged, *value[at + 1 :])


def _sample(info: Any) -> Any:
    """Something of this type, where the record has nothing that could be changed."""
    match info:
        case inspect.IntType():
            return 7
        case inspect.StrType():
            return STRANGER
        case inspect.TupleType():
            return tuple(_sample(item) for item in info.item_types)
        case inspect.EnumType():
            return next(iter(info.cls))
        case inspect.VarTupleType():
            return ()
        case _:
            assert isinstance(info, inspect.StructType), f"nobody makes up {info} yet"
            return info.cls(**{field.name: _sample(field.type) for field in info.fields})


def _other(value: Any, path: Path) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case Enum():
            return next(member for member in type(value) if member is not value)
        case int() if path[-1] in ("card", "up", "was"):
            return (value + len(CARDS) // 2 + 1) % len(CARDS)
        case int():
            return value + 500
        case str() if HEX.fullmatch(value):
            return f"{'0' if value[0] != '0' else '1'}{value[1:]}"
        case str():
            return STRANGER if path[-1] == "patron" else f"{value}-2"
        case _:
            assert value is None, f"{value} is of a kind that nobody forges yet"
            return 7
