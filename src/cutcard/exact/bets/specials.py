"""Any bet of either catalogue counted: in how many deals each of its outcomes comes, from any pack.

Whole numbers only, and no rule: lines are asked of the declaration, the dealer's draws and the coup of the
rules that play. A deal is as many cards in their order as the bet can need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, combinations_with_replacement, groupby, product
from math import factorial, perm, prod
from typing import Any, Final, TypeAlias

import msgspec

from cutcard.cards import CARDS, Pack
from cutcard.exact.bets.baccarat import coup_counts
from cutcard.exact.bets.counted import Counted, TooFewCards, by_outcome
from cutcard.exact.main.dealer_draws import drawn_hands
from cutcard.games import baccarat, blackjack
from cutcard.games.baccarat.bets.judging import THE_COUP
from cutcard.games.blackjack.hand import TEN, value
from cutcard.games.blackjack.specials.dealer import WHOLE_HAND
from cutcard.specials import Bet, PayTable, outcome
from cutcard.specials.bet import LOST

Rules: TypeAlias = blackjack.Rules | baccarat.Rules
Cards: TypeAlias = tuple[int, ...]
Judge: TypeAlias = Callable[[Any], bool]

LINES_KEPT: Final = 256  # twice the lines that all bets on first cards have
BETS_KEPT: Final = 64  # twice the bets on first cards that there are


class Sight(msgspec.Struct, frozen=True):
    """Which cards a bet sees, and how finely: bets with the same sight are judged by the same deals."""

    sees: tuple[str, ...]
    classes: Callable[[int], int]
    ordered: bool


class Alike(msgspec.Struct, frozen=True):
    """Deals that no line of a bet tells apart: one to be judged for all of them.

    ``deals`` holds the classes of the cards, lowest first, and in how many orders they come.
    """

    cards: Cards
    deals: tuple[tuple[Cards, int], ...]


def count_bet(bet: Bet[Any], table: PayTable, pack: Pack, rules: Rules) -> Counted:
    """The bet under this pay table, from this pack. The rules say how the dealer draws."""
    if bet.sees == THE_COUP:
        return _count_coups(bet, table, pack)
    if bet.sees == WHOLE_HAND:
        assert isinstance(rules, blackjack.Rules), "only blackjack has a dealer"
        return _count_dealer(bet, table, pack, rules)
    return _count_first_cards(bet, table, pack)


def _count_coups(bet: Bet[Any], table: PayTable, pack: Pack) -> Counted:
    coups = coup_counts(pack)
    ways: Counter[str] = Counter()
    for coup, count in coups.ways:
        ways[outcome(bet, table, coup).id] += count
    return by_outcome(bet, table, coups.total, ways)


def _count_first_cards(bet: Bet[Any], table: PayTable, pack: Pack) -> Counted:
    seen = len(bet.sees)
    if pack.size < seen:
        raise TooFewCards(f"{bet.id} sees {seen} cards, and the pack has {pack.size}")
    total = perm(pack.size, seen)
    left = _by_class(pack, bet.classes)
    ways: Counter[str] = Counter()
    for alike in _alike_deals(bet.judges, Sight(bet.sees, bet.classes, bet.ordered)):
        ways[outcome(bet, table, alike.cards).id] += sum(
            orders * _falling(left, classes) for classes, orders in alike.deals
        )
    ways[LOST.id] += total - ways.total()
    return by_outcome(bet, table, total, ways)


@lru_cache(maxsize=BETS_KEPT)
def _alike_deals(judges: tuple[Judge, ...], sight: Sight) -> tuple[Alike, ...]:
    """All deals that something fits, by what fits them. The others, most of them as a rule, are left out."""
    by_fits: dict[tuple[int, ...], tuple[Cards, dict[Cards, int]]] = {}
    columns = zip(*(_fits(judge, sight) for judge in judges), strict=True)
    for cards, orders, fits in zip(_deals(sight), _orders(sight), columns, strict=True):
        if any(fits):
            _, deals = by_fits.setdefault(fits, (cards, {}))
            classes = tuple(sorted(map(sight.classes, cards)))
            deals[classes] = deals.get(classes, 0) + orders
    return tuple(Alike(cards, tuple(deals.items())) for cards, deals in by_fits.values())


@lru_cache(maxsize=LINES_KEPT)
def _fits(judge: Judge, sight: Sight) -> bytes:
    """Whether the line fits each deal. Bets share lines, so this is kept apart from the bet."""
    return bytes(map(judge, _deals(sight)))


def _deals(sight: Sight) -> Iterator[Cards]:
    """One deal for all that no line may tell apart, always in the same order."""
    return map(tuple, map(chain.from_iterable, product(*_hands(sight))))


def _orders(sight: Sight) -> Iterator[int]:
    """In how many orders the cards of each deal can come without leaving their hands."""
    return map(prod, product(*([_arrangements(cards) for cards in hand] for hand in _hands(sight))))


def _hands(sight: Sight) -> list[list[Cards]]:
    """The cards that each hand can have.

    Those of a hand may change places, unless the bet is ordered: then each card is a hand of its own.
    """
    one_of_class = list({sight.classes(card): card for card in reversed(CARDS)}.values())
    places = sight.sees if sight.ordered else (place[0] for place in sight.sees)
    sizes = [len(list(hand)) for _, hand in groupby(places)]
    return [list(combinations_with_replacement(one_of_class, size)) for size in sizes]


def _arrangements(cards: Cards) -> int:
    return factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))


def _count_dealer(bet: Bet[Any], table: PayTable, pack: Pack, rules: blackjack.Rules) -> Counted:
    assert all(bet.classes(card) == bet.classes(_card_of(value(card))) for card in CARDS), "only values count"
    left = _by_class(pack, value)
    possible = [
        (values, deals)
        for values, orders in _dealers_hands(rules)
        if (deals := orders * _falling(left, values))
    ]
    longest = max((len(values) for values, _ in possible), default=1)
    total = perm(pack.size, longest)
    ways: Counter[str] = Counter()
    for values, deals in possible:
        undealt = perm(pack.size - len(values), longest - len(values))
        ways[outcome(bet, table, tuple(map(_card_of, values))).id] += deals * undealt
    if ways.total() != total or not total:
        raise TooFewCards(f"the dealer can run out of cards: the pack has {pack.size}")
    return by_outcome(bet, table, total, ways)


@lru_cache(maxsize=8)
def _dealers_hands(rules: blackjack.Rules) -> tuple[tuple[Cards, int], ...]:
    """Every finished hand by its values, lowest first, and in how many orders it comes."""
    hands: Counter[Cards] = Counter()
    for up in range(1, TEN + 1):
        for drawn, (_, orders) in drawn_hands(rules, up).items():
            values = [each for each, count in enumerate(drawn, 1) for _ in range(count)]
            hands[tuple(sorted((up, *values)))] += orders
    return tuple(hands.items())


def _card_of(of_value: int) -> int:
    return of_value - 1


def _by_class(pack: Pack, classes: Callable[[int], int]) -> dict[int, int]:
    left: dict[int, int] = {}
    for card, count in enumerate(pack.counts):
        left[classes(card)] = left.get(classes(card), 0) + count
    return left


def _falling(left: dict[int, int], classes: Cards) -> int:
    """In how many ways cards of these classes, equal ones together, leave the pack in this order."""
    ways = 1
    before, taken = -1, 0
    for each in classes:
        taken = taken + 1 if each == before else 0
        before = each
        ways *= left[each] - taken
    return ways
