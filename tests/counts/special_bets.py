"""Special bets counted deal by deal, in whole numbers: the witness for every figure about them.

It reads a bet's declaration and nothing else of the product; the dealer's law, for bets on the whole
hand, is written out once more here, on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod
from typing import Any

from cutcard.specials import Bet, Line, PayTable, paid_lines

AnyBet = Bet[Any]
Classes = Callable[[int], int]
Cards = tuple[int, ...]
Fitting = frozenset[str]
"""The ids of all lines that fit some cards."""

_FITS: dict[tuple[int, int, Classes], bytes] = {}


def members(classes: Classes) -> list[list[int]]:
    """The 52 cards by their class."""
    found: dict[int, list[int]] = {}
    for card in range(52):
        found.setdefault(classes(card), []).append(card)
    return list(found.values())


def fits_everywhere(bet: AnyBet, line: Line[Any]) -> bytes:
    """Whether the line fits, for every deal of the cards the bet sees, each card standing for its class."""
    key = (id(line), len(bet.sees), bet.classes)
    if key not in _FITS:
        firsts = [cards[0] for cards in members(bet.classes)]
        _FITS[key] = bytes(line.fits(deal) for deal in product(firsts, repeat=len(bet.sees)))
    return _FITS[key]


@cache
def _shapes(classes: Classes, cards: int) -> list[Cards]:
    """For every deal and each of its cards: how many of a deck are of its class, and how many went before."""
    sizes = [len(alike) for alike in members(classes)]
    kept: dict[Cards, Cards] = {}
    shapes = (
        tuple(number for at, each in enumerate(deal) for number in (sizes[each], deal[:at].count(each)))
        for deal in product(range(len(sizes)), repeat=cards)
    )
    return [kept.setdefault(shape, shape) for shape in shapes]


_TALLIES: dict[str, Counter[tuple[Any, ...]]] = {}


def _tallied(bet: AnyBet) -> Counter[tuple[Any, ...]]:
    if bet.id not in _TALLIES:
        columns = [fits_everywhere(bet, line) for line in bet.lines]
        _TALLIES[bet.id] = Counter(zip(_shapes(bet.classes, len(bet.sees)), *columns, strict=True))
    return _TALLIES[bet.id]


def chances(bet: AnyBet, decks: int, hits_soft_17: bool = False) -> dict[Fitting, Fraction]:
    """The probability of each set of fitting lines, from a full pack."""
    if bet.sees == ("dealer",):
        return _dealers_chances(bet, decks, hits_soft_17)
    ways: Counter[Fitting] = Counter()
    for (shape, *fits), deals in _tallied(bet).items():
        each = prod(decks * size - before for size, before in zip(shape[::2], shape[1::2], strict=True))
        ways[frozenset(line.id for line, fit in zip(bet.lines, fits, strict=True) if fit)] += deals * each
    return {fits: Fraction(count, perm(52 * decks, len(bet.sees))) for fits, count in ways.items()}


def _dealers_chances(bet: AnyBet, decks: int, hits_soft_17: bool) -> dict[Fitting, Fraction]:
    found: dict[Fitting, Fraction] = {}
    for values, orders in dealers_hands(hits_soft_17).items():
        fits = frozenset(line.id for line in bet.lines if line.fits(in_clubs(values)))
        ways = orders * prod(
            perm(decks * (16 if value == 10 else 4), count) for value, count in Counter(values).items()
        )
        found[fits] = found.get(fits, Fraction(0)) + Fraction(ways, perm(52 * decks, len(values)))
    return found


def in_clubs(values: Cards) -> Cards:
    """Cards of these values."""
    return tuple(value - 1 for value in values)


@cache
def dealers_hands(hits_soft_17: bool) -> Counter[Cards]:
    """Every finished hand by the values in it, lowest first, with the number of orders that end in it."""
    finished: Counter[Cards] = Counter()
    unfinished: Counter[Cards] = Counter({(): 1})
    while unfinished:
        grown: Counter[Cards] = Counter()
        for hand, orders in unfinished.items():
            for value in range(1, 11):
                more = tuple(sorted((*hand, value)))
                (finished if _stands(more, hits_soft_17) else grown)[more] += orders
        unfinished = grown
    return finished


def _stands(values: Cards, hits_soft_17: bool) -> bool:
    soft = 1 in values and sum(values) <= 11
    total = sum(values) + 10 * soft
    return total > 17 or (total == 17 and not (soft and hits_soft_17))


def outcomes(bet: AnyBet, table: PayTable, decks: int, hits_soft_17: bool = False) -> dict[str, Fraction]:
    """The probability of every line that is paid and can come, and of ``lose``."""
    found: dict[str, Fraction] = {}
    for fits, chance in chances(bet, decks, hits_soft_17).items():
        line = next((line.id for line, _ in paid_lines(bet, table) if line.id in fits), "lose")
        found[line] = found.get(line, Fraction(0)) + chance
    return {line: chance for line, chance in found.items() if chance}


def returned(bet: AnyBet, table: PayTable, decks: int, hits_soft_17: bool = False) -> Fraction:
    """What comes back for each unit staked, in the long run."""
    lines = outcomes(bet, table, decks, hits_soft_17)
    return sum(
        (chance * (1 + table.pays[line].ratio) for line, chance in lines.items() if line != "lose"),
        Fraction(0),
    )
