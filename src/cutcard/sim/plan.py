"""A plan: what a simulated patron decides, by total, with exceptions. It knows no rule.

A plan is a chart. What it says and the rules do not allow falls back as charts do: a double
becomes a hit or a stand, a surrender or a split likewise.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cutcard.exact.codes import FOR_PAIRS, calm, decision_of, default_code
from cutcard.games.blackjack.hand import Hand
from cutcard.games.blackjack.options import Decision


class Plan(msgspec.Struct, frozen=True):
    """Codes by total and up card; exceptions by number of cards, and by two first cards."""

    hard: Mapping[int, Mapping[int, str]]
    soft: Mapping[int, Mapping[int, str]]
    pairs: Mapping[int, Mapping[int, str]]
    by_cards: Mapping[tuple[int, bool, int], Mapping[int, str]] = {}
    by_hand: Mapping[tuple[int, int], Mapping[int, str]] = {}
    insurance: bool = False


def code_for(plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None) -> str:
    """What the plan says of a hand; ``first_two`` are the values of its cards while it has no more."""
    if first_two is not None and up in plan.by_hand.get(first_two, {}):
        return plan.by_hand[first_two][up]
    if hand.pair in plan.pairs and up in plan.pairs[hand.pair]:
        return plan.pairs[hand.pair][up]
    exception = plan.by_cards.get((hand.cards, hand.soft, hand.total), {})
    return exception.get(up) or _by_total(plan, up, hand)


def _by_total(plan: Plan, up: int, hand: Hand) -> str:
    """What the plan says of a total; of one it leaves out, what anybody would do."""
    rows = plan.soft if hand.soft else plan.hard
    return rows.get(hand.total, {}).get(up) or default_code(hand.soft, hand.total)


def decide(
    plan: Plan, up: int, hand: Hand, first_two: tuple[int, int] | None, allowed: tuple[Decision, ...]
) -> Decision:
    """The plan's decision among those that the rules allow."""
    code = code_for(plan, up, hand, first_two)
    decision = decision_of(code, allowed)
    if decision is None and code in FOR_PAIRS:
        # A pair that cannot be split is played as its total.
        code = _by_total(plan, up, hand)
        decision = decision_of(code, allowed)
    if decision is None:
        hits = calm(code) == "H" and Decision.HIT in allowed
        decision = Decision.HIT if hits else Decision.STAND
    return decision
