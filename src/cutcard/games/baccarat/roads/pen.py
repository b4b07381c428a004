"""The pen that draws runs on six rows, and where it sets the next mark of a run.

It does not know what a mark means: Main Road and derived roads are all drawn by it.

A run goes down its column while the cell below is free, then turns right and keeps its
row. For each row the pen remembers only the last column taken, and that is enough: a run
that reaches some column in a row has come along that row from its own column, so right of
where the last run started, a row's cells are taken up to the last one and free beyond it.
The same holds of the top row, so the next run always starts right of its last taken cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

ROWS: Final = 6  # every board has six; a run that reaches the last turns to the right


class Pen(msgspec.Struct, frozen=True):
    """Where the last mark was set, where its run started, and how far each row is taken."""

    reach: tuple[int, ...] = (-1,) * ROWS
    start: int = -1
    column: int = -1
    row: int = 0

    def opens(self) -> Pen:
        """Starts a run: at the top of the first column right of the last run's whose top cell is free."""
        column = self.reach[0] + 1
        return self._sets(column, column, 0)

    def goes_on(self) -> Pen:
        """Sets one more mark of the same run: below while that is free, else to the right (RD-09)."""
        below = self.row + 1
        turned = self.column > self.start
        if not turned and below < ROWS and self.reach[below] < self.column:
            return self._sets(self.start, self.column, below)
        return self._sets(self.start, self.column + 1, self.row)

    def _sets(self, start: int, column: int, row: int) -> Pen:
        reach = (*self.reach[:row], column, *self.reach[row + 1 :])
        return Pen(reach, start, column, row)


def drawn(depths: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Column and row of every mark of runs of these depths, one run after the other."""
    pen = Pen()
    for depth in depths:
        pen = pen.opens()
        yield pen.column, pen.row
        for _ in range(depth - 1):
            pen = pen.goes_on()
            yield pen.column, pen.row
