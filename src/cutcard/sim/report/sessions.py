"""Sessions: what many rounds in a row come to, worked out from the results of one. Knows no game and no card.

Rounds are taken as independent of each other. A session's gain is a sum of that many results, whose
distribution is the single round's to the power of their number under the Fourier transform. Ruin within
a session is worked out backwards, round by round, for every amount that can be left at once. Ruin in
the long run follows from the one rate at which wealth, discounted, neither grows nor shrinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, exp, gcd, log, sqrt
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PERCENTS: Final = (1, 5, 25, 50, 75, 95, 99)  # the median in the middle, the others in pairs around it
ROUNDS_MAX: Final = 100_000  # ruin is walked round by round (`ruined_within`)
BANKROLLS_MAX: Final = 20  # each is a row of the report
STOPS: Final = 20
"""At how many equal stages of a session its percentiles are told."""

_UNSEEN: Final = log(2e16)
"""What is less likely than 1e-16 is left out."""
_TIE: Final = 1e-12
"""A sum of doubles this close below a percentage has reached it."""
_PLACES_MAX: Final = 1 << 23  # 64 MiB of doubles, and the transform takes some times as much


class BadSession(ValueError):
    """No session can be worked out like this."""


class SessionRequest(msgspec.Struct, frozen=True):
    """A session of so many rounds, and the bankrolls to be ruined, in stakes."""

    rounds: int = 1000
    bankrolls: tuple[int, ...] = (20, 50, 100, 200)

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise BadSession(f"a session has 1 to {ROUNDS_MAX} rounds, not {self.rounds}")
        if len(self.bankrolls) > BANKROLLS_MAX:
            raise BadSession(f"at most {BANKROLLS_MAX} bankrolls at a time, not {len(self.bankrolls)}")
        if any(bankroll < 1 for bankroll in self.bankrolls):
            raise BadSession(f"a bankroll is at least 1 stake, not {min(self.bankrolls)}")


class Stage(msgspec.Struct, frozen=True):
    """After so many rounds: the gain in stakes at each of ``PERCENTS``."""

    rounds: int
    gains: tuple[float, ...]


class Ruin(msgspec.Struct, frozen=True):
    """The chance that a bankroll, in stakes, is one day too small for the next round's first stakes.

    ``long_run`` bounds it from above and ``long_run_least`` from below where nobody stops playing.
    """

    bankroll: int
    within: float
    long_run: float
    long_run_least: float


class Session(msgspec.Struct, frozen=True):
    """A session: gains in stakes, and how likely it ends ahead, level or behind."""

    rounds: int
    mean: float
    standard_deviation: float
    ahead: float
    level: float
    behind: float
    stages: tuple[Stage, ...]
    ruins: tuple[Ruin, ...]

    @property
    def percentiles(self) -> dict[int, float]:
        """The gain that so many per cent of sessions do not exceed."""
        return dict(zip(PERCENTS, self.stages[-1].gains, strict=True))


class Spread(msgspec.Struct, frozen=True, eq=False):
    """How a sum of results is spread: gains, in units, and their chances."""

    gains: Ints
    chances: Floats

    def percentile(self, percent: int) -> int:
        """The smallest gain that is not exceeded with this chance."""
        reached = np.cumsum(self.chances) >= percent / 100 - _TIE
        return int(self.gains[int(np.argmax(reached))])


class _Round(msgspec.Struct, frozen=True, eq=False):
    """The results of one round, in units, with their chances; results that never came are left out."""

    gains: Ints
    chances: Floats

    @property
    def mean(self) -> float:
        return float(self.gains @ self.chances)

    @property
    def variance(self) -> float:
        return float(((self.gains - self.mean) ** 2) @ self.chances)

    def swing(self, rounds: int) -> float:
        """How far so many rounds stray from what is expected, at any time, but for a chance of 1e-16.

        This is Bernstein's inequality, which holds for the farthest point of the way, too.
        """
        reach = float(np.abs(self.gains - self.mean).max()) * _UNSEEN / 3
        return reach + sqrt(reach * reach + 2 * _UNSEEN * self.variance * rounds)


def session(nets: Mapping[int, int], unit: int, stake: int, request: SessionRequest) -> Session | None:
    """The session asked for, from counted results of a round; ``stake`` is staked first in each round.

    Results and the stake are in units, of which one stake of the report has ``unit``. Where no round
    was counted there is nothing to say.
    """
    played = _round_of(nets)
    if played is None:
        return None
    rounds = request.rounds
    stops = sorted({max(1, rounds * stop // STOPS) for stop in range(1, STOPS + 1)})
    spreads = [total(nets, number) for number in stops]
    last = spreads[-1]
    return Session(
        rounds=rounds,
        mean=rounds * played.mean / unit,
        standard_deviation=sqrt(rounds * played.variance) / unit,
        ahead=_chance(last, last.gains > 0),
        level=_chance(last, last.gains == 0),
        behind=_chance(last, last.gains < 0),
        stages=tuple(
            Stage(number, tuple(spread.percentile(percent) / unit for percent in PERCENTS))
            for number, spread in zip(stops, spreads, strict=True)
        ),
        ruins=_ruins(played, unit, stake, request),
    )


def _round_of(nets: Mapping[int, int]) -> _Round | None:
    seen = {gain: count for gain, count in sorted(nets.items()) if count}
    if not seen:
        return None
    whole = sum(seen.values())
    chances = np.array([count / whole for count in seen.values()])
    return _Round(np.array(list(seen), dtype=np.int64), chances / chances.sum())


def _chance(spread: Spread, where: NDArray[np.bool_]) -> float:
    return min(float(spread.chances[where].sum()), 1.0)


def total(nets: Mapping[int, int], rounds: int) -> Spread:
    """How the gain of so many rounds is spread."""
    played = _round_of(nets)
    assert played is not None, "there are results to add up"
    least = int(played.gains[0])
    step = gcd(*(int(gain) - least for gain in played.gains)) or 1
    places = (played.gains - least) // step
    full = rounds * int(places[-1]) + 1
    half = ceil(played.swing(rounds) / step) + 1
    # Places wrap around; where the window is smaller than the whole, what wraps is never seen.
    first = 0 if full <= 2 * half + 1 else round(rounds * (played.mean - least) / step) - half
    size = 1 << (min(full, 2 * half + 1) - 1).bit_length()
    if size > _PLACES_MAX:
        raise BadSession(f"the results lie too far apart for a session of {rounds} rounds")
    wrapped = np.bincount(places % size, weights=played.chances, minlength=size)
    summed = np.fft.irfft(np.fft.rfft(wrapped) ** rounds, size) if size > 1 else np.ones(1)
    index = first + np.arange(size, dtype=np.int64)
    chances = np.clip(summed[index % size], 0.0, None)
    return Spread(rounds * least + step * index, chances / chances.sum())


def _ruins(played: _Round, unit: int, stake: int, request: SessionRequest) -> tuple[Ruin, ...]:
    shared = gcd(*(int(gain) for gain in played.gains)) or 1
    paces = _Round(played.gains // shared, played.chances)
    # So many paces down and the next round's first stakes cannot be paid any more.
    downs = [ceil((bankroll * unit - stake + 1) / shared) for bankroll in request.bankrolls]
    within = ruined_within(paces.gains, paces.chances, request.rounds, downs)
    rate = _rate(paces)
    overshoot = max(-int(paces.gains[0]) - 1, 0)
    return tuple(
        Ruin(bankroll, soon, _discount(rate, down), _discount(rate, down + overshoot))
        for bankroll, soon, down in zip(request.bankrolls, within, downs, strict=True)
    )


def ruined_within(gains: Ints, chances: Floats, rounds: int, downs: list[int]) -> list[float]:
    """For each number of paces: the chance to be down so many after any of the rounds."""
    paces = _Round(gains, chances)
    worst = max(-int(gains[0]), 0)
    best = max(int(gains[-1]), 0)
    # Beyond this nobody is ruined in so few rounds.
    far = min(ceil(paces.swing(rounds) + rounds * max(-paces.mean, 0.0)), rounds * worst) + 1
    dense = np.zeros(worst + best + 1)
    dense[gains + worst] = chances
    crowded = len(dense) <= 8 * len(gains)
    # Place x - 1 + worst is the chance with x paces left; below lies ruin, above lies safety.
    chance = np.concatenate([np.ones(worst), np.zeros(far + best)])
    for _ in range(rounds if worst else 0):
        if crowded:
            after = np.correlate(chance, dense)
        else:
            after = np.zeros(far)
            for gain, part in zip(gains.tolist(), chances.tolist(), strict=True):
                after += part * chance[gain + worst : gain + worst + far]
        chance[worst : worst + far] = after
    return [_at(chance, worst, far, down) for down in downs]


def _at(chance: Floats, worst: int, far: int, down: int) -> float:
    if down <= 0:
        return 1.0
    return min(float(chance[worst + down - 1]), 1.0) if down <= far else 0.0


def _rate(paces: _Round) -> float | None:
    """The rate at which wealth, discounted, stays level: 0 where ruin is certain, none without a loss."""
    if paces.gains[0] >= 0:
        return None
    if paces.mean <= 0:
        return 0.0

    def grows(rate: float) -> bool:
        powers = -rate * paces.gains
        top = float(powers.max())
        return top + log(float(np.exp(powers - top) @ paces.chances)) > 0

    high = 1.0
    while not grows(high):
        high *= 2
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if grows(middle) else (middle, high)
    return low


def _discount(rate: float | None, down: int) -> float:
    if down <= 0:
        return 1.0
    return 0.0 if rate is None else exp(-rate * down)
