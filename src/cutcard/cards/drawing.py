"""Which of n things a stream of random bits picks, each exactly as likely as any other.

The bits come from outside. They are cut to the fewest that can name n things, and
a number that names none is thrown away: the rest is uniform, which taking a
remainder would not be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

WORD_BITS: Final = 16  # two bytes: a card of eight decks needs nine bits of them


class OutOfBits(RuntimeError):
    """The stream of random words ended before something was picked."""


def pick(things: int, words: Iterator[int]) -> int:
    """A number below ``things``, from the leading bits of the first 16-bit word that names one."""
    if not 0 < things <= 1 << WORD_BITS:
        raise ValueError(f"one can pick among 1 to {1 << WORD_BITS} things, not {things}")
    unused = WORD_BITS - (things - 1).bit_length()
    for word in words:
        picked = word >> unused
        if picked < things:
            return picked
    raise OutOfBits(f"no more random words to pick one of {things}")
