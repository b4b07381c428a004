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
"""2**64 over the golden ratio: what SplitMix64 adds for each word (Steele, Lea and Flood, OOPSLA 2014)."""

MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB
MIX_SHIFTS: Final = (30, 27, 31)
"""How SplitMix64 stirs: variant 13 of those that D. Stafford found ("Better Bit Mixing", 2011)."""

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
    first, second, third = (np.uint64(shift) for shift in MIX_SHIFTS)
    mixed = (mixed ^ (mixed >> first)) * np.uint64(MIX_1)
    mixed = (mixed ^ (mixed >> second)) * np.uint64(MIX_2)
    return mixed ^ (mixed >> third)


def long_stream(seed: int) -> Words:
    """A long stream before its first word: for each of four places, the state of every lane there."""
    return words(seed, 0, 4 * LANES).reshape(4, LANES).copy()
