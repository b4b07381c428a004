"""A misread card where all have the same cards: each hand is judged by its own cards and decisions (TB-33).

Rounds are played at random, then a card is put right. What should be void is found a second time, by playing
every hand alone: the cards that came to it and the decisions made for it, in their order.
"""

from __future__ import annotations

from random import Random

import pytest

from cutcard.cards import parse_card
from cutcard.games import due
from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.in_step import SHARED, served
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Position, State, decided, with_card, with_first_card
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table.correction.story import cards_of
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.wager_fates import Ride, main_at
from tests.rounds.played_table import PlayedTable

pytestmark = pytest.mark.slow

SEED = 20262
ROUNDS = 40
HANDS = {"ann": (1, 2), "bob": (2,), "cid": (1, 2), "zoe": (3,)}
"""Zoe stands on her nineteen, so that the dealer plays in every round."""

Deed = int | tuple[HandAt, Decision]
"""A card, by its place in the round, or a decision."""


class Evening:
    """One round at a live table, and what happened to every hand of it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"{SEED} {seed}")
        self.pit = PlayedTable()
        self.deeds: dict[Ride, list[Deed]] = {main_at(who, at): [] for who in HANDS for at in HANDS[who]}
        self.pit.perform(["table", "multihand-etg"])
        for who in HANDS:
            self.pit.perform(["patron", who, "1000000"])
        self.pit.perform(["open"])
        for who, positions in HANDS.items():
            for at in positions:
                assert f"{MAIN}@{at} 1000" in self.pit.perform(f"bet {who} {at} {MAIN} 1000".split())
        self.pit.perform(["close"])
        while self.step():
            pass

    @property
    def felt(self) -> SharedFelt:
        assert isinstance(self.pit.table.deal.felt, SharedFelt)
        return self.pit.table.deal.felt

    def step(self) -> bool:
        """The next thing that is due; whether there was one."""
        match self.felt.due:
            case due.Card(to=to):
                self.card(to)
            case due.FaceDown():
                self.pit.perform(["face", "down"])
            case due.Turn():
                self.pit.perform(["turn", "Td"])
            case due.Decision():
                self.decision()
            case _:
                return False
        return True

    def card(self, to: HandAt) -> None:
        """A card, noted with every hand that it comes to."""
        number = len(cards_of(self.pit.table)) + 1
        for ride, deeds in self.deeds.items():
            hand = served(self.felt.play_of(ride.patron)) if to == SHARED else to
            if hand is not None and hand.position == ride.position:
                deeds.append(number)
        fixed = {HandAt(0): "6d", HandAt(3): "Tc" if number < 4 else "9c"}
        drawn = self.random.choice(("2s", "3s", "5h", "6h", "8c", "9h", "Tc", "Kh", "As"))
        called = self.pit.perform(["card", fixed.get(to, drawn)])
        assert not called.startswith("refused"), called

    def decision(self) -> None:
        """Somebody decides for a hand, or everybody lets the time run out."""
        asked = [(who, hand) for who in HANDS for hand in self.felt.hands_to_decide(who)]
        if self.random.random() < 0.15:
            before = len(self.pit.table.deal.story)
            self.pit.perform(["wait", "26"])
            self.silence(before)
            return
        who, hand = self.random.choice(asked)
        choices = self.felt.choices(who, hand)
        eager = [choice for choice in choices if choice is not Decision.STAND]
        decision = Decision.STAND
        if who != "zoe" and eager and self.random.random() < 0.7:
            decision = self.random.choice(eager)
        called = self.pit.ask(c.Decide(who, decision, hand.position, hand.branch))
        assert not called.startswith("refused"), called
        self.deeds[main_at(who, hand.position)].append((hand, decision))

    def silence(self, before: int) -> None:
        """What the house did for those who were silent."""
        for event, _ in self.pit.table.deal.story[before:]:
            for who, share in getattr(event, "shares", {}).items():
                for act in share.acts:
                    deed = (HandAt(act.position, act.branch), act.decision)
                    self.deeds[main_at(who, act.position)].append(deed)

    def correctable(self) -> list[int]:
        """The cards that came to a hand of somebody who has a choice."""
        own = [deeds for ride, deeds in self.deeds.items() if ride.patron != "zoe"]
        return sorted({deed for deeds in own for deed in deeds if isinstance(deed, int)})


def fits(rules: Rules, number: int, deeds: list[Deed], cards: list[int]) -> bool:
    """Whether a hand alone could have had these cards and made these decisions."""
    position = Position(number)
    for deed in deeds:
        branch = position.in_play
        if isinstance(deed, int):
            if len(position.first) < 2:
                position = with_first_card(rules, position, cards[deed - 1])
                continue
            if branch is None or branch.state is not State.DRAWING:
                return False
            position = with_card(rules, position, cards[deed - 1])
            continue
        hand, decision = deed
        after = decided(rules, position, decision)
        if hand.branch != position.at or isinstance(after, Refusal):
            return False
        position = after
    return position.in_play is None


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_tb_33_only_hands_that_could_not_have_been_played_so_are_void(seed: int) -> None:
    evening = Evening(seed)
    rules = evening.felt.round.rules
    cards = cards_of(evening.pit.table)
    for at in evening.random.sample(evening.correctable(), 4):
        right = parse_card(evening.random.choice(("2d", "4d", "7d", "Jd", "Ad")))
        other = evening.pit.forked()
        called = other.ask(c.CorrectCard("supervisor", right, at))
        assert not called.startswith("refused"), called
        corrected = [*cards[: at - 1], right, *cards[at:]]
        expected = {
            ride for ride, deeds in evening.deeds.items() if not fits(rules, ride.position, deeds, corrected)
        }
        assert isinstance(other.table.deal.felt, SharedFelt)
        assert other.table.deal.felt.void == expected, (at, right, called)
        other.replays()
