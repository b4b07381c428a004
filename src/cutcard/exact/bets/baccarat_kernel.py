"""The walk through every coup, compiled. It is the same walk, and no rule is written here either."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cutcard.exact.bets import coup_walk
from cutcard.exact.compiling import njit

_first_four: Final[Any] = njit(nogil=True)(coup_walk.first_four)
_third_cards: Final[Any] = njit(nogil=True)(coup_walk.third_cards)


def walk(pack: tuple[int, ...], size: int, dues: tuple[tuple[int, ...], tuple[int, ...]]) -> list[int]:
    """The deals by totals and by who drew; nothing may exceed 64 bits."""
    left = np.array(pack, dtype=np.int64)
    fifth, sixth = np.array(dues[0], dtype=np.int64), np.array(dues[1], dtype=np.int64)
    sums = np.zeros(100, np.int64), np.zeros(1_000, np.int64), np.zeros(10_000, np.int64)
    counts = np.zeros(400, dtype=np.int64)
    _first_four(left, fifth, *sums)
    _third_cards(left, size, (fifth, sixth), sums, counts)
    return [int(count) for count in counts]
