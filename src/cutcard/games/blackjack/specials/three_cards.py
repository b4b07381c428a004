"""Bets on a position's two cards and the dealer's up card. The dealer's second card is not known here."""

from __future__ import annotations

from typing import Final

from cutcard.cards import card_of, is_red, rank, suit
from cutcard.games.blackjack.hand import ACE, value
from cutcard.games.blackjack.specials.paytables import WIZARD, Lines, paying
from cutcard.games.blackjack.specials.two_cards import JACK
from cutcard.specials import Bet, Line
from cutcard.specials.patterns import Cards, Pattern, all_are, both, identical, same_rank, same_suit

WITH_UP_CARD: Final = ("P1", "P2", "D1")

HEARTS: Final = 2  # by place in `SUITS`, c d h s
SEVEN: Final = 6  # by place in `RANKS`, aces first


def _totals(total: int) -> Pattern:
    """Each ace counts 1 or 11: every total within reach fits, and the best-paid is found first (SB-03)."""

    def fits(cards: Cards) -> bool:
        values = [value(card) for card in cards]
        return any(sum(values) + 10 * elevens == total for elevens in range(values.count(ACE) + 1))

    return fits


def _ranks(*wanted: int) -> Pattern:
    return lambda cards: sorted(rank(card) for card in cards) == list(wanted)


_777: Final = _ranks(6, 6, 6)
_678: Final = _ranks(5, 6, 7)

_TO_21: Final[Lines] = (
    Line("suited-777", both(_777, same_suit)),
    Line("suited-678", both(_678, same_suit)),
    Line("777", _777),
    Line("678", _678),
    Line("suited-21", both(_totals(21), same_suit)),
    Line("21", _totals(21)),
    Line("any-20", _totals(20)),
    Line("any-19", _totals(19)),
)


def _value_and_suit(card: int) -> int:
    return card_of(value(card) - 1, suit(card))


# SB-03
LUCKY_LUCKY: Final = Bet(
    "lucky-lucky",
    WITH_UP_CARD,
    _TO_21,
    (
        paying("200-100-50-30-15-3-2-2", _TO_21, WIZARD),
        paying("200-100-50-30-10-3-2-2", _TO_21, WIZARD),
        paying("500-200-100-25-15-3-2-1", _TO_21, WIZARD),
    ),
    classes=_value_and_suit,
)
# SB-09
NINETEEN_PLUS: Final = Bet(
    "19-plus",
    WITH_UP_CARD,
    _TO_21,
    (paying("500-100-50-25-10-3-2-2", _TO_21), paying("400-100-60-30-15-3-2-1", _TO_21)),
    classes=_value_and_suit,
)


def _black_jack(card: int) -> bool:
    return rank(card) == JACK and not is_red(card)


def _c3_classes(card: int) -> int:
    """The ace of hearts alone; every other card by rank and colour."""
    if card == card_of(0, HEARTS):
        return card
    return rank(card) + 13 * is_red(card)


_C3: Final[Lines] = (
    Line("highest-hearts", all_are(card_of(0, HEARTS))),
    Line("jacks-in-black", lambda cards: all(_black_jack(card) for card in cards)),
    Line("triplets", same_rank),
    Line("red-carpet", lambda cards: all(is_red(card) for card in cards)),
)

# SB-04
C3: Final = Bet(
    "c3",
    WITH_UP_CARD,
    _C3,
    (paying("1000-250-25-5", _C3), paying("500-100-30-5", _C3)),
    classes=_c3_classes,
)


def _matches(suited: int, unsuited: int) -> Pattern:
    """At least so many of the player's cards equal the up card, and so many more have only its rank."""

    def fits(cards: Cards) -> bool:
        *own, up = cards
        same = own.count(up)
        return same >= suited and sum(rank(card) == rank(up) for card in own) - same >= unsuited

    return fits


_MATCH: Final[Lines] = (
    Line("two-suited", _matches(2, 0)),
    Line("one-suited-one-non-suited", _matches(1, 1)),
    Line("one-suited", _matches(1, 0)),
    Line("two-non-suited", _matches(0, 2)),
    Line("one-non-suited", _matches(0, 1)),
)

# SB-14
MATCH: Final = Bet(
    "match",
    WITH_UP_CARD,
    _MATCH,
    (paying("28-17-14-6-3", _MATCH, WIZARD), paying("22-15-11-8-4", _MATCH, WIZARD, decks=(6,))),
)


def _ace_high(card: int) -> int:
    return rank(card) or 13


def _between(cards: Cards) -> bool:
    first, second, up = map(_ace_high, cards)
    return min(first, second) < up < max(first, second)


def _spread(ranks: int) -> Pattern:
    """The up card falls between two cards that have exactly so many ranks between them."""
    return lambda cards: abs(_ace_high(cards[0]) - _ace_high(cards[1])) == ranks + 1 and _between(cards)


_A_2: Final[Lines] = (
    Line("three-of-a-kind", same_rank),
    Line("one-card-spread", _spread(1)),
    Line("two-card-spread", _spread(2)),
    # Only some pay tables set three ranks apart; under the others they are a wider spread like any.
    Line("three-card-spread", _spread(3)),
    Line("all-other-spreads", _between),
)
_A_2_USUAL: Final = tuple(line for line in _A_2 if line.id != "three-card-spread")

# SB-17
A_2: Final = Bet(
    "a-2",
    WITH_UP_CARD,
    _A_2,
    (
        paying("30-12-6-1", _A_2_USUAL),
        paying("30-15-8-1", _A_2_USUAL),
        paying("30-12-6-4-1", _A_2, "published by 888casino.com"),
    ),
    classes=rank,
)


def _sevens(count: int) -> Pattern:
    return lambda cards: all(rank(card) == SEVEN for card in cards[:count])


def _same_sevens(count: int) -> Pattern:
    return lambda cards: rank(cards[0]) == SEVEN and identical(cards[:count])


_SEVENS: Final[Lines] = (
    Line("three-sevens-suited", _same_sevens(3)),
    Line("three-sevens", _sevens(3)),
    Line("two-sevens-suited", _same_sevens(2)),
    Line("two-sevens", _sevens(2)),
    Line("first-card-seven", _sevens(1)),
)

# SB-18
SEVENS: Final = Bet(
    "sevens",
    WITH_UP_CARD,
    _SEVENS,
    (paying("5000-500-100-50-3", _SEVENS, WIZARD),),
    classes=lambda card: card if rank(card) == SEVEN else 0,
    ordered=True,
    needs="main",
)
