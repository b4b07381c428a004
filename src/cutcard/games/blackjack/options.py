"""Which decisions a hand has, and why it has not the others.

Only the summary of a hand is looked at, never what it would cost: whether a patron
has the credit is the table's affair (BJ-24).
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

from cutcard.games.blackjack.hand import ACE, Hand, is_blackjack
from cutcard.games.blackjack.rules import DoubleAfterSplit, DoubleOn, Rules, Surrender
from cutcard.games.reason import Refusal


class Decision(StrEnum):
    """All that a patron can decide in a round."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    DECLINE = "decline"


IN_PLAY: Final = (Decision.HIT, Decision.STAND, Decision.DOUBLE, Decision.SPLIT, Decision.SURRENDER)

_DOUBLE_TOTALS: Final = {
    DoubleOn.NINE_TO_ELEVEN: (9, 11),
    DoubleOn.TEN_OR_ELEVEN: (10, 11),
}


@lru_cache(maxsize=1 << 16)
def options(rules: Rules, hand: Hand, hands: int) -> tuple[Decision, ...]:
    """The decisions of a hand in play, where its position already has so many hands."""
    return tuple(decision for decision in IN_PLAY if why_not(rules, hand, hands, decision) is None)


def why_not(rules: Rules, hand: Hand, hands: int, decision: Decision) -> Refusal | None:
    """What stands against this decision for a hand in play; None where it is available."""
    match decision:
        case Decision.HIT:
            return _why_no_hit(rules, hand)
        case Decision.STAND:
            return None
        case Decision.DOUBLE:
            return _why_no_double(rules, hand)
        case Decision.SPLIT:
            return _why_no_split(rules, hand, hands)
        case Decision.SURRENDER:
            return _why_no_surrender(rules, hand)
        case Decision.INSURE | Decision.DECLINE:
            return Refusal("no_offer_is_open")


def _why_no_hit(rules: Rules, hand: Hand) -> Refusal | None:
    if hand.from_aces and not rules.hit_split_aces:
        return Refusal("split_aces_take_one_card")
    return None


def _why_no_double(rules: Rules, hand: Hand) -> Refusal | None:
    if hand.cards != 2:
        return Refusal("double_needs_first_two_cards")
    if hand.from_aces and not rules.double_split_aces:
        return Refusal("split_aces_cannot_double")
    if hand.depth > 0:
        if rules.double_after_split is DoubleAfterSplit.NO:
            return Refusal("no_double_after_split")
        if rules.double_after_split is DoubleAfterSplit.ANY:
            return None
    if rules.double_on is DoubleOn.ANY:
        return None
    low, high = _DOUBLE_TOTALS[rules.double_on]
    # The best total counts, and a soft one is never below 12: soft hands fall out by themselves (BJ-13).
    if not low <= hand.total <= high:
        return Refusal("double_only_on_totals", {"low": low, "high": high, "total": hand.total})
    return None


def _why_no_split(rules: Rules, hand: Hand, hands: int) -> Refusal | None:
    if hand.pair == 0:
        return Refusal("split_needs_two_equal_cards")
    if hand.from_aces and not rules.resplit_aces:
        return Refusal("split_aces_cannot_split_again")
    if hand.depth >= rules.max_split_depth:
        return Refusal("split_too_deep", {"depth": rules.max_split_depth})
    if hands >= rules.max_hands:
        return Refusal("too_many_hands", {"hands": rules.max_hands})
    return None


def _why_no_surrender(rules: Rules, hand: Hand) -> Refusal | None:
    if rules.surrender is Surrender.NONE:
        return Refusal("no_surrender_here")
    if rules.surrender is Surrender.EARLY_ACE:
        return Refusal("surrender_only_when_offered")
    if hand.cards != 2 or hand.depth > 0:
        return Refusal("surrender_needs_first_two_cards")
    return None


@lru_cache(maxsize=1 << 12)
def offer(rules: Rules, hand: Hand, up_value: int) -> tuple[Decision, ...]:
    """What a hand is offered before the dealer's check: insurance, surrender, neither (BJ-15, BJ-16)."""
    if up_value != ACE:
        return ()
    early = rules.surrender is Surrender.EARLY_ACE
    if is_blackjack(hand) and (early or not rules.insurance_with_blackjack):
        return ()
    offered = [Decision.INSURE] * rules.insurance + [Decision.SURRENDER] * early
    return (*offered, Decision.DECLINE) if offered else ()
