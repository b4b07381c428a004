"""Ratios: how several ways of doing the same work compare when they are timed turn by turn.

It refuses to judge a single absolute time: a machine that is busy for a while slows all
candidates alike, so only their ratio within one run is worth keeping.
"""

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple

Work = Callable[[], object]


class Timing(NamedTuple):
    """Seconds for one call of one candidate."""

    best: float
    median: float


def interleaved(candidates: Mapping[str, Work], repeats: int = 7) -> dict[str, Timing]:
    """Time every candidate once in each of so many turns, after one turn to warm up."""
    assert candidates, "there is nothing to time"
    assert repeats > 0, "a timing needs at least one turn"
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for work in candidates.values():
        work()
    for _ in range(repeats):
        for name, work in candidates.items():
            start = perf_counter()
            work()
            seconds[name].append(perf_counter() - start)
    return {name: Timing(min(each), median(each)) for name, each in seconds.items()}


def table(timings: Mapping[str, Timing], units: float = 1, unit: str = "calls") -> str:
    """Rates by the best time, and how many times as fast as the first candidate each one is."""
    baseline = next(iter(timings.values()))
    width = max(len(name) for name in timings)
    lines = [f"{'':<{width}}  {unit + '/s':>14}  {'median':>14}  {'ratio':>7}"]
    for name, timing in timings.items():
        rate, usual, ratio = units / timing.best, units / timing.median, baseline.best / timing.best
        lines.append(f"{name:<{width}}  {rate:>14,.0f}  {usual:>14,.0f}  {ratio:>6.2f}x")
    return "\n".join(lines)


def compare(candidates: Mapping[str, Work], units: float = 1, unit: str = "calls", repeats: int = 7) -> None:
    """Print the table. The first candidate is the baseline; each call does so many units of work."""
    print(table(interleaved(candidates, repeats), units, unit))
