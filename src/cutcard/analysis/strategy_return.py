"""What a strategy file returns exactly, and what each cell costs that it plays otherwise than the best chart.

The file is resolved hand by hand by the plan itself, as the simulator does it, and counted like any other
fixed strategy. A cell's cost is counted by playing that cell alone as the file says, all else by the chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
import numpy as np

from cutcard.cards import Pack
from cutcard.exact.codes import UPS
from cutcard.exact.main.blackjack import Analysis, Deal, Strategy, UpCard, analyse, up_values, values_left
from cutcard.exact.main.chart import by_up_card
from cutcard.exact.main.outcomes import COLUMNS, ColumnGain, FixedPlay, column_gain, fixed_column
from cutcard.exact.main.player_hands import FROM_ACES, FROM_SPLIT, OPEN, UNSPLIT, all_hands, menu, summaries
from cutcard.exact.main.strategy import fixed_spread, main_game
from cutcard.exact.sheet import Deviation, StrategyReturn, StrategySheet
from cutcard.games.blackjack.hand import ACE, TEN, Hand
from cutcard.games.blackjack.options import Decision, offer, options
from cutcard.games.blackjack.rules import Rules
from cutcard.sim.plan import Place, Plan, gives_up, ruling
from cutcard.sim.plans import chart_of, plan_of
from cutcard.sim.strategy_file import hand_name

INSURANCE: Final = "insurance"
_TAKEN: Final = {True: "always", False: "never"}
_UP_NAMES: Final = {value: name for name, value in UPS.items()}
_GIVEN_UP: Final = "before the look"
_MOST_SPECIAL: Final = ("two", "pair", "with", "hard", "soft")
"""The parts of a plan in the order in which they are asked."""

Spot = tuple[int, int]
"""A hand by number, in one of the situations of `player_hands`."""


class Answer(msgspec.Struct, frozen=True):
    """What a plan makes of a hand: the row that decides, its code, and what comes of it."""

    place: Place
    code: str
    does: Decision | str


Column = dict[Spot, Answer]
"""All that a plan decides over one up card."""


def strategy_sheet(rules: Rules, pack: Pack, plan: Plan, file: str) -> StrategySheet:
    """All about a plan that stood in a file of this name."""
    plays = {value: _fixed_play(dict(_answers(rules, plan, value))) for value in up_values(values_left(pack))}
    spread = fixed_spread(rules, pack, plays, insurance=plan.insurance)
    return StrategySheet(file, strategy_return(rules, pack, plan), spread)


def strategy_return(rules: Rules, pack: Pack, plan: Plan) -> StrategyReturn:
    """What the plan returns for each unit of the first stake, and what its deviations cost."""
    analysis = analyse(rules, pack)
    dealt = by_up_card(analysis)
    chart = plan_of(chart_of(main_game(rules, pack)))
    own, best = (_answers_by_up(analysis, each) for each in (plan, chart))
    gains = {value: _gain(analysis.ups[value], own[value], dealt[value]) for value in own}
    expected = {value: _gain(analysis.ups[value], best[value], dealt[value]) for value in best}
    deviations = [
        *_other_insurance(plan, chart, expected),
        *(
            deviation
            for value, up in analysis.ups.items()
            for deviation in _deviations(up, dealt[value], own[value], best[value], insurance=chart.insurance)
        ),
    ]
    returned = _returned(gains, plan)
    return StrategyReturn(
        returned=returned,
        difference=_returned(expected, chart) - returned,
        deviations=tuple(sorted(deviations, key=lambda deviation: -deviation.cost)),
    )


def _returned(gains: Mapping[int, ColumnGain], plan: Plan) -> float:
    played = 1 + sum(gain.played for gain in gains.values())
    return played + sum(gain.insurance for gain in gains.values()) if plan.insurance else played


def _gain(up: UpCard, column: Column, dealt: list[Deal]) -> ColumnGain:
    """What a column gains; what insurance adds is told in any case."""
    return column_gain(fixed_column(up, _fixed_play(column), dealt, insurance=True))


def _answers_by_up(analysis: Analysis, plan: Plan) -> dict[int, Column]:
    return {value: dict(_answers(analysis.rules, plan, value)) for value in analysis.ups}


def _answers(rules: Rules, plan: Plan, up: int) -> Iterator[tuple[Spot, Answer]]:
    """What the plan makes of every hand that is asked."""
    # Cards are counted further than the rules need where the plan has exceptions by number of cards.
    counted = max(rules.cards_counted, *(cards + 1 for cards, _, _ in plan.by_cards), 0)
    for situation in (UNSPLIT, FROM_SPLIT, FROM_ACES):
        state = menu(rules, situation).state
        for h, summary in enumerate(summaries(counted)):
            if state[h] == OPEN:
                yield (h, situation), _answer_to(rules, plan, up, (h, situation), summary)


def _answer_to(rules: Rules, plan: Plan, up: int, spot: Spot, summary: Hand) -> Answer:
    h, situation = spot
    hand, hands = summary, 1
    if situation != UNSPLIT:
        aces = situation == FROM_ACES
        hand, hands = Hand(hand.total, hand.soft, hand.cards, hand.pair, 1, aces), rules.max_hands
    first_two = _first_two(h) if hand.cards == 2 else None
    answer = ruling(plan, up, hand, first_two, options(rules, hand, hands))
    if situation == UNSPLIT and first_two and gives_up(plan, up, hand, first_two, offer(rules, hand, up)):
        return Answer(answer.place, answer.code, _GIVEN_UP)
    return Answer(answer.place, answer.code, answer.decision)


def _first_two(h: int) -> tuple[int, int]:
    """The values of a hand of two cards, the higher first."""
    low, high = (value for value in range(ACE, TEN + 1) for _ in range(all_hands().counts[h, value - 1]))
    return high, low


def _fixed_play(column: Column) -> FixedPlay:
    """A column as the counting takes it."""
    choices = {s: np.zeros(len(all_hands().hard), dtype=np.int64) for s in (UNSPLIT, FROM_SPLIT, FROM_ACES)}
    splits, given_up = set(), set()
    for (h, situation), answer in column.items():
        if answer.does is Decision.SPLIT:
            splits.add(_first_two(h)[0])
        elif answer.does == _GIVEN_UP:
            high, low = _first_two(h)
            given_up.add((low, high))
        else:
            choices[situation][h] = COLUMNS[Decision(answer.does)]
    strategy = Strategy(choices[UNSPLIT], choices[FROM_SPLIT], choices[FROM_ACES], frozenset(splits))
    return FixedPlay(strategy, frozenset(given_up))


def _other_insurance(plan: Plan, chart: Plan, expected: Mapping[int, ColumnGain]) -> Iterator[Deviation]:
    if plan.insurance is not chart.insurance and ACE in expected:
        adds = expected[ACE].insurance
        plays, best = _TAKEN[plan.insurance], _TAKEN[chart.insurance]
        yield Deviation(INSURANCE, _UP_NAMES[ACE], plays, best, -adds if plan.insurance else adds)


def _deviations(
    up: UpCard, dealt: list[Deal], own: Column, best: Column, *, insurance: bool
) -> Iterator[Deviation]:
    """The cells of one up card that are played otherwise, each with its cost."""
    cells: dict[Place, list[Spot]] = {}
    for spot, answer in own.items():
        if answer.does != best[spot].does:
            place = min(answer.place, best[spot].place, key=lambda place: _MOST_SPECIAL.index(place[0]))
            cells.setdefault(place, []).append(spot)

    def gained(column: Column) -> float:
        gain = _gain(up, column, dealt)
        return gain.played + gain.insurance * insurance

    expected = gained(best) if cells else 0.0
    for place, spots in cells.items():
        cost = expected - gained(best | {spot: own[spot] for spot in spots})
        plays, better = own[spots[0]].code, best[spots[0]].code
        yield Deviation(hand_name(place), _UP_NAMES[up.value], plays, better, cost)
