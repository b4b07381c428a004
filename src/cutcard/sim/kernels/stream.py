"""Random words for the compiled kernels: xoshiro256++ in sixteen lanes, which processors do together."""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

from numba import uint64

from cutcard.exact.compiling import njit
from cutcard.sim.kernels.words import LANES


@njit(nogil=True)
def fill_words(words, count, stream):
    """The next words of a stream: at least ``count``, in whole rows of its lanes."""
    # The shifts and turns by 17, 45 and 23 are xoshiro256++ itself (Blackman and Vigna, 2019).
    first, second, third, fourth = stream[0], stream[1], stream[2], stream[3]
    for row in range(0, count, LANES):
        for lane in range(LANES):
            a, b, c, d = first[lane], second[lane], third[lane], fourth[lane]
            both = a + d
            words[row + lane] = ((both << uint64(23)) | (both >> uint64(41))) + a
            moved = b << uint64(17)
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= moved
            first[lane], second[lane], third[lane] = a, b, c
            fourth[lane] = (d << uint64(45)) | (d >> uint64(19))
