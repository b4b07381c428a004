"""The special bets of blackjack, each one declaration, and what they need of the dealer. Knows no wager."""

from cutcard.games.blackjack.specials.catalogue import CATALOGUE
from cutcard.games.blackjack.specials.second_card import plays_out, second_card_matters

__all__ = ["CATALOGUE", "plays_out", "second_card_matters"]
