"""The roads of a shoe as it is played: each result adds its cells to those there are (RD-11).

It keeps the pens and the depths of the last few columns, never the results.
"""

from __future__ import annotations

import msgspec

from cutcard.games.baccarat.coup import Winner
from cutcard.games.baccarat.roads.cells import Bead, Board, Colour, MainCell, Mark
from cutcard.games.baccarat.roads.derived import BIG_EYE, COCKROACH, LOOKS_BACK, SMALL, colour, forecast
from cutcard.games.baccarat.roads.pen import ROWS, Pen
from cutcard.games.baccarat.roads.result import Result


class Trail(msgspec.Struct, frozen=True):
    """A derived road so far, and the pen that draws it."""

    marks: tuple[Mark, ...] = ()
    pen: Pen = Pen()

    def plus(self, mark: Colour | None) -> Trail:
        """The road with one mark more, or as it was where there is none."""
        if mark is None:
            return self
        same = bool(self.marks) and self.marks[-1].colour is mark
        pen = self.pen.goes_on() if same else self.pen.opens()
        return Trail((*self.marks, Mark(pen.column, pen.row, mark)), pen)


class Roads(msgspec.Struct, frozen=True):
    """The roads so far. ``depths`` are those of the column being written and the few before it that count."""

    main: tuple[MainCell, ...] = ()
    first_ties: int = 0
    bead: tuple[Bead, ...] = ()
    depths: tuple[int, ...] = ()
    pen: Pen = Pen()
    big_eye: Trail = Trail()
    small: Trail = Trail()
    cockroach: Trail = Trail()

    def plus(self, result: Result) -> Roads:
        """The roads after one more result."""
        bead = (*self.bead, Bead(*divmod(len(self.bead), ROWS), result.winner))
        if result.winner is Winner.TIE:
            return msgspec.structs.replace(self._tied(), bead=bead)
        return msgspec.structs.replace(self._won(result), bead=bead)

    @property
    def last(self) -> Winner | None:
        """Who won last, ties aside."""
        return self.main[-1].winner if self.main else None

    @property
    def board(self) -> Board:
        """What all of it looks like now."""
        return Board(
            self.main,
            self.first_ties,
            self.big_eye.marks,
            self.small.marks,
            self.cockroach.marks,
            self.bead,
            forecast(self.depths, self.last),
        )

    def _tied(self) -> Roads:
        if not self.main:
            return msgspec.structs.replace(self, first_ties=self.first_ties + 1)
        last = msgspec.structs.replace(self.main[-1], ties=self.main[-1].ties + 1)
        return msgspec.structs.replace(self, main=(*self.main[:-1], last))

    def _won(self, result: Result) -> Roads:
        if result.winner is self.last:
            left, row, pen = self.depths[:-1], self.depths[-1], self.pen.goes_on()
        else:
            left, row, pen = self.depths[-LOOKS_BACK:], 0, self.pen.opens()
        cell = MainCell(
            pen.column, pen.row, result.winner, 0, result.player_pair, result.banker_pair, result.natural
        )
        return Roads(
            (*self.main, cell),
            self.first_ties,
            self.bead,
            (*left, row + 1),
            pen,
            self.big_eye.plus(colour(BIG_EYE, left, row)),
            self.small.plus(colour(SMALL, left, row)),
            self.cockroach.plus(colour(COCKROACH, left, row)),
        )
