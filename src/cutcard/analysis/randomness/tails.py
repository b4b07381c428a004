"""Chances of the tails of three laws: chi-square, normal, Kolmogorov's. Knows no test that uses them.

The incomplete gamma function is the series below its turning point and Lentz's continued fraction above it
(Press et al., *Numerical Recipes*, 6.2); Kolmogorov's is exact (Marsaglia, Tsang and Wang, 2003).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, factorial, lgamma, log, sqrt
from typing import Final

import numpy as np

TERMS_MAX: Final = 100_000
PRECISION: Final = 1e-16
VALUES_MAX: Final = 140
"""With more, its numbers grow beyond what a float holds."""

FAR: Final = 7.24
RATHER_FAR: Final = 3.76
MANY: Final = 99
TINY: Final = 1e-300  # a continued fraction never divides by zero


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The chances of at most, and of at least, so large a sum of squares."""
    if freedom < 1 or statistic < 0:
        raise ValueError(f"no chi-square of {statistic} with {freedom} degrees of freedom")
    shape, at = freedom / 2, statistic / 2
    if at == 0:
        return 0.0, 1.0
    scale = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:
        below = scale * _series(shape, at)
        return below, 1 - below
    above = scale * _fraction(shape, at)
    return 1 - above, above


def chi_square_p(statistic: float, freedom: int) -> float:
    """Two-sided: counts that are too even are as telling as counts that are too uneven."""
    return min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def normal_p(z: float) -> float:
    """Two-sided: the chance to be at least so many standard deviations off."""
    return erfc(abs(z) / sqrt(2))


def kolmogorov(p_values: Sequence[float]) -> tuple[float, float]:
    """How far the p-values are from uniform at most, and the chance to be at least so far."""
    ordered = sorted(p_values)
    count = len(ordered)
    if not 1 <= count <= VALUES_MAX:
        raise ValueError(f"Kolmogorov's law is worked out for 1 to {VALUES_MAX} values, not {count}")
    distance = max(
        max((place + 1) / count - value, value - place / count) for place, value in enumerate(ordered)
    )
    return distance, _kolmogorov_above(count, distance)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    for number in range(1, TERMS_MAX):
        term *= at / (shape + number)
        total += term
        if term < total * PRECISION:
            return total
    raise ArithmeticError(f"the series of the incomplete gamma function does not end at {shape}, {at}")


def _fraction(shape: float, at: float) -> float:
    b = at + 1 - shape
    c, d = 1 / TINY, 1 / b
    product = d
    for number in range(1, TERMS_MAX):
        a = -number * (number - shape)
        b += 2
        d, c = 1 / _kept_off_zero(a * d + b), _kept_off_zero(b + a / c)
        product *= d * c
        if abs(d * c - 1) < 4 * PRECISION:
            return product
    raise ArithmeticError(f"the fraction of the incomplete gamma function does not end at {shape}, {at}")


def _kept_off_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def _kolmogorov_above(count: int, distance: float) -> float:
    far = count * distance**2
    if far > FAR or (far > RATHER_FAR and count > MANY):
        # Their own shortcut for the upper tail, right to seven digits.
        return min(1.0, 2 * exp(-(2.000071 + 0.331 / sqrt(count) + 1.409 / count) * far))
    return max(0.0, 1 - _kolmogorov_below(count, distance))


def _kolmogorov_below(count: int, distance: float) -> float:
    """The chance that so many uniform values stay nearer than that."""
    whole = int(count * distance) + 1
    size = 2 * whole - 1
    part = whole - count * distance
    ones = np.tri(size, k=1)
    for row in range(size):
        ones[row, 0] -= part ** (row + 1)
        ones[size - 1, row] -= part ** (size - row)
    ones[size - 1, 0] += max(0.0, 2 * part - 1) ** size
    rows, columns = np.indices((size, size))
    steps = rows - columns + 1
    divided = np.array([factorial(max(step, 0)) for step in range(size + 1)], dtype=float)
    matrix = np.where(steps > 0, ones / divided[np.maximum(steps, 0)], ones)
    chance = float(np.linalg.matrix_power(matrix, count)[whole - 1, whole - 1])
    return chance * exp(lgamma(count + 1) - count * log(count))
