"""Rounds of one shoe after another by a machine with more letters than the other kernels take. Holds no rule.

One card at a time, in the order of the plain loop of ``coups``, of which this is the compiled twin.
"""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from cutcard.exact.compiling import njit

WORDS: int = 1 << 15
"""Random words at a time."""


class WideMachine(NamedTuple):
    """Where a card leads from a state, in rows of ``stride``; those from ``ends`` on end a round.

    ``cut`` is where a shoe ends, 1 where every round has its own; ``begins`` the state that begins a shoe.
    """

    after: NDArray[np.uint16]
    stride: np.uint64
    ends: np.uint64
    cut: np.uint64
    begins: np.uint64


@njit(nogil=True)
def deal_wide(machine, shoe, word, under_way, seen):
    """Deals a card for each word, until the rounds are over.

    ``under_way`` are the state, the cards dealt of this shoe, and the rounds that are left.
    """
    after, stride, ends, cut, begins = machine
    size = uint64(len(shoe))
    state, at, left = under_way[0], under_way[1], under_way[2]
    for k in range(len(word)):
        if left == 0:
            break
        other = at + ((uint64(word[k]) * (size - at)) >> uint64(32))
        card = shoe[other]
        shoe[other] = shoe[at]
        shoe[at] = card
        state = uint64(after[stride * state + uint64(card)])
        at += uint64(1)
        seen[state] += uint64(1)
        if state >= ends:
            left -= uint64(1)
            if at >= cut:
                at, state = uint64(0), begins
    under_way[0], under_way[1], under_way[2] = state, at, left
