"""Rounds with special bets: the round kernel plays, a few lookups settle all bets. Holds no rule."""

from __future__ import annotations

import numpy as np

from cutcard.sim.jit import njit
from cutcard.sim.layout import ROOM
from cutcard.sim.round_kernel import bets_demand, finish_split, play_round, position_demand, position_net
from cutcard.sim.words_kernel import BLOCK, fill

__all__ = [
    "bets_demand",
    "fill",
    "finish_split",
    "play_round",
    "play_with_bets",
    "position_demand",
    "position_net",
    "settle_dealer",
    "settle_position",
]

DECK = 52
BUST = 5
"""The dealer's end by that name."""


@njit
def seen_at(shoe, start, positions, p):
    """The place of a position's first two cards and the up card in tables of three cards."""
    return (shoe[start + p] * DECK + shoe[start + positions + 1 + p]) * DECK + shoe[start + positions]


@njit
def settle_position(shoe, start, positions, p, second_at, tables, counts, pays, gains):
    """Counts the joint outcomes of a position's bets; with several, also adds up what each bet gains."""
    three, classes, four, _ = tables
    place = seen_at(shoe, start, positions, p)
    first = pays[0].shape[1]
    if len(three) > 0:
        joint = three[place]
        counts[0][joint] += 1
        if positions > 1:
            for b in range(first):
                gains[b] += pays[0][joint, b]
    if len(four) > 0:
        # Where nobody needed the second card, the up card's own double gives the same outcomes.
        second = shoe[second_at] if second_at >= 0 else shoe[start + positions]
        joint = four[classes[place] * DECK + second]
        counts[1][joint] += 1
        if positions > 1:
            for b in range(pays[1].shape[1]):
                gains[first + b] += pays[1][joint, b]


@njit
def settle_dealer(end, cards, positions, counts, pays, gains):
    """Counts how the dealer's hand ended for the bets on it."""
    with_cards = cards if end == BUST else 0
    counts[2][with_cards] += positions
    for b in range(pays[2].shape[1]):
        gains[len(gains) - 1 - b] += positions * pays[2][with_cards, b]


@njit
def play_with_bets(
    head, row, shoe, size, cut, rounds, positions, seed, tables, whole, counts, pays, squares, nets, pairs
):
    """So many rounds; joint outcomes are counted in ``counts``, squares of a round's gains in ``squares``.

    ``tables`` are the lookups (three, classes, four, matters), ``counts`` (three, four, cards of a bust
    dealer), ``pays`` what each joint outcome gains each bet (three, four, bust by number of cards).
    """
    words = np.empty(BLOCK, dtype=np.int64)
    room = np.empty(ROOM, dtype=np.int64)
    gains = np.zeros(len(squares), dtype=np.int64)
    made, k, at = 0, BLOCK, 0
    for _ in range(rounds):
        if k > BLOCK * 3 // 4:
            fill(words, seed, made)
            made += BLOCK // 2
            k = 0
        start = 0 if at >= cut else at
        at, k, net, end, second_at, cards = play_round(
            head, row, shoe, size, start, words, k, positions, whole, room, pairs, tables[1], tables[3]
        )
        nets[len(nets) // 2 + net] += 1
        gains[:] = 0
        for p in range(positions):
            settle_position(shoe, start, positions, p, second_at, tables, counts, pays, gains)
        if len(counts[2]) > 0:
            settle_dealer(end, cards, positions, counts, pays, gains)
        if positions > 1:
            for b in range(len(gains)):
                squares[b] += gains[b] * gains[b]
