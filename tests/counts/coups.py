"""Every coup there is, counted: the witness for baccarat's figures.

Cards are dealt by value through the coup's own `due` and `take`, in whole numbers. It knows
no published figure.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from cutcard.cards import CARDS
from cutcard.games.baccarat.coup import FOR_PLAYER, Coup, due, take, total, value
from cutcard.games.due import NOTHING
from cutcard.games.reason import Refusal
from cutcard.specials import Bet, PayTable, outcome

COUP_CARDS = 6

Summary = tuple[int, int, int, int]
"""Player's total and number of cards, then Banker's: all that any bet on the coup can depend on."""


def summary(coup: Coup) -> Summary:
    return total(coup.player), len(coup.player), total(coup.banker), len(coup.banker)


@cache
def coups(decks: int) -> dict[Summary, tuple[Coup, int]]:
    """For each summary one coup that has it, and in how many ordered six-card deals it comes up."""
    pack: dict[int, list[int]] = {}
    for card in CARDS:
        pack.setdefault(value(card), [card, 0])[1] += decks
    found: dict[Summary, tuple[Coup, int]] = {}

    def deal(coup: Coup, ways: int, left: int) -> None:
        if due(coup) is NOTHING:
            undealt = range(left, left - COUP_CARDS + len(coup.player) + len(coup.banker), -1)
            kept, before = found.get(summary(coup), (coup, 0))
            found[summary(coup)] = kept, before + ways * prod(undealt)
            return
        for kind in pack.values():
            card, count = kind
            orders = _orders(coup, card)
            if count and orders:
                kind[1] -= 1
                dealt = take(coup, card)
                assert not isinstance(dealt, Refusal)
                deal(dealt, ways * count * orders, left - 1)
                kind[1] += 1

    deal(Coup(), 1, decks * len(CARDS))
    return found


def _orders(coup: Coup, card: int) -> int:
    """In how many orders a side gets its first two cards: the lower value first stands for both."""
    own = coup.player if due(coup) is FOR_PLAYER else coup.banker
    if len(own) != 1:
        return 1
    low, high = value(own[0]), value(card)
    return 0 if high < low else 1 if high == low else 2


def ways(decks: int, fits: Callable[[Coup], bool]) -> int:
    """How many ordered six-card deals end in a coup that fits."""
    return sum(count for coup, count in coups(decks).values() if fits(coup))


def views(bet: Bet[Any], decks: int) -> list[tuple[Any, int]]:
    """Everything the bet can be judged by, and in how many ways it is dealt."""
    if bet.sees == ("coup",):
        return list(coups(decks).values())
    classes: dict[int, list[int]] = {}
    for card in CARDS:
        classes.setdefault(bet.classes(card), []).append(card)
    return [
        (tuple(group[0] for group in deal), _deals(deal, decks))
        for deal in product(classes.values(), repeat=len(bet.sees))
    ]


def _deals(deal: tuple[list[int], ...], decks: int) -> int:
    return prod(len(group) * decks - deal[:at].count(group) for at, group in enumerate(deal))


def chances(bet: Bet[Any], table: PayTable, decks: int = 8) -> dict[str, Fraction]:
    """The probability of every outcome that comes up."""
    seen = views(bet, decks)
    everything = sum(count for _, count in seen)
    found: dict[str, Fraction] = {}
    for view, count in seen:
        ended = outcome(bet, table, view).id
        found[ended] = found.get(ended, Fraction(0)) + Fraction(count, everything)
    return found


def edge(bet: Bet[Any], table: PayTable, decks: int = 8) -> Fraction:
    """The house edge: what the house keeps of a unit staked, on average, from a full shoe."""
    seen = views(bet, decks)
    everything = sum(count for _, count in seen)
    return (
        -sum((count * outcome(bet, table, view).pays.ratio for view, count in seen), Fraction(0)) / everything
    )
