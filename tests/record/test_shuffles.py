"""Shuffles made by the drawing pass, and seven known bad ones are rejected by the same tests (RN-4)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.record.shuffles import BAD, CARDS, Shuffle, by_the_drawing, cycle_counts, deviations

SHUFFLES = 20_000
# One of five figures is this far off by chance less than once in a hundred thousand seeds.
MOST = 5.0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [20_260_101])
def test_rn_4_our_shuffles_pass(seed: int) -> None:
    found = deviations(by_the_drawing(np.random.default_rng(seed), SHUFFLES))
    assert {name: off for name, off in found.items() if abs(off) > MOST} == {}, f"seed {seed}: {found}"


@pytest.mark.parametrize("shuffle", BAD, ids=lambda shuffle: shuffle.__name__)
def test_rn_4_a_bad_shuffle_is_rejected(shuffle: Shuffle) -> None:
    seed = 7
    orders = shuffle(np.random.default_rng(seed), SHUFFLES)
    assert (np.sort(orders, axis=1) == np.arange(CARDS)).all()
    found = deviations(orders)
    assert any(abs(off) > 2 * MOST for off in found.values()), f"seed {seed}: {found}"


def test_there_are_seven() -> None:
    assert len(BAD) == 7


def test_cycles_are_counted() -> None:
    turned = np.array([[*range(1, CARDS), 0], [*range(CARDS)], [1, 0, *range(2, CARDS)]])
    assert cycle_counts(turned).tolist() == [1, CARDS, CARDS - 1]


def test_a_good_shuffle_of_another_kind_passes() -> None:
    """The tests do not look for our way of shuffling, but for a good one."""
    chance = np.random.default_rng(11)
    orders = np.argsort(chance.random((SHUFFLES, CARDS)), axis=1)
    found = deviations(orders)
    assert all(abs(off) < MOST for off in found.values()), found
