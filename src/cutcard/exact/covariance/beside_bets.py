"""How the main game and a special bet of the same round hang together: their covariance, exactly.

A bet that sees nothing but a position's first two cards and the up card is settled by what the main game's
value already is known for. One that sees more hangs on cards that play uses up, and is not counted here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from cutcard.cards import CARDS, Pack
from cutcard.exact.cache import fingerprint, remember
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.rules import Rules
from cutcard.specials import Bet, PayTable, outcome

FIRST_CARDS: Final = ("P1", "P2", "D1")
"""All that is dealt before anybody decides, but for a card that lies face down."""

Betting: TypeAlias = tuple[Bet[Any], PayTable]
Values: TypeAlias = tuple[int, int, int]
"""A position's first two cards by value, the lower first, and the up card."""


class Covariances(msgspec.Struct, frozen=True):
    """The covariance of a unit on the main game, best played, with a unit on each bet; None where unknown."""

    by_bet: dict[str, float | None]


def main_covariances(rules: Rules, pack: Pack, bets: Sequence[Betting]) -> Mapping[str, float | None]:
    """The covariances with these bets, counted or remembered."""
    paying = [(bet.id, {line: str(odds) for line, odds in table.pays.items()}) for bet, table in bets]
    key = fingerprint("beside main", rules, pack.counts, paying)
    return remember(Covariances, key, lambda: _count(rules, pack, bets)).by_bet


def _count(rules: Rules, pack: Pack, bets: Sequence[Betting]) -> Covariances:
    # Imported here: numba takes a second to load, and a remembered result needs none of it.
    from cutcard.exact.main.blackjack import analyse

    deals = analyse(rules, pack).deals
    mean = sum(deal.chance * deal.worth for deal in deals)
    more = {(deal.first, deal.second, deal.up): deal.worth - mean for deal in deals}
    return Covariances({bet.id: _covariance(bet, table, pack, more) for bet, table in bets})


def _covariance(bet: Bet[Any], table: PayTable, pack: Pack, more: Mapping[Values, float]) -> float | None:
    if not set(bet.sees) <= set(FIRST_CARDS):
        return None
    back: dict[Values, float] = defaultdict(float)
    for dealt, ways in _deals(bet, pack):
        # What comes back is nothing for most deals: a bet that loses adds nothing to the sum.
        returned = 1 + outcome(bet, table, tuple(dealt[place] for place in bet.sees)).pays.ratio
        if returned:
            low, high = sorted((value(dealt["P1"]), value(dealt["P2"])))
            back[low, high, value(dealt["D1"])] += float(returned) * ways
    every = pack.size * (pack.size - 1) * (pack.size - 2)
    return sum(each / every * more[values] for values, each in back.items())


def _deals(bet: Bet[Any], pack: Pack) -> Iterator[tuple[dict[str, int], int]]:
    """The first cards, one deal for all that are settled and played alike, and how many these are."""
    counts: dict[tuple[int, int], int] = defaultdict(int)
    cards = {(bet.classes(card), value(card)): card for card in reversed(CARDS)}
    for card in CARDS:
        counts[bet.classes(card), value(card)] += pack.counts[card]
    there = sorted((cards[alike], count) for alike, count in counts.items() if count)
    # The two cards of a hand may change places where the bet sees both and cares for no order.
    ordered = bet.ordered or ("P1" in bet.sees) != ("P2" in bet.sees)
    for first, firsts in there:
        for second, seconds in there:
            if second < first and not ordered:
                continue
            ways = firsts * (seconds - (first == second)) * (1 if ordered or first == second else 2)
            for up, ups in there:
                deals = ways * (ups - (up == first) - (up == second))
                if deals:
                    yield dict(zip(FIRST_CARDS, (first, second, up), strict=True)), deals
