"""What all commands have in common: who may deal them, and where one may come from. Judges nothing."""

from __future__ import annotations

from enum import Enum, Flag, auto
from typing import Annotated, ClassVar

import msgspec

Name = Annotated[str, msgspec.Meta(max_length=64)]
Why = Annotated[str, msgspec.Meta(max_length=200)]
Card = Annotated[int, msgspec.Meta(ge=0, le=51)]
Seat = Annotated[int, msgspec.Meta(ge=1, le=7)]
Position = Annotated[int, msgspec.Meta(ge=1, le=7)]
Stake = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class Source(Enum):
    """Where a command comes from."""

    TERMINAL = "terminal"
    """A socket, with a person at its end."""
    HOUSE = "house"
    """The house's own programs: pages for staff, card devices."""
    CENTER = "center"
    """The venue itself, which holds the random shoe."""


class Deals(Flag):
    """What a command does with cards."""

    NOTHING = 0
    BY_HAND = auto()
    """What a croupier does with real cards: nothing to be done where there are none."""
    FROM_THE_SHOE = auto()
    """What nobody may say of a random shoe but the center that holds it (TB-62)."""


class TableCommand(msgspec.Struct, frozen=True):
    """What all commands have in common: a tag, and what each class says of itself. None of it is encoded.

    Whoever does something is back at a place that was kept for them; what ``keeps_reservation`` is done by a
    terminal with nobody before it, or ends a reservation by itself.
    """

    deals: ClassVar[Deals] = Deals.NOTHING
    keeps_reservation: ClassVar[bool] = False
