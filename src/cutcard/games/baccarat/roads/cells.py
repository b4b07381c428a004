"""What a board shows: cells of the Main Road, marks of the derived roads, beads and the forecast.

Columns and rows count from 0, as drawn. How big a cell is, and in which shade, is the screen's affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

import msgspec

from cutcard.games.baccarat.coup import Winner


class Colour(StrEnum):
    """Of a derived road's mark: red where the pattern repeats, blue where it changes."""

    RED = "red"
    BLUE = "blue"


class MainCell(msgspec.Struct, frozen=True):
    """One win, how many ties followed it, and what is dotted and written in its circle (RD-01 to RD-03)."""

    column: int
    row: int
    winner: Winner
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False
    natural: int | None = None


class Mark(msgspec.Struct, frozen=True, rename={"colour": "color"}):
    """One mark of a derived road (RD-06)."""

    column: int
    row: int
    colour: Colour


class Bead(msgspec.Struct, frozen=True):
    """One result on the bead plate (RD-07)."""

    column: int
    row: int
    result: Winner


class NextMarks(msgspec.Struct, frozen=True):
    """The mark each derived road would get, or None where it would get none."""

    big_eye: Colour | None = None
    small: Colour | None = None
    cockroach: Colour | None = None


class Forecast(msgspec.Struct, frozen=True):
    """The next marks if Player wins next, and if Banker does (RD-10)."""

    player: NextMarks
    banker: NextMarks


class Board(msgspec.Struct, frozen=True):
    """All five roads of a shoe; ``first_ties`` came before any win (RD-02)."""

    main: tuple[MainCell, ...]
    first_ties: int
    big_eye: tuple[Mark, ...]
    small: tuple[Mark, ...]
    cockroach: tuple[Mark, ...]
    bead: tuple[Bead, ...]
    forecast: Forecast


Cell = TypeVar("Cell", MainCell, Mark, Bead)


def window(cells: Sequence[Cell], columns: int) -> tuple[Cell, ...]:
    """What a window so many columns wide shows of a road: its right end, counted from the window's edge.

    The road itself keeps every cell: a wider window shows them again (RD-08).
    """
    if columns < 1:
        raise ValueError(f"a window shows at least one column, not {columns}")
    width = max((cell.column for cell in cells), default=-1) + 1
    hidden = max(0, width - columns)
    return tuple(
        msgspec.structs.replace(cell, column=cell.column - hidden) for cell in cells if cell.column >= hidden
    )
