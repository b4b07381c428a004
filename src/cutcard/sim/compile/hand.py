"""The hand machine: every hand a plan can hold, what it does next, and what it ends as. Made from the rules.

The tables are small arrays that a kernel can follow without knowing why. They are asked
of the rule functions that play, hand by hand and value by value; nothing is played here.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.games.blackjack.hand import ACE, NO_CARDS, TEN, Hand, half_of, plus
from cutcard.games.blackjack.options import Decision, offer, options
from cutcard.games.blackjack.play import State, state_of
from cutcard.games.blackjack.rules import Rules
from cutcard.sim.compile.classes import Class, class_of
from cutcard.sim.compile.layout import DOUBLE, HIT, NEVER, SPLIT
from cutcard.sim.plan import Plan, decide, gives_up

Key = tuple[Hand, tuple[int, int] | None]
Ints = NDArray[np.int64]


class HandMachine(msgspec.Struct, frozen=True, eq=False):
    """Tables of hands by number; hand 0 has no cards.

    ``after[h, v]`` is hand h with a card of value v + 1; ``act[up, hands, h]`` what it does against
    an up card of value up + 1 in a position of hands + 1 hands; ``doubled[h]`` the class of a hand
    that was doubled into this one; ``half[h]`` either half of a pair, ``pair[h]`` its value;
    ``early[h]`` whether it is given up to an ace before the look, ``insurable[h]`` whether it is offered
    insurance; ``stopped[h]`` its class where the round ends over it. ``summaries`` are the hands themselves.
    """

    classes: tuple[Class, ...]
    summaries: tuple[Hand, ...]
    after: Ints
    act: Ints
    doubled: Ints
    half: Ints
    pair: Ints
    early: Ints
    insurable: Ints
    stopped: Ints


class _Maker:
    """Numbers hands as they are met, and asks the rules about each."""

    def __init__(self, rules: Rules, plan: Plan) -> None:
        self.rules, self.plan = rules, plan
        self.keys: dict[Key, int] = {}
        self.listed: list[Key] = []
        self.classes: dict[Class, int] = {}
        # Counted further than the rules need where the plan has exceptions by number of cards.
        counted = (cards + 1 for cards, _, _ in plan.by_cards)
        self.cards_counted = max(rules.cards_counted, *counted, 0)
        self.number((NO_CARDS, None))

    def number(self, key: Key) -> int:
        """The number of a hand, a new one where it is met for the first time."""
        if key not in self.keys:
            self.keys[key] = len(self.listed)
            self.listed.append(key)
        return self.keys[key]

    def finished(self, state: State, hand: Hand, doubled: bool) -> int:
        """The number of the class a hand has ended as."""
        return self.classes.setdefault(class_of(state, hand, doubled), len(self.classes))

    def grown(self, key: Key, value: int) -> Key:
        """A hand and one more card; its two first cards are remembered while there are no more."""
        hand = plus(key[0], value, self.cards_counted)
        if hand.cards != 2:
            return hand, None
        first = ACE if key[0].soft else key[0].total
        return hand, (max(first, value), min(first, value))

    def action(self, key: Key, up: int, hands: int) -> int:
        """What a hand does, or the class it has ended as."""
        hand, first_two = key
        state = state_of(self.rules, hand, hands, False)
        if state is State.DRAWING:
            return HIT
        if state is not State.OPEN:
            return self.finished(state, hand, False)
        match decide(self.plan, up, hand, first_two, options(self.rules, hand, hands)):
            case Decision.HIT:
                return HIT
            case Decision.DOUBLE:
                return DOUBLE
            case Decision.SPLIT:
                return SPLIT
            case Decision.SURRENDER:
                return self.finished(State.SURRENDERED, hand, False)
            case _:
                return self.finished(State.STOOD, hand, False)

    def early(self, key: Key) -> bool:
        """Whether the plan gives the hand up to an ace where that is offered."""
        hand, first_two = key
        offered = offer(self.rules, hand, ACE) if hand.cards == 2 and hand.depth == 0 else ()
        given_up = gives_up(self.plan, ACE, hand, first_two, offered)
        if given_up:
            self.finished(State.SURRENDERED, hand, False)
        return given_up

    def stopped(self, key: Key) -> int:
        """The class of two first cards over which a blackjack ends the round."""
        hand, first_two = key
        if first_two is None or hand.depth:
            return NEVER
        state = state_of(self.rules, hand, 1, False)
        return self.finished(state if state is State.BLACKJACK else State.STOOD, hand, False)


def hand_machine(rules: Rules, plan: Plan) -> HandMachine:
    """The tables of all hands that can come up under these rules and this plan."""
    maker = _Maker(rules, plan)
    after, act, half, doubled = [], [], [], []
    hands_max = max(rules.max_hands, 1)
    number = 0
    while number < len(maker.listed):
        key = maker.listed[number]
        hand = key[0]
        acts = [[maker.action(key, up, n) for n in range(1, hands_max + 1)] for up in range(ACE, TEN + 1)]
        does = {decision for row in acts for decision in row}
        grows = bool(does & {HIT, DOUBLE})
        after.append([maker.number(maker.grown(key, v)) if grows else number for v in range(1, TEN + 1)])
        half.append(maker.number((half_of(hand), None)) if SPLIT in does else number)
        doubled.append(
            maker.finished(state_of(rules, hand, 1, True), hand, True) if hand.cards > 2 else NEVER
        )
        act.append(acts)
        number += 1
    early = [maker.early(key) for key in maker.listed]
    insurable = [Decision.INSURE in offer(rules, hand, ACE) for hand, _ in maker.listed]
    stopped = [maker.stopped(key) for key in maker.listed]
    return HandMachine(
        classes=tuple(maker.classes),
        summaries=tuple(hand for hand, _ in maker.listed),
        after=np.array(after, dtype=np.int64),
        act=np.ascontiguousarray(np.array(act, dtype=np.int64).transpose(1, 2, 0)),
        doubled=np.array(doubled, dtype=np.int64),
        half=np.array(half, dtype=np.int64),
        pair=np.array([hand.pair - 1 for hand, _ in maker.listed], dtype=np.int64),
        early=np.array(early, dtype=np.int64),
        insurable=np.array(insurable, dtype=np.int64),
        stopped=np.array(stopped, dtype=np.int64),
    )
