"""The roads of a whole list of results at once (RD-11).

First the runs are found, then every mark is coloured, then everything is drawn. What
came before a result is never remembered here: the growing form does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from cutcard.games.baccarat.coup import Winner
from cutcard.games.baccarat.roads.cells import Bead, Board, MainCell, Mark
from cutcard.games.baccarat.roads.derived import BIG_EYE, COCKROACH, LOOKS_BACK, SMALL, colour, forecast
from cutcard.games.baccarat.roads.pen import ROWS, drawn
from cutcard.games.baccarat.roads.result import Result


def roads(results: Iterable[Result]) -> Board:
    """All five roads and the forecast."""
    listed = tuple(results)
    wins = [place for place, result in enumerate(listed) if result.winner is not Winner.TIE]
    depths = _depths(listed[place].winner for place in wins)
    return Board(
        main=_main(listed, wins, depths),
        first_ties=wins[0] if wins else len(listed),
        big_eye=_marks(BIG_EYE, depths),
        small=_marks(SMALL, depths),
        cockroach=_marks(COCKROACH, depths),
        bead=tuple(Bead(*divmod(place, ROWS), result.winner) for place, result in enumerate(listed)),
        forecast=forecast(depths, listed[wins[-1]].winner if wins else None),
    )


def _depths(marks: Iterable[object]) -> list[int]:
    """How long each run of equal marks is."""
    return [sum(1 for _ in run) for _, run in groupby(marks)]


def _main(listed: Sequence[Result], wins: Sequence[int], depths: Sequence[int]) -> tuple[MainCell, ...]:
    after = (*wins[1:], len(listed))
    return tuple(
        MainCell(
            column,
            row,
            listed[place].winner,
            until - place - 1,
            listed[place].player_pair,
            listed[place].banker_pair,
            listed[place].natural,
        )
        for place, until, (column, row) in zip(wins, after, drawn(depths), strict=False)
    )


def _marks(road: int, depths: Sequence[int]) -> tuple[Mark, ...]:
    colours = [
        mark
        for column, depth in enumerate(depths)
        for row in range(depth)
        if (mark := colour(road, depths[max(0, column - LOOKS_BACK) : column], row)) is not None
    ]
    return tuple(Mark(*cell, mark) for cell, mark in zip(drawn(_depths(colours)), colours, strict=True))
