"""How a round of the main game comes out: the chance of every net gain, and the variance.

The strategy is fixed by now, so this is the walk of the values again, with the ends of hands counted instead
of weighed. What an end pays is asked of the settlement, exactly. Which strategy is good is not known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from fractions import Fraction
from math import fsum
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.main import chart, ends_kernel, kernel
from cutcard.exact.main.blackjack import Analysis, Deal, Strategy, UpCard, up_card
from cutcard.exact.main.chart import UpChart, by_up_card, code_of_deal, gives_up_early
from cutcard.exact.main.player_hands import UNSPLIT, all_hands, menu, summaries
from cutcard.exact.main.split_moments import Memory, Moments, split_gains
from cutcard.exact.main.terms import End, gain_of, gain_standing
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.rules import Rules, Surrender, checks_under

Floats = NDArray[np.float64]

THREADS: Final = 2  # the kernels let the interpreter go, so up cards are counted beside each other

COLUMNS: Final = {
    Decision.STAND: kernel.STAND,
    Decision.HIT: kernel.HIT,
    Decision.DOUBLE: kernel.DOUBLE,
    Decision.SURRENDER: kernel.SURRENDER,
}


class How(Enum):
    """What becomes of two first cards."""

    BLACKJACK = 0
    GIVEN_UP = 1
    SPLIT = 2
    PLAYED = 3


class Played(msgspec.Struct, frozen=True):
    """Two first cards over an up card, what becomes of them, and whether they are insured."""

    deal: Deal
    how: How
    insured: bool


class FixedPlay(msgspec.Struct, frozen=True, eq=False):
    """What is done with every hand over an up card, and which first cards are surrendered before the look."""

    strategy: Strategy
    given_up: frozenset[tuple[int, int]]


class Column(msgspec.Struct, frozen=True, eq=False):
    """All deals over one up card with the strategy that plays them; none stands for best play."""

    up: UpCard
    strategy: Strategy | None
    choice: NDArray[np.int64]
    played: tuple[Played, ...]


class Outcomes(msgspec.Struct, frozen=True):
    """The chance of every net gain, and the moments of it.

    ``sure`` are rounds that end with one hand or two; ``more`` those with more, whose gains have the right
    chance in all, but between them only nearly.
    """

    sure: dict[Fraction, float]
    more: dict[Fraction, float]
    mean: float
    square: float

    @property
    def variance(self) -> float:
        """The variance of the net gain of a round."""
        return self.square - self.mean**2


def best_columns(analysis: Analysis) -> tuple[Column, ...]:
    """Best play as it was found."""
    return tuple(_best_column(analysis.ups[value], dealt) for value, dealt in by_up_card(analysis).items())


def _best_column(up: UpCard, dealt: list[Deal]) -> Column:
    choice, played = up.choice.copy(), []
    for deal in dealt:
        how = How.PLAYED
        if deal.best is None:
            how = How.BLACKJACK
        elif deal.best is Decision.SPLIT:
            how = How.SPLIT
        elif deal.best is Decision.SURRENDER and up.rules.surrender is Surrender.EARLY_ACE:
            how = How.GIVEN_UP
        else:
            choice[all_hands().of(deal.first, deal.second)] = COLUMNS[deal.best]
        played.append(Played(deal, how, deal.insurance > 0 and how is not How.GIVEN_UP))
    return Column(up, None, choice, tuple(played))


def chart_columns(
    analysis: Analysis, columns: Mapping[int, UpChart], *, insurance: bool
) -> tuple[Column, ...]:
    """A chart followed to the letter."""
    return tuple(
        _chart_column(analysis.ups[value], columns[value], dealt, insurance=insurance)
        for value, dealt in by_up_card(analysis).items()
    )


def _chart_column(base: UpCard, column: UpChart, dealt: list[Deal], *, insurance: bool) -> Column:
    rules = base.rules
    given_up = (deal for deal in dealt if deal.best is not None)
    play = FixedPlay(
        chart.as_strategy(rules, column),
        frozenset(
            (deal.first, deal.second)
            for deal in given_up
            if gives_up_early(rules, code_of_deal(column, deal), deal)
        ),
    )
    return fixed_column(base, play, dealt, insurance=insurance)


def fixed_column(base: UpCard, play: FixedPlay, dealt: Iterable[Deal], *, insurance: bool) -> Column:
    """All deals over one up card, played so, and insured wherever that is offered, or never."""
    rules, played = base.rules, []
    for deal in dealt:
        how = How.PLAYED
        if deal.best is None:
            how = How.BLACKJACK
        elif (deal.first, deal.second) in play.given_up:
            how = How.GIVEN_UP
        elif deal.first == deal.second and deal.first in play.strategy.splits:
            how = How.SPLIT
        insured = insurance and how is not How.GIVEN_UP and _is_offered_insurance(base, deal)
        played.append(Played(deal, how, insured))
    up = up_card(rules, base.left, base.value, strategy=play.strategy, ends=base.ends)
    return Column(up, play.strategy, up.choice, tuple(played))


def _is_offered_insurance(up: UpCard, deal: Deal) -> bool:
    hand = summaries(up.rules.cards_counted)[all_hands().of(deal.first, deal.second)]
    return Decision.INSURE in offer(up.rules, hand, up.value)


class ColumnGain(msgspec.Struct, frozen=True):
    """What the deals over one up card gain per unit staked, and what insurance adds to it."""

    played: float
    insurance: float


def column_gain(column: Column) -> ColumnGain:
    """What a column gains on average."""
    played = sum(each.deal.chance * _gain_of_deal(column.up, each) for each in column.played)
    insurance = sum(each.deal.chance * each.deal.insurance for each in column.played if each.insured)
    return ColumnGain(played, insurance)


def _gain_of_deal(up: UpCard, each: Played) -> float:
    """What two first cards are worth that are played so, insurance apart."""
    deal, h = each.deal, all_hands().of(each.deal.first, each.deal.second)
    match each.how:
        case How.BLACKJACK:
            return deal.worth - max(deal.insurance, 0.0)
        case How.GIVEN_UP:
            return deal.values[Decision.SURRENDER]
        case How.SPLIT:
            return up.whole(h, up.split[deal.first])
        case How.PLAYED:
            return up.whole(h, float(up.taken[h]))


class Counter:
    """Counts how rounds of one game come out, by one strategy after the other."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._memory: Memory = {}

    def outcomes(self, columns: Iterable[Column]) -> Outcomes:
        """How rounds come out that are played so. With splits, up cards are counted beside each other."""
        played = list(columns)
        if any(each.how is How.SPLIT for column in played for each in column.played):
            with ThreadPoolExecutor(THREADS) as threads:
                parts = list(threads.map(self._of_column, played))
        else:
            parts = [self._of_column(column) for column in played]
        mean, square = fsum(part.mean for part in parts), fsum(part.square for part in parts)
        return Outcomes(_add(part.sure for part in parts), _add(part.more for part in parts), mean, square)

    def _of_column(self, column: Column) -> Outcomes:
        rules, sure, more = (
            self._rules,
            defaultdict[Fraction, float](float),
            defaultdict[Fraction, float](float),
        )
        for insured in (False, True):
            played = [each for each in column.played if each.insured is insured]
            if played:
                _add_unsplit(sure, rules, column, played, insured=insured)
        mean = fsum(float(gain) * chance for gain, chance in sure.items())
        square = fsum(float(gain) ** 2 * chance for gain, chance in sure.items())
        for each in column.played:
            if each.how is How.SPLIT:
                split = split_gains(column.up, each.deal.first, column.strategy, self._memory)
                besides = _besides(rules, column.up, insured=each.insured)
                looked = checks_under(rules, column.up.value)
                for into, gains in ((sure, split.two), (more, split.more)):
                    for (late, gain), chance in gains.items():
                        # What the dealer's look found was no split, and is counted with those that are none.
                        into[gain + besides[late]] += 0.0 if late and looked else each.deal.chance * chance
                first, second = _moments(split.moments, besides)
                mean += each.deal.chance * first
                square += each.deal.chance * second
        return Outcomes(sure, more, mean, square)


def _add(parts: Iterable[Mapping[Fraction, float]]) -> dict[Fraction, float]:
    gains: dict[Fraction, float] = defaultdict(float)
    for part in parts:
        for gain, chance in part.items():
            gains[gain] += chance
    return dict(gains)


def _moments(split: Moments, besides: tuple[Fraction, Fraction]) -> tuple[float, float]:
    """The mean gain of a split and of its square, with what it gains beside its hands."""
    mean = square = 0.0
    for flat, first, second, chance in zip(besides, split.mean, split.square, split.chance, strict=True):
        mean += first + float(flat) * chance
        square += second + 2 * float(flat) * first + float(flat) ** 2 * chance
    return mean, square


def _insurance(rules: Rules, *, insured: bool) -> tuple[Fraction, Fraction]:
    """What insurance gains without and with a blackjack."""
    return (Fraction(-1, 2), rules.insurance_pays.ratio / 2) if insured else (Fraction(0), Fraction(0))


def _besides(rules: Rules, up: UpCard, *, insured: bool) -> tuple[Fraction, Fraction]:
    """What a split gains beside its hands, without and with a late blackjack.

    One that is found at once is nothing to a split, neither here nor in its hands.
    """
    lost, won = _insurance(rules, insured=insured)
    return lost, Fraction(0) if checks_under(rules, up.value) else Fraction(up.terms.flat_split) + won


def _add_unsplit(
    into: dict[Fraction, float], rules: Rules, column: Column, played: list[Played], *, insured: bool
) -> None:
    """Count the rounds that are not split."""
    up, hands = column.up, all_hands()
    start = np.zeros(len(hands.hard))
    tally = np.zeros((len(End), ends_kernel.MADE_COUNT))
    for each in played:
        deal = each.deal
        if each.how is How.PLAYED:
            start[hands.of(deal.first, deal.second)] = deal.chance
        elif each.how is How.SPLIT:
            if checks_under(rules, up.value):
                # The dealer's look comes first: what it finds is a round without a split.
                tally[End.STAND, ends_kernel.BLACKJACK] += deal.chance * deal.blackjack
        else:
            # Early surrender is before the dealer looks: half is lost, blackjack or not.
            row = tally[End.BLACKJACK if each.how is How.BLACKJACK else End.SURRENDER]
            blackjack = deal.blackjack if each.how is How.BLACKJACK else 0.0
            row[ends_kernel.WIN] += deal.chance * (1 - blackjack)
            row[ends_kernel.BLACKJACK] += deal.chance * blackjack
    state = menu(rules, UNSPLIT).state
    often = kernel.visits(hands.arrays, up.left, state, column.choice, start)
    tally += ends_kernel.end_tally(
        hands.arrays, up.left, state, column.choice, often, up.ends, up.terms.unsplit
    )
    lost, won = _insurance(rules, insured=insured)
    for end in End:
        for dealer, chance in enumerate(tally[end].tolist()):
            if chance > 0:
                besides = won if dealer == ends_kernel.BLACKJACK else lost
                into[_gain(rules, up.value, end, dealer) + besides] += chance


def _gain(rules: Rules, up_value: int, end: End, dealer: int) -> Fraction:
    """What an unsplit hand gains that ended so, by what the dealer made of it."""
    if dealer == ends_kernel.BLACKJACK:
        found_at_once = checks_under(rules, up_value) and end is not End.BLACKJACK
        return gain_of(rules, End.STAND if found_at_once else end, blackjack=True)
    if end in (End.STAND, End.DOUBLE):
        dealer_total = {ends_kernel.WIN: 18, ends_kernel.PUSH: 19, ends_kernel.LOSE: 20}[dealer]
        return gain_standing(rules, end, 19, dealer_total)
    return gain_of(rules, end, blackjack=False)
