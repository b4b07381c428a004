"""Every hand a patron can hold, by the values of its cards, and what each may do under given rules.

The hands are laid out so that a hand comes after all hands it can grow from. What a hand
may do is asked of the rules themselves; what it is worth is not known here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.games.blackjack.hand import BEST, NO_CARDS, Hand, plus
from cutcard.games.blackjack.options import Decision, options
from cutcard.games.blackjack.play import State, state_of
from cutcard.games.blackjack.rules import Rules

VALUES: Final = 10  # the ace to nine, and all tens as one
BUST: Final = -1  # no number of a hand: what a hand grows into beyond 21

CAN_HIT, CAN_STAND, CAN_DOUBLE, CAN_SURRENDER, CAN_SPLIT = 1, 2, 4, 8, 16
"""The decisions of a hand, as bits."""

ENDS_STANDING, ENDS_CHARLIE, OPEN, ENDS_BLACKJACK = 0, 1, 2, 3
"""How a hand stands once it has its cards."""

UNSPLIT, FROM_SPLIT, FROM_ACES = 0, 1, 2
"""The situations in which the same cards may have different decisions."""

BIT_OF: Final = {
    Decision.HIT: CAN_HIT,
    Decision.STAND: CAN_STAND,
    Decision.DOUBLE: CAN_DOUBLE,
    Decision.SURRENDER: CAN_SURRENDER,
    Decision.SPLIT: CAN_SPLIT,
}
_STATES: Final = {
    State.STOOD: ENDS_STANDING,
    State.CHARLIE: ENDS_CHARLIE,
    State.OPEN: OPEN,
    State.BLACKJACK: ENDS_BLACKJACK,
}

Ints = NDArray[np.int64]


class HandArrays(NamedTuple):
    """The hands as the counting takes them; ``singles`` are the hands of one card."""

    counts: Ints
    total: Ints
    cards: Ints
    child: Ints
    singles: Ints


class Hands(msgspec.Struct, frozen=True, eq=False):
    """The hands by number. ``child[h, v]`` is hand h with one more card of value v + 1, or bust."""

    counts: Ints
    hard: Ints
    total: Ints
    cards: Ints
    child: Ints
    index: dict[tuple[int, ...], int]

    @property
    def arrays(self) -> HandArrays:
        """What the counting takes."""
        singles = np.array([self.of(value) for value in range(1, VALUES + 1)], dtype=np.int64)
        return HandArrays(self.counts, self.total, self.cards, self.child, singles)

    def of(self, *values: int) -> int:
        """The number of the hand with these card values, an ace being 1."""
        counts = [0] * VALUES
        for value in values:
            counts[value - 1] += 1
        return self.index[tuple(counts)]


@cache
def all_hands() -> Hands:
    """Every multiset of card values that is not bust, the smallest totals first."""
    reached: list[tuple[int, ...]] = []

    def grow(counts: tuple[int, ...], hard: int, least: int) -> None:
        if any(counts):
            reached.append(counts)
        for value in range(least, VALUES + 1):
            if hard + value <= BEST:
                more = (*counts[: value - 1], counts[value - 1] + 1, *counts[value:])
                grow(more, hard + value, value)

    grow((0,) * VALUES, 0, 1)
    reached.sort(key=lambda counts: sum((i + 1) * n for i, n in enumerate(counts)))
    index = {counts: number for number, counts in enumerate(reached)}
    child = np.full((len(reached), VALUES), BUST, dtype=np.int64)
    for number, counts in enumerate(reached):
        for v in range(VALUES):
            child[number, v] = index.get((*counts[:v], counts[v] + 1, *counts[v + 1 :]), BUST)
    counts_array = np.array(reached, dtype=np.int64)
    hard = counts_array @ np.arange(1, VALUES + 1)
    soft = (counts_array[:, 0] > 0) & (hard <= BEST - 10)
    return Hands(counts_array, hard, hard + 10 * soft, counts_array.sum(axis=1), child, index)


class Menu(NamedTuple):
    """What every hand may do in one situation: its state and the bits of its decisions."""

    state: Ints
    allowed: Ints


@lru_cache(maxsize=16)
def summaries(cards_counted: int) -> tuple[Hand, ...]:
    """The rules' own summary of every hand, unsplit."""
    hands = all_hands()
    reached: dict[int, Hand] = {}
    for v in range(VALUES):
        reached[hands.of(v + 1)] = plus(NO_CARDS, v + 1, cards_counted)
    for number, row in enumerate(hands.child.tolist()):
        for v, after in enumerate(row):
            if after != BUST and after not in reached:
                reached[after] = plus(reached[number], v + 1, cards_counted)
    return tuple(reached[number] for number in range(len(hands.hard)))


@lru_cache(maxsize=64)
def menu(rules: Rules, situation: int) -> Menu:
    """The menu of unsplit hands, of hands from a split, or of hands from split aces.

    A split hand's menu is that of one that cannot be split again: whether it can is a matter of
    the whole position, not of the hand.
    """
    split = situation != UNSPLIT
    state, allowed = [], []
    for summary in summaries(rules.cards_counted):
        hand = summary
        if split:
            hand = Hand(hand.total, hand.soft, hand.cards, hand.pair, 1, situation == FROM_ACES)
        ended = state_of(rules, hand, rules.max_hands if split else 1, False)
        state.append(_STATES.get(ended, ENDS_STANDING))
        bits = options(rules, hand, rules.max_hands if split else 1) if ended is State.OPEN else ()
        allowed.append(sum(BIT_OF[bit] for bit in bits))
    return Menu(np.array(state, dtype=np.int64), np.array(allowed, dtype=np.int64))
