"""The exact return of a strategy file: against every round of small packs, simulation, the chart."""

from __future__ import annotations

import random
import re
from math import sqrt
from typing import Any

import msgspec
import pytest

from cutcard.analysis.strategy_return import strategy_return, strategy_sheet
from cutcard.cards import Pack
from cutcard.exact.codes import CODES, FOR_TOTALS, PAIRS, UPS
from cutcard.exact.main.blackjack import analyse
from cutcard.exact.main.strategy import main_game, main_spread
from cutcard.exact.sheet import StrategyReturn
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.in_turn import Round, Stage, decisions
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Rules, Surrender
from cutcard.profiles import load, profile_ids
from cutcard.sim.plan import Plan, decide, gives_up
from cutcard.sim.plans import chart_of, plan_of
from cutcard.sim.request import simulation_request
from cutcard.sim.run import simulate
from cutcard.sim.strategy_file import HARD, SOFT, parse_strategy, strategy_csv
from tests.agreement.test_exact_blackjack import EveryRound, random_rules, small_pack
from tests.house.checkout import ROOT

PACKS = [((1, 10), 14), ((1, 7, 10), 10), ((5, 6, 10), 10), ((4, 8, 10), 9), ((1, 8, 9), 10), ((2, 9, 10), 9)]

MARKS: tuple[tuple[pytest.MarkDecorator, ...], ...] = (
    (),
    (pytest.mark.slow,),
    (pytest.mark.long,),
    (pytest.mark.long,),
)
"""More plans and rules, by seed."""


def random_plan(seed: int) -> Plan:
    """A plan of all that a file can say, good or bad: any code anywhere, exceptions of every kind."""
    chance: Any = random.Random(seed)

    def row(codes: tuple[str, ...], share: float = 1.0) -> dict[int, str]:
        return {up: chance.choice(codes) for up in UPS.values() if chance.random() < share}

    return Plan(
        hard={total: row(FOR_TOTALS, 0.9) for total in HARD},
        soft={total: row(FOR_TOTALS, 0.9) for total in SOFT},
        pairs={pair: row(CODES) for pair in PAIRS},
        by_cards={
            (cards, soft, total): row(FOR_TOTALS, 0.5)
            for cards in (2, 3, 4)
            for soft in (False, True)
            for total in chance.sample(range(12, 21), 4)
        },
        by_hand={
            (first, second): row(FOR_TOTALS, 0.5)
            for first in range(2, 11)
            for second in range(1, first)
            if chance.random() < 0.5
        },
        insurance=chance.random() < 0.5,
    )


class EveryRoundByPlan(EveryRound):
    """Every round of a pack, decided by a plan as the simulator asks it."""

    plan: Plan

    def _best(self, round_: Round) -> Decision:
        hand = round_.due.hands[0]  # type: ignore[union-attr]
        position, up, open_to = (
            round_.positions[hand.position - 1],
            round_.dealer.up_value,
            decisions(round_, hand),
        )
        branch = position.branches[0 if round_.stage is Stage.OFFER else position.at]
        cards = branch.cards
        low, high = sorted(value(card) for card in cards[:2])
        first_two = (high, low) if len(cards) == 2 else None
        held = msgspec.structs.replace(branch.hand, cards=len(cards))
        if round_.stage is Stage.OFFER:
            if gives_up(self.plan, up, held, first_two, open_to):
                return Decision.SURRENDER
            insured = self.plan.insurance and Decision.INSURE in open_to
            return Decision.INSURE if insured else Decision.DECLINE
        return decide(self.plan, up, held, first_two, open_to)


@pytest.mark.parametrize(
    ("values", "each", "seed"),
    [pytest.param(values, each, seed, marks=MARKS[seed]) for seed in range(4) for values, each in PACKS],
)
def test_every_round_of_a_small_pack(values: tuple[int, ...], each: int, seed: int) -> None:
    rules = random_rules(sum(values) + 100 * seed)
    if seed == 1:
        rules = msgspec.structs.replace(rules, surrender=Surrender.EARLY_ACE)
    pack, plan = small_pack(values, each), random_plan(sum(values) + seed)
    walk = EveryRoundByPlan(analyse(rules, pack))
    walk.plan = plan
    walk.walk(rules)
    counted = strategy_sheet(rules, pack, plan, "file")
    assert counted.counted.returned - 1 == pytest.approx(walk.mean(), abs=1e-12)
    assert counted.spread.variance == pytest.approx(walk.mean(2) - walk.mean() ** 2, abs=1e-12)


def returned_by(plan: Plan, name: str, **changes: object) -> StrategyReturn:
    rules = load(name, changes).rules
    assert isinstance(rules, Rules)
    return strategy_return(rules, Pack.of_decks(rules.decks), plan)


def chart(name: str, **changes: object) -> Plan:
    """The chart of best play, written as a file and read again."""
    rules = load(name, changes).rules
    assert isinstance(rules, Rules)
    game = main_game(rules, Pack.of_decks(rules.decks))
    return parse_strategy(strategy_csv(plan_of(chart_of(game))), "file")


def example() -> Plan:
    guide = (ROOT / "docs" / "guide" / "strategy-files.md").read_text(encoding="utf-8")
    found = re.search(r"```csv\n(.*?)```", guide, re.DOTALL)
    assert found
    return parse_strategy(found[1], "guide")


@pytest.mark.parametrize(
    "name", [name for name in profile_ids() if isinstance(load(name).rules, Rules)], ids=str
)
def test_the_chart_as_a_file_returns_what_the_chart_returns(name: str) -> None:
    rules = load(name).rules
    assert isinstance(rules, Rules)
    counted = returned_by(chart(name), name)
    assert counted.returned == main_game(rules, Pack.of_decks(rules.decks)).sheet.chart_returned
    assert (counted.difference, counted.deviations) == (0, ())


def test_the_chart_as_a_file_has_the_spread_of_the_chart() -> None:
    rules = load("american-live").rules
    assert isinstance(rules, Rules)
    pack = Pack.of_decks(rules.decks)
    counted, expected = (
        strategy_sheet(rules, pack, chart("american-live"), "file").spread,
        main_spread(rules, pack).chart,
    )
    assert counted.variance == pytest.approx(expected.variance, abs=1e-13)
    assert counted.hit_rate == pytest.approx(expected.hit_rate, abs=1e-13)


def test_no_cell_alone_costs_less_than_nothing() -> None:
    """The chart is the best: no total and no pair, changed alone, may gain."""
    plan = random_plan(7)
    plan = msgspec.structs.replace(plan, by_cards={}, by_hand={}, insurance=True)
    counted = returned_by(plan, "multihand-online")
    assert len(counted.deviations) > 200
    assert min(deviation.cost for deviation in counted.deviations) > -1e-12
    costs = [deviation.cost for deviation in counted.deviations]
    assert costs == sorted(costs, reverse=True)
    assert counted.sum == pytest.approx(sum(costs))


def test_one_cell_costs_what_the_whole_differs() -> None:
    plan = chart("american-live")
    for part, total in (("hard", 12), ("pairs", 8)):
        rows = dict(getattr(plan, part))
        rows[total] = {**rows[total], 6: "H"}
        counted = returned_by(msgspec.structs.replace(plan, **{part: rows}), "american-live")
        assert [deviation.up_card for deviation in counted.deviations] == ["6"]
        assert counted.sum == pytest.approx(counted.difference, abs=1e-15)
        assert counted.sum > 1e-5


def test_insurance_is_a_cell_of_its_own() -> None:
    plan = chart("multihand-online")
    counted = returned_by(msgspec.structs.replace(plan, insurance=True), "multihand-online")
    told = counted.deviations[0]
    assert (told.hand, told.up_card, told.plays, told.best) == ("insurance", "A", "always", "never")
    assert told.cost == pytest.approx(counted.difference, abs=1e-15)


def test_an_exception_may_gain_on_the_chart() -> None:
    """Sixteen of three cards and more stands against a ten where sixteen of two cards hits."""
    counted = returned_by(example(), "multihand-online", surrender="none")
    gain = next(each for each in counted.deviations if each.hand == "hard 16 with 3 cards")
    assert (gain.up_card, gain.plays, gain.best) == ("T", "S", "H")
    assert -1e-4 < gain.cost < -1e-6


@pytest.mark.parametrize(
    ("name", "seed"), [("american-live", 3), pytest.param("multihand-etg", 11, marks=pytest.mark.long)]
)
def test_simulation_agrees(name: str, seed: int) -> None:
    profile = load(name, {"shuffle": "every-round", "penetration": "1"})
    rules = profile.rules
    assert isinstance(rules, Rules)
    plan = example()
    tally = simulate(simulation_request(profile, 1_500_000, seed, 1, (), plan).request, 2)
    nets = {net / tally.unit: count / tally.rounds for net, count in tally.nets.items()}
    counted = strategy_sheet(rules, Pack.of_decks(rules.decks), plan, "file")
    mean = sum(net * share for net, share in nets.items())
    variance = sum((net - mean) ** 2 * share for net, share in nets.items())
    fourth = sum((net - mean) ** 4 * share for net, share in nets.items())
    assert abs(mean + 1 - counted.counted.returned) < 5 * sqrt(variance / tally.rounds)
    assert abs(variance - counted.spread.variance) < 5 * sqrt((fourth - variance**2) / tally.rounds)
    hits = sum(share for net, share in nets.items() if net > 0)
    assert abs(hits - counted.spread.hit_rate) < 5 * sqrt(0.25 / tally.rounds) + counted.spread.unsure
