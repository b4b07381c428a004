"""What a run's counts say: returns, their errors, how far they are from exact values. Counts nothing itself.

A round is one observation, however many positions were played in it. Sums are made in whole numbers
and rounded once, so a run has the same figures wherever and in whatever order it was counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

import msgspec

from cutcard.money import PUSH, Odds
from cutcard.sim.report.sessions import Session, SessionRequest, session
from cutcard.sim.report.tally import BetTally, Tally

WITHIN_95: Final = NormalDist().inv_cdf(0.975)
WITHIN_99: Final = NormalDist().inv_cdf(0.995)

Pays = Mapping[str, Mapping[str, Odds]]
"""What each outcome of each bet pays, ``push`` and ``lose`` included."""


class Exact(msgspec.Struct, frozen=True):
    """What is known exactly: the main game's return, returns of bets, and the chances of their outcomes."""

    main: float | Fraction | None = None
    bets: Mapping[str, float | Fraction] = {}
    outcomes: Mapping[str, Mapping[str, float | Fraction]] = {}


class Result(msgspec.Struct, frozen=True):
    """How many rounds gained so many stakes over all positions."""

    gain: float
    count: int


class OutcomeCount(msgspec.Struct, frozen=True):
    """One outcome of a bet: how often it came, and how often it should have where that is known.

    ``z`` is told at one position only: wagers of one round see the same dealer and are no trials apart.
    """

    id: str
    pays: str
    count: int
    expected: float | None = None
    z: float | None = None


class Measured(msgspec.Struct, frozen=True):
    """The main game or a bet, per unit of initial stake.

    ``standard_deviation`` is that of a round's gain over all positions, in stakes. ``hit_rate`` is how
    often a wager won something, in the main game how often a round did. Nothing can be said of the
    error after less than two rounds, and nothing at all after none. ``results`` and ``session`` are
    there where the result of a whole round was counted.
    """

    returned: float | None
    standard_error: float | None
    within_95: tuple[float, float] | None
    within_99: tuple[float, float] | None
    standard_deviation: float | None
    hit_rate: float | None
    exact: float | None
    z: float | None
    results: tuple[Result, ...] = ()
    outcomes: tuple[OutcomeCount, ...] = ()
    session: Session | None = None


class Statistics(msgspec.Struct, frozen=True):
    """All that a run says. At baccarat ``main`` is none, and ``main_bets`` stand for it."""

    rounds: int
    positions: int
    main: Measured | None
    main_bets: Mapping[str, Measured]
    bets: Mapping[str, Measured]
    hands: Mapping[str, int]


def statistics(
    tally: Tally,
    pays: Pays,
    *,
    exact: Exact | None = None,
    main_bets: tuple[str, ...] = (),
    session_request: SessionRequest | None = None,
) -> Statistics:
    """The statistics of a run; ``main_bets`` are those of its bets that are the game (at baccarat).

    A session is worked out for the main game and the main bets where one is asked for.
    """
    known = exact or Exact()
    bets = {
        bet_id: _bet(tally, bet_id, pays[bet_id], known, session_request if bet_id in main_bets else None)
        for bet_id in tally.bets
    }
    return Statistics(
        rounds=tally.rounds,
        positions=tally.positions,
        main=None if main_bets else _main(tally, known, session_request),
        main_bets={bet_id: bets[bet_id] for bet_id in main_bets if bet_id in bets},
        bets={bet_id: measured for bet_id, measured in bets.items() if bet_id not in main_bets},
        hands=dict(tally.hands),
    )


class _Sums(msgspec.Struct, frozen=True):
    """Rounds, the sum of their gains and of the squares of these, in units."""

    rounds: int
    gained: int
    squares: int
    positions: int
    unit: int

    @property
    def returned(self) -> float | None:
        staked = self.rounds * self.positions * self.unit
        return float(1 + Fraction(self.gained, staked)) if staked else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of a round's gain, in stakes."""
        if self.rounds < 2:
            return None
        spread = self.rounds * self.squares - self.gained**2
        assert spread >= 0, "no mean square is less than the squared mean"
        return sqrt(Fraction(spread, self.rounds * (self.rounds - 1) * self.unit**2))

    @property
    def error(self) -> float | None:
        deviation = self.deviation
        return None if deviation is None else deviation / (self.positions * sqrt(self.rounds))


def _main(tally: Tally, known: Exact, session_request: SessionRequest | None) -> Measured:
    assert sum(tally.nets.values()) == tally.rounds, "every round has a result"
    sums = _Sums(
        tally.rounds,
        sum(gain * count for gain, count in tally.nets.items()),
        sum(gain * gain * count for gain, count in tally.nets.items()),
        tally.positions,
        tally.unit,
    )
    won = sum(count for gain, count in tally.nets.items() if gain > 0)
    hit_rate = won / tally.rounds if tally.rounds else None
    return _measure(sums, hit_rate, known.main, nets=tally.nets, session_request=session_request)


def _bet(
    tally: Tally, bet_id: str, pays: Mapping[str, Odds], known: Exact, session_request: SessionRequest | None
) -> Measured:
    counted = tally.bets[bet_id]
    wagers = sum(counted.outcomes.values())
    assert wagers == tally.rounds * tally.positions, f"{bet_id} is wagered at every position in every round"
    gains = {outcome: _units(pays[outcome], counted) for outcome in counted.outcomes}
    sums = _Sums(
        tally.rounds,
        sum(gains[outcome] * count for outcome, count in counted.outcomes.items()),
        counted.squares,
        tally.positions,
        counted.unit,
    )
    won = sum(count for outcome, count in counted.outcomes.items() if gains[outcome] > 0)
    nets: dict[int, int] = {}
    if tally.positions == 1:
        for outcome, count in counted.outcomes.items():
            nets[gains[outcome]] = nets.get(gains[outcome], 0) + count
    return _measure(
        sums,
        won / wagers if wagers else None,
        known.bets.get(bet_id),
        nets=nets,
        outcomes=_outcomes(tally, counted, pays, known.outcomes.get(bet_id, {})),
        session_request=session_request,
    )


def _units(odds: Odds, counted: BetTally) -> int:
    whole = odds.ratio * counted.unit
    assert whole.denominator == 1, f"{odds} is no whole number of units"
    return int(whole)


def _outcomes(
    tally: Tally, counted: BetTally, pays: Mapping[str, Odds], chances: Mapping[str, float | Fraction]
) -> tuple[OutcomeCount, ...]:
    """In the order of the pay table, those that never came included where they can come at all."""
    wagers = tally.rounds * tally.positions
    listed = []
    for outcome, odds in pays.items():
        count = counted.outcomes.get(outcome, 0)
        chance = chances.get(outcome)
        if outcome not in counted.outcomes and (odds == PUSH or chance == 0):
            continue
        expected = None if chance is None else float(chance) * wagers
        z = None
        if chance is not None and expected is not None and tally.positions == 1:
            z = _z(count - expected, sqrt(expected * (1 - float(chance))))
        listed.append(OutcomeCount(outcome, str(odds), count, expected, z))
    return tuple(listed)


def _z(off: float, error: float) -> float | None:
    if error:
        return off / error
    return None if off else 0.0


def _measure(
    sums: _Sums,
    hit_rate: float | None,
    exact: float | Fraction | None,
    *,
    nets: Mapping[int, int],
    outcomes: tuple[OutcomeCount, ...] = (),
    session_request: SessionRequest | None,
) -> Measured:
    returned, error = sums.returned, sums.error
    z = None
    if exact is not None and returned is not None and error is not None:
        z = _z(returned - float(exact), error)
    stake = sums.positions * sums.unit
    return Measured(
        returned=returned,
        standard_error=error,
        within_95=_within(returned, error, WITHIN_95),
        within_99=_within(returned, error, WITHIN_99),
        standard_deviation=sums.deviation,
        hit_rate=hit_rate,
        exact=None if exact is None else float(exact),
        z=z,
        results=tuple(Result(gain / sums.unit, count) for gain, count in sorted(nets.items()) if count),
        outcomes=outcomes,
        session=session(nets, sums.unit, stake, session_request) if session_request else None,
    )


def _within(returned: float | None, error: float | None, reach: float) -> tuple[float, float] | None:
    if returned is None or error is None:
        return None
    return returned - reach * error, returned + reach * error


def document(run: Statistics) -> dict[str, object]:
    """The statistics as plain values, ready for JSON."""
    main: object = {bet_id: _plain(bet) for bet_id, bet in run.main_bets.items()}
    if run.main is not None:
        main = {**_plain(run.main), "hands": dict(run.hands)}
    return {
        "rounds": run.rounds,
        "positions": run.positions,
        "main": main,
        "bets": {bet_id: _plain(bet) for bet_id, bet in run.bets.items()},
    }


def _plain(measured: Measured) -> dict[str, object]:
    document: dict[str, object] = {
        "return_float": measured.returned,
        "standard_error_float": measured.standard_error,
        "within_95_float": _as_list(measured.within_95),
        "within_99_float": _as_list(measured.within_99),
        "standard_deviation_float": measured.standard_deviation,
        "hit_rate_float": measured.hit_rate,
        "exact_return_float": measured.exact,
        "z_float": measured.z,
    }
    if measured.outcomes:
        document["outcomes"] = {outcome.id: outcome.count for outcome in measured.outcomes}
        document["expected_float"] = {outcome.id: outcome.expected for outcome in measured.outcomes}
    if measured.results:
        document["results"] = [
            {"gain_float": result.gain, "count": result.count} for result in measured.results
        ]
    if measured.session is not None:
        document["session"] = _session(measured.session)
    return document


def _as_list(interval: tuple[float, float] | None) -> list[float] | None:
    return None if interval is None else list(interval)


def _session(session: Session) -> dict[str, object]:
    return {
        "rounds": session.rounds,
        "mean_float": session.mean,
        "standard_deviation_float": session.standard_deviation,
        "percentiles_float": {str(percent): gain for percent, gain in session.percentiles.items()},
        "ahead_float": session.ahead,
        "level_float": session.level,
        "behind_float": session.behind,
        "ruin": [
            {
                "bankroll": ruin.bankroll,
                "within_float": ruin.within,
                "long_run_float": ruin.long_run,
                "long_run_least_float": ruin.long_run_least,
            }
            for ruin in session.ruins
        ],
    }
