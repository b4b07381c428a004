"""How many deals end in each kind of coup, from any pack. What a bet makes of them is not known here.

Two coups are of one kind where both sides have the same totals and the same numbers of cards. Every
ordered six-card deal is counted once: of a coup that takes four or five cards, with each that could have
followed. Who draws is asked of the rules that play.
"""

from __future__ import annotations

from functools import lru_cache
from math import perm
from typing import Final, TypeAlias

import msgspec

from cutcard.cards import CARDS, Pack
from cutcard.exact.bets.counted import TooFewCards
from cutcard.exact.bets.coup_walk import NOBODY, TO_BANKER, TO_PLAYER, first_four, third_cards
from cutcard.games.baccarat.coup import FOR_PLAYER, Coup, due, take, total, value
from cutcard.games.due import NOTHING
from cutcard.games.reason import Refusal

COUP_CARDS: Final = 6
"""The most cards a coup takes."""

_CARD_OF_VALUE: Final = {value(card): card for card in reversed(CARDS)}

Kind: TypeAlias = tuple[int, int, int, int]
"""Player's total, Banker's total, Player's number of cards, Banker's."""

Dues: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Who is due the fifth card, by totals, and who the sixth, by those totals and Player's third card."""


class CoupCounts(msgspec.Struct, frozen=True):
    """The ordered six-card deals of a pack: for each kind of coup one that stands for it, and how many."""

    total: int
    ways: tuple[tuple[Coup, int], ...]


def kind(coup: Coup) -> Kind:
    """All that a bet on the coup can tell apart."""
    return total(coup.player), total(coup.banker), len(coup.player), len(coup.banker)


def coup_counts(pack: Pack) -> CoupCounts:
    """Every coup that can be dealt from this pack."""
    if pack.size < COUP_CARDS:
        raise TooFewCards(f"a coup takes up to {COUP_CARDS} cards, and the pack has {pack.size}")
    by_value = [0] * 10
    for card, count in enumerate(pack.counts):
        by_value[value(card)] += count
    return _count(tuple(by_value))


def walk(by_value: tuple[int, ...]) -> list[int]:
    """The deals by totals and by who drew, in the order of ``coup_walk``, counted afresh."""
    size = sum(by_value)
    dues, _ = _laws()
    sums = [0] * 100, [0] * 1_000, [0] * 10_000
    counts = [0] * 400
    first_four(list(by_value), dues[0], *sums)
    third_cards(by_value, size, dues, sums, counts)
    return counts


@lru_cache(maxsize=64)
def _count(by_value: tuple[int, ...]) -> CoupCounts:
    _, coups = _laws()
    counts = walk(by_value)
    everything = perm(sum(by_value), COUP_CARDS)
    assert sum(counts) == everything, "every deal of six cards is one coup"
    return CoupCounts(everything, tuple((coup, counts[cell]) for cell, coup in coups if counts[cell]))


@lru_cache(maxsize=1)
def _laws() -> tuple[Dues, tuple[tuple[int, Coup], ...]]:
    """Who draws when, asked of the rules for every total and card, and a coup for every kind there is."""
    fifth, sixth = [NOBODY] * 100, [NOBODY] * 1_000
    coups: dict[int, Coup] = {}
    ten = _CARD_OF_VALUE[0]
    for totals in range(100):
        player, banker = divmod(totals, 10)
        four = Coup((_CARD_OF_VALUE[player], ten), (_CARD_OF_VALUE[banker], ten))
        fifth[totals] = _next(four)
        if fifth[totals] == NOBODY:
            coups.setdefault(_cell(four), four)
            continue
        for drawn in range(10):
            five = _with(four, drawn)
            sixth[totals * 10 + drawn] = _next(five)
            if sixth[totals * 10 + drawn] == NOBODY:
                coups.setdefault(_cell(five), five)
                continue
            for last in range(10):
                six = _with(five, last)
                coups.setdefault(_cell(six), six)
    return (tuple(fifth), tuple(sixth)), tuple(sorted(coups.items()))


def _next(coup: Coup) -> int:
    wanted = due(coup)
    if wanted is NOTHING:
        return NOBODY
    return TO_PLAYER if wanted is FOR_PLAYER else TO_BANKER


def _with(coup: Coup, drawn: int) -> Coup:
    after = take(coup, _CARD_OF_VALUE[drawn])
    assert not isinstance(after, Refusal), "a card is taken where one is due"
    return after


def _cell(coup: Coup) -> int:
    player, banker, player_cards, banker_cards = kind(coup)
    return (player * 10 + banker) * 4 + (player_cards - 2) * 2 + banker_cards - 2
