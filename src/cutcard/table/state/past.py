"""What rounds came to, the last one first of all, and what is put right of settled ones."""

from __future__ import annotations

from typing import Final

import msgspec

from cutcard.games.baccarat.roads import Result
from cutcard.table.pit.events import Refund
from cutcard.table.play.events import SettledShare

RESULTS_KEPT: Final = 60  # what screens list and count (GUI-14); the record has them all


class Proposal(msgspec.Struct, frozen=True):
    """A correction of a settled round that waits for a second person."""

    by: str
    of_round: int
    amounts: dict[str, int]
    why: str = ""


class Past(msgspec.Struct, kw_only=True):
    """``shown`` is what everybody's wagers come to while that may still be disputed.

    Nothing of it is paid before it is ``settled``. ``refunded`` is what a void or a correction has handed
    back of the round on the felt.
    """

    settled: dict[str, SettledShare] | None = None
    shown: dict[str, SettledShare] | None = None
    refunded: dict[str, Refund] = {}
    results: list[str] = []
    coups: list[Result] = []
    proposals: dict[int, Proposal] = {}
    corrections: int = 0
