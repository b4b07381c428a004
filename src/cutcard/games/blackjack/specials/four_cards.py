"""Bets on a position's two cards and the dealer's first two. What the dealer draws later plays no part."""

from __future__ import annotations

from collections import Counter
from typing import Final

from cutcard.cards import card_of, rank
from cutcard.games.blackjack.hand import ACE, TEN, value
from cutcard.games.blackjack.specials.paytables import OWN_DESIGN, WIZARD, Lines, paying
from cutcard.games.blackjack.specials.three_cards import HEARTS
from cutcard.games.blackjack.specials.two_cards import DIAMONDS, QUEEN, any_20, blackjack, matched_20
from cutcard.specials import Bet, Line
from cutcard.specials.patterns import Cards, Pattern, all_are, both, same_suit

WITH_BOTH: Final = ("P1", "P2", "D1", "D2")


def _aces(count: int) -> Pattern:
    return lambda cards: sum(rank(card) == 0 for card in cards) >= count


def _same_aces(count: int) -> Pattern:
    return lambda cards: max(Counter(card for card in cards if rank(card) == 0).values(), default=0) >= count


_LUCKY_ACES: Final[Lines] = (
    Line("four-aces", _aces(4)),
    Line("three-aces-suited", _same_aces(3)),
    Line("three-aces", _aces(3)),
    Line("two-aces-suited", _same_aces(2)),
    Line("two-aces", _aces(2)),
    Line("ace-of-diamonds", lambda cards: card_of(0, DIAMONDS) in cards),
    Line("one-ace", _aces(1)),
)

# SB-01
LUCKY_ACES: Final = Bet(
    "lucky-aces",
    WITH_BOTH,
    _LUCKY_ACES,
    (
        paying("500-250-30-12-5-2-1", _LUCKY_ACES, WIZARD),
        paying("500-250-20-8-5-2-1", _LUCKY_ACES, WIZARD),
    ),
    classes=lambda card: card if rank(card) == 0 else 1,
)


def _players(pattern: Pattern) -> Pattern:
    return lambda cards: pattern(cards[:2])


def _dealer_blackjack(cards: Cards) -> bool:
    return blackjack(cards[2:])


_queens_of_hearts: Final = _players(all_are(card_of(QUEEN, HEARTS)))

_LUCKY_LADIES: Final[Lines] = (
    Line("queen-of-hearts-pair-and-dealer-blackjack", both(_queens_of_hearts, _dealer_blackjack)),
    Line("queen-of-hearts-pair", _queens_of_hearts),
    Line("matched-20", _players(matched_20)),
    Line("suited-20", _players(both(any_20, same_suit))),
    Line("any-20", _players(any_20)),
)


def _ladies_classes(card: int) -> int:
    return card if value(card) in (ACE, 9, TEN) else 1


def _ladies(bet_id: str, *tables: tuple[str, str]) -> Bet[Cards]:
    paytables = tuple(paying(odds, _LUCKY_LADIES, source) for odds, source in tables)
    return Bet(bet_id, WITH_BOTH, _LUCKY_LADIES, paytables, classes=_ladies_classes)


# SB-06
LUCKY_LADIES: Final = _ladies(
    "lucky-ladies",
    ("1000-200-25-10-4", "published by betfirm.com and casinocitytimes.com"),
    ("1000-125-19-9-4", "published by onlineblackjack.org and betfirm.com"),
)
# SB-19
QQ_AS_LUCKY_LADIES: Final = _ladies(
    "qq-as-lucky-ladies", ("1000-200-30-15-4", OWN_DESIGN), ("500-125-30-10-5", OWN_DESIGN)
)
