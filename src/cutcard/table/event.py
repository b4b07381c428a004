"""What all events of a table have in common, and the wager many of them speak of. Judges nothing."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True):
    """What all events have in common: a tag, given by each."""

    open_fields: ClassVar[tuple[str, ...]] = ()


class Wager(msgspec.Struct, frozen=True, cache_hash=True):
    """A stake on one field. Baccarat's fields all lie on position 1."""

    position: int
    bet: str
    stake: int


Wagers = tuple[Wager, ...]
