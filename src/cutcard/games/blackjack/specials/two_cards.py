"""Bets on the first two cards of a position. The dealer's cards are not looked at here."""

from __future__ import annotations

from typing import Final

from cutcard.cards import card_of, rank, suit
from cutcard.games.blackjack.hand import ACE, NO_CARDS, TEN, Hand, is_blackjack, plus, value
from cutcard.games.blackjack.specials.paytables import AMERICAN_RULES, LIVE_RULES, WIZARD, Lines, paying
from cutcard.specials import Bet, Line
from cutcard.specials.patterns import (
    Cards,
    Pattern,
    all_are,
    both,
    identical,
    same_colour,
    same_rank,
    same_suit,
)

PLAYER: Final = ("P1", "P2")

DIAMONDS: Final = 1  # by place in `SUITS`, c d h s
JACK, QUEEN, KING = 10, 11, 12


def hand_of(cards: Cards) -> Hand:
    """The hand that these cards make."""
    hand = NO_CARDS
    for card in cards:
        hand = plus(hand, value(card), 3)
    return hand


def any_20(cards: Cards) -> bool:
    """Cards that count 20; of two, that is both of ten value, or an ace and a nine."""
    return hand_of(cards).total == 20


def blackjack(cards: Cards) -> bool:
    """An ace and a ten-value card (BJ-02)."""
    return is_blackjack(hand_of(cards))


matched_20: Final = both(any_20, identical)


def _only_one(of_rank: int) -> Pattern:
    def fits(cards: Cards) -> bool:
        return [rank(card) for card in cards].count(of_rank) == 1 and not any_20(cards)

    return fits


def _twenty_classes(card: int) -> int:
    """Ten-value cards one by one, aces, nines, the rest: no line asks for the suit of an ace or a nine."""
    if value(card) == TEN:
        return card
    return {ACE: 0, 9: 8}.get(value(card), 1)


def _court_pair(bet_id: str, name: str, of_rank: int) -> Bet[Cards]:
    lines: Lines = (
        Line(f"{name}-of-diamonds-pair", all_are(card_of(of_rank, DIAMONDS))),
        Line("matched-20", matched_20),
        Line("any-20", any_20),
        Line(f"one-{name}", _only_one(of_rank)),
    )
    tables = (paying("100-30-4-1", lines), paying("200-30-3-2", lines))
    return Bet(bet_id, PLAYER, lines, tables, classes=_twenty_classes)


KK: Final = _court_pair("kk", "king", KING)  # SB-10
QQ: Final = _court_pair("qq", "queen", QUEEN)  # SB-11
JJ: Final = _court_pair("jj", "jack", JACK)  # SB-12

_PAIR: Final[Lines] = (Line("suited-pair", identical), Line("non-suited-pair", same_rank))

# SB-13
PAIR: Final = Bet("pair", PLAYER, _PAIR, (paying("15-10", _PAIR, WIZARD), paying("25-8", _PAIR, WIZARD)))


def _king_and_queen(cards: Cards) -> bool:
    return sorted(rank(card) for card in cards) == [QUEEN, KING]


def _suits_classes(card: int) -> int:
    return card if rank(card) in (QUEEN, KING) else card_of(0, suit(card))


_SUITS: Final[Lines] = (
    Line("suited-king-and-queen", both(_king_and_queen, same_suit)),
    Line("suited", same_suit),
)

# SB-15
SUITS: Final = Bet(
    "suits",
    PLAYER,
    _SUITS,
    (paying("25-5:2", _SUITS, "published by betfirm.com"), paying("15-5:2", _SUITS)),
    classes=_suits_classes,
)


def _blackjack_classes(card: int) -> int:
    if value(card) not in (ACE, TEN):
        return 1
    return card_of(9 if value(card) == TEN else 0, suit(card))


_BLACKJACK: Final[Lines] = (
    Line("suited-blackjack", both(blackjack, same_suit)),
    Line("same-colour-blackjack", both(blackjack, same_colour)),
)

# SB-16
BLACKJACK_BONUS: Final = Bet(
    "blackjack-bonus",
    PLAYER,
    _BLACKJACK,
    (paying("50-25", _BLACKJACK), paying("60-18", _BLACKJACK)),
    classes=_blackjack_classes,
)

PAIRS: Final[Lines] = (
    Line("perfect-pair", identical),
    Line("coloured-pair", both(same_rank, same_colour)),
    Line("mixed-pair", same_rank),
)

# SB-20
PERFECT_PAIRS: Final = Bet("perfect-pairs", PLAYER, PAIRS, (paying("25-12-6", PAIRS, AMERICAN_RULES),))
PLAYER_PAIR: Final = Bet("player-pair", PLAYER, PAIRS, (paying("25-12-6", PAIRS, LIVE_RULES),))
