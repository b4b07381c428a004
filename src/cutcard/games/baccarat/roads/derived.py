"""Which colour a derived road's mark has (RD-04, RD-05, RD-10).

The roads compare logical columns, that is runs of one winner with their tails, by their
depths. Cells as drawn are not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutcard.games.baccarat.coup import Winner
from cutcard.games.baccarat.roads.cells import Colour, Forecast, NextMarks

BIG_EYE: Final = 1
SMALL: Final = 2
COCKROACH: Final = 3
"""The number of each derived road is how many columns back it compares (RD-05)."""

LOOKS_BACK: Final = COCKROACH + 1
"""How many columns to the left decide a mark, at most."""


def colour(road: int, left: Sequence[int], row: int) -> Colour | None:
    """The mark for a hand at this row, 0 for one that opens its column; None while the road has not begun.

    ``road`` is 1 for Big Eye, 2 for Small, 3 for Cockroach: the column it compares with,
    counted to the left. ``left`` are the depths of the columns left of the hand's, nearest
    last; no more than the last four are looked at.
    """
    if row == 0:
        if len(left) < road + 1:
            return None
        return Colour.RED if left[-1] == left[-1 - road] else Colour.BLUE
    if len(left) < road:
        return None
    # The compared column has both this row and the one above, or neither, unless it ends just above.
    return Colour.BLUE if left[-road] == row else Colour.RED


def forecast(depths: Sequence[int], last: Winner | None) -> Forecast:
    """The next marks if either side won, after columns of these depths, the last of them won by ``last``."""
    opened = _next_marks(depths, 0)
    if last is None:
        return Forecast(opened, opened)
    continued = _next_marks(depths[:-1], depths[-1])
    return Forecast(continued, opened) if last is Winner.PLAYER else Forecast(opened, continued)


def _next_marks(left: Sequence[int], row: int) -> NextMarks:
    return NextMarks(colour(BIG_EYE, left, row), colour(SMALL, left, row), colour(COCKROACH, left, row))
