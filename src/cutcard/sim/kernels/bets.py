"""Special bets settled by lookups, for the kernels of rounds. Holds no rule, and is compiled where that pays.

``place`` is where a position's first two cards and the up card are found in tables of three cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.sim.compile.layout import SECOND_CARD

DECK = 52
BUST = 5
"""The dealer's end by that name."""


class Lookups(NamedTuple):
    """The tables of `bet_tables`, each in a row."""

    three: Any
    classes: Any
    four: Any
    matters: Any


class ByCards(NamedTuple):
    """Joint outcomes: of bets on three cards, of bets on four, of bets on the dealer's bust by its cards."""

    three: Any
    four: Any
    bust: Any


class Bets(NamedTuple):
    """Special bets under way: how they are looked up, how often each joint outcome came, what it pays.

    ``gains`` is room for the gains of one round; their squares add up in ``squares``.
    """

    lookups: Lookups
    counts: ByCards
    pays: ByCards
    gains: Any
    squares: Any


def bets_demand(cards: Any, start: int, positions: int, looked: int, lookups: Lookups) -> int:
    """Whether some special bet still wants to see the dealer's second card."""
    classes, matters = lookups.classes, lookups.matters
    known = len(matters) // 2
    for p in range(positions):
        place = (cards[start + p] * DECK + cards[start + positions + 1 + p]) * DECK + cards[start + positions]
        if matters[looked * known + classes[place]]:
            return SECOND_CARD
    return 0


def settle_position(cards: Any, start: int, positions: int, p: int, second_at: int, bets: Bets) -> None:
    """Counts the joint outcomes of a position's bets; with several, also adds up what each bet gains."""
    lookups, counts, pays, gains, _ = bets
    place = (cards[start + p] * DECK + cards[start + positions + 1 + p]) * DECK + cards[start + positions]
    first = pays.three.shape[1]
    if len(lookups.three) > 0:
        joint = lookups.three[place]
        counts.three[joint] += 1
        if positions > 1:
            for b in range(first):
                gains[b] += pays.three[joint, b]
    if len(lookups.four) > 0:
        # Where nobody needed the second card, the up card's own double gives the same outcomes.
        second = cards[second_at] if second_at >= 0 else cards[start + positions]
        joint = lookups.four[lookups.classes[place] * DECK + second]
        counts.four[joint] += 1
        if positions > 1:
            for b in range(pays.four.shape[1]):
                gains[first + b] += pays.four[joint, b]


def settle_dealer(end: int, cards: int, positions: int, bets: Bets) -> None:
    """Counts how the dealer's hand ended for the bets on it."""
    pays, gains = bets.pays.bust, bets.gains
    with_cards = cards if end == BUST else 0
    bets.counts.bust[with_cards] += positions
    for b in range(pays.shape[1]):
        gains[len(gains) - 1 - b] += positions * pays[with_cards, b]
