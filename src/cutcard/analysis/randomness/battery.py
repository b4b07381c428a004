"""The tests: what each says of the counts, under which law, and with which chance. Judges no verdict.

Shoes of one run are independent of each other where the null hypothesis holds, cards of one shoe are not.
So whatever is counted more than once in a shoe is judged by its exact mean and covariance over all
orders of the shoe (`moments`), and the sum over many shoes is normal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import expm1, log1p, sqrt
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.analysis.randomness.counts import GAP_BINS, GROUP, KINDS, LAGS, ORDERS, RUNS_MAX, Counts
from cutcard.analysis.randomness.moments import (
    Moments,
    gap_edges,
    gap_moments,
    pair_variances,
    repeat_moments,
    run_moments,
)
from cutcard.analysis.randomness.tails import chi_square_p, normal_p

RANKS: Final = 13
EITHER_ORDER: Final = KINDS * (KINDS - 3) // 2
THIS_ORDER: Final = (KINDS - 1) * (KINDS - 2) // 2
"""Of 52 × 51 / 2 differing pairs, a sum for each card binds 52 or, where they add up to nought, 51."""

FIRST_PLACES: Final = 8
WORD_COMPARED: Final = 64
"""Bits at the beginning of a word by which words are held to be the same."""

BOUND: Final = 1e-9
"""A combination of counts whose variance is so small a part of the largest is a sum that cannot vary."""

Floats = NDArray[np.float64]


class Finding(msgspec.Struct, frozen=True):
    """One test: what it looks at, its statistic, the law that this has by chance, and the chance."""

    id: str
    about: str
    statistic: float
    law: str
    p: float


def findings(counts: Counts) -> tuple[Finding, ...]:
    """Every test of the battery that these counts allow, always in the same order."""
    decks = counts.places.shape[0] // KINDS
    return (
        *_places(counts),
        *_pairs(counts, decks),
        *_repeats(counts, decks),
        _runs(counts, decks),
        _gaps(counts, decks),
        _orders(counts),
        _heights(counts),
        *_bits(counts),
    )


def chi_square(name: str, about: str, statistic: float, freedom: int) -> Finding:
    """A finding under the law of a sum of squares."""
    law = f"chi-square, {freedom} degrees of freedom"
    return Finding(name, about, statistic, law, chi_square_p(statistic, freedom))


def normal(name: str, about: str, z: float, law: str = "normal, exact mean and variance") -> Finding:
    """A finding under the law of a sum of many."""
    return Finding(name, about, z, law, normal_p(z))


def _places(counts: Counts) -> Iterator[Finding]:
    cards, due = len(counts.places), counts.shoes / KINDS
    squares = (counts.places - due) ** 2 / due
    # Every row and every column adds up, so of (cards × 52) squares (cards − 1) × 51 are free.
    yield chi_square(
        "place-and-card",
        "each place of the shoe against the 52 cards",
        float(squares.sum()) * (cards - 1) / cards,
        (cards - 1) * (KINDS - 1),
    )
    for place in range(FIRST_PLACES):
        about = f"card {place + 1} of a shoe against the 52 cards"
        yield chi_square(f"place-{place + 1}", about, float(squares[place].sum()), KINDS - 1)


def either_order_part(table: Floats) -> Floats:
    """The part of a table that is the same both ways round, nought on the diagonal and in every row's sum."""
    kinds = len(table)
    even = (table + table.T) / 2
    np.fill_diagonal(even, 0)
    rows = even.sum(axis=1)
    taken = (rows - rows.sum() / (2 * kinds - 2)) / (kinds - 2)
    even = even - taken[:, None] - taken[None, :]
    np.fill_diagonal(even, 0)
    return np.asarray(even)


def this_order_part(table: Floats) -> Floats:
    """The part of a table that changes its sign when it is turned round, nought in every row's sum."""
    odd = (table - table.T) / 2
    taken = odd.mean(axis=1)
    return np.asarray(odd - taken[:, None] + taken[None, :])


def _pairs(counts: Counts, decks: int) -> Iterator[Finding]:
    for lag, table in zip(LAGS, counts.pairs.astype(float), strict=True):
        variances = pair_variances(KINDS, decks, lag)
        apart = "neighbours" if lag == 1 else f"cards {lag} places apart"
        for name, about, part, variance, free in (
            ("pairs", "in either order", either_order_part(table), variances.either_order, EITHER_ORDER),
            ("order-of-pairs", "in this order", this_order_part(table), variances.this_order, THIS_ORDER),
        ):
            statistic = float((part**2).sum()) / (counts.shoes * float(variance))
            yield chi_square(f"{name}-{lag}", f"{apart}, {about}", statistic, free)


def _repeats(counts: Counts, decks: int) -> Iterator[Finding]:
    for lag, table in zip(LAGS, counts.pairs, strict=True):
        by_rank = int(table.reshape(4, RANKS, 4, RANKS).trace(axis1=1, axis2=3).sum())
        about = f"the rank of the card {lag} before again"
        yield _off(f"rank-again-{lag}", about, by_rank, counts.shoes, repeat_moments(RANKS, 4 * decks, lag))
        if decks > 1:
            same, about = int(table.trace()), f"the card {lag} before again"
            yield _off(f"card-again-{lag}", about, same, counts.shoes, repeat_moments(KINDS, decks, lag))


def _off(name: str, about: str, count: int, shoes: int, moments: tuple[Fraction, Fraction]) -> Finding:
    mean, variance = moments
    return normal(name, about, float(count - shoes * mean) / sqrt(shoes * variance))


def _runs(counts: Counts, decks: int) -> Finding:
    moments = run_moments(26 * decks, RUNS_MAX)
    about = f"runs of red and of black, by length from 1 to {RUNS_MAX}"
    return _squares("runs-of-colour", about, counts.runs, counts.shoes, moments)


def _gaps(counts: Counts, decks: int) -> Finding:
    cards = KINDS * decks
    moments = gap_moments(cards, decks, gap_edges(cards, decks, GAP_BINS))
    about = "gaps around the copies of one card, another in each shoe"
    return _squares("gaps", about, counts.gaps, counts.shoes, moments)


def _squares(name: str, about: str, found: NDArray[np.int64], shoes: int, moments: Moments) -> Finding:
    """How far counts are from their means, measured by their covariance; bound sums have no freedom."""
    off = np.array([float(count - shoes * mean) for count, mean in zip(found, moments.means, strict=True)])
    spread, axes = np.linalg.eigh(np.array(moments.covariances, dtype=float) * shoes)
    free = spread > BOUND * spread.max()
    along = (axes.T @ off)[free]
    return chi_square(name, about, float((along**2 / spread[free]).sum()), int(free.sum()))


def _orders(counts: Counts) -> Finding:
    due = counts.orders.sum() / ORDERS
    statistic = float(((counts.orders - due) ** 2 / due).sum())
    about = f"the order in which {GROUP} cards come first, of {ORDERS}"
    return chi_square("first-to-last", about, statistic, ORDERS - 1)


def _heights(counts: Counts) -> Finding:
    about = "whether low or high cards of those left are drawn more often"
    law = "normal, of a sum whose next term has a known mean and variance"
    return normal("low-or-high", about, counts.heights / sqrt(counts.heights_variance), law)


def _bits(counts: Counts) -> Iterator[Finding]:
    bits, words = len(counts.ones), counts.words
    about = f"ones at each of the {bits} bits of a word"
    statistic = float(((counts.ones - words / 2) ** 2).sum()) / (words / 4)
    yield chi_square("bits", about, statistic, bits)
    most = float(np.abs(counts.ones - words / 2).max()) / sqrt(words / 4)
    law = f"largest of {bits} normal ones"
    p = -expm1(bits * log1p(-normal_p(most)))
    yield Finding("bit-most-off", f"the bit of {bits} whose ones are furthest off", most, law, p)
    due = counts.octets.sum() / 256
    statistic = float(((counts.octets - due) ** 2 / due).sum())
    yield chi_square("bytes", "values of the bytes of the words", statistic, 255)
    compared = counts.compared * bits
    off = (counts.alike - compared / 2) / sqrt(compared / 4)
    yield normal("bits-again", "bits that are those of the word before", off, "normal, of a binomial count")


def words_again(words: Iterable[NDArray[np.uint64]]) -> Finding:
    """How many words begin as an earlier one: one of them is already too many."""
    beginnings = np.concatenate(list(words))
    again = len(beginnings) - len(np.unique(beginnings))
    expected = len(beginnings) ** 2 / 2 / 2**WORD_COMPARED
    about = f"words that begin with the {WORD_COMPARED} bits of another"
    law = f"Poisson of mean {expected:.1e}; the chance is that of one or more"
    return Finding("words-again", about, again, law, -expm1(-expected) if again else 1.0)
