"""The dealer: one hand for the whole table, and when it takes a card.

Whether the dealer need play at all is asked of everybody who has a stake; what the
stakes are is not known here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import msgspec

from cutcard.games.blackjack.hand import ACE, NO_CARDS, TEN, Hand, is_blackjack, is_bust, plus, value
from cutcard.games.blackjack.rules import Rules
from cutcard.games.reason import Reason, Refusal

STANDS_ON: Final = 17  # every dealer; whether also on a soft one is a rule value

HIDDEN: Final = "hidden"
"""The result of a dealer whose second card nobody saw."""


class Demand(IntEnum):
    """How far somebody needs the dealer's hand played; the greatest demand decides."""

    NOTHING = 0
    SECOND_CARD = 1
    WHOLE_HAND = 2


class Dealer(msgspec.Struct, frozen=True):
    """The dealer's open cards, and what is known of the one that lies face down.

    ``blackjack`` is what a check has found: None while nobody has looked. The face of
    the card itself is not part of the rules' state.
    """

    cards: tuple[int, ...] = ()
    hand: Hand = NO_CARDS
    face_down: bool = False
    blackjack: bool | None = None

    @property
    def up_value(self) -> int:
        """The value of the up card."""
        return value(self.cards[0])


def with_card(dealer: Dealer, card: int) -> Dealer:
    """The dealer with one more open card; it is the one that lay face down, if one did."""
    # Counted to three: the rules distinguish the first two cards from more and nothing else.
    hand = plus(dealer.hand, value(card), 3)
    return Dealer((*dealer.cards, card), hand, False, dealer.blackjack)


def with_face_down(dealer: Dealer) -> Dealer:
    """The dealer with a second card that nobody has seen."""
    return Dealer(dealer.cards, dealer.hand, True)


def looked(dealer: Dealer, blackjack: bool) -> Dealer:
    """The dealer after a look at the face-down card."""
    return Dealer(dealer.cards, dealer.hand, dealer.face_down, blackjack)


def turned(dealer: Dealer, card: int) -> Dealer | Refusal:
    """The dealer with the face-down card turned. It cannot be one that a check has excluded."""
    after = with_card(dealer, card)
    if dealer.blackjack is not None and dealer.blackjack is not has_blackjack(after):
        return Refusal("card_contradicts_the_check")
    return after


def draws(rules: Rules, hand: Hand) -> bool:
    """The dealer draws to 17, and on soft 17 where the house says so (BJ-19)."""
    return hand.total < STANDS_ON or (rules.dealer_hits_soft_17 and hand.soft and hand.total == STANDS_ON)


def why_draws(rules: Rules, hand: Hand) -> Reason:
    """Why the dealer takes a card on this hand, or stands."""
    if hand.total < STANDS_ON:
        return Reason("blackjack.dealer_draws_below_17", {"total": hand.total})
    if draws(rules, hand):
        return Reason("blackjack.dealer_hits_soft_17")
    if hand.soft and hand.total == STANDS_ON:
        return Reason("blackjack.dealer_stands_on_soft_17")
    key = "blackjack.dealer_is_bust" if is_bust(hand) else "blackjack.dealer_stands"
    return Reason(key, {"total": hand.total})


def blackjack_possible(dealer: Dealer) -> bool:
    """Whether the second card, not yet seen, may still make a blackjack."""
    return len(dealer.cards) == 1 and dealer.blackjack is None and dealer.up_value in (ACE, TEN)


def is_hidden(dealer: Dealer) -> bool:
    """Whether a round that is over has shown no more than the up card: it has no total to show (BJ-20)."""
    return len(dealer.cards) < 2


def has_blackjack(dealer: Dealer) -> bool:
    """Whether the open cards are a blackjack."""
    return len(dealer.cards) == 2 and is_blackjack(dealer.hand)


def dealer_result(dealer: Dealer) -> str:
    """What the dealer's hand came to, in a word or as its total (GUI-14)."""
    if is_hidden(dealer):
        return HIDDEN
    if has_blackjack(dealer):
        return "blackjack"
    return "bust" if is_bust(dealer.hand) else str(dealer.hand.total)
