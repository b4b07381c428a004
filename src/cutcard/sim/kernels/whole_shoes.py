"""Whole shoes dealt as the kernels deal them, for those who judge the generator. Holds no rule."""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from cutcard.exact.compiling import njit
from cutcard.sim.kernels.stages import draw
from cutcard.sim.kernels.stream import fill_words
from cutcard.sim.kernels.words import LANES, Words, long_stream


@njit(nogil=True)
def deal_out(orders, shoe, word):
    """Deals the shoe to its last card once for each row of ``orders``, a word of 32 bits to a card."""
    size, at, k = uint64(len(shoe)), np.zeros(1, dtype=np.uint32), 0
    for number in range(len(orders)):
        at[0] = 0
        for place in range(len(shoe)):
            orders[number, place] = draw(shoe, size, at, 0, word[k])
            k += 1


def whole_shoes(decks: int, shoes: int, seed: int) -> tuple[NDArray[np.uint8], Words]:
    """So many shoes of a stream, a row each, and the words of 64 bits they were dealt by."""
    orders = np.empty((shoes, decks * 52), dtype=np.uint8)
    words = stream_words(-(-orders.size // 2), long_stream(seed))
    deal_out(orders, np.repeat(np.arange(52, dtype=np.uint8), decks), words.view(np.uint32))
    return orders, words


def stream_words(count: int, stream: Words) -> Words:
    """At least so many words, in whole rows of the stream's lanes."""
    words = np.empty(-(-count // LANES) * LANES, dtype=np.uint64)
    fill_words(words, len(words), stream)
    return words
