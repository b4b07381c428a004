"""What a robot decides for a hand, from what its screen shows and a chart. It asks and awaits nothing."""

from __future__ import annotations

from functools import cache
from random import Random

from cutcard.cards import parse_card
from cutcard.exact.codes import says
from cutcard.games.blackjack.hand import NO_CARDS, Hand, plus, value
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import profile_ids
from cutcard.sim.plan import Plan, code_for, decide
from cutcard.sim.plans import plan_of, shipped_chart
from cutcard.views.messages.tables import Asked, HandsView, HandView, PublicView

ANY_CHART = "multihand-online"
CARDS_COUNTED = 12  # the longest charlie: no decision hangs on a thirteenth card


@cache
def plan_for(profile: str) -> Plan:
    """The committed chart of a profile; that of the plainest game for one that has none."""
    known = profile in profile_ids()
    try:
        return plan_of(shipped_chart(profile if known else ANY_CHART))
    except FileNotFoundError:
        return plan_of(shipped_chart(ANY_CHART))


def decision(plan: Plan, public: PublicView, hands: HandsView, asked: Asked) -> str | None:
    """What the chart says, among the decisions that are available; None where none is."""
    open_to = tuple(Decision(choice.decision) for choice in asked.choices if choice.available)
    if not open_to:
        return None
    hand = shown_hand(hands, asked)
    up = _up_value(public)
    if hand is None or up is None:
        return open_to[-1].value
    if asked.offer:
        return _offered(plan, up, hand, open_to).value
    wanted = decide(plan, up, _summary(hand, hands), _first_two(hand), open_to)
    return (wanted if wanted in open_to else open_to[0]).value


def anything(chance: Random, asked: Asked) -> str | None:
    """What somebody decides who looks at no chart."""
    open_to = [choice.decision for choice in asked.choices if choice.available]
    return chance.choice(open_to) if open_to else None


def shown_hand(hands: HandsView, asked: Asked) -> HandView | None:
    """The hand that is asked about."""
    there = ((hand.position, hand.branch) == (asked.position, asked.branch) for hand in hands.hands)
    return next((other for other, same in zip(hands.hands, there, strict=True) if same), None)


def _offered(plan: Plan, up: int, hand: HandView, open_to: tuple[Decision, ...]) -> Decision:
    """Insurance as the chart says; surrender before the dealer looks, where it says so."""
    code = code_for(plan, up, _summary(hand, HandsView(hands=(hand,))), _first_two(hand))
    if Decision.SURRENDER in open_to and says(code, Decision.SURRENDER):
        return Decision.SURRENDER
    wanted = Decision.INSURE if plan.insurance else Decision.DECLINE
    return wanted if wanted in open_to else open_to[-1]


def _summary(hand: HandView, hands: HandsView) -> Hand:
    branches = sum(branch.position == hand.position for branch in hands.hands)
    summary = NO_CARDS
    for card in hand.cards:
        summary = plus(summary, value(parse_card(card)), CARDS_COUNTED)
    return Hand(summary.total, summary.soft, summary.cards, summary.pair, int(branches > 1))


def _first_two(hand: HandView) -> tuple[int, int] | None:
    if len(hand.cards) != 2:
        return None
    low, high = sorted(value(parse_card(card)) for card in hand.cards)
    return low, high


def _up_value(public: PublicView) -> int | None:
    if public.dealer is None or not public.dealer.cards:
        return None
    return value(parse_card(public.dealer.cards[0]))
