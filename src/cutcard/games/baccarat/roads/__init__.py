"""The five roads: what the results of a shoe look like on its boards. Knows no card and no wager."""

from cutcard.games.baccarat.roads.cells import (
    Bead,
    Board,
    Colour,
    Forecast,
    MainCell,
    Mark,
    NextMarks,
    window,
)
from cutcard.games.baccarat.roads.growing import Roads
from cutcard.games.baccarat.roads.result import (
    BadResults,
    Counters,
    Result,
    counters,
    parse_results,
    result_of,
)
from cutcard.games.baccarat.roads.whole import roads

__all__ = [
    "BadResults",
    "Bead",
    "Board",
    "Colour",
    "Counters",
    "Forecast",
    "MainCell",
    "Mark",
    "NextMarks",
    "Result",
    "Roads",
    "counters",
    "parse_results",
    "result_of",
    "roads",
    "window",
]
