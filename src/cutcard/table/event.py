"""What all events of a table have in common, and the wager many of them speak of. Judges nothing."""

from __future__ import annotations

from enum import Enum, Flag, auto
from typing import ClassVar

import msgspec


class News(Enum):
    """Who hears of an event at once."""

    EVERYBODY = "everybody"
    """All who follow the table: what it shows to everybody is another."""
    PATRON = "patron"
    """The named patron alone; the others with the next counts."""
    LATER = "later"
    """Nobody: it is sent with whatever comes next."""


class ShownIn(Flag):
    """Where an event is shown, once it is on record."""

    NOWHERE = 0
    STEPS = auto()
    """A past round, step by step (TB-61)."""
    RECORD = auto()
    """The lines by which a supervisor judges a round (TB-30)."""
    AUDIT = auto()
    """Who did what (TB-71)."""


class Event(msgspec.Struct, frozen=True):
    """What all events have in common: a tag, and what each class says of itself. None of it is encoded.

    ``news`` has no default, so that no new event is forgotten; ``in_story`` are those from which a round is
    played again when a card turns out to have been misread (TB-33), and those that frame it begin, end or
    rewrite it.
    """

    open_fields: ClassVar[tuple[str, ...]] = ()
    news: ClassVar[News]
    shown_in: ClassVar[ShownIn] = ShownIn.NOWHERE
    in_story: ClassVar[bool] = False
    frames_story: ClassVar[bool] = False


class Wager(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A stake on one field. Baccarat's fields all lie on position 1."""

    position: int
    bet: str
    stake: int


Wagers = tuple[Wager, ...]
