"""Blackjack rounds of any number of positions, a block of shoes at a time, with any bets. Holds no rule."""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

import numpy as np
from numba import uint64

from cutcard.exact.compiling import njit
from cutcard.sim.compile.layout import HANDS_MAX, OPENED_INSURED, SECOND_CARD
from cutcard.sim.kernels import bets as plain_bets
from cutcard.sim.kernels.block import (
    AT,
    DEMAND,
    END,
    FOUND,
    INSURED,
    NET,
    NO_GAIN,
    NOWHERE,
    POSSIBLE,
    SECOND,
    SHOWN,
    SLOTS,
    START,
    UP,
    WORDS,
    Hands,
    Play,
    Shoes,
    Words,
)
from cutcard.sim.kernels.stages import (
    deal_block,
    demand_of_block,
    open_block,
    play_dealers,
    play_positions,
    settle_block,
)

bets_demand = njit(nogil=True)(plain_bets.bets_demand)
settle_position = njit(nogil=True)(plain_bets.settle_position)
settle_dealer = njit(nogil=True)(plain_bets.settle_dealer)


@njit(nogil=True)
def play_of(block, shoes, positions, stream):
    """A block with its shoes, and room for words and hands."""
    places = positions * SLOTS
    hands = Hands(
        np.zeros(places, dtype=np.uint32),
        np.zeros(places + 1, dtype=np.int64),
        np.zeros(places, dtype=np.int64),
        np.zeros(places * HANDS_MAX, dtype=np.int64),
        np.zeros(places, dtype=np.uint32),
        np.zeros(places, dtype=np.uint32),
    )
    words = Words(np.zeros(2 * WORDS, dtype=np.uint32), np.full(1, 2 * WORDS, dtype=np.int64), stream)
    return Play(block, shoes, words, hands)


@njit(nogil=True)
def finish_block(game, play, slots, positions, tallies):
    """From the first cards to the payments, the gains of whole rounds counted."""
    parted = play_positions(game.machine, play, slots, positions)
    demand_of_block(game, play, slots, positions, parted)
    play_dealers(game.machine, play, slots)
    settle_block(game, play, slots, positions, parted, tallies.pairs)
    nets, net = tallies.nets, play.block[NET]
    for slot in range(slots):
        nets[len(nets) // 2 + np.int64(net[slot]) - NO_GAIN] += 1


@njit(nogil=True)
def play_blocks(game, dealing, shoes, block, stream, rounds, tallies, bets):
    """So many rounds; ``bets`` are special bets under way, or None."""
    positions = dealing.positions
    play = play_of(block, shoes, positions, stream)
    while rounds > 0:
        slots = min(rounds, SLOTS)
        rounds -= slots
        deal_block(play, slots, dealing)
        open_block(game, play, slots, dealing)
        if bets is not None:
            want_seconds(play, slots, dealing, bets.lookups)
        finish_block(game, play, slots, positions, tallies)
        if bets is not None:
            settle_bets(play, slots, positions, bets)


@njit(nogil=True)
def want_seconds(play, slots, dealing, lookups):
    """Where special bets want to see the second card, the dealer plays as far."""
    if len(lookups.matters) == 0:
        return
    block, cards, size = play.block, play.shoes.cards, play.shoes.size
    for slot in range(slots):
        first = np.int64(size) * slot + np.int64(block[START, slot])
        looked = np.int64(dealing.looks[block[UP, slot]])
        wanted = bets_demand(cards, first, dealing.positions, looked, lookups)
        block[DEMAND, slot] = max(np.int64(block[DEMAND, slot]), wanted)


@njit(nogil=True)
def settle_bets(play, slots, positions, bets):
    """Counts the outcomes of special bets of all slots, and the squares of what a round gains by each."""
    block, cards, size = play.block, play.shoes.cards, play.shoes.size
    gains, squares = bets.gains, bets.squares
    for slot in range(slots):
        shoe = np.int64(size) * slot
        shown = block[FOUND, slot] > 0 or block[DEMAND, slot] >= SECOND_CARD
        second = shoe + np.int64(block[SECOND, slot]) if shown else np.int64(-1)
        gains[:] = 0
        for p in range(positions):
            settle_position(cards, shoe + np.int64(block[START, slot]), positions, p, second, bets)
        if len(bets.counts.bust) > 0:
            held = np.int64(2) + np.int64(block[AT, slot]) - np.int64(block[SHOWN, slot])
            settle_dealer(block[END, slot], held, positions, bets)
        if positions > 1:
            for b in range(len(gains)):
                squares[b] += gains[b] * gains[b]


@njit(nogil=True)
def play_splits(game, value, splits, block, stream, tallies):
    """As many rounds of each kind of split as it counts."""
    kinds, packs, counts = splits
    size = uint64(packs.shape[1])
    shoes = Shoes(np.empty(SLOTS * packs.shape[1], dtype=np.uint8), size, value)
    play = play_of(block, shoes, 1, stream)
    left, rounds, kind = np.int64(0), counts.sum(), -1
    while rounds > 0:
        slots = min(rounds, SLOTS)
        rounds -= slots
        for slot in range(slots):
            while left == 0:
                kind += 1
                left = counts[kind]
            left -= 1
            for i in range(size):
                shoes.cards[uint64(slot) * size + i] = packs[kind, i]
            open_split(kinds[kind], play, slot)
        finish_block(game, play, slots, 1, tallies)


@njit(nogil=True)
def open_split(kind, play, slot):
    """What is known of a round that splits its first two cards."""
    block = play.block
    up, out, opening, possible = kind[0], kind[1], kind[2], kind[3]
    play.hands.states[slot] = opening & 0xFFFF
    block[AT, slot], block[START, slot], block[UP, slot], block[FOUND, slot] = out, 0, up, 0
    block[SECOND, slot] = 3 if out > 3 else NOWHERE
    block[POSSIBLE, slot], block[INSURED, slot] = possible, opening >> OPENED_INSURED
    block[DEMAND, slot] = 0
