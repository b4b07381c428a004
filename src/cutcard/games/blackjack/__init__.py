"""Blackjack: hands, decisions, the dealer, results, special bets. Knows no table, no clock, no money."""

from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.specials import CATALOGUE

__all__ = ["CATALOGUE", "Rules"]
