"""Many rounds: against every sequence of a few, against what a coin does, and against the normal curve."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, erf, prod, sqrt

import pytest

from cutcard.exact.long_run import ahead, long_run, volatility_index
from cutcard.exact.sheet import Gain, Spread


def spread_of(gains: dict[str, float], unsure: float = 0.0) -> Spread:
    worth = {Fraction(pays.replace(":", "/")): chance for pays, chance in gains.items()}
    mean = sum(float(gain) * chance for gain, chance in worth.items())
    variance = sum((float(gain) - mean) ** 2 * chance for gain, chance in worth.items())
    return Spread(variance, 0.0, tuple(Gain(*gain) for gain in gains.items()), unsure)


GAME = {"2:1": 0.05, "3:2": 0.045, "1:1": 0.33, "0:1": 0.085, "-1:2": 0.04, "-1:1": 0.41, "-2:1": 0.04}


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_every_sequence_of_a_few_rounds(rounds: int) -> None:
    worth = [(Fraction(pays.replace(":", "/")), chance) for pays, chance in GAME.items()]
    won = sum(
        prod(chance for _, chance in each)
        for each in product(worth, repeat=rounds)
        if sum(gain for gain, _ in each) > 0
    )
    chance, bound = ahead(spread_of(GAME), rounds)
    assert chance == pytest.approx(won, abs=1e-13)
    assert bound < 1e-10


@pytest.mark.parametrize("rounds", [10, 101, 1_000])
def test_a_fair_coin(rounds: int) -> None:
    level = comb(rounds, rounds // 2) / 2**rounds if rounds % 2 == 0 else 0.0
    chance, bound = ahead(spread_of({"1:1": 0.5, "-1:1": 0.5}), rounds)
    assert abs(chance - (1 - level) / 2) <= bound < 1e-9


def test_a_long_run_is_nearly_normal() -> None:
    spread, rounds = spread_of(GAME), 100_000
    mean = sum(float(Fraction(gain.pays.replace(":", "/"))) * gain.chance for gain in spread.gains)
    normal = (1 + erf(mean * rounds / spread.standard_deviation / sqrt(2 * rounds))) / 2
    chance, bound = ahead(spread, rounds)
    assert chance == pytest.approx(normal, abs=3e-3)
    assert bound < 1e-6


def test_what_is_unsure_of_a_round_adds_up() -> None:
    assert ahead(spread_of(GAME, 0.001), 100)[1] == pytest.approx(0.1)
    assert ahead(spread_of(GAME, 0.001), 5_000)[1] == 1


def test_nineteen_of_twenty_returns() -> None:
    spread = spread_of({"1:1": 0.5, "-1:1": 0.5})
    run = long_run(spread, 1.0, 10_000)
    assert (run.low, run.high) == pytest.approx((1 - 0.0196, 1 + 0.0196), abs=1e-6)
    assert volatility_index(spread) == pytest.approx(1.645, abs=1e-3)
