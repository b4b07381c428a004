"""The exact values against the rules themselves: every round of a small pack, played through the engine."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import fsum
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from cutcard.cards import Pack
from cutcard.exact.bets.counted import TooFewCards
from cutcard.exact.codes import ORDER, calm, says
from cutcard.exact.main import kernel
from cutcard.exact.main.best_chart import best_charts
from cutcard.exact.main.blackjack import Analysis, analyse
from cutcard.exact.main.chart import UpChart, code_of
from cutcard.exact.main.outcomes import Counter, Outcomes, best_columns, chart_columns
from cutcard.exact.main.player_hands import all_hands, summaries
from cutcard.games import due
from cutcard.games.blackjack import in_turn
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.in_turn import Round, Stage, Wagered
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import Position
from cutcard.games.blackjack.rules import (
    DoubleAfterSplit,
    DoubleOn,
    LateBlackjack,
    Rules,
    SecondCard,
    Surrender,
)
from cutcard.games.blackjack.settle import insurance_pays, results
from cutcard.games.reason import Refusal
from cutcard.money import Odds
from tests.random_play.rule_values import blackjack_rules

COLUMN = {
    Decision.STAND: kernel.STAND,
    Decision.HIT: kernel.HIT,
    Decision.DOUBLE: kernel.DOUBLE,
    Decision.SURRENDER: kernel.SURRENDER,
}


class EveryRound:
    """Walks every round that a pack can deal, by value, and counts how often each gain comes."""

    def __init__(self, found: Analysis) -> None:
        self.found = found
        self.deals = {(deal.first, deal.second, deal.up): deal for deal in found.deals}
        self.rounds = 0
        self.gains: dict[tuple[int, Fraction], float] = defaultdict(float)
        """The chance of every gain, by the number of hands."""

    def walk(self, rules: Rules) -> None:
        self._walk(in_turn.start(rules, [Wagered(1)]), self.found.left.tolist(), None, 1.0)

    def mean(self, power: int = 1) -> float:
        return fsum(float(gain) ** power * chance for (_, gain), chance in self.gains.items())

    def of_hands(self, *numbers: int) -> dict[Fraction, float]:
        gains: dict[Fraction, float] = defaultdict(float)
        for (hands, gain), chance in self.gains.items():
            gains[gain] += chance * (hands in numbers)
        return {gain: chance for gain, chance in gains.items() if chance}

    def _walk(self, round_: Round, left: list[int], hidden: int | None, chance: float) -> None:
        match round_.due:
            case due.Card():
                for card, drawn_so, rest in drawn(left):
                    self._walk(sure(in_turn.deal(round_, card)), rest, hidden, chance * drawn_so)
            case due.FaceDown():
                for card, drawn_so, rest in drawn(left):
                    self._walk(sure(in_turn.deal_face_down(round_)), rest, card, chance * drawn_so)
            case due.Check():
                assert hidden is not None
                blackjack = has_blackjack(with_card(round_.dealer, hidden))
                self._walk(sure(in_turn.check(round_, blackjack)), left, hidden, chance)
            case due.Turn():
                assert hidden is not None
                self._walk(sure(in_turn.turn(round_, hidden)), left, None, chance)
            case due.Decision(hands=hands):
                decided = in_turn.decide(round_, hands[0], self._best(round_))
                self._walk(sure(decided), left, hidden, chance)
            case due.Nothing():
                self._end(round_, chance)

    def _end(self, round_: Round, chance: float) -> None:
        self.rounds += 1
        self.gains[len(round_.positions[0].branches), gained(round_)] += chance

    def _best(self, round_: Round) -> Decision:
        """The strategy under test: by the exact values of this hand's own cards, nothing else."""
        position = round_.positions[0]
        first = tuple(sorted(value(card) for card in position.first))
        deal = self.deals[first[0], first[1], round_.dealer.up_value]
        open_to = in_turn.decisions(round_, round_.due.hands[0])  # type: ignore[union-attr]
        if round_.stage is Stage.OFFER:
            if deal.best is Decision.SURRENDER and Decision.SURRENDER in open_to:
                return Decision.SURRENDER
            wanted = Decision.INSURE in open_to and deal.insurance > 0
            return Decision.INSURE if wanted else Decision.DECLINE
        if len(position.branches) == 1 and len(position.branches[0].cards) == 2:
            assert deal.best is not None
            best = deal.best
            if best is not Decision.SURRENDER or best in open_to:
                return best
        if Decision.SPLIT in open_to and len(position.branches) > 1:
            return Decision.SPLIT
        return self._by_columns(round_, position, open_to)

    def _by_columns(self, round_: Round, position: Position, open_to: tuple[Decision, ...]) -> Decision:
        cards = position.branches[position.at].cards
        h = all_hands().of(*(value(card) for card in cards))
        columns = self.found.ups[round_.dealer.up_value].columns[h]
        # The calmer of two equal ones, as the counting has it.
        order = [d for d in (Decision.STAND, Decision.HIT, Decision.DOUBLE) if d in open_to]
        return max(order, key=lambda decision: columns[COLUMN[decision]])


def sure(round_: Round | Refusal) -> Round:
    assert isinstance(round_, Round), round_
    return round_


def drawn(left: list[int]) -> Iterator[tuple[int, float, list[int]]]:
    """One card of each value there is, its chance, and what remains."""
    size = sum(left)
    for v, count in enumerate(left):
        if count:
            yield v, count / size, [n - (i == v) for i, n in enumerate(left)]


def gained(round_: Round, number: int = 1) -> Fraction:
    won = sum(
        (
            result.pays.ratio * result.wager
            for result in results(round_.rules, round_.positions[number - 1], round_.dealer)
        ),
        Fraction(0),
    )
    if number in round_.insured:
        won += insurance_pays(round_.rules, round_.dealer).ratio / 2
    return won


def small_pack(values: tuple[int, ...], each: int) -> Pack:
    counts = [each if rank in [v - 1 for v in values] else 0 for rank in range(13)]
    return Pack(tuple(counts + [0] * 39), sum(counts))


def random_rules(seed: int) -> Rules:
    pick: Any = random.Random(seed).choice
    flag = (False, True)
    late = pick(list(LateBlackjack))
    return Rules(
        dealer_hits_soft_17=pick(flag),
        second_card=pick(list(SecondCard)),
        checks_under_ace=pick(flag),
        checks_under_ten=pick(flag),
        late_blackjack_returns=late,
        blackjack_pays=pick([Odds(3, 2), Odds(6, 5), Odds(1)]),
        insurance=pick(flag),
        insurance_with_blackjack=pick(flag),
        double_on=pick(list(DoubleOn)),
        double_after_split=pick(list(DoubleAfterSplit)),
        max_split_depth=pick((0, 1, 2)),
        max_hands=pick((2, 3)),
        hit_split_aces=pick(flag),
        resplit_aces=pick(flag),
        double_split_aces=pick(flag),
        surrender=pick(list(Surrender)),
        charlie=pick((0, 5)),
        # Both at once are counted but for the rare split of nothing but charlies (docs: exact).
        charlie_beats_blackjack=late is not LateBlackjack.ORIGINAL_ONLY and pick(flag),
    )


PACKS = [((1, 10), 14), ((1, 7, 10), 10), ((5, 6, 10), 10), ((4, 8, 10), 9), ((1, 8, 9), 10), ((3, 9, 10), 9)]


@pytest.mark.parametrize(("values", "each"), PACKS, ids=str)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_every_round_of_a_small_pack(values: tuple[int, ...], each: int, seed: int) -> None:
    rules = random_rules(hash((values, seed)) % 10_000)
    found = analyse(rules, small_pack(values, each))
    walk = EveryRound(found)
    walk.walk(rules)
    assert walk.mean() == pytest.approx(found.returned - 1, abs=1e-12)
    assert walk.rounds > 20
    agree(Counter(rules).outcomes(best_columns(found)), walk)


class EveryRoundByChart(EveryRound):
    """The same, played by a printed chart to the letter."""

    def __init__(self, found: Analysis, columns: dict[int, UpChart], *, insurance: bool) -> None:
        super().__init__(found)
        self.columns, self.insurance = columns, insurance

    def _best(self, round_: Round) -> Decision:
        position = round_.positions[0]
        column = self.columns[round_.dealer.up_value]
        open_to = in_turn.decisions(round_, round_.due.hands[0])  # type: ignore[union-attr]
        offered = round_.stage is Stage.OFFER
        cards = position.first if offered else position.branches[position.at].cards
        hand = summaries(round_.rules.cards_counted)[all_hands().of(*(value(card) for card in cards))]
        code = column.by_cards.get((hand.cards, hand.soft, hand.total)) or code_of(
            column, (hand.soft, hand.total)
        )
        if hand.pair and len(position.branches) == 1:
            code = column.pairs[hand.pair]
        if offered and says(code, Decision.SURRENDER) and Decision.SURRENDER in open_to:
            return Decision.SURRENDER
        if offered:
            insured = self.insurance and Decision.INSURE in open_to
            return Decision.INSURE if insured else Decision.DECLINE
        if hand.pair and len(position.branches) > 1 and Decision.SPLIT in open_to:
            return Decision.SPLIT
        first = next(iter(ORDER[code]))
        if first in open_to:
            return first
        order = (Decision.HIT, Decision.STAND) if calm(code) == "H" else (Decision.STAND, Decision.HIT)
        return next(decision for decision in order if decision in open_to)


@pytest.mark.parametrize(("values", "each"), PACKS[1:], ids=str)
@pytest.mark.parametrize("insurance", [False, True])
def test_every_round_by_the_chart(values: tuple[int, ...], each: int, insurance: bool) -> None:
    rules = random_rules(sum(values) + 7 * insurance)
    found = analyse(rules, small_pack(values, each))
    columns = best_charts(found)
    walk = EveryRoundByChart(found, columns, insurance=insurance)
    walk.walk(rules)
    agree(Counter(rules).outcomes(chart_columns(found, columns, insurance=insurance)), walk)


def agree(counted: Outcomes, walk: EveryRound) -> None:
    """The moments of all rounds, and the chance of every gain of those with one hand or two."""
    assert counted.mean == pytest.approx(walk.mean(), abs=1e-12)
    assert counted.square == pytest.approx(walk.mean(2), abs=1e-12)
    walked = walk.of_hands(1, 2)
    assert {gain for gain, chance in counted.sure.items() if chance > 1e-13} == set(walked)
    for gain, chance in walked.items():
        assert counted.sure[gain] == pytest.approx(chance, abs=1e-12), gain
    more = walk.of_hands(3, 4)
    assert sum(counted.more.values()) == pytest.approx(sum(more.values()), abs=1e-12)
    assert set(more) <= set(counted.more)


@pytest.mark.slow
@given(blackjack_rules)
@settings(max_examples=25)
def test_no_rules_break_the_counting(rules: Rules) -> None:
    found = analyse(rules, Pack.of_decks(rules.decks))
    assert 0.85 < found.returned < 1.1
    assert sum(deal.chance for deal in found.deals) == pytest.approx(1, abs=1e-12)
    for deal in found.deals:
        assert -2 * rules.max_hands <= deal.worth <= 2 * rules.max_hands


def test_too_small_a_pack_is_refused() -> None:
    with pytest.raises(TooFewCards, match="fewer than 24 cards"):
        analyse(Rules(), small_pack((5, 10), 3))


KINDER = [
    ("surrender", "none", "late"),
    ("double_on", "10-11", "9-11"),
    ("double_on", "9-11", "any"),
    ("double_after_split", "no", "same"),
    ("resplit_aces", False, True),
    ("hit_split_aces", False, True),
    ("blackjack_pays", Odds(1), Odds(6, 5)),
    ("blackjack_pays", Odds(6, 5), Odds(3, 2)),
    ("late_blackjack_returns", "nothing", "doubles"),
    ("late_blackjack_returns", "doubles", "original-only"),
    ("charlie", 0, 10),
    ("charlie", 10, 8),
    ("charlie", 8, 5),
    ("charlie_beats_blackjack", False, True),
    ("max_hands", 2, 3),
    ("max_hands", 3, 4),
]
GAMES = [
    Rules(
        decks=decks, dealer_hits_soft_17=hits, second_card=second, charlie=6, max_split_depth=3, max_hands=4
    )
    for decks, hits, second in product((2, 8), (False, True), SecondCard)
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "harsh", "kind"), KINDER)
def test_a_rule_that_can_only_help_never_lowers_the_return(name: str, harsh: object, kind: object) -> None:
    for rules in GAMES[:: 2 if name == "charlie" else 3]:
        returns = [
            analyse(changed(rules, name, each), Pack.of_decks(rules.decks)).returned for each in (harsh, kind)
        ]
        assert returns[1] >= returns[0] - 1e-12, f"{name}: {returns} under {rules}"


def changed(rules: Rules, name: str, to: object) -> Rules:
    kinds: dict[str, Any] = {
        "surrender": Surrender,
        "double_on": DoubleOn,
        "double_after_split": DoubleAfterSplit,
        "late_blackjack_returns": LateBlackjack,
    }
    return msgspec.structs.replace(rules, **{name: kinds.get(name, lambda each: each)(to)})
