"""A run of the battery: batches of shoes, counted by as many processes as are wanted, and judged together.

A batch is a function of the source and its number, so a run with a seed is the same on any number of
processes. How far it is, is told; nothing is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import accumulate
from multiprocessing import get_context
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.analysis.randomness.battery import WORD_COMPARED, Finding, findings, words_again
from cutcard.analysis.randomness.counts import KINDS, Counts, counts_of
from cutcard.analysis.randomness.shoes import ShoeSource
from cutcard.analysis.randomness.tails import kolmogorov
from cutcard.analysis.randomness.verdict import LEVEL, bonferroni, holm

ROUND: Final = 8
"""Cards of a round: a secret is drawn for each."""

BATCHES_MAX: Final = 64
BATCHES_MIN: Final = 8
"""With fewer, uniform chances cannot be told from others, and batches are not judged."""

SHOES_MIN: Final = 500
"""Shoes of a batch: with fewer, its thinnest cells are too coarse for chances that are uniform."""

Watch = Callable[[int], None]
"""Told how many rounds are done."""


class RandomnessPlan(msgspec.Struct, frozen=True):
    """How many shoes of how many decks are dealt, in which batches: the first shoe and the shoes of each."""

    decks: int
    shoes: int
    batches: tuple[tuple[int, int], ...]

    @property
    def rounds_of_shoe(self) -> int:
        """Rounds of eight cards, the last with what is left."""
        return -(-self.decks * KINDS // ROUND)

    @property
    def rounds(self) -> int:
        """All rounds of the run."""
        return self.shoes * self.rounds_of_shoe

    @property
    def cards(self) -> int:
        """All cards of the run."""
        return self.shoes * self.decks * KINDS


class JudgedFinding(msgspec.Struct, frozen=True):
    """A finding among all others: its chance corrected, and that of its batches, where they are judged."""

    finding: Finding
    corrected: float
    batches_distance: float | None = None
    batches_p: float | None = None
    batches_corrected: float | None = None


class Assessment(msgspec.Struct, frozen=True):
    """What a run says. ``uniform_p`` is of all whole-run chances; tests of the same cards hang together."""

    plan: RandomnessPlan
    words: int
    judged: tuple[JudgedFinding, ...]
    chances: int
    smallest: float
    bonferroni: float
    uniform_distance: float
    uniform_p: float
    level: float = LEVEL

    @property
    def failed(self) -> tuple[str, ...]:
        """The tests that do not hold."""
        return tuple(
            each.finding.id
            for each in self.judged
            if min(each.corrected, 1.0 if each.batches_corrected is None else each.batches_corrected)
            <= self.level
        )

    @property
    def holds(self) -> bool:
        """Whether every test holds."""
        return not self.failed


def plan_run(rounds: int, decks: int) -> RandomnessPlan:
    """Whole shoes for at least so many rounds, in batches as equal as can be."""
    per_shoe = -(-decks * KINDS // ROUND)
    shoes = -(-rounds // per_shoe)
    batches = max(1, min(BATCHES_MAX, shoes // SHOES_MIN))
    sizes = [shoes // batches + (number < shoes % batches) for number in range(batches)]
    firsts = accumulate(sizes, initial=0)
    return RandomnessPlan(decks, shoes, tuple(zip(firsts, sizes, strict=False)))


def assess(
    source: ShoeSource, plan: RandomnessPlan, processes: int = 1, watch: Watch = lambda _: None
) -> Assessment:
    """Deal every batch, count it, and judge all of it."""
    whole: Counts | None = None
    by_batch: list[tuple[Finding, ...]] = []
    beginnings: list[Words] = []
    for number, (counts, found) in enumerate(_batch_counts(source, plan, processes)):
        whole = counts if whole is None else whole + counts
        by_batch.append(findings(counts))
        beginnings.append(found)
        watch(sum(shoes for _, shoes in plan.batches[: number + 1]) * plan.rounds_of_shoe)
    assert whole is not None, "a plan has a batch"
    return _judge(plan, whole, by_batch, words_again(beginnings))


Words = NDArray[np.uint64]


def _batch_counts(source: ShoeSource, plan: RandomnessPlan, processes: int) -> Iterator[tuple[Counts, Words]]:
    if processes == 1 or len(plan.batches) == 1:
        for number, (first, shoes) in enumerate(plan.batches):
            yield _count(source, number, first, shoes)
        return
    # Started afresh: a fork would take over the locks of whatever runs in this process.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        numbers = range(len(plan.batches))
        yield from pool.map(_count, [source] * len(numbers), numbers, *zip(*plan.batches, strict=True))


def _count(source: ShoeSource, number: int, first: int, shoes: int) -> tuple[Counts, Words]:
    dealt = source.deal(number, shoes)
    beginnings = np.ascontiguousarray(dealt.raw[:, : WORD_COMPARED // 8]).view(np.uint64).ravel()
    return counts_of(dealt, first), beginnings


def _judge(
    plan: RandomnessPlan, whole: Counts, by_batch: list[tuple[Finding, ...]], again: Finding
) -> Assessment:
    found = (*findings(whole), again)
    apart: list[tuple[float, float]] = []
    if len(by_batch) >= BATCHES_MIN:
        apart = [kolmogorov([each.p for each in same]) for same in zip(*by_batch, strict=True)]
    chances = [each.p for each in found] + [p for _, p in apart]
    corrected = holm(chances)
    judged = [JudgedFinding(each, value) for each, value in zip(found, corrected, strict=False)]
    for number, (distance, p) in enumerate(apart):
        judged[number] = msgspec.structs.replace(
            judged[number],
            batches_distance=distance,
            batches_p=p,
            batches_corrected=corrected[len(found) + number],
        )
    # That no word came again has no chance between 0 and 1.
    distance, p = kolmogorov([each.p for each in found if each.id != again.id])
    return Assessment(
        plan, whole.words, tuple(judged), len(chances), min(chances), bonferroni(chances), distance, p
    )
