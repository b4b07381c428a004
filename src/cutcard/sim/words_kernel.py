"""Random words for the kernels, made as `words` makes them, two of 32 bits in each of 64. Holds no rule."""

from __future__ import annotations

import numpy as np

from cutcard.sim import jit
from cutcard.sim.words import words as words_of

BLOCK = 4096
"""Words made at a time; a round never needs more than a quarter of them."""


def fill(words, seed, start):
    """Fills an array of 32-bit words from word ``start`` of a stream on."""
    golden, mix_1, mix_2 = (
        np.uint64(0x9E3779B97F4A7C15),
        np.uint64(0xBF58476D1CE4E5B9),
        np.uint64(0x94D049BB133111EB),
    )
    for i in range(len(words) // 2):
        mixed = seed + np.uint64(start + i) * golden
        mixed = (mixed ^ (mixed >> np.uint64(30))) * mix_1
        mixed = (mixed ^ (mixed >> np.uint64(27))) * mix_2
        mixed = mixed ^ (mixed >> np.uint64(31))
        words[2 * i] = np.int64(mixed & np.uint64(0xFFFFFFFF))
        words[2 * i + 1] = np.int64(mixed >> np.uint64(32))


def _fill_plain(words, seed, start):
    """The same without a compiler, a whole block at once."""
    words[:] = words_of(int(seed), int(start), len(words) // 2).view(np.uint32)


fill = jit.njit(fill) if jit.compiling() else _fill_plain
