"""Patterns that cards make on their own: pairs, suits, colours, sequences.

Every function takes the cards seen, in any order. What a pattern pays, and which
cards are looked at, is the bet's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from cutcard.cards import is_red, rank, suit

Cards = Sequence[int]
Pattern = Callable[[Cards], bool]


def same_rank(cards: Cards) -> bool:
    """All of one rank: a pair, or three of a kind."""
    return len({rank(card) for card in cards}) == 1


def same_suit(cards: Cards) -> bool:
    """All of one suit."""
    return len({suit(card) for card in cards}) == 1


def same_colour(cards: Cards) -> bool:
    """All red or all black."""
    return len({is_red(card) for card in cards}) == 1


def identical(cards: Cards) -> bool:
    """All of one rank and suit: copies of the same card."""
    return len(set(cards)) == 1


def in_sequence(cards: Cards) -> bool:
    """Neighbouring ranks. An ace is low or high, never around the corner: K-A-2 is none."""
    low = sorted(rank(card) for card in cards)
    high = sorted(r or 13 for r in low)
    return _consecutive(low) or _consecutive(high)


def _consecutive(ranks: list[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(ranks))


def both(first: Pattern, second: Pattern) -> Pattern:
    """Cards that make the one pattern and the other."""
    return lambda cards: first(cards) and second(cards)


def all_are(card: int) -> Pattern:
    """Copies of exactly this card, and nothing else."""
    return lambda cards: all(each == card for each in cards)
