"""What many rounds come to, each dealt from a fresh pack: how far the return strays, and who is ahead.

Counts no cards: it starts from the chances of the gains of one round. Rounds of one shoe hang together a
little, which is not known here.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, lcm, log, log2, sqrt
from typing import Final

import msgspec

from cutcard.exact.sheet import Spread

NINETY: Final = 1.6448536269514722
"""How many standard deviations hold nine of ten results."""

NINETY_FIVE: Final = 1.959963984540054
"""How many hold nineteen of twenty."""

ROUNDS: Final = (100, 1_000, 10_000, 100_000)
"""The numbers of rounds on a sheet."""

_BEYOND: Final = 1e-15
"""The chance that may be left outside the range that is looked at."""


class LongRun(msgspec.Struct, frozen=True):
    """So many rounds: between which returns nineteen of twenty lie, the chance to be ahead, and its error."""

    rounds: int
    low: float
    high: float
    ahead: float
    bound: float


def volatility_index(spread: Spread) -> float:
    """1.645 standard deviations: over √N, how far the return of many rounds strays, nine times of ten."""
    return NINETY * spread.standard_deviation


def long_runs(spread: Spread, returned: float) -> tuple[LongRun, ...]:
    """What the numbers of rounds on a sheet come to."""
    return tuple(long_run(spread, returned, rounds) for rounds in ROUNDS)


def long_run(spread: Spread, returned: float, rounds: int) -> LongRun:
    """What so many rounds come to."""
    around = NINETY_FIVE * spread.standard_deviation / sqrt(rounds)
    chance, bound = ahead(spread, rounds)
    return LongRun(rounds, returned - around, returned + around, chance, bound)


def ahead(spread: Spread, rounds: int) -> tuple[float, float]:
    """The chance to have won more than lost after so many rounds, and how far it can be off.

    The chances are folded with themselves by Fourier's transform, on a ring so wide that what lies beyond it
    is negligible (Bernstein's inequality).
    """
    # Imported here: a bare installation prints sheets of bets, and has no arrays.
    import numpy as np

    gains = [(Fraction(gain.pays.replace(":", "/")), gain.chance) for gain in spread.gains]
    unit = lcm(*(gain.denominator for gain, _ in gains))
    mean = sum(float(gain) * chance for gain, chance in gains)
    farthest = max(abs(float(gain) - mean) for gain, _ in gains)
    less = log(2 / _BEYOND)
    within = farthest * less / 3
    within += sqrt(within**2 + 2 * less * rounds * spread.variance)
    size = 2 ** ceil(log2(2 * unit * (within + 1)))
    once = np.zeros(size)
    for gain, chance in gains:
        once[int(gain * unit) % size] += chance
    transformed = np.fft.rfft(once)
    often = np.fft.irfft(transformed**rounds, size)
    centre = round(rounds * mean * unit)
    places = centre - size // 2 + np.arange(size)
    share = float(often[places[places > 0] % size].sum())
    # Each coefficient is off by some roundings, its power by so many times as much.
    off = rounds * np.abs(transformed) ** (rounds - 1) * 4 * log2(size) * np.finfo(float).eps
    rounding = sqrt(size * float(np.mean(off**2)))
    return share, min(1.0, rounding + _BEYOND + rounds * spread.unsure)
