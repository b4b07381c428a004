"""Means and variances of what is counted in a shoe, exact, where every order of its cards is equally likely.

A shoe has ``kinds`` kinds of card with ``copies`` of each: 52 and the number of decks, or 13 ranks, or two
colours. Everything is a ratio of whole numbers; nothing is sampled here.

A table of pairs is judged in two parts that the symmetry of the cards keeps apart: how often two cards
follow each other in either order, and how often in this order rather than the other. For weights f on pairs
that are nought on equal cards and add up to nought for each card, the variance of their sum over a shoe
is Σ f² times the figure of `pair_variances`. On each part it is the same for all f (Schur's lemma: the
symmetric group has each of these representations once), so the squares of the part add up to a chi-square.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, perm

import msgspec


class Moments(msgspec.Struct, frozen=True):
    """Of counts in one shoe: their means, and their covariances."""

    means: tuple[Fraction, ...]
    covariances: tuple[tuple[Fraction, ...], ...]


class PairVariances(msgspec.Struct, frozen=True):
    """For Σ f² = 1: of weights that are the same both ways round, and of those that change their sign."""

    either_order: Fraction
    this_order: Fraction


def _pairs_of_pairs(cards: int, lag: int) -> tuple[int, int, int]:
    """Places with one so far behind; two of them that share a place; two that share none."""
    pairs = cards - lag
    chained = max(0, cards - 2 * lag)
    return pairs, chained, comb(pairs, 2) - chained


def pair_variances(kinds: int, copies: int, lag: int) -> PairVariances:
    """Of a weighted count of pairs so many places apart, in one shoe."""
    cards = kinds * copies
    pairs, chained, apart = _pairs_of_pairs(cards, lag)
    each = Fraction(copies**2, perm(cards, 2))
    shared = Fraction(2 * chained, cards - 2)
    # Two pairs of other cards: a pair the same way round, and one the other way round, cancel in the second.
    free = Fraction(4 * apart, (cards - 2) * (cards - 3))
    return PairVariances(each * (pairs - shared + free), each * (pairs + shared))


def repeat_moments(kinds: int, copies: int, lag: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of how many cards in a shoe are of the same kind as the one so far behind."""
    cards = kinds * copies
    pairs, chained, apart = _pairs_of_pairs(cards, lag)
    equal = perm(copies, 2)
    once = Fraction(kinds * equal, perm(cards, 2))
    twice_chained = Fraction(kinds * perm(copies, 3), perm(cards, 3))
    twice_apart = Fraction(kinds * (perm(copies, 4) + (kinds - 1) * equal**2), perm(cards, 4))
    mean = pairs * once
    return mean, mean + 2 * chained * twice_chained + 2 * apart * twice_apart - mean**2


def _parts(total: int, parts: int) -> int:
    """In how many ways a whole number is a sum of so many, each at least 1, in order."""
    if total < 0 or parts < 0:
        return 0
    return int(total == 0) if parts == 0 else comb(total - 1, parts - 1) if total else 0


@cache
def run_moments(of_each: int, longest: int) -> Moments:
    """How many runs of one colour have length 1, 2 … ``longest``, of two colours with so many cards each."""
    lengths = range(1, longest + 1)
    firsts = [0] * longest
    seconds = [[0] * longest for _ in lengths]
    for reds in range(1, of_each + 1):
        for blacks in (reds - 1, reds, reds + 1):
            ways = 2 if blacks == reds else 1
            all_red, all_black = _parts(of_each, reds), _parts(of_each, blacks)
            red = [reds * _parts(of_each - length, reds - 1) for length in lengths]
            black = [blacks * _parts(of_each - length, blacks - 1) for length in lengths]
            for a in range(longest):
                firsts[a] += ways * (red[a] * all_black + black[a] * all_red)
                for b in range(longest):
                    left = of_each - a - b - 2
                    same = perm(reds, 2) * _parts(left, reds - 2) * all_black
                    same += perm(blacks, 2) * _parts(left, blacks - 2) * all_red
                    seconds[a][b] += ways * (same + red[a] * black[b] + black[a] * red[b])
    return _moments(firsts, seconds, comb(2 * of_each, of_each))


def _moments(firsts: list[int], seconds: list[list[int]], ways: int) -> Moments:
    """From sums over all ways: of each count, and of each product of two different things counted."""
    means = tuple(Fraction(first, ways) for first in firsts)
    return Moments(
        means,
        tuple(
            tuple(
                Fraction(seconds[a][b], ways) + (means[a] if a == b else 0) - means[a] * means[b]
                for b in range(len(means))
            )
            for a in range(len(means))
        ),
    )


def _spread_out(others: int, gaps: int) -> int:
    """In how many ways so many other cards fall into so many gaps."""
    if others < 0:
        return 0
    return comb(others + gaps - 1, gaps - 1) if gaps else int(others == 0)


@cache
def gap_edges(cards: int, copies: int, bins: int) -> tuple[int, ...]:
    """Where the bins of gap lengths begin, each as likely as can be: the first at 0."""
    others = cards - copies
    ways, below, edges = comb(cards, copies), 0, [0]
    for gap in range(others):
        below += _spread_out(others - gap, copies)
        if below * bins >= len(edges) * ways and len(edges) < bins:
            edges.append(gap + 1)
    return tuple(edges)


@cache
def gap_moments(cards: int, copies: int, edges: tuple[int, ...]) -> Moments:
    """How many of the gaps before, between and behind the copies of one card fall into each bin."""
    others = cards - copies
    bin_of = [sum(gap >= edge for edge in edges) - 1 for gap in range(others + 1)]
    firsts = [0] * len(edges)
    seconds = [[0] * len(edges) for _ in edges]
    for gap in range(others + 1):
        firsts[bin_of[gap]] += (copies + 1) * _spread_out(others - gap, copies)
        for second in range(others + 1 - gap):
            ways = _spread_out(others - gap - second, copies - 1)
            seconds[bin_of[gap]][bin_of[second]] += (copies + 1) * copies * ways
    return _moments(firsts, seconds, comb(cards, copies))
