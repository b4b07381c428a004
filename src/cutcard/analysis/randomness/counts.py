"""What is counted in shoes, and in the bits behind them. Counts add up; what they mean is said elsewhere."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.analysis.randomness.moments import gap_edges
from cutcard.analysis.randomness.shoes import Cards, DealtShoes
from cutcard.cards import CARDS, is_red

Longs = NDArray[np.int64]

KINDS: Final = len(CARDS)
LAGS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 13, 26)
"""How far apart the cards of a pair lie: neighbours and on, the same place in the next round, half a deck."""

RUNS_MAX: Final = 7
GAP_BINS: Final = 10
GROUP: Final = 5
ORDERS: Final = 120
"""Five cards come first in one of 5! orders."""

_RED: Final = np.array([is_red(card) for card in CARDS])


class Counts(msgspec.Struct, frozen=True, eq=False):
    """Of so many shoes and words: numbers that add up over batches."""

    shoes: int
    words: int
    places: Longs  # by place and card
    pairs: Longs  # by lag, card, and card so far behind it
    runs: Longs  # of one colour, by length from 1
    gaps: Longs  # around the copies of one card, by bin
    orders: Longs  # of five cards' first appearances
    heights: float  # of drawn cards among those that were left, above the middle
    heights_variance: float
    ones: Longs  # by bit of a word
    octets: Longs  # by value of a byte
    compared: int  # words that have one before them
    alike: int  # bits that are those of the word before

    def __add__(self, other: Counts) -> Counts:
        both = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Counts(*(mine + theirs for mine, theirs in both))


def counts_of(dealt: DealtShoes, first: int) -> Counts:
    """The counts of a batch whose first shoe has this number in the whole run."""
    orders = dealt.orders
    heights, heights_variance = _heights(orders)
    bits = np.unpackbits(dealt.raw, axis=1)
    return Counts(
        shoes=len(orders),
        words=len(dealt.raw),
        places=_by_place(orders),
        pairs=np.array([_pairs(orders, lag) for lag in LAGS]),
        runs=_runs(orders),
        gaps=_gaps(orders, first),
        orders=_first_appearances(orders),
        heights=heights,
        heights_variance=heights_variance,
        ones=bits.sum(axis=0, dtype=np.int64),
        octets=np.bincount(dealt.raw.ravel(), minlength=256),
        compared=len(dealt.raw) - 1,
        alike=int((bits[1:] == bits[:-1]).sum()),
    )


def _by_place(orders: Cards) -> Longs:
    cards = orders.shape[1]
    cells = np.arange(cards, dtype=np.int64) * KINDS + orders
    return np.bincount(cells.ravel(), minlength=cards * KINDS).reshape(cards, KINDS)


def _pairs(orders: Cards, lag: int) -> Longs:
    cells = orders[:, :-lag].astype(np.int64) * KINDS + orders[:, lag:]
    return np.bincount(cells.ravel(), minlength=KINDS**2).reshape(KINDS, KINDS)


def _runs(orders: Cards) -> Longs:
    red = _RED[orders]
    begins = np.ones_like(red)
    begins[:, 1:] = red[:, 1:] != red[:, :-1]
    starts = np.flatnonzero(begins)
    lengths = np.diff(starts, append=orders.size)
    return np.bincount(np.minimum(lengths, RUNS_MAX + 1), minlength=RUNS_MAX + 2)[1 : RUNS_MAX + 1]


def _gaps(orders: Cards, first: int) -> Longs:
    """The card looked for is another in each shoe; gaps before its first and behind its last copy count."""
    shoes, cards = orders.shape
    copies = cards // KINDS
    looked_for = (np.arange(first, first + shoes) % KINDS).astype(np.uint8)
    _, found = np.nonzero(orders == looked_for[:, None])
    bounds = np.full((shoes, copies + 2), cards)
    bounds[:, 0], bounds[:, 1:-1] = -1, found.reshape(shoes, copies)
    edges = gap_edges(cards, copies, GAP_BINS)
    bins = np.searchsorted(edges, (np.diff(bounds) - 1).ravel(), side="right") - 1
    return np.bincount(bins, minlength=len(edges))


def _first_appearances(orders: Cards) -> Longs:
    """In which order the cards of each group come first, ten groups of five a shoe."""
    groups = KINDS // GROUP
    places = np.array([np.argmax(orders == card, axis=1) for card in range(groups * GROUP)])
    by_group = places.reshape(GROUP, groups, len(orders))
    order = np.zeros(by_group.shape[1:], dtype=np.int64)
    for member in range(GROUP):
        earlier = (by_group[member + 1 :] < by_group[member]).sum(axis=0)
        order = order * (GROUP - member) + earlier
    return np.bincount(order.ravel(), minlength=ORDERS)


def _heights(orders: Cards) -> tuple[float, float]:
    """Where each card lay among the cards left, laid out in order: 0 the lowest of them, 1 the highest.

    Equal cards lie at the middle of their place, so the mean of the next height is a half whatever is left.
    What is given with the sum is the sum of the variances that the cards left give it.
    """
    shoes, cards = orders.shape
    left = np.full((shoes, KINDS), cards // KINDS, dtype=np.float64)
    rows = np.arange(shoes)
    total, variance = 0.0, 0.0
    for place in range(cards):
        size = cards - place
        heights = (np.cumsum(left, axis=1) - left / 2) / size - 0.5
        variance += float((left * heights**2).sum()) / size
        total += float(heights[rows, orders[:, place]].sum())
        left[rows, orders[:, place]] -= 1
    return total, variance
