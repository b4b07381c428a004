"""Bets of one's own, declared in TOML and asked about as shipped ones are. No table plays them."""

from cutcard.profiles.own_bets.naming import own_names, with_named_bet, with_named_bets
from cutcard.profiles.own_bets.reading import BadBetFile, parse_bet, read_bet

__all__ = ["BadBetFile", "own_names", "parse_bet", "read_bet", "with_named_bet", "with_named_bets"]
