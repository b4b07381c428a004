"""``cutcard roads``: all five roads of a list of results."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from cutcard.analysis.public.roads import roads as roads_of
from cutcard.cli.arguments import Json
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.refusal import BadInput, check_input
from cutcard.games.baccarat.roads import Board, Mark
from cutcard.games.baccarat.roads.pen import ROWS

Results = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="Letters P, B and T, each with p (player pair), b (banker pair), 8 or 9 (natural) behind "
        "it where it applies; blanks are free. A single - reads them from stdin.",
    ),
]


def roads(results: Results, /, *, json: Json = False) -> None:
    """Draw the roads of a shoe's results."""
    written = _from_stdin() if results == "-" else results
    with check_input():
        answer = roads_of(written)
    if json:
        print_json(answer.to_dict())
    else:
        print_lines(_board_lines(answer.board))


def _from_stdin() -> str:
    if sys.stdin is None:
        raise BadInput("there is nothing to read: stdin is closed")
    try:
        return sys.stdin.read()
    except UnicodeDecodeError:
        raise BadInput("stdin cannot be read: it is no text") from None
    except OSError as wrong:
        raise BadInput(f"stdin cannot be read: {wrong.strerror or wrong}") from None


def _board_lines(board: Board) -> list[str]:
    bead = {(cell.column, cell.row): cell.result[0].upper() for cell in board.bead}
    legend = "B banker, P player, / a tie after it, /2 two ties, ^ ties before the first win"
    lines = [f"Main road ({legend})", *_grid(_main(board))]
    for title, marks in (("Big eye", board.big_eye), ("Small", board.small), ("Cockroach", board.cockroach)):
        lines += ["", f"{title} (R red, B blue)", *_grid(_letters(marks))]
    lines += ["", "Bead plate", *_grid(bead), "", "Next mark     big eye  small    cockroach"]
    for side in ("player", "banker"):
        marks = getattr(board.forecast, side)
        after = (marks.big_eye, marks.small, marks.cockroach)
        lines.append(f"  {side} wins" + "".join(f"  {mark or '-':<7}" for mark in after).rstrip())
    return lines


def _main(board: Board) -> dict[tuple[int, int], str]:
    """The wins with the ties after them; those before any win mark the first cell (RD-02)."""
    cells = {
        (cell.column, cell.row): cell.winner[0].upper() + _mark_text("/", cell.ties) for cell in board.main
    }
    if board.first_ties:
        first = cells.get((0, 0), "")
        cells[0, 0] = f"{first[:1]}{_mark_text('^', board.first_ties)}{first[1:]}"
    return cells


def _mark_text(mark: str, count: int) -> str:
    return f"{mark if count else ''}{count if count > 1 else ''}"


def _letters(marks: tuple[Mark, ...]) -> dict[tuple[int, int], str]:
    return {(mark.column, mark.row): mark.colour[0].upper() for mark in marks}


def _grid(cells: dict[tuple[int, int], str]) -> list[str]:
    columns = max((column for column, _ in cells), default=0) + 1
    longest = max((len(mark) for mark in cells.values()), default=1)
    wide = max(2, longest + (longest > 2))  # a slash alone parts two cells well enough
    rows = (
        "".join(f"{cells.get((column, row), '.'):<{wide}}" for column in range(columns))
        for row in range(ROWS)
    )
    return [f"  {row.rstrip()}" for row in rows]
