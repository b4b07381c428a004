"""Whole amounts, odds and rounding. Knows no game, no card and no account."""

from cutcard.money.odds import EVEN, LOSE, PUSH, BadOdds, Odds
from cutcard.money.settlement import Settlement, settle

__all__ = ["EVEN", "LOSE", "PUSH", "BadOdds", "Odds", "Settlement", "settle"]
