"""What counting a bet gives: how many deals end in each outcome. How they were counted is not known here."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from cutcard.money import PUSH, Odds
from cutcard.specials import Bet, PayTable, paid_lines
from cutcard.specials.bet import LOST, PUSHED


class TooFewCards(ValueError):
    """The pack can run out before the bet, or the round, is decided."""


class Counted(msgspec.Struct, frozen=True):
    """Deals by outcome: the paid lines, best first, then ``push`` where the bet has one, then ``lose``."""

    total: int
    counts: tuple[tuple[str, int], ...]

    def probability(self, outcome_id: str) -> Fraction:
        """The chance of an outcome."""
        return Fraction(dict(self.counts)[outcome_id], self.total)

    def returned(self, table: PayTable) -> Fraction:
        """What comes back for each unit staked, on average, under the pay table that was counted."""
        gained = sum((count * pays_for(table, ended).ratio for ended, count in self.counts), Fraction(0))
        return 1 + gained / self.total


def pays_for(table: PayTable, outcome_id: str) -> Odds:
    """The odds of an outcome, a push and a loss included."""
    for given in (PUSHED, LOST):
        if outcome_id == given.id:
            return given.pays
    return table.pays[outcome_id]


def by_outcome(bet: Bet[Any], table: PayTable, total: int, ways: Mapping[str, int]) -> Counted:
    """These numbers of deals under every outcome the bet can have; one that never comes has 0."""
    paid = paid_lines(bet, table)
    lines = [line.id for line, odds in paid if odds != PUSH]
    pushes = [PUSHED.id] if bet.pushes is not None or len(lines) < len(paid) else []
    ids = (*lines, *pushes, LOST.id)
    assert ways.keys() <= set(ids), f"{bet.id} cannot end in {ways.keys() - set(ids)}"
    assert sum(ways.values()) == total, f"{bet.id}: every deal has one outcome"
    return Counted(total, tuple((ended, ways.get(ended, 0)) for ended in ids))
