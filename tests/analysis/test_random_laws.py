"""The laws that random cards are held against: by published values, and by every order of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, groupby, pairwise, permutations
from math import exp, lgamma, log

import numpy as np
import pytest

from cutcard.analysis.randomness.battery import either_order_part, this_order_part
from cutcard.analysis.randomness.moments import (
    gap_edges,
    gap_moments,
    pair_variances,
    repeat_moments,
    run_moments,
)
from cutcard.analysis.randomness.tails import chi_square_p, chi_square_tails, kolmogorov, normal_p
from cutcard.analysis.randomness.verdict import bonferroni, holm

Order = tuple[int, ...]


@pytest.mark.parametrize(
    ("statistic", "freedom"),
    # Upper points of five per cent: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
    [(3.841, 1), (5.991, 2), (18.307, 10), (67.505, 50), (124.342, 100)],
)
def test_chi_square_tails_are_the_tabulated_ones(statistic: float, freedom: int) -> None:
    below, above = chi_square_tails(statistic, freedom)
    assert above == pytest.approx(0.05, abs=2e-5)
    assert below + above == pytest.approx(1)


@pytest.mark.parametrize(("shape", "mean"), [(1, 0.5), (5, 20.0), (60, 45.0), (150, 151.0), (165, 120.0)])
def test_with_even_freedom_the_tail_is_a_sum_of_poisson_chances(shape: int, mean: float) -> None:
    poisson = sum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(shape))
    assert chi_square_tails(2 * mean, 2 * shape)[1] == pytest.approx(poisson, rel=1e-10)


def test_a_large_chi_square_is_as_good_as_normal() -> None:
    freedom = 21_165
    for z in (-3.0, -1.0, 0.0, 2.0, 4.0):
        # Wilson and Hilferty (1931): the cube root is normal.
        spread = 2 / (9 * freedom)
        statistic = freedom * (1 - spread + z * spread**0.5) ** 3
        assert chi_square_p(statistic, freedom) == pytest.approx(normal_p(z), rel=2e-3)


def test_kolmogorovs_law_is_exact() -> None:
    """Marsaglia, Tsang and Wang, "Evaluating Kolmogorov's Distribution" (2003), at n = 10 and d = 0.274."""
    values = [max(0.0, (place + 1) / 10 - 0.274) for place in range(10)]
    distance, p = kolmogorov(values)
    assert distance == pytest.approx(0.274)
    assert 1 - p == pytest.approx(0.6284796154565, abs=1e-9)


def test_for_one_value_kolmogorovs_law_is_plain() -> None:
    assert kolmogorov([0.3]) == pytest.approx((0.7, 2 * (1 - 0.7)))


def test_far_off_values_have_hardly_a_chance() -> None:
    assert kolmogorov([0.999] * 64)[1] < 1e-50
    assert kolmogorov([place / 200 for place in range(100)])[1] < 1e-20


def test_more_values_than_the_exact_law_is_worked_out_for_are_refused() -> None:
    assert kolmogorov([(place + 0.4) / 140 for place in range(140)])[1] == pytest.approx(1)
    with pytest.raises(ValueError, match="1 to 140 values, not 141"):
        kolmogorov([0.5] * 141)


def test_holm_is_no_stricter_than_bonferroni() -> None:
    chances = [0.01, 0.0001, 0.02, 0.5]
    assert holm(chances) == pytest.approx([0.03, 0.0004, 0.04, 0.5])
    assert bonferroni(chances) == pytest.approx(0.0004)
    assert holm([0.6, 0.7]) == [1.0, 1.0]


def orders(kinds: int, copies: int) -> list[Order]:
    """Every order of a small pack, each as often as it is likely."""
    return list(permutations([kind for kind in range(kinds) for _ in range(copies)]))


PACKS = [(4, 1), (6, 1), (4, 2), (2, 4), (3, 2)]


def mean_and_variance(counted: list[Fraction | int]) -> tuple[Fraction, Fraction]:
    mean = Fraction(sum(counted)) / len(counted)
    return mean, sum((value - mean) ** 2 for value in counted) / Fraction(len(counted))


@pytest.mark.parametrize(("kinds", "copies"), PACKS)
@pytest.mark.parametrize("lag", [1, 2, 3])
def test_repeats_have_the_moments_of_all_orders(kinds: int, copies: int, lag: int) -> None:
    counted: list[Fraction | int] = [
        sum(a == b for a, b in zip(order, order[lag:], strict=False)) for order in orders(kinds, copies)
    ]
    assert repeat_moments(kinds, copies, lag) == mean_and_variance(counted)


@pytest.mark.parametrize(("kinds", "copies"), [(4, 1), (6, 1), (4, 2)])
@pytest.mark.parametrize("lag", [1, 2, 3])
def test_weighted_pairs_have_the_variance_of_all_orders(kinds: int, copies: int, lag: int) -> None:
    chance = np.random.default_rng(5)
    variances = pair_variances(kinds, copies, lag)
    parts: list[tuple[Callable[..., np.ndarray], Fraction]] = [
        (either_order_part, variances.either_order),
        (this_order_part, variances.this_order),
    ]
    dealt = np.array(orders(kinds, copies))
    for part, due in parts:
        weights = part(chance.normal(size=(kinds, kinds)))
        sums = weights[dealt[:, :-lag], dealt[:, lag:]].sum(axis=1)
        assert sums.mean() == pytest.approx(0, abs=1e-9)
        assert (sums**2).mean() / (weights**2).sum() == pytest.approx(float(due))


def test_the_parts_of_a_table_are_what_is_left_of_it() -> None:
    table = np.random.default_rng(6).normal(size=(7, 7))
    even, odd = either_order_part(table), this_order_part(table)
    assert np.allclose(even, even.T)
    assert np.allclose(odd, -odd.T)
    assert np.allclose([even.sum(axis=0), odd.sum(axis=0)], 0)
    assert np.allclose(np.diag(even), 0)
    assert np.allclose([either_order_part(even), this_order_part(odd)], [even, odd])


def of_counts(counted: list[Counter[int]], bins: int) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Means and covariances of bins over equally likely ways."""
    ways = len(counted)
    means = [Fraction(sum(count[a] for count in counted), ways) for a in range(bins)]
    covariances = [
        [
            Fraction(sum(count[a] * count[b] for count in counted), ways) - means[a] * means[b]
            for b in range(bins)
        ]
        for a in range(bins)
    ]
    return means, covariances


def test_runs_have_the_moments_of_all_orders() -> None:
    lengths = [Counter(len(list(run)) - 1 for _, run in groupby(order)) for order in orders(2, 4)]
    means, covariances = of_counts(lengths, 3)
    moments = run_moments(4, 3)
    assert list(moments.means) == means
    assert [list(row) for row in moments.covariances] == covariances


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_gaps_have_the_moments_of_all_orders(copies: int) -> None:
    cards, edges = 8, (0, 1, 3)
    counted = []
    for places in combinations(range(cards), copies):
        gaps = [after - before - 1 for before, after in pairwise((-1, *places, cards))]
        counted.append(Counter(sum(gap >= edge for edge in edges) - 1 for gap in gaps))
    means, covariances = of_counts(counted, len(edges))
    moments = gap_moments(cards, copies, edges)
    assert list(moments.means) == means
    assert [list(row) for row in moments.covariances] == covariances


def test_gap_bins_are_about_as_likely_as_each_other() -> None:
    for decks in (1, 2, 8):
        edges = gap_edges(52 * decks, decks, 10)
        assert edges[0] == 0
        assert len(edges) == 10
        means = gap_moments(52 * decks, decks, edges).means
        assert max(means) < 2 * min(means)
