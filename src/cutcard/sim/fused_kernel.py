"""Whole rounds by a fused machine, eight at a time in one thread so that their loads overlap. Holds no rule.

Each lane has a shoe of its own, by value. A step gives every lane one card: pick it, look up the next
state, count the state. The row of a state that ends a round is that of a new round, so nothing need be
reset, and a shoe past its cut starts over without a branch. Unsigned numbers throughout: a signed
index would be checked for its sign.

Splits are ends here. Given the cards of that moment, what follows is a matter of chance alone, so as many
splits as were counted are played afterwards, each from a pack that lacks just those cards.
"""

from __future__ import annotations

import numpy as np
from numba import njit, uint32, uint64

from cutcard.sim.jit import kernels
from cutcard.sim.layout import ROOM

LANES = 8
STEPS = 512
CARDS_MIN = 3
"""No round takes fewer cards, so a block of steps ends at most a third as many rounds in a lane."""

SPARE = 2048

finish_split = kernels(compiled=True).finish_split


@njit(cache=True, nogil=True)
def fill_words(words, seed, start):
    """Words ``start`` and on of a stream."""
    golden, mix_1, mix_2 = uint64(0x9E3779B97F4A7C15), uint64(0xBF58476D1CE4E5B9), uint64(0x94D049BB133111EB)
    for i in range(len(words)):
        mixed = seed + uint64(start + i) * golden
        mixed = (mixed ^ (mixed >> uint64(30))) * mix_1
        mixed = (mixed ^ (mixed >> uint64(27))) * mix_2
        words[i] = mixed ^ (mixed >> uint64(31))


@njit(cache=True, nogil=True)
def run_block(after, ends, new_shoe, shoes, size, cut, word, state, at, left, seen, watch):
    """One block of steps, a card to every lane in each; gives how many rounds were written down by ``watch``.

    Without ``watch`` a shoe holds letters. With it, cards: ``watch`` is the letter of each card, how many
    first cards to write down, where, and room for those of each lane.
    """
    k, noted = uint64(0), uint64(0)
    for _ in range(STEPS):
        for lane in range(uint64(LANES)):
            here = uint64(at[lane])
            shoe = uint64(lane) * size
            other = shoe + here + ((uint64(word[k + uint64(lane)]) * (size - here)) >> uint64(32))
            card = shoes[other]
            shoes[other] = shoes[shoe + here]
            shoes[shoe + here] = card
            here += uint64(1)
            if watch is None:
                letter = uint64(card)
            else:
                letter = uint64(watch[0][card])
                cards = (uint64(watch[3][lane]) << uint64(6)) + uint64(card)
                watch[3][lane] = cards
                watch[2][noted] = cards
                noted += uint64(here == watch[1])
            now = uint64(after[(uint64(state[lane]) << uint64(4)) + letter])
            seen[now] += uint64(1)
            over = uint64(now >= ends)
            left[lane] -= uint32(over)
            if cut is None:
                state[lane] = now
                at[lane] = here * (uint64(1) - over)
            else:
                fresh = over * uint64(here >= cut)
                state[lane] = now * (uint64(1) - fresh) + uint64(new_shoe) * fresh
                at[lane] = here * (uint64(1) - fresh)
        k += uint64(LANES)
    return noted


@njit(cache=True, nogil=True)
def run_lanes(after, ends, new_shoe, shoes, cut, rounds, more, seed, seen, watch, bets):
    """``rounds`` rounds in each lane of ``shoes``, and one more in the first few; counts the states ``seen``.

    Without a ``cut`` every round has a new shoe. With ``watch`` the bets on the first cards are settled too.
    """
    words = np.empty(LANES * STEPS // 2, dtype=np.uint64)
    word = words.view(np.uint32)
    state, at = np.full(LANES, new_shoe, dtype=np.uint32), np.zeros(LANES, dtype=np.uint32)
    left = np.full(LANES, rounds, dtype=np.uint32)
    left[:more] += uint32(1)
    flat, size, made = shoes.reshape(-1), uint64(shoes.shape[1]), 0
    while left.min() > STEPS // CARDS_MIN:
        fill_words(words, seed, made)
        made += len(words)
        noted = run_block(after, ends, new_shoe, flat, size, cut, word, state, at, left, seen, watch)
        if watch is not None:
            settle_bets(watch[2], noted, watch[1], bets)
    for lane in range(LANES):
        still = np.int64(left[lane])
        made = finish_lane(
            *(
                after,
                ends,
                new_shoe,
                shoes[lane],
                cut,
                still,
                state[lane],
                at[lane],
                seed,
                made,
                seen,
                watch,
                bets,
            )
        )


@njit(cache=True, nogil=True)
def settle_bets(cards, noted, seen_cards, bets):
    """Counts the joint outcomes of bets on the first cards written down: player, up card, player, second."""
    three, classes, four, of_three, of_four = bets
    beyond = uint64(6) * (seen_cards - uint64(3))
    for i in range(noted):
        place = (uint64(cards[i]) >> beyond) & uint64(0x3FFFF)
        of_three[three[place]] += uint64(1)
        if len(four) > 0:
            of_four[four[(uint64(classes[place]) << uint64(6)) + (uint64(cards[i]) & uint64(63))]] += uint64(
                1
            )


@njit(cache=True, nogil=True)
def finish_lane(after, ends, new_shoe, shoe, cut, left, state, at, seed, made, seen, watch, bets):
    """The last rounds of one lane, so that all lanes end at their count; gives how many words are used."""
    words = np.empty(STEPS, dtype=np.uint64)
    k = 2 * STEPS
    size, here, now = uint64(len(shoe)), uint64(at), uint64(state)
    while left > 0:
        if k == 2 * STEPS:
            fill_words(words, seed, made)
            made += STEPS
            k = 0
        word = words[k >> 1] >> uint64(32 * (k & 1)) & uint64(0xFFFFFFFF)
        k += 1
        other = here + ((word * (size - here)) >> uint64(32))
        card = shoe[other]
        shoe[other] = shoe[here]
        shoe[here] = card
        here += uint64(1)
        letter = uint64(card)
        if watch is not None:
            letter = uint64(watch[0][card])
            if here == watch[1]:
                watch[2][0] = uint32(0)
                for i in range(here):
                    watch[2][0] = (uint64(watch[2][0]) << uint64(6)) + uint64(shoe[i])
                settle_bets(watch[2], uint64(1), watch[1], bets)
        now = uint64(after[(now << uint64(4)) + letter])
        seen[now] += uint64(1)
        if now >= ends:
            left -= 1
            if cut is None or here >= cut:
                here, now = uint64(0), uint64(new_shoe)
    return made


@njit(cache=True, nogil=True)
def run_splits(head, row, split, counts, shoe, seed, nets, pairs):
    """As many rounds of each split as ``counts`` says, their gains counted in ``nets``.

    ``split`` holds for each kind of split the hand, the up card, the second card if somebody has looked at
    it or -1, and the value of the pair.
    """
    room = np.empty(ROOM, dtype=np.int64)
    spare = np.empty(SPARE, dtype=np.int64)
    words = np.empty(SPARE // 2, dtype=np.uint64)
    made, k = 0, SPARE
    for which in range(len(counts)):
        hand, up, second, pair = split[which]
        at = 0
        for value in (pair, up, pair, second):
            if value >= 0:
                put_first(shoe, at, value)
                at += 1
        for _ in range(counts[which]):
            if k > SPARE * 3 // 4:
                fill_words(words, seed, made)
                made += SPARE // 2
                for i in range(SPARE // 2):
                    spare[2 * i] = np.int64(words[i] & uint64(0xFFFFFFFF))
                    spare[2 * i + 1] = np.int64(words[i] >> uint64(32))
                k = 0
            second_at = 3 if second >= 0 else -1
            _, k, net = finish_split(
                head, row, shoe, len(shoe), at, spare, k, hand, up, second_at, room, pairs
            )
            nets[len(nets) // 2 + net] += 1


@njit(cache=True, nogil=True)
def put_first(shoe, at, value):
    """Brings a card of this value to this place."""
    for i in range(at, len(shoe)):
        if shoe[i] == value:
            shoe[i] = shoe[at]
            shoe[at] = value
            return
