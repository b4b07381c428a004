"""``cutcard.roads``: all five roads of a list of results."""

from __future__ import annotations

from typing import Any

import msgspec

from cutcard.analysis.answer import Answer
from cutcard.analysis.public.question import public
from cutcard.games.baccarat.roads import Board, parse_results
from cutcard.games.baccarat.roads import roads as board_of


class Roads(Answer, frozen=True):
    """The roads of a shoe. ``board`` has every cell of each."""

    board: Board

    def document(self) -> dict[str, Any]:
        """The roads as ``cutcard roads --json`` prints them."""
        document: dict[str, Any] = msgspec.to_builtins(self.board)
        return document

    def table(self) -> list[dict[str, Any]]:
        """The cells of the main road."""
        cells: list[dict[str, Any]] = self.to_dict()["main"]
        return cells


@public
def roads(results: str) -> Roads:
    """All five roads of the results of a shoe, and the forecast.

    Letters P, B and T, each with p (player pair), b (banker pair), 8 or 9 (natural) behind it where it
    applies; blanks are free.

    >>> import cutcard
    >>> board = cutcard.roads("BBPPPBPBB").board
    >>> [(cell.column, cell.row, str(cell.winner)) for cell in board.main][:3]
    [(0, 0, 'banker'), (0, 1, 'banker'), (1, 0, 'player')]
    """
    return Roads(board_of(parse_results(results)))
