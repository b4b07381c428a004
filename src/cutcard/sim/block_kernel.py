"""Blackjack rounds of any number of positions, a block of shoes at a time, with any bets. Holds no rule."""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

import numpy as np
from numba import uint64

from cutcard.exact.compiling import njit
from cutcard.sim.jit import kernels
from cutcard.sim.layout import HANDS_MAX, SECOND_CARD
from cutcard.sim.position_machine import OPENED_INSURED
from cutcard.sim.stages_kernel import (
    AT,
    DEMAND,
    END,
    FOUND,
    INSURED,
    NET,
    NO_GAIN,
    NOWHERE,
    POSSIBLE,
    ROWS,
    SECOND,
    SHOWN,
    SLOTS,
    START,
    UP,
    WORDS,
    deal_block,
    demand_of_block,
    open_block,
    play_dealers,
    play_positions,
    settle_block,
)

__all__ = ["AT", "NET", "NO_GAIN", "ROWS", "SLOTS", "play_blocks", "play_splits"]

bets_demand = kernels(compiled=True).bets_demand
settle_position = kernels(compiled=True).settle_position
settle_dealer = kernels(compiled=True).settle_dealer


@njit(nogil=True)
def finish_block(game, cards, slots, positions, block, places, stream, k, pairs):
    """From the first cards to the payments; gives where the words are.

    ``game`` is the machine, head and row; ``cards`` the value of each, the shoes, their size; ``places`` the
    state of each position of each slot, the words, and room for splits.
    """
    tables, head, row = game
    value, shoes, size = cards
    states, words, split = places
    k, parted = play_positions(
        tables, value, shoes, size, slots, positions, block, states, words, stream, k, split
    )
    demand_of_block(tables, head, row, slots, positions, block, states, split, parted)
    k = play_dealers(tables, value, shoes, size, slots, block, words, stream, k)
    settle_block(tables, head, row, slots, positions, block, states, split, parted, pairs)
    return k


@njit(nogil=True)
def room_for(positions):
    """States of positions, words, and for splits: places; by place hands, their ends, halves to come."""
    places = positions * SLOTS
    split = (
        np.zeros(places + 1, dtype=np.int64),
        np.zeros(places, dtype=np.int64),
        np.zeros(places * HANDS_MAX, dtype=np.int64),
        np.zeros(places, dtype=np.uint32),
        np.zeros(places, dtype=np.uint32),
    )
    return np.zeros(places, dtype=np.uint32), np.zeros(WORDS, dtype=np.uint64), split


@njit(nogil=True)
def play_blocks(game, cards, cut, rounds, positions, dealing, block, stream, nets, pairs, bets):
    """So many rounds, the gains of whole rounds counted in ``nets``.

    ``dealing`` says whether a card lies face down, under which up cards it is looked at, and how far the
    dealer must play in any case. ``bets`` are the tables of special bets, counts, pays, gains, squares.
    """
    value, shoes, size = cards
    places = room_for(positions)
    k = 2 * WORDS
    while rounds > 0:
        slots = min(rounds, SLOTS)
        rounds -= slots
        k = deal_block(shoes, size, cut, slots, positions, dealing[0], block, places[1], stream, k)
        open_block(game[0], value, shoes, size, slots, positions, dealing, block, places[0])
        if bets is not None:
            want_seconds(shoes, size, slots, positions, dealing[1], block, bets[0])
        k = finish_block(game, cards, slots, positions, block, places, stream, k, pairs)
        for slot in range(slots):
            nets[len(nets) // 2 + np.int64(block[NET, slot]) - NO_GAIN] += 1
        if bets is not None:
            settle_bets(shoes, size, slots, positions, block, bets)


@njit(nogil=True)
def want_seconds(shoes, size, slots, positions, checks, block, tables):
    """Where special bets want to see the second card, the dealer plays as far."""
    if len(tables[3]) == 0:
        return
    for slot in range(slots):
        first = np.int64(size) * slot + np.int64(block[START, slot])
        looked = np.int64(checks[block[UP, slot]])
        wanted = bets_demand(shoes, first, positions, looked, tables[1], tables[3])
        block[DEMAND, slot] = max(np.int64(block[DEMAND, slot]), wanted)


@njit(nogil=True)
def settle_bets(shoes, size, slots, positions, block, bets):
    """Counts the outcomes of special bets of all slots, and the squares of what a round gains by each."""
    tables, counts, pays, gains, squares = bets
    for slot in range(slots):
        shoe = np.int64(size) * slot
        shown = block[FOUND, slot] > 0 or block[DEMAND, slot] >= SECOND_CARD
        second = shoe + np.int64(block[SECOND, slot]) if shown else np.int64(-1)
        gains[:] = 0
        for p in range(positions):
            first = shoe + np.int64(block[START, slot])
            settle_position(shoes, first, positions, p, second, tables, counts, pays, gains)
        if len(counts[2]) > 0:
            cards = np.int64(2) + np.int64(block[AT, slot]) - np.int64(block[SHOWN, slot])
            settle_dealer(block[END, slot], cards, positions, counts, pays, gains)
        if positions > 1:
            for b in range(len(gains)):
                squares[b] += gains[b] * gains[b]


@njit(nogil=True)
def play_splits(game, value, kinds, packs, counts, block, stream, nets, pairs):
    """As many rounds of each kind of split as ``counts`` says, their gains counted in ``nets``.

    A kind holds the up card, how many cards are out, and the state of the pair; its pack begins with the
    cards that are out: first, up, first, and second if somebody has looked at it.
    """
    size = uint64(packs.shape[1])
    shoes = np.empty(SLOTS * packs.shape[1], dtype=np.uint8)
    cards, places = (value, shoes, size), room_for(1)
    left, rounds, kind, k = np.int64(0), counts.sum(), -1, 2 * WORDS
    while rounds > 0:
        slots = min(rounds, SLOTS)
        rounds -= slots
        for slot in range(slots):
            while left == 0:
                kind += 1
                left = counts[kind]
            left -= 1
            for i in range(size):
                shoes[uint64(slot) * size + i] = packs[kind, i]
            places[0][slot] = kinds[kind, 2] & 0xFFFF
            open_split(kinds[kind], block, slot)
        k = finish_block(game, cards, slots, 1, block, places, stream, k, pairs)
        for slot in range(slots):
            nets[len(nets) // 2 + np.int64(block[NET, slot]) - NO_GAIN] += 1


@njit(nogil=True)
def open_split(kind, block, slot):
    """What is known of a round that splits its first two cards."""
    up, out, told = kind[0], kind[1], kind[2]
    looked, insured = out > 3, told >> OPENED_INSURED
    possible = 1 if up in (0, 9) and not looked else 0
    block[AT, slot], block[START, slot], block[UP, slot], block[FOUND, slot] = out, 0, up, 0
    block[SECOND, slot] = 3 if looked else NOWHERE
    block[POSSIBLE, slot], block[INSURED, slot] = possible, insured
    block[DEMAND, slot] = 0
