"""A run's statistics agree with the same figures worked out the long way, from every round one by one.

How the rounds were dealt is not asked here.
"""

from __future__ import annotations

import json
import statistics as plain
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import isclose, prod, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from cutcard.money import LOSE, PUSH, Odds
from cutcard.sim.report.sessions import PERCENTS, ROUNDS_MAX, BadSession, SessionRequest, session, total
from cutcard.sim.report.statistics import Exact, Measured, document, statistics
from cutcard.sim.report.tally import BetTally, Tally

HALVES = 2
PAIRS = {"perfect": Odds(25), "mixed": Odds(6), "push": PUSH, "lose": LOSE}
BANKER = {"win": Odds(19, 20), "push": PUSH, "lose": LOSE}


def main_tally(gains: list[int], positions: int = 1, unit: int = HALVES) -> Tally:
    return Tally(len(gains), positions, unit, dict(Counter(gains)), {}, {})


def main_of(
    tally: Tally, exact: Exact | None = None, session_request: SessionRequest | None = None
) -> Measured:
    found = statistics(tally, {}, exact=exact, session_request=session_request).main
    assert found is not None
    return found


def bet_tally(rounds: Sequence[tuple[str, ...]], pays: Mapping[str, Odds], unit: int) -> BetTally:
    """Rounds as they were played: the outcome at each position."""
    gained = [sum(int(pays[outcome].ratio * unit) for outcome in ended) for ended in rounds]
    return BetTally(
        unit,
        dict(Counter(outcome for ended in rounds for outcome in ended)),
        sum(gain**2 for gain in gained),
    )


# ---- what comes back


@given(some.lists(some.integers(-16, 16), min_size=2, max_size=60), some.integers(1, 3))
def test_mean_and_error_are_those_of_the_rounds(gains: list[int], positions: int) -> None:
    found = main_of(main_tally(gains, positions))
    returns = [1 + gain / (HALVES * positions) for gain in gains]
    assert found.returned == pytest.approx(plain.fmean(returns))
    assert found.standard_error == pytest.approx(plain.stdev(returns) / sqrt(len(returns)), abs=1e-12)
    assert found.standard_deviation == pytest.approx(plain.stdev(gain / HALVES for gain in gains), abs=1e-12)
    assert found.hit_rate == sum(gain > 0 for gain in gains) / len(gains)


@given(some.lists(some.tuples(some.sampled_from(list(PAIRS)), some.sampled_from(list(PAIRS))), min_size=2))
def test_two_positions_of_a_round_are_one_observation(rounds: list[tuple[str, ...]]) -> None:
    tally = Tally(len(rounds), 2, HALVES, {0: len(rounds)}, {}, {"pair": bet_tally(rounds, PAIRS, 1)})
    found = statistics(tally, {"pair": PAIRS}).bets["pair"]
    returns = [1 + sum(PAIRS[outcome].won for outcome in ended) / 2 for ended in rounds]
    assert found.returned == pytest.approx(plain.fmean(returns))
    assert found.standard_error == pytest.approx(plain.stdev(returns) / sqrt(len(returns)), abs=1e-12)
    # The result of a whole round cannot be told from the outcomes at two positions.
    assert found.results == ()


def test_a_commission_is_a_whole_number_of_twentieths() -> None:
    rounds = [("win",)] * 46 + [("lose",)] * 44 + [("push",)] * 10
    tally = Tally(100, 1, 20, {}, {}, {"banker": bet_tally(rounds, BANKER, 20)})
    found = statistics(tally, {"banker": BANKER}, main_bets=("banker",), session_request=SessionRequest(10))
    banker = found.main_bets["banker"]
    assert (found.main, found.bets) == (None, {})
    assert banker.returned == float(1 + Fraction(46 * 19 - 44 * 20, 2000))
    assert banker.hit_rate == 0.46
    assert [(result.gain, result.count) for result in banker.results] == [(-1, 44), (0, 10), (0.95, 46)]
    assert banker.session is not None


def test_intervals_reach_so_many_errors_to_both_sides() -> None:
    found = main_of(main_tally([2, -2] * 5000))
    assert found.returned == 1
    error = found.standard_error
    assert error is not None
    assert error == pytest.approx(0.01, rel=1e-3)
    assert found.within_95 == pytest.approx((1 - 1.959964 * error, 1 + 1.959964 * error))
    assert found.within_99 == pytest.approx((1 - 2.575829 * error, 1 + 2.575829 * error))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(7)
    gains, chances = [-2, 0, 2, 3], [0.48, 0.09, 0.38, 0.05]
    truth = 1 + sum(gain * chance for gain, chance in zip(gains, chances, strict=True)) / HALVES
    held = [0, 0]
    for _ in range(2000):
        counts = random.multinomial(400, chances).tolist()
        found = main_of(Tally(400, 1, HALVES, dict(zip(gains, counts, strict=True)), {}, {}))
        for number, within in enumerate((found.within_95, found.within_99)):
            assert within is not None
            held[number] += within[0] <= truth <= within[1]
    assert held[0] / 2000 == pytest.approx(0.95, abs=0.02)
    assert held[1] / 2000 == pytest.approx(0.99, abs=0.01)


def test_z_is_the_distance_from_the_exact_value_in_errors() -> None:
    tally = main_tally([2, -2] * 5000)
    found = main_of(tally, exact=Exact(main=Fraction(99, 100)))
    assert found.standard_error is not None
    assert found.z == pytest.approx(0.01 / found.standard_error)
    assert found.exact == 0.99
    assert main_of(tally).z is None


def test_lines_are_counted_beside_what_is_expected() -> None:
    rounds = [("perfect",)] * 20 + [("lose",)] * 80
    tally = Tally(100, 1, 2, {0: 100}, {}, {"pair": bet_tally(rounds, PAIRS, 1)})
    chances = {"perfect": Fraction(1, 10), "mixed": Fraction(1, 10), "lose": Fraction(8, 10)}
    found = statistics(tally, {"pair": PAIRS}, exact=Exact(outcomes={"pair": chances})).bets["pair"]
    told = {outcome.id: (outcome.pays, outcome.count, outcome.expected) for outcome in found.outcomes}
    # A line that never came is told as well; a push that cannot come is not.
    assert told == {"perfect": ("25:1", 20, 10), "mixed": ("6:1", 0, 10), "lose": ("-1:1", 80, 80)}
    assert [outcome.z for outcome in found.outcomes] == pytest.approx([10 / 3, -10 / 3, 0])


def test_a_large_run_loses_no_digit() -> None:
    n = 10**13
    found = main_of(Tally(2 * n, 1, HALVES, {-2: n + 1, 2: n - 1}, {}, {}))
    assert found.returned == float(1 - Fraction(2, 2 * n))
    assert found.standard_deviation == pytest.approx(1)


# ---- degenerate runs


def test_no_rounds_say_nothing() -> None:
    empty = Tally(0, 1, HALVES, {}, {}, {"pair": BetTally(1, {}, 0)})
    found = statistics(empty, {"pair": PAIRS}, exact=Exact(main=1.0), session_request=SessionRequest())
    for measured in (found.main, found.bets["pair"]):
        assert measured is not None
        assert (
            measured.returned,
            measured.standard_error,
            measured.within_95,
            measured.hit_rate,
            measured.z,
        ) == (None,) * 5
        assert (measured.results, measured.session) == ((), None)


def test_one_round_has_a_return_and_no_error() -> None:
    found = main_of(main_tally([3]), exact=Exact(main=1.0), session_request=SessionRequest(4))
    assert (found.returned, found.standard_error, found.within_99, found.z) == (2.5, None, None, None)
    assert found.session is not None
    assert set(found.session.percentiles.values()) == {6.0}
    assert found.session.ahead == 1


def test_a_game_that_never_varies() -> None:
    found = main_of(main_tally([-2] * 10), exact=Exact(main=0.0), session_request=SessionRequest(5, (3, 6)))
    assert (found.returned, found.standard_error, found.within_95, found.z) == (0, 0, (0, 0), 0)
    assert found.session is not None
    assert [ruin.within for ruin in found.session.ruins] == [1.0, 0.0]
    assert [ruin.long_run for ruin in found.session.ruins] == [1.0, 1.0]
    assert main_of(main_tally([-2] * 10), exact=Exact(main=0.5)).z is None
    still = session({0: 7}, 2, 2, SessionRequest(5, (1,)))
    assert still is not None
    assert (still.level, still.ruins[0].within, still.ruins[0].long_run) == (1.0, 0.0, 0.0)


def test_a_bet_that_was_not_wagered_everywhere_is_no_bet_of_this_run() -> None:
    tally = Tally(10, 1, HALVES, {0: 10}, {}, {"pair": BetTally(1, {"lose": 9}, 9)})
    with pytest.raises(AssertionError, match="every position"):
        statistics(tally, {"pair": PAIRS})


# ---- sessions

some_gains = some.one_of(some.integers(-5, 8), some.integers(50, 200))
some_nets = some.dictionaries(some_gains, some.integers(1, 9), min_size=1, max_size=4)


def ways(nets: Mapping[int, int], rounds: int) -> dict[tuple[int, ...], float]:
    """Every session there can be, and its chance."""
    whole = sum(nets.values())
    return {played: prod(nets[gain] / whole for gain in played) for played in product(nets, repeat=rounds)}


@given(some_nets, some.integers(1, 5))
@settings(max_examples=60)
def test_a_sessions_gain_is_spread_as_all_sessions_are(nets: dict[int, int], rounds: int) -> None:
    expected: dict[int, float] = {}
    for played, chance in ways(nets, rounds).items():
        expected[sum(played)] = expected.get(sum(played), 0.0) + chance
    spread = total(nets, rounds)
    found = {
        int(gain): float(chance)
        for gain, chance in zip(spread.gains, spread.chances, strict=True)
        if chance > 1e-13
    }
    assert found == pytest.approx({gain: chance for gain, chance in expected.items() if chance > 1e-13})
    told = session(nets, 1, 1, SessionRequest(rounds, ()))
    assert told is not None
    assert told.ahead == pytest.approx(sum(c for gain, c in expected.items() if gain > 0), abs=1e-12)
    assert told.level == pytest.approx(expected.get(0, 0.0), abs=1e-12)
    for percent, gain in told.percentiles.items():
        assert gain in expected
        reached = sum(chance for other, chance in expected.items() if other <= gain)
        missed = sum(chance for other, chance in expected.items() if other < gain)
        assert missed < percent / 100 <= reached + 1e-9


@given(some_nets, some.integers(1, 5), some.integers(1, 12))
@settings(max_examples=60)
def test_ruin_within_a_session_is_that_of_all_sessions(
    nets: dict[int, int], rounds: int, bankroll: int
) -> None:
    stake = 2
    ruined = sum(
        chance
        for played, chance in ways(nets, rounds).items()
        if any(bankroll + sum(played[:stop]) < stake for stop in range(rounds + 1))
    )
    told = session(nets, 1, stake, SessionRequest(rounds, (bankroll,)))
    assert told is not None
    assert told.ruins[0].within == pytest.approx(ruined, abs=1e-12)


@pytest.mark.parametrize("rounds", [300, 1500])
def test_long_sessions_are_spread_as_one_convolution_after_the_other_says(rounds: int) -> None:
    nets = {-8: 1, -4: 43, -2: 4280, -1: 45, 0: 848, 2: 3300, 3: 453, 4: 560, 8: 2}
    single = np.zeros(17)
    for gain, count in nets.items():
        single[gain + 8] = count / sum(nets.values())
    power, square, left = np.ones(1), single, rounds
    while left:
        power = np.convolve(power, square) if left % 2 else power
        square, left = np.convolve(square, square) if left > 1 else square, left // 2
    spread = total(nets, rounds)
    inside = (spread.gains >= -8 * rounds) & (spread.gains <= 8 * rounds)
    assert np.abs(power[spread.gains[inside] + 8 * rounds] - spread.chances[inside]).max() < 1e-12
    assert spread.chances[~inside].sum() < 1e-12
    # What was left out of the window is nothing.
    assert power[spread.gains[inside] + 8 * rounds].sum() == pytest.approx(1, abs=1e-10)


def test_half_of_all_fair_tosses_lose() -> None:
    told = session({-1: 1, 1: 1}, 1, 1, SessionRequest(1, (1,)))
    assert told is not None
    assert told.percentiles == {1: -1, 5: -1, 25: -1, 50: -1, 75: 1, 95: 1, 99: 1}
    assert (told.ahead, told.level, told.behind) == pytest.approx((0.5, 0.0, 0.5))
    # However the sums are rounded, exactly one half is one half.
    assert {total({-1: 1, 1: 1}, rounds).percentile(50) for rounds in range(1, 200, 2)} == {-1}


def test_the_gamblers_ruin_is_the_classical_one() -> None:
    """With even money and 51 chances in 100 to win, b stakes are lost one day with chance (49/51)^b."""
    told = session({-1: 49, 1: 51}, 1, 1, SessionRequest(20_000, (1, 10, 50)))
    assert told is not None
    for ruin in told.ruins:
        expected = (49 / 51) ** ruin.bankroll
        assert ruin.long_run == pytest.approx(expected, rel=1e-9)
        assert ruin.long_run_least == pytest.approx(expected, rel=1e-9)
        assert ruin.within == pytest.approx(expected, abs=1e-3)
        assert ruin.within <= ruin.long_run


def test_a_game_that_favours_nobody_or_the_house_ruins_everybody() -> None:
    for nets in ({-1: 1, 1: 1}, {-2: 51, 2: 48, 3: 1}):
        told = session(nets, 1, 1, SessionRequest(100, (50,)))
        assert told is not None
        assert (told.ruins[0].long_run_least, told.ruins[0].long_run) == (1, 1)
        assert told.ruins[0].within < 1


@pytest.mark.long
@given(some_nets.filter(lambda nets: min(nets) < 0 < sum(gain * count for gain, count in nets.items())))
@settings(max_examples=30, deadline=None)
def test_long_run_bounds_hold_for_sessions_however_long(nets: dict[int, int]) -> None:
    told = session(nets, 1, 1, SessionRequest(1500, (1, 5, 20)))
    assert told is not None
    for ruin in told.ruins:
        assert ruin.within <= ruin.long_run + 1e-12
        assert ruin.long_run_least <= ruin.long_run
        if told.mean > 12 * told.standard_deviation:
            assert ruin.within >= ruin.long_run_least - 1e-9


def test_a_bankroll_that_does_not_cover_the_first_stakes_is_no_bankroll() -> None:
    told = session({-6: 1, 6: 1}, 2, 6, SessionRequest(1, (2, 3, 6)))
    assert told is not None
    # Three positions at one stake each: with 3 stakes one lost round is ruin, with 6 it is not.
    assert [ruin.within for ruin in told.ruins] == [1.0, 0.5, 0.0]


def test_stages_lead_up_to_the_session() -> None:
    told = session({-2: 5, 2: 4, 3: 1}, 2, 2, SessionRequest(1000, ()))
    assert told is not None
    assert [stage.rounds for stage in told.stages] == list(range(50, 1001, 50))
    assert tuple(told.percentiles) == PERCENTS
    short = session({-2: 5, 2: 4}, 2, 2, SessionRequest(3, ()))
    assert short is not None
    assert [stage.rounds for stage in short.stages] == [1, 2, 3]


def test_limits_of_a_session() -> None:
    assert SessionRequest(1).rounds == 1
    assert SessionRequest(ROUNDS_MAX).rounds == ROUNDS_MAX
    for rounds in (0, ROUNDS_MAX + 1):
        with pytest.raises(BadSession, match="1 to 100000 rounds"):
            SessionRequest(rounds)
    with pytest.raises(BadSession, match="at least 1 stake"):
        SessionRequest(10, (5, 0))
    assert len(SessionRequest(10, tuple(range(1, 21))).bankrolls) == 20
    with pytest.raises(BadSession, match="at most 20"):
        SessionRequest(10, tuple(range(1, 22)))
    with pytest.raises(BadSession, match="too far apart"):
        session({-1: 10**9, 0: 1, 10**7 + 1: 1}, 1, 1, SessionRequest(100_000, ()))


# ---- the plain shape


def test_the_document_has_the_promised_names_and_is_json() -> None:
    rounds = [("perfect",), ("lose",), ("lose",), ("lose",)]
    tally = Tally(4, 1, HALVES, {-2: 3, 3: 1}, {"lose": 3}, {"pair": bet_tally(rounds, PAIRS, 1)})
    told = json.loads(
        json.dumps(document(statistics(tally, {"pair": PAIRS}, session_request=SessionRequest(10, (5,)))))
    )
    assert {"return_float", "standard_error_float", "session", "hands"} <= set(told["main"])
    assert isclose(told["main"]["return_float"], 1 - 3 / 8)
    assert told["bets"]["pair"]["outcomes"]["lose"] == 3
    assert told["bets"]["pair"]["standard_error_float"] > 0
    assert list(told["main"]["session"]["percentiles_float"]) == [str(percent) for percent in PERCENTS]
    assert told["main"]["session"]["ruin"][0]["bankroll"] == 5


def test_the_main_bets_of_baccarat_are_named() -> None:
    rounds = [("win",), ("lose",), ("push",)]
    tally = Tally(3, 1, 20, {}, {}, {"banker": bet_tally(rounds, BANKER, 20)})
    told = document(statistics(tally, {"banker": BANKER}, main_bets=("banker",)))
    assert isinstance(told["main"], dict)
    assert list(told["main"]) == ["banker"]
    assert told["bets"] == {}
