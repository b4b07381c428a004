"""Who is at a table and what each has there: chips, choices, a reserved place. It knows no purse."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from cutcard.profiles.profile import Speed
from cutcard.table.event import Wager, Wagers

UNDO_KEPT: Final = 40  # presses of one betting time; the oldest can then be undone no more

ROUNDS_KEPT: Final = 256
"""Of so many past rounds a table remembers who had a part in them, as long as there is room."""

PARTS_KEPT: Final = 4096
"""The room for that: one for each patron and round. The last round is always remembered."""


class Layout(msgspec.Struct, frozen=True):
    """Chips as they lay before a button, and the positions whose winnings were staked again with them."""

    chips: Wagers = ()
    let_play: tuple[int, ...] = ()


class Place(msgspec.Struct, kw_only=True):
    """One patron's things at one table. ``last`` are the chips of the last round they played.

    ``name`` is what others at the table call them.
    ``last_win`` is what its winning wagers won. ``won`` is the main bet of each position that won in the
    last round they played, with its winnings; ``let_play`` are the positions whose winnings lie on the layout
    again. ``left_since`` are the seats that their players have left since ``last``: bets behind those are not
    repeated. ``display``: a public display may follow the patron's private table.
    """

    name: str = ""
    chips: Wagers = ()
    let_play: tuple[int, ...] = ()
    undo: list[Layout] = []
    last: Wagers = ()
    left_since: tuple[int, ...] = ()
    last_win: int = 0
    won: dict[int, Wager] = {}
    pressed: bool = False
    insurance: bool = True
    auto_repeat: bool = False
    keep_bets: bool = False
    speed: Speed = Speed.NORMAL
    behind: dict[int, tuple[bool, bool]] = {}
    away: bool = False
    away_since_ms: int = 0
    locked: bool = False
    display: bool = False


class Patrons(msgspec.Struct, kw_only=True):
    """``reserved`` says until when places are kept for patrons who are not there (GUI-04).

    ``gone`` are those whom nothing waits for any more, though something still keeps them here (MO-02);
    ``bettors`` how many have chips on the layout; ``parts`` who had a wager in the last rounds.
    """

    places: dict[str, Place] = {}
    reserved: dict[str, int] = {}
    gone: dict[str, None] = {}
    bettors: int = 0
    parts: dict[int, tuple[str, ...]] = {}


@lru_cache(maxsize=1 << 12)
def wagers_of(chips: Wagers) -> Wagers:
    """The stakes by field, in the order in which each field was first placed on."""
    stakes: dict[tuple[int, str], int] = {}
    for chip in chips:
        at = (chip.position, chip.bet)
        stakes[at] = stakes.get(at, 0) + chip.stake
    return tuple(Wager(position, bet, stake) for (position, bet), stake in stakes.items())


def total(chips: Wagers) -> int:
    """All stakes together."""
    return sum(chip.stake for chip in chips)
