"""The stages of a blackjack round, each for a block of shoes at a time. Holds no rule.

Each slot of a block is a shoe with a round under way. Within a stage, a pass gives one card to each slot that
waits for one. So each slot sees its cards in the order of the table, while a processor works on many slots
at a time and nothing branches on a card.

``tables`` is a position machine. A block has a row for each noun below and a column for each slot.
"""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

import numpy as np
from numba import uint32, uint64

from cutcard.exact.compiling import njit
from cutcard.sim.jit import kernels
from cutcard.sim.layout import (
    BIAS,
    END_BLACKJACK,
    END_NONE,
    HANDS_MAX,
    INSURANCE_LOST,
    INSURANCE_WON,
    SECOND_CARD,
    WHOLE_HAND,
)
from cutcard.sim.position_machine import OPENED_INSURED, OPENED_STOPPED
from cutcard.sim.stream_kernel import fill_words

SLOTS = 256
"""Shoes of a block: enough to keep passes long, few enough to lie close to the processor."""

WORDS = 1024

NOWHERE = 0xFFFFFFFF
NO_GAIN = 1 << 24
"""Added to the gain of a slot, which is then never negative."""

AT, START, UP, SECOND, FOUND, POSSIBLE, DEMAND, INSURED, DEALER, SHOWN, END, NET, QUEUE, ROWS = range(14)

position_demand = kernels(compiled=True).position_demand
position_net = kernels(compiled=True).position_net


@njit(nogil=True, inline="always")
def draw(shoes, size, at, slot, word):
    """Puts the next card of a slot in its place and gives it."""
    here, shoe = uint64(at[slot]), uint64(slot) * size
    other = shoe + here + ((uint64(word) * (size - here)) >> uint64(32))
    card = shoes[other]
    shoes[other] = shoes[shoe + here]
    shoes[shoe + here] = card
    at[slot] = uint32(here + uint64(1))
    return uint64(card)


@njit(nogil=True)
def at_hand(words, stream, k, count):
    """Makes sure that so many 32-bit words are left; gives where they begin."""
    if k + count <= 2 * WORDS:
        return k
    fill_words(words, WORDS, stream)
    return 0


@njit(nogil=True)
def give_cards(after, ends, value, shoes, size, at, queue, waiting, states, word):
    """One card to each slot of the queue, and its next state; gives how many still wait."""
    kept = uint64(0)
    for i in range(waiting):
        slot = uint64(queue[i])
        card = draw(shoes, size, at, slot, word[i])
        state = uint64(after[(uint64(states[slot]) << uint64(4)) + uint64(value[card])])
        states[slot] = state
        queue[kept] = slot
        kept += uint64(state < ends)
    return kept


@njit(nogil=True)
def deal_block(shoes, size, cut, slots, positions, hole, block, words, stream, k):
    """The first cards of all slots, a face-down one where there is one; gives where the words are."""
    at, start, word = block[AT], block[START], words.view(np.uint32)
    for slot in range(uint64(slots)):
        start[slot] = 0 if at[slot] >= cut else at[slot]
        at[slot] = start[slot]
    for _ in range(2 * positions + 1 + hole):
        k = at_hand(words, stream, k, slots)
        for slot in range(uint64(slots)):
            draw(shoes, size, at, slot, word[uint64(k) + slot])
        k += slots
    return k


@njit(nogil=True)
def open_block(tables, value, shoes, size, slots, positions, dealing, block, states):
    """What the first cards mean: blackjacks found by a look, hands, insurance."""
    hole, checks, whole = dealing
    dealt, dealer_end = tables[7], tables[9]
    start, ups, seconds = block[START], block[UP], block[SECOND]
    founds, possibles, demand, insured = block[FOUND], block[POSSIBLE], block[DEMAND], block[INSURED]
    for slot in range(uint64(slots)):
        first = uint64(slot) * size + uint64(start[slot])
        up = uint64(value[shoes[first + uint64(positions)]])
        looks, found = uint64(checks[up]), uint64(0)
        if hole:
            second = uint64(value[shoes[first + uint64(2 * positions + 1)]])
            found = looks * uint64(dealer_end[dealt[(up << uint64(4)) + second]] == END_BLACKJACK)
        ups[slot], founds[slot], demand[slot], insured[slot] = up, found, whole, 0
        possibles[slot] = (uint64(up == 0) | uint64(up == 9)) & (looks ^ uint64(1))
        seconds[slot] = start[slot] + uint32(2 * positions + 1) if hole else uint32(NOWHERE)
    for p in range(uint64(positions)):
        open_hands(tables, value, shoes, size, slots, p, p + uint64(positions + 1), block, states)


@njit(nogil=True)
def open_hands(tables, value, shoes, size, slots, p, second, block, states):
    """The first two cards of one position in every slot."""
    ends, opened = uint64(tables[1]), tables[3]
    start, ups, founds, insured = block[START], block[UP], block[FOUND], block[INSURED]
    base = p * uint64(SLOTS)
    for slot in range(uint64(slots)):
        first = uint64(slot) * size + uint64(start[slot])
        cards = uint64(value[shoes[first + p]]) * uint64(10) + uint64(value[shoes[first + second]])
        told = uint64(opened[uint64(ups[slot]) * uint64(100) + cards])
        stopped = ends + ((told >> uint64(OPENED_STOPPED)) & uint64(0xFF))
        states[base + slot] = stopped if founds[slot] else told & uint64(0xFFFF)
        insured[slot] += uint32(told >> uint64(OPENED_INSURED))


@njit(nogil=True)
def play_positions(tables, value, shoes, size, slots, positions, block, states, words, stream, k, split):
    """Plays every position of every slot; gives where the words are, and how many positions split.

    ``split`` gets the places of those, and for each place how many hands it has and what they ended as.
    """
    after, ends, splits = tables[0], uint64(tables[1]), uint64(tables[2])
    places = split[0]
    at, queue, word = block[AT], block[QUEUE], words.view(np.uint32)
    parted = uint64(0)
    for p in range(uint64(positions)):
        base = p * uint64(SLOTS)
        mine = states[np.int64(base) : np.int64(base) + SLOTS]
        waiting, before = uint64(0), parted
        for slot in range(uint64(slots)):
            state = uint64(mine[slot])
            queue[waiting] = slot
            waiting += uint64(state < ends)
            places[parted] = base + slot
            parted += uint64(state >= splits)
        while waiting > 0:
            k = at_hand(words, stream, k, np.int64(waiting))
            kept = give_cards(after, ends, value, shoes, size, at, queue, waiting, mine, word[k:])
            k += np.int64(waiting)
            waiting = kept
        k = play_parted(
            tables, value, shoes, size, base, before, parted, block, states, words, stream, k, split
        )
    return k, parted


@njit(nogil=True)
def play_parted(tables, value, shoes, size, base, before, parted, block, states, words, stream, k, split):
    """Plays positions that split, from ``before`` to ``parted``; gives where the words are.

    A half that waits is kept as its kind of split, at the far end of the room for ended hands: both together
    are never more than there is room for. What is no end, or no split, is written to a place still free.
    """
    splits, places, queue = uint64(tables[2]), split[0], block[QUEUE]
    waiting = begin_parted(tables, base, before, parted, queue, states, split)
    while waiting > 0:
        k = at_hand(words, stream, k, np.int64(waiting))
        kept = give_parted(tables, value, shoes, size, base, block, waiting, states, words, k, split)
        k += np.int64(waiting)
        waiting = kept
    for i in range(before, parted):
        # Counted apart from positions of one hand, so there is no class here.
        states[uint64(places[i])] = splits - uint64(1)
    return k


@njit(nogil=True)
def give_parted(tables, value, shoes, size, base, block, waiting, states, words, k, split):
    """One card to each position that splits and waits for one; gives how many still wait."""
    after, ends, splits, halves = tables[0], uint64(tables[1]), uint64(tables[2]), tables[4]
    _, counts, ended, waits, mores = split
    at, queue, word = block[AT], block[QUEUE], words.view(np.uint32)
    kept = uint64(0)
    for i in range(waiting):
        slot = uint64(queue[i])
        place = base + slot
        card = draw(shoes, size, at, slot, word[uint64(k) + i])
        state = uint64(after[(uint64(states[place]) << uint64(4)) + uint64(value[card])])
        count, held, more = uint64(counts[place]), uint64(waits[place]), uint64(mores[place])
        room = place * uint64(HANDS_MAX)
        parts = uint64(state >= splits)
        over = uint64(state >= ends) - parts
        ended[room + uint64(HANDS_MAX - 1) - held] = state - splits
        ended[room + count] = state - ends
        held += parts
        more += parts
        goes_on = parts | (over & uint64(held > 0))
        kind = uint64(ended[room + uint64(HANDS_MAX) - held]) if goes_on else uint64(0)
        state = uint64(halves[kind * uint64(HANDS_MAX) + more]) if goes_on else state
        states[place], counts[place], mores[place] = state, count + over, more
        waits[place] = held - (goes_on & over)
        queue[kept] = slot
        kept += uint64(state < ends)
    return kept


@njit(nogil=True)
def begin_parted(tables, base, before, parted, queue, states, split):
    """The first split of each position: one half is in play, the other waits. Gives how many there are."""
    splits, halves = uint64(tables[2]), tables[4]
    places, counts, ended, waits, mores = split
    for i in range(before, parted):
        place = uint64(places[i])
        kind = uint64(states[place]) - splits
        ended[place * uint64(HANDS_MAX) + uint64(HANDS_MAX - 1)] = kind
        counts[place], waits[place], mores[place] = 0, 1, 1
        states[place] = halves[kind * uint64(HANDS_MAX) + uint64(1)]
        queue[i - before] = place - base
    return parted - before


@njit(nogil=True)
def demand_of_block(tables, head, row, slots, positions, block, states, split, parted):
    """How far each dealer must play for the hands of all positions."""
    ends, need = uint64(tables[1]), tables[5]
    classes = uint64(len(need) // 2)
    places, counts, ended, _, _ = split
    demand, possibles, insured, founds = block[DEMAND], block[POSSIBLE], block[INSURED], block[FOUND]
    for slot in range(uint64(slots)):
        possible = uint64(possibles[slot])
        most = max(uint64(demand[slot]), possible & uint64(insured[slot] > 0))
        base = possible * classes - ends
        for p in range(uint64(positions)):
            most = max(most, uint64(need[base + uint64(states[p * uint64(SLOTS) + slot])]))
        demand[slot] = most
    for i in range(parted):
        place = places[i]
        slot = place % SLOTS
        wanted = position_demand(head, row, np.int64(possibles[slot]), ended, place, counts[place])
        demand[slot] = max(np.int64(demand[slot]), np.int64(wanted))
    for slot in range(uint64(slots)):
        # Where a look has found a blackjack nobody plays on.
        demand[slot] *= uint32(1) - founds[slot]


@njit(nogil=True)
def play_dealers(tables, value, shoes, size, slots, block, words, stream, k):
    """Every dealer's hand as far as somebody needs it; gives where the words are."""
    after, draws = tables[8], uint64(tables[10])
    at, queue, dealer, word = block[AT], block[QUEUE], block[DEALER], words.view(np.uint32)
    k = draw_seconds(shoes, size, slots, block, words, stream, k)
    waiting = show_seconds(tables, value, shoes, size, slots, block)
    while waiting > 0:
        k = at_hand(words, stream, k, np.int64(waiting))
        kept = give_cards(after, draws, value, shoes, size, at, queue, waiting, dealer, word[k:])
        k += np.int64(waiting)
        waiting = kept
    return k


@njit(nogil=True)
def draw_seconds(shoes, size, slots, block, words, stream, k):
    """The second card of each dealer who needs one and has none; gives where the words are."""
    at, queue, demand, seconds = block[AT], block[QUEUE], block[DEMAND], block[SECOND]
    word, waiting = words.view(np.uint32), uint64(0)
    for slot in range(uint64(slots)):
        queue[waiting] = slot
        waiting += uint64((demand[slot] >= SECOND_CARD) & (seconds[slot] == uint32(NOWHERE)))
    k = at_hand(words, stream, k, np.int64(waiting))
    for i in range(waiting):
        slot = uint64(queue[i])
        seconds[slot] = at[slot]
        draw(shoes, size, at, slot, word[uint64(k) + i])
    return k + np.int64(waiting)


@njit(nogil=True)
def show_seconds(tables, value, shoes, size, slots, block):
    """Every dealer's first two cards; gives how many draw on."""
    dealt, draws = tables[7], uint64(tables[10])
    queue, demand, seconds, start = block[QUEUE], block[DEMAND], block[SECOND], block[START]
    ups, dealer, at, shown = block[UP], block[DEALER], block[AT], block[SHOWN]
    waiting = uint64(0)
    for slot in range(uint64(slots)):
        # Where there is no second card any other will do: it is not looked at.
        second = uint64(seconds[slot] if seconds[slot] != uint32(NOWHERE) else start[slot])
        both = uint64(dealt[(uint64(ups[slot]) << uint64(4)) + uint64(value[shoes[slot * size + second]])])
        dealer[slot], shown[slot] = both, at[slot]
        queue[waiting] = slot
        waiting += uint64((demand[slot] == WHOLE_HAND) & (both < draws))
    return waiting


@njit(nogil=True)
def settle_block(tables, head, row, slots, positions, block, states, split, parted, pairs):
    """How every dealer ended and what every slot gains; hands are counted by class and end."""
    ends, pays, dealer_end = uint64(tables[1]), tables[6], tables[9]
    places, counts, ended, _, _ = split
    demand, dealer, founds, insured = block[DEMAND], block[DEALER], block[FOUND], block[INSURED]
    ended_so, nets = block[END], block[NET]
    for slot in range(uint64(slots)):
        end = uint64(dealer_end[dealer[slot]])
        told = (demand[slot] == WHOLE_HAND) | ((demand[slot] == SECOND_CARD) & (end == END_BLACKJACK))
        end = end if told else uint64(END_NONE)
        end = uint64(END_BLACKJACK) if founds[slot] else end
        ended_so[slot] = end
        won = np.int64(head[INSURANCE_WON] if end == END_BLACKJACK else head[INSURANCE_LOST]) - BIAS
        net = np.int64(insured[slot]) * won
        for p in range(uint64(positions)):
            pair = ((uint64(states[p * uint64(SLOTS) + slot]) - ends) << uint64(3)) + end
            net += np.int64(pays[pair])
            pairs[pair] += 1
        nets[slot] = uint32(net + NO_GAIN)
    for i in range(parted):
        place = places[i]
        slot = place % SLOTS
        net = position_net(head, row, ended, place, np.int64(counts[place]), np.int64(ended_so[slot]), pairs)
        nets[slot] = uint32(np.int64(nets[slot]) + net)
