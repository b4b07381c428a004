"""Bets on the dealer's own cards. No position's cards are looked at here."""

from __future__ import annotations

from typing import Final

from cutcard.games.blackjack.hand import is_bust, value
from cutcard.games.blackjack.specials.paytables import LIVE_RULES, WIZARD, Lines, paying
from cutcard.games.blackjack.specials.two_cards import PAIRS, hand_of
from cutcard.specials import Bet, Line
from cutcard.specials.patterns import Cards, Pattern

WHOLE_HAND: Final = ("dealer",)

# SB-20
DEALER_PAIR: Final = Bet("dealer-pair", ("D1", "D2"), PAIRS, (paying("25-12-6", PAIRS, LIVE_RULES),))


def _busts_with(cards_min: int) -> Pattern:
    return lambda cards: len(cards) >= cards_min and is_bust(hand_of(cards))


_BUST: Final[Lines] = (
    Line("bust-8-or-more", _busts_with(8)),
    *(Line(f"bust-{count}", _busts_with(count)) for count in (7, 6, 5, 4, 3)),
)

# SB-21
BUST: Final = Bet[Cards](
    "bust",
    WHOLE_HAND,
    _BUST,
    (
        paying("250-50-12-4-2-2", _BUST, WIZARD),
        paying("200-100-30-6-3-1", _BUST, "published by marketresearchtelecast.com"),
    ),
    classes=value,
    needs="main",
    in_bet_all=False,
)
