"""Shared cards with thousands of patrons: each is treated exactly as if alone at the table (TB-04, TB-11)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cutcard.games import due
from cutcard.games.blackjack import in_step
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.in_turn import Stage
from cutcard.games.blackjack.options import Decision, options
from cutcard.games.blackjack.play import HandAt, Play, Position, stopped
from cutcard.games.blackjack.rules import Rules, Surrender
from cutcard.games.blackjack.settle import results
from cutcard.games.reason import Refusal
from cutcard.profiles import load

MASKS = [(True, True, True), (True, False, False), (False, True, True), (False, False, False)]


class Stadium:
    """Patrons by number, each with a line; the round knows only how many are on which."""

    def __init__(self, rules: Rules, patrons: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = [in_step.opening(self.random.choice(MASKS)) for _ in range(patrons)]
        self.round = in_step.start(rules, Counter(self.lines))
        self.rules = rules
        self.face_down = -1
        self.most_lines = 0
        self.steps: list[int] = []

    def play(self) -> None:
        """The round to its end, some patrons letting windows pass."""
        while not isinstance(self.round.due, due.Nothing):
            self.step()
            self.most_lines = max(self.most_lines, len(self.round.lines))
            if self.round.stage in (Stage.OFFER, Stage.PLAY):
                assert Counter(self.lines) == Counter(self.round.lines)

    def step(self) -> None:
        card = self.random.randrange(52)
        match self.round.due:
            case due.Card(to=to):
                before = self.round
                self.round = sure(in_step.deal(before, card))
                if to == in_step.SHARED:
                    self.steps.append(card)
                    after = {line: in_step.after_card(self.rules, line, card) for line in before.lines}
                    self.lines = [after[line] for line in self.lines]
                elif to.position > 0:
                    moved = dict(zip(before.lines, self.round.lines, strict=True))
                    self.lines = [moved[line] for line in self.lines]
            case due.FaceDown():
                self.face_down = card
                self.round = sure(in_step.deal_face_down(self.round))
            case due.Check():
                self._check()
            case due.Turn():
                self.round = sure(in_step.turn(self.round, self.face_down))
            case due.Decision():
                self._window()
            case due.Nothing():
                raise AssertionError("over")

    def _check(self) -> None:
        before = self.round
        blackjack = has_blackjack(with_card(before.dealer, self.face_down))
        self.round = sure(in_step.check(before, blackjack))
        if blackjack:
            self.lines = [
                Play(tuple(stopped(position) for position in line.positions)) for line in self.lines
            ]

    def _window(self) -> None:
        offer = self.round.stage is Stage.OFFER
        for patron, line in enumerate(self.lines):
            asked = in_step.offered_to(self.round, line) if offer else in_step.needs(line)
            for hand in asked:
                if self.random.random() < 0.9:
                    self._decide(patron, hand, offer)
        if isinstance(self.round.due, due.Decision):
            self.round = sure(in_step.close_window(self.round))

    def _decide(self, patron: int, hand: HandAt, offer: bool) -> None:
        line = self.lines[patron]
        position = line.positions[hand.position - 1]
        branch = position.branches[hand.branch]
        if offer:
            choices = [Decision.INSURE, Decision.DECLINE]
        else:
            choices = list(options(self.rules, branch.hand, len(position.branches)))
            # Mostly sensible play, so that rounds end and lines do not multiply without bound.
            if self.random.random() < 0.8:
                choices = [
                    Decision.HIT if branch.hand.total < 14 and Decision.HIT in choices else Decision.STAND
                ]
        after = in_step.decide(self.round, line, hand, self.random.choice(choices))
        assert not isinstance(after, Refusal)
        self.round, self.lines[patron] = after


def sure(round_: in_step.Round | Refusal) -> in_step.Round:
    assert isinstance(round_, in_step.Round), round_
    return round_


def shared_rules(**changes: object) -> Rules:
    rules = load("multihand-etg", changes).rules
    assert isinstance(rules, Rules)
    return rules


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "changes",
    [{}, {"surrender": "late", "max_split_depth": 2, "max_hands": 4}, {"second_card": "none", "charlie": 5}],
    ids=["default", "late surrender, deep splits", "no hole card, five-card charlie"],
)
def test_tb_04_thousands_of_patrons_share_lines(changes: dict[str, object], seed: int) -> None:
    stadium = Stadium(shared_rules(**changes), patrons=2000, seed=seed)
    stadium.play()
    ended = [
        result
        for line in stadium.lines
        for position in line.positions
        for result in results(stadium.rules, position, stadium.round.dealer)
    ]
    assert len(ended) >= 2000
    assert stadium.most_lines < 2000, "patrons who did the same must share a line"


@pytest.mark.parametrize("seed", range(4))
def test_tb_11_each_step_serves_one_hand_of_a_patron_or_none(seed: int) -> None:
    stadium = Stadium(shared_rules(), patrons=300, seed=seed)
    while not isinstance(stadium.round.due, due.Nothing):
        shared = isinstance(stadium.round.due, due.Card) and stadium.round.due.to == in_step.SHARED
        before = list(stadium.lines)
        stadium.step()
        if shared:
            for was, now in zip(before, stadium.lines, strict=True):
                grown = [_cards(b) - _cards(a) for a, b in zip(was.positions, now.positions, strict=True)]
                served = in_step.served(was)
                assert sum(grown) == (served is not None)
                if served is not None:
                    assert grown[served.position - 1] == 1
                    # Right to left: nobody lower had asked.
                    waiting = [p for p in was.positions[: served.position - 1] if p.in_play is not None]
                    assert all(p.in_play is not None and p.in_play.state == "open" for p in waiting)


def _cards(position: Position) -> int:
    return sum(len(branch.cards) for branch in position.branches)


def test_a_line_nobody_plays_is_refused() -> None:
    round_ = in_step.start(Rules(), {in_step.opening((True,)): 1})
    refused = in_step.decide(round_, in_step.opening((False,)), HandAt(1), Decision.HIT)
    assert isinstance(refused, Refusal)
    assert refused.code == "no_such_line"


def test_what_is_not_due_is_refused_in_step_too() -> None:
    round_ = in_step.start(shared_rules(), {in_step.opening((True, True, True)): 1})
    line = next(iter(round_.lines))
    refused = [
        in_step.deal_face_down(round_),
        in_step.check(round_, False),
        in_step.turn(round_, 0),
        in_step.close_window(round_),
        in_step.decide(round_, line, HandAt(1), Decision.HIT),
    ]
    assert [no.code for no in refused if isinstance(no, Refusal)] == [
        "no_face_down_card_is_due",
        "no_check_is_due",
        "no_turn_is_due",
        "no_window_is_open",
        "no_decision_is_due",
    ]


def test_bj_15_early_surrender_in_step_takes_the_hand_out() -> None:
    rules = shared_rules(surrender=Surrender.EARLY_ACE, positions=1)
    round_: in_step.Round = in_step.start(rules, {in_step.opening((True,)): 2})
    for card in (8, 0, 6):
        round_ = sure(in_step.deal(round_, card))
    round_ = sure(in_step.deal_face_down(round_))
    line = next(iter(round_.lines))
    given_up = in_step.decide(round_, line, HandAt(1), Decision.SURRENDER)
    assert not isinstance(given_up, Refusal)
    round_, moved = given_up
    assert round_.lines == {line: 1, moved: 1}
    again = in_step.decide(round_, moved, HandAt(1), Decision.SURRENDER)
    assert isinstance(again, Refusal)
    hit = in_step.decide(round_, line, HandAt(1), Decision.HIT)
    assert isinstance(hit, Refusal)
    assert hit.code == "not_offered"
