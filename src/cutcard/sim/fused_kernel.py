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

import numpy as np
from numba import uint32, uint64

from cutcard.exact.compiling import njit
from cutcard.sim.stream_kernel import fill_words

BLOCK = 2048
"""Rounds dealt at a time."""

CARRIED = BLOCK // 8
"""So few rounds under way wait for the next block: a short pass is not worth its start."""


@njit(nogil=True)
def deal(words, count, cells, starts, dealt, bits, ends, queue, waiting):
    """Deals the first cards of so many rounds; gives how many rounds wait for a card."""
    low, state_mask = uint64(len(cells) - 1), (uint64(1) << bits) - uint64(1)
    for i in range(uint64(count)):
        word = words[i]
        cell = cells[word & low]
        # A cell whose two deals are one may compare as it likes.
        if (word >> uint64(32)) >= (cell >> uint64(32)):
            cell >>= uint64(16)
        pick = cell & uint64(0xFFFF)
        dealt[pick] += uint32(1)
        held = starts[pick]
        queue[waiting] = held
        waiting += uint64((held & state_mask) < ends)
    return waiting


@njit(nogil=True)
def give_cards(word, after, cards, bits, width, ends, queue, waiting, seen):
    """One card to each round of the queue; gives how many still wait.

    A round that was given none counts its state once more; only ends are ever asked for.
    """
    size, kept = uint64(len(cards)), uint64(0)
    state_mask, gone_mask = (uint64(1) << bits) - uint64(1), (uint64(1) << width) - uint64(1)
    for i in range(waiting):
        held = queue[i]
        card = uint64(cards[(uint64(word[i]) * size) >> uint64(32)])
        shift = (card >> uint64(8)) & uint64(63)
        state = held & state_mask
        now = uint64(after[(state << uint64(4)) + (card & uint64(15))])
        if (card >> uint64(16)) >= ((held >> shift) & gone_mask):
            held += now - state + (uint64(1) << shift)
        now = held & state_mask
        queue[kept] = held
        seen[now] += uint32(1)
        kept += uint64(now < ends)
    return kept


@njit(nogil=True)
def run_fused(rounds, after, ends, cards, bits, width, starts, cells, stream, seen, dealt):
    """So many rounds. ``seen`` counts the states that cards led to, ``dealt`` the deals."""
    words = np.empty(BLOCK + CARRIED, dtype=np.uint64)
    word = words.view(np.uint32)
    queue = np.empty(BLOCK + CARRIED + 1, dtype=np.uint64)
    waiting = uint64(0)
    while rounds > 0:
        count = min(rounds, BLOCK)
        rounds -= count
        fill_words(words, count, stream)
        waiting = deal(words, count, cells, starts, dealt, bits, ends, queue, waiting)
        while waiting > (CARRIED if rounds else 0):
            fill_words(words, (waiting + uint64(1)) >> uint64(1), stream)
            waiting = give_cards(word, after, cards, bits, width, ends, queue, waiting, seen)
