"""Odds tried line by line, until what they pay in all comes near to a target. Knows no profile and no game.

What a line pays in all is the number of deals that end in it times its odds: whole numbers, once all are
brought to one denominator. The lines are parted into an upper and a lower half, every half is listed once,
and for each upper half the lower ones are met in the order in which they fit, so that whole tables come
nearest first although few of all that there are have been looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import islice
from math import ceil, floor, lcm
from operator import mul
from typing import Final

import msgspec

from cutcard.analysis.edge_range import EdgeRange
from cutcard.exact.bets.counted import Counted
from cutcard.money import Odds
from cutcard.specials.bet import LOST

CUSTOMARY: Final = tuple(
    Odds.parse(each if ":" in each else f"{each}:1")
    for each in (
        "1 3:2 2 5:2 3 4 5 6 7 8 9 10 11 12 14 15 16 18 20 25 30 33 35 40 45 50 60 75 80 90 100 120 125 150 "
        "180 200 250 300 400 500 600 750 800 1000 1200 1500 2000 2500 3000 4000 5000 7500 10000"
    ).split()
)
"""Odds that tables are printed with, lowest first."""

BELOW_EVEN: Final = tuple(map(Odds.parse, ("1:2", "3:5", "2:3", "3:4", "4:5", "9:10", "19:20")))
"""Less than even money, as a commission leaves it: only for a line that pays less than that already."""

NARROWER: Final = tuple(map(Fraction, ("7", "5", "4", "3", "2", "3/2", "5/4", "11/10", "1")))
"""Widths for bets with so many lines that the halves would be too many at the width that is asked for."""

HALF_MAX: Final = 10_000
"""Half tables that are listed at most: the search then begins within a second."""

STAKED: Final = lcm(*(odds.staked for odds in (*CUSTOMARY, *BELOW_EVEN)))
"""What a stake is cut into, so that all these odds pay a whole number of parts."""

ODDS_MAX: Final = 9_999_999  # more cannot be written as odds
STEPS: Final = tuple(unit * 10**zeros for zeros in range(7) for unit in (1, 2, 5))
PARTS: Final = (2, 10, 20)  # halves, tenths, twentieths


class SearchedLine(msgspec.Struct, frozen=True):
    """A line whose odds are sought: in how many deals it comes, what it paid before, whether it may now pay
    as much as the line above it."""

    count: int
    before: Fraction
    may_equal: bool = False


Table = tuple[Odds, ...]
_Half = list[tuple[int, Table]]


def nearest_tables(lines: Sequence[SearchedLine], target: Fraction, width: Fraction) -> Iterator[Table]:
    """Odds for these lines, best line first, whose counts times odds add up to nearly ``target``.

    The nearest come first. Every line pays less than the line above it, and from a ``width``-th of what it
    paid before to so many times as much.
    """
    scale = lcm(target.denominator, STAKED)
    upper, lower = _halves(lines, width, scale)
    below = {last: _fitting(lower, last, lines) for last in {top[-1] for _, top in upper}}
    aim = int(target * scale)
    heap = []
    for number, (paid, top) in enumerate(upper):
        sums = below[top[-1]][0]
        at = bisect_left(sums, aim - paid)
        heap += [
            (abs(aim - paid - sums[place]), number, place, step)
            for place, step in ((at, 1), (at - 1, -1))
            if 0 <= place < len(sums)
        ]
    heapify(heap)
    while heap:
        _, number, place, step = heappop(heap)
        paid, top = upper[number]
        sums, tables = below[top[-1]]
        yield (*top, *tables[place])
        if 0 <= place + step < len(sums):
            heappush(heap, (abs(aim - paid - sums[place + step]), number, place + step, step))


def _halves(lines: Sequence[SearchedLine], width: Fraction, scale: int) -> tuple[_Half, _Half]:
    middle = _middle(lines)
    for narrower in (width, *(each for each in NARROWER if each < width)):
        upper, lower = (
            list(islice(_listed(part, narrower, scale), HALF_MAX + 1))
            for part in (lines[:middle], lines[middle:])
        )
        if max(len(upper), len(lower)) <= HALF_MAX:
            return upper, lower
    raise AssertionError("at width 1 a line has one choice")


def _middle(lines: Sequence[SearchedLine]) -> int:
    return (len(lines) + 1) // 2


def _listed(lines: Sequence[SearchedLine], width: Fraction, scale: int) -> Iterator[tuple[int, Table]]:
    """Every choice of odds for these lines that falls from line to line, with what it pays in all."""
    if not lines:
        yield 0, ()
        return
    *above, line = lines
    options = [
        (odds, line.count * odds.won * (scale // odds.staked)) for odds in odds_near(line.before, width)
    ]
    for paid, table in _listed(above, width, scale):
        for odds, more in options:
            if not table or _goes_below(odds, table[-1], line.may_equal):
                yield paid + more, (*table, odds)


def _fitting(lower: _Half, last: Odds, lines: Sequence[SearchedLine]) -> tuple[list[int], list[Table]]:
    """The lower halves that go below a line with these odds, by what they pay."""
    middle = _middle(lines)
    may_equal = middle < len(lines) and lines[middle].may_equal
    fitting = [half for half in lower if not half[1] or _goes_below(half[1][0], last, may_equal)]
    fitting.sort(key=lambda half: half[0])
    return [paid for paid, _ in fitting], [table for _, table in fitting]


def _goes_below(odds: Odds, above: Odds, may_equal: bool) -> bool:
    return odds.ratio < above.ratio or (may_equal and odds == above)


def odds_near(before: Fraction, width: Fraction) -> Table:
    """The customary odds from a ``width``-th of what a line paid to so many times as much; one at least."""
    known = CUSTOMARY if before >= 1 else (*BELOW_EVEN, CUSTOMARY[0])
    near = tuple(odds for odds in known if before / width <= odds.ratio <= before * width)
    return near or (min(known, key=lambda odds: abs(odds.ratio - before)),)


def odds_between(low: Fraction, high: Fraction, limit: int) -> Table:
    """Odds from ``low`` to ``high``, lowest first, as round as can be.

    Whole numbers, in steps of 2, 5, 10 … where there would be more than ``limit``; where no whole number is
    between, halves, else tenths, else twentieths.
    """
    last = min(high, Fraction(ODDS_MAX))
    found: Table = ()
    for step in STEPS:
        coarser = _multiples(Fraction(step), low, last, limit + 1)
        found = coarser or found
        if len(coarser) <= limit:
            break
    for part in PARTS:
        found = found or _multiples(Fraction(1, part), low, last, limit + 1)
    return found


def _multiples(step: Fraction, low: Fraction, high: Fraction, most: int) -> Table:
    numbers = islice(range(ceil(low / step), floor(high / step) + 1), most)
    return tuple(Odds.of(number * step) for number in numbers)


class WonRange(msgspec.Struct, frozen=True):
    """What the lines may pay in all, in parts of a stake, so that an edge lies in a range from every pack.

    A row for each pack: the counts of the lines, the least and the most they may pay, the deals there are.
    """

    packs: tuple[tuple[tuple[int, ...], Fraction, Fraction, int], ...]

    @classmethod
    def of(cls, edge: EdgeRange, lines: Sequence[str], counts: Iterable[Counted]) -> WonRange:
        """The range of a bet with these counts, of which only these lines pay."""
        rows = []
        for counted in counts:
            ways, total = dict(counted.counts), counted.total
            least, most = ((ways[LOST.id] - end * total) * STAKED for end in (edge.high, edge.low))
            rows.append((tuple(ways[line] for line in lines), least, most, total))
        return cls(tuple(rows))

    def outside(self, table: Table) -> float:
        """How far the edge lies outside for the worst pack; 0 only where it is within for every one."""
        pays = [odds.won * (STAKED // odds.staked) for odds in table]
        furthest = 0.0
        for counts, least, most, total in self.packs:
            won = sum(map(mul, counts, pays))
            if won < least or won > most:
                furthest = max(furthest, float(max(least - won, won - most)) / (total * STAKED))
        return furthest
