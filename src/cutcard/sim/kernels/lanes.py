"""Rounds of one shoe after another, eight shoes at a time in one thread so that loads overlap. Holds no rule.

Each lane has a shoe of its own, by value. A step gives every lane one card: pick it, look up the next
state, count the state. The row of a state that ends a round is that of a new round, so nothing need be
reset, and a shoe past its cut starts over without a branch. Unsigned numbers throughout: a signed
index would be checked for its sign.
"""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint32, uint64
from numpy.typing import NDArray

from cutcard.exact.compiling import njit
from cutcard.sim.kernels.stream import fill_words

LANES = 8  # a load from memory takes as long as some steps: other lanes go on meanwhile
STEPS = 512  # 16 KiB of words at a time, and whole rows of the stream that makes them
CARDS_MIN = 3
"""No round takes fewer cards, so a block of steps ends at most a third as many rounds in a lane."""


class Machine(NamedTuple):
    """Where a card leads from a state; those from ``ends`` on end a round; ``new_shoe`` begins a shoe."""

    after: NDArray[np.uint16]
    ends: np.uint64
    new_shoe: np.uint32


class Lanes(NamedTuple):
    """By lane: its shoe, its state, how many cards of the shoe are dealt, how many rounds are left."""

    shoes: NDArray[np.uint8]
    state: NDArray[np.uint32]
    at: NDArray[np.uint32]
    left: NDArray[np.uint32]


@njit(nogil=True)
def run_block(machine, lanes, cut, word, seen):
    """One block of steps, a card to every lane in each."""
    after, ends, new_shoe = machine
    shoes, size, k = lanes.shoes.reshape(-1), uint64(lanes.shoes.shape[1]), uint64(0)
    state, at, left = lanes.state, lanes.at, lanes.left
    for _ in range(STEPS):
        for lane in range(uint64(LANES)):
            here = uint64(at[lane])
            shoe = uint64(lane) * size
            other = shoe + here + ((uint64(word[k + uint64(lane)]) * (size - here)) >> uint64(32))
            card = shoes[other]
            shoes[other] = shoes[shoe + here]
            shoes[shoe + here] = card
            here += uint64(1)
            now = uint64(after[(uint64(state[lane]) << uint64(4)) + uint64(card)])
            seen[now] += uint64(1)
            over = uint64(now >= ends)
            left[lane] -= uint32(over)
            fresh = over * uint64(here >= cut)
            state[lane] = now * (uint64(1) - fresh) + uint64(new_shoe) * fresh
            at[lane] = here * (uint64(1) - fresh)
        k += uint64(LANES)


@njit(nogil=True)
def run_lanes(machine, shoes, cut, rounds, more, stream, seen):
    """``rounds`` rounds in each lane of ``shoes``, one more in the first few; counts the states ``seen``."""
    words = np.empty(LANES * STEPS // 2, dtype=np.uint64)
    state, at = np.full(LANES, machine.new_shoe, dtype=np.uint32), np.zeros(LANES, dtype=np.uint32)
    left = np.full(LANES, rounds, dtype=np.uint32)
    left[:more] += uint32(1)
    lanes = Lanes(shoes, state, at, left)
    while left.min() > STEPS // CARDS_MIN:
        fill_words(words, len(words), stream)
        run_block(machine, lanes, cut, words.view(np.uint32), seen)
    for lane in range(LANES):
        finish_lane(machine, lanes, lane, cut, words, stream, seen)


@njit(nogil=True)
def finish_lane(machine, lanes, lane, cut, words, stream, seen):
    """The last rounds of one lane, so that all lanes end at their count."""
    after, ends, new_shoe = machine
    shoe, left, word = lanes.shoes[lane], np.int64(lanes.left[lane]), words.view(np.uint32)
    k = len(word)
    size, here, now = uint64(len(shoe)), uint64(lanes.at[lane]), uint64(lanes.state[lane])
    while left > 0:
        if k == len(word):
            fill_words(words, len(words), stream)
            k = 0
        other = here + ((uint64(word[k]) * (size - here)) >> uint64(32))
        k += 1
        card = shoe[other]
        shoe[other] = shoe[here]
        shoe[here] = card
        here += uint64(1)
        now = uint64(after[(now << uint64(4)) + uint64(card)])
        seen[now] += uint64(1)
        if now >= ends:
            left -= 1
            if here >= cut:
                here, now = uint64(0), uint64(new_shoe)
