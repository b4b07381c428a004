"""Random words for the kernel, counted out: word i of a stream is a function of the stream's seed and of i.

So any part of a run can be made anew, anywhere, and gives the same cards. The mixing is
that of SplitMix64; a long stream is xoshiro256++ in lanes, each begun with words of that kind. It is for
simulation only: no table is dealt from it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import numpy as np
from numpy.typing import NDArray

GOLDEN: Final = 0x9E3779B97F4A7C15
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB

LANES: Final = 16
"""Lanes of a long stream: word i comes from lane i modulo their number."""

Words = NDArray[np.uint64]


def stream_seed(seed: int, chunk: int, stream: int = 0) -> int:
    """The seed of one stream of one chunk of a run: far from every other."""
    return int.from_bytes(sha256(f"{seed}/{chunk}/{stream}".encode()).digest()[:8], "little")


def words(seed: int, start: int, count: int) -> Words:
    """Words ``start`` and on of a stream, as the compiled kernel makes them too."""
    index = np.arange(start, start + count, dtype=np.uint64)
    mixed = np.uint64(seed) + index * np.uint64(GOLDEN)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(MIX_1)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(MIX_2)
    return mixed ^ (mixed >> np.uint64(31))


def long_stream(seed: int) -> Words:
    """A long stream before its first word: for each of four places, the state of every lane there."""
    return words(seed, 0, 4 * LANES).reshape(4, LANES).copy()
