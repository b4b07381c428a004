"""Whole rounds by a fused machine, each from a full pack. Holds no rule.

A block of rounds is dealt its first cards at once (`deals`), and those that are not over wait in a queue. A
pass gives each of them one card: pick it, look up the next state, count the state, and keep the round if
it is not over. No step depends on another round's, and nothing branches on a card, so a processor works on
many rounds at a time. A card that is gone is picked in vain: the round then stays as it was.

There is no shoe. Which cards of a letter are gone makes no difference, so the first so many are taken to be.

Splits are ends here. Given the cards of that moment, what follows is a matter of chance alone, so as many
splits as were counted are played afterwards, each from a pack that lacks just those cards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint32, uint64
from numpy.typing import NDArray

from cutcard.exact.compiling import njit
from cutcard.sim.compile.layout import CARD_PLACE, CARD_SHIFT, CELL_OTHER, CELL_SHARE
from cutcard.sim.kernels.stream import fill_words

BLOCK = 2048
"""Rounds dealt at a time."""

CARRIED = BLOCK // 8
"""So few rounds under way wait for the next block: a short pass is not worth its start."""


class Rounds(NamedTuple):
    """The machine, and how rounds are dealt to it: `Fused` and `Deals` as the kernel reads them (`layout`).

    ``state`` and ``gone`` are masks: of the state of a round under way, and of one count of cards gone.
    """

    after: NDArray[np.uint16]
    ends: np.uint64
    cells: NDArray[np.uint64]
    starts: NDArray[np.uint64]
    cards: NDArray[np.uint32]
    state: np.uint64
    gone: np.uint64


class FusedCounts(NamedTuple):
    """How often cards led to each state, and how often each deal came."""

    states: NDArray[np.uint32]
    deals: NDArray[np.uint32]


@njit(nogil=True)
def deal(rounds, words, count, queue, waiting, dealt):
    """Deals the first cards of so many rounds; gives how many rounds wait for a card."""
    cells, starts, ends, state_mask = rounds.cells, rounds.starts, rounds.ends, rounds.state
    low = uint64(len(cells) - 1)
    for i in range(uint64(count)):
        word = words[i]
        cell = cells[word & low]
        # A cell whose two deals are one may compare as it likes.
        if (word >> uint64(32)) >= (cell >> uint64(CELL_SHARE)):
            cell >>= uint64(CELL_OTHER)
        pick = cell & uint64(0xFFFF)
        dealt[pick] += uint32(1)
        held = starts[pick]
        queue[waiting] = held
        waiting += uint64((held & state_mask) < ends)
    return waiting


@njit(nogil=True)
def give_cards(rounds, word, queue, waiting, seen):
    """One card to each round of the queue; gives how many still wait.

    A round that was given none counts its state once more; only ends are ever asked for.
    """
    after, cards, ends = rounds.after, rounds.cards, rounds.ends
    size, kept = uint64(len(cards)), uint64(0)
    state_mask, gone_mask = rounds.state, rounds.gone
    for i in range(waiting):
        held = queue[i]
        card = uint64(cards[(uint64(word[i]) * size) >> uint64(32)])
        shift = (card >> uint64(CARD_SHIFT)) & uint64(63)
        state = held & state_mask
        now = uint64(after[(state << uint64(4)) + (card & uint64(15))])
        # A card below the count is gone by now: the round draws again with the next word.
        if (card >> uint64(CARD_PLACE)) >= ((held >> shift) & gone_mask):
            # State and count in one addition: neither field ever overflows into the next.
            held += now - state + (uint64(1) << shift)
        now = held & state_mask
        queue[kept] = held
        seen[now] += uint32(1)
        kept += uint64(now < ends)
    return kept


@njit(nogil=True)
def run_fused(rounds, count, stream, seen):
    """So many rounds, counted in ``seen``."""
    words = np.empty(BLOCK + CARRIED, dtype=np.uint64)
    word = words.view(np.uint32)
    queue = np.empty(BLOCK + CARRIED + 1, dtype=np.uint64)
    waiting = uint64(0)
    while count > 0:
        begun = min(count, BLOCK)
        count -= begun
        fill_words(words, begun, stream)
        waiting = deal(rounds, words, begun, queue, waiting, seen.deals)
        while waiting > (CARRIED if count else 0):
            fill_words(words, (waiting + uint64(1)) >> uint64(1), stream)
            waiting = give_cards(rounds, word, queue, waiting, seen.states)
