"""Special bets on a range of totals: Hi-Ti, Straight Up, Grouped Straight Up (SB-39 to SB-41).

Their ids carry the range, so any range a house wants has a bet. Pay tables ship for the
ranges below; for others the house brings its own. Which of them a layout shows is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from cutcard.cards import rank
from cutcard.games.baccarat.bets.judging import THE_COUP, ended_within
from cutcard.games.baccarat.coup import Coup, Winner
from cutcard.specials import Bet, Line, PayTable, pays

HI_TI: Final = "hi-ti"

STRAIGHT_UP: Final = "straight-up"
GROUPED: Final = "grouped"
FAMILIES: Final = (HI_TI, STRAIGHT_UP, GROUPED)

KINDS: Final = {
    HI_TI: Winner.TIE,
    "straight-up-player": Winner.PLAYER,
    "straight-up-banker": Winner.BANKER,
    "straight-up-tie": Winner.TIE,
    "grouped-player": Winner.PLAYER,
    "grouped-banker": Winner.BANKER,
    "grouped-tie": Winner.TIE,
}

HI_TI_COLOURS: Final = ("green", "blue", "red")
"""The colours of a layout's ranges from the lowest up (SB-39); with more ranges they come round again."""

_WRITTEN: Final = re.compile(r"(?P<kind>[a-z-]+)-(?P<low>[0-9])(?:-(?P<high>[0-9]))?")

OWN: Final = "own design"
EGALITE: Final = "published: Wizard of Odds, Egalite"

_SHIPPED: Final = (
    ("hi-ti", OWN, "0-3 50:1, 4-6 26:1, 7-9 21:1"),
    (
        "straight-up-player",
        OWN,
        "1 190:1, 2 105:1, 3 73:1, 4 53:1, 5 37:1, 6 14:1, 7 21:2, 8 15:2, 9 13:2",
    ),
    (
        "straight-up-banker",
        OWN,
        "1 190:1, 2 104:1, 3 63:1, 4 28:1, 5 21:1, 6 16:1, 7 11:1, 8 8:1, 9 7:1",
    ),
    (
        "straight-up-tie",
        EGALITE,
        "0 150:1, 1 215:1, 2 225:1, 3 200:1, 4 120:1, 5 110:1, 6 45:1, 7 45:1, 8 80:1, 9 80:1",
    ),
    ("grouped-player", OWN, "1-3 34:1, 4-6 8:1, 7-9 2:1"),
    ("grouped-banker", OWN, "1-3 32:1, 4-6 6:1, 7-9 2:1"),
    ("grouped-tie", OWN, "0-3 50:1, 4-6 26:1, 7-9 21:1"),
)

_PAYTABLES: Final = {
    f"{kind}-{totals}": PayTable(str(odds), {"win": odds}, source=source)
    for kind, source, rows in _SHIPPED
    for totals, odds in pays(rows).items()
}


class RangeId(msgspec.Struct, frozen=True):
    """The id of such a bet, read: its kind and the totals it wins with, both ends counted."""

    kind: str
    low: int
    high: int


def range_id(bet_id: str) -> RangeId | None:
    """``"hi-ti-0-3"`` read, or None where the id names no such bet.

    A side never wins with 0, so ranges of Player and Banker begin at 1.
    """
    found = _WRITTEN.fullmatch(bet_id)
    if found is None or found["kind"] not in KINDS:
        return None
    kind, low, high = found["kind"], int(found["low"]), found["high"]
    if (high is None) != kind.startswith(STRAIGHT_UP):
        return None
    last = low if high is None else int(high)
    lowest = 0 if KINDS[kind] is Winner.TIE else 1
    return RangeId(kind, low, last) if lowest <= low <= last else None


def hi_ti_colours(bet_ids: Iterable[str]) -> dict[str, str]:
    """The colour of each Hi-Ti field of a layout, by its id. Which ranges there are, the pay tables say."""
    named = sorted(bet_id for bet_id in bet_ids if family(bet_id) == HI_TI)
    return {bet_id: HI_TI_COLOURS[at % len(HI_TI_COLOURS)] for at, bet_id in enumerate(named)}


def family(bet_id: str) -> str | None:
    """Which family a bet on totals is of: Hi-Ti, Straight Up or Grouped; None for any other bet."""
    named = range_id(bet_id)
    if named is None:
        return None
    return next(family for family in FAMILIES if named.kind.startswith(family))


def range_bet(bet_id: str) -> Bet[Coup] | None:
    """The bet of this id, with its pay table where one ships; None where the id names no such bet."""
    named = range_id(bet_id)
    if named is None:
        return None
    return Bet(
        id=bet_id,
        group="special" if named.kind == HI_TI else "totals",
        side=KINDS[named.kind],
        sees=THE_COUP,
        lines=(Line("win", ended_within(KINDS[named.kind], named.low, named.high)),),
        paytables=(_PAYTABLES[bet_id],) if bet_id in _PAYTABLES else (),
        classes=rank,
    )


SHIPPED_RANGES: Final = tuple(bet for bet in map(range_bet, _PAYTABLES) if bet is not None)
