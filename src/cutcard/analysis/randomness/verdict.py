"""Many chances judged together. Knows no test, only what each of them gave.

Each test is judged twice: by its chance over the whole run, and by whether its chances over the batches,
which share nothing, are uniform (Kolmogorov and Smirnov). Holm's correction keeps the chance that good shoes
fail anywhere in the whole list at most at the level, however the tests hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LEVEL: Final = 0.001
"""Good shoes fail one run in a thousand."""


def holm(chances: Sequence[float]) -> list[float]:
    """Each chance as it counts among so many: at most the level where it is rejected at that level."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected, largest = [0.0] * len(chances), 0.0
    for place, number in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - place) * chances[number]))
        corrected[number] = largest
    return corrected


def bonferroni(chances: Sequence[float]) -> float:
    """The smallest chance times how many there are."""
    return min(1.0, min(chances) * len(chances))
