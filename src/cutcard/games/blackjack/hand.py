"""A hand's summary: all that the rules look at. The cards themselves are not kept here.

Two hands with the same summary have the same decisions and the same future, so
everything that plays, counts or simulates may treat them as one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

ACE: Final = 1  # the low count; a soft hand counts ten more
TEN: Final = 10  # also for jack, queen and king
BEST: Final = 21  # more is bust

_VALUES: Final = tuple(min(card % 13 + 1, TEN) for card in range(52))


def value(card: int) -> int:
    """1 for an ace, its face for two to ten, 10 for a court card (BJ-01)."""
    return _VALUES[card]


class Hand(msgspec.Struct, frozen=True, cache_hash=True):
    """What matters of a hand.

    ``total`` is the best one, an ace counting 11 while ``soft``. ``cards`` is counted only as far
    as the rules care. ``pair`` is the value of both first cards where they are equal, else 0.
    ``depth`` is how many splits lie behind the hand, the last of aces where ``from_aces``.
    """

    total: int
    soft: bool
    cards: int
    pair: int = 0
    depth: int = 0
    from_aces: bool = False


NO_CARDS: Final = Hand(0, False, 0)


@lru_cache(maxsize=1 << 16)
def plus(hand: Hand, value: int, cards_counted: int) -> Hand:
    """The hand with one more card of this value, counting no further than ``cards_counted`` cards."""
    hard = (hand.total - 10 if hand.soft else hand.total) + value
    soft = (hand.soft or value == ACE) and hard <= BEST - 10
    pair = value if hand.cards == 1 and _only_value(hand) == value else 0
    return Hand(
        hard + 10 if soft else hard,
        soft,
        min(hand.cards + 1, cards_counted),
        pair,
        hand.depth,
        hand.from_aces,
    )


def half_of(hand: Hand) -> Hand:
    """Either branch of a split pair, before its second card."""
    aces = hand.pair == ACE
    return Hand(11 if aces else hand.pair, aces, 1, 0, hand.depth + 1, aces)


def is_bust(hand: Hand) -> bool:
    """Above 21 (BJ-01)."""
    return hand.total > BEST


def is_blackjack(hand: Hand) -> bool:
    """An ace and a ten-value card as the first two of an unsplit hand (BJ-02)."""
    return hand.total == BEST and hand.cards == 2 and hand.depth == 0


def _only_value(hand: Hand) -> int:
    return ACE if hand.soft else hand.total
