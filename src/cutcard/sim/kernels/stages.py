"""The stages of a blackjack round, each for a block of shoes at a time. Holds no rule.

Each slot of a block is a shoe with a round under way. Within a stage, a pass gives one card to each slot that
waits for one. So each slot sees its cards in the order of the table, while a processor works on many slots
at a time and nothing branches on a card.

``game`` is a game with its position machine (`BlockGame`), ``play`` all that changes (`Play`): see `block`.
"""

# mypy: ignore-errors
# Compiled by numba, which has no types of its own and needs none.

from __future__ import annotations

import numpy as np
from numba import uint32, uint64

from cutcard.exact.compiling import njit
from cutcard.sim.compile.layout import (
    BIAS,
    END_BLACKJACK,
    END_NONE,
    HANDS_MAX,
    OPENED_INSURED,
    OPENED_STOPPED,
    SECOND_CARD,
    WHOLE_HAND,
)
from cutcard.sim.kernels import rounds
from cutcard.sim.kernels.block import (
    AT,
    DEALER,
    DEMAND,
    END,
    FOUND,
    INSURED,
    NET,
    NO_GAIN,
    NOWHERE,
    POSSIBLE,
    QUEUE,
    SECOND,
    SHOWN,
    SLOTS,
    START,
    UP,
    WORDS,
)
from cutcard.sim.kernels.stream import fill_words

position_demand = njit(nogil=True)(rounds.position_demand)
position_net = njit(nogil=True)(rounds.position_net)


@njit(nogil=True, inline="always")
def draw(cards, size, at, slot, word):
    """Puts the next card of a slot in its place and gives it."""
    here, shoe = uint64(at[slot]), uint64(slot) * size
    other = shoe + here + ((uint64(word) * (size - here)) >> uint64(32))
    card = cards[other]
    cards[other] = cards[shoe + here]
    cards[shoe + here] = card
    at[slot] = uint32(here + uint64(1))
    return uint64(card)


@njit(nogil=True)
def take(words, count):
    """Sees to it that there are so many words that nobody has used, and gives where they begin."""
    made, used, stream = words
    first = used[0]
    if first + count > 2 * WORDS:
        fill_words(made.view(np.uint64), WORDS, stream)
        first = np.int64(0)
    used[0] = first + count
    return first


@njit(nogil=True)
def give_cards(after, ends, shoes, block, waiting, states, word):
    """One card to each slot of the queue, and its next state; gives how many still wait."""
    cards, size, value = shoes
    # Without a branch: every slot is put back, and the end moves past those that still wait.
    at, queue = block[AT], block[QUEUE]
    kept = uint64(0)
    for i in range(waiting):
        slot = uint64(queue[i])
        card = draw(cards, size, at, slot, word[i])
        # A state has sixteen places for ten values: a shift is cheaper than a product.
        state = uint64(after[(uint64(states[slot]) << uint64(4)) + uint64(value[card])])
        states[slot] = state
        queue[kept] = slot
        kept += uint64(state < ends)
    return kept


@njit(nogil=True)
def deal_block(play, slots, dealing):
    """The first cards of all slots, a face-down one where there is one."""
    block, shoes, words, _ = play
    at, start, made = block[AT], block[START], words.made
    cards, size, _ = shoes
    for slot in range(uint64(slots)):
        # Past its cut a shoe starts over as it lies: each draw picks among all cards that are left.
        start[slot] = 0 if at[slot] >= dealing.cut else at[slot]
        at[slot] = start[slot]
    for _ in range(2 * dealing.positions + 1 + dealing.hole):
        word = made[take(words, slots) :]
        for slot in range(uint64(slots)):
            draw(cards, size, at, slot, word[slot])


@njit(nogil=True)
def open_block(game, play, slots, dealing):
    """What the first cards mean: blackjacks found by a look, hands, insurance."""
    cards, size, value = play.shoes
    dealt, dealer_end = game.machine.dealt, game.machine.dealer_end
    positions, hole, checks, blackjacks = dealing.positions, dealing.hole, dealing.looks, dealing.blackjacks
    block = play.block
    start, ups, seconds = block[START], block[UP], block[SECOND]
    founds, possibles, demand, insured = block[FOUND], block[POSSIBLE], block[DEMAND], block[INSURED]
    for slot in range(uint64(slots)):
        first = uint64(slot) * size + uint64(start[slot])
        up = uint64(value[cards[first + uint64(positions)]])
        looks, found = uint64(checks[up]), uint64(0)
        if hole:
            second = uint64(value[cards[first + uint64(2 * positions + 1)]])
            found = looks * uint64(dealer_end[dealt[(up << uint64(4)) + second]] == END_BLACKJACK)
        ups[slot], founds[slot], demand[slot], insured[slot] = up, found, dealing.whole, 0
        possibles[slot] = uint64(blackjacks[up]) & (looks ^ uint64(1))
        seconds[slot] = start[slot] + uint32(2 * positions + 1) if hole else uint32(NOWHERE)
    for p in range(uint64(positions)):
        open_hands(game.machine, play, slots, p, p + uint64(positions + 1))


@njit(nogil=True)
def open_hands(machine, play, slots, p, second):
    """The first two cards of one position in every slot."""
    cards, size, value = play.shoes
    ends, opened, states = uint64(machine.ends), machine.opened, play.hands.states
    start, ups, founds, insured = play.block[START], play.block[UP], play.block[FOUND], play.block[INSURED]
    base = p * uint64(SLOTS)
    for slot in range(uint64(slots)):
        first = uint64(slot) * size + uint64(start[slot])
        both = uint64(value[cards[first + p]]) * uint64(10) + uint64(value[cards[first + second]])
        opening = uint64(opened[uint64(ups[slot]) * uint64(100) + both])
        stopped = ends + ((opening >> uint64(OPENED_STOPPED)) & uint64(0xFF))
        states[base + slot] = stopped if founds[slot] else opening & uint64(0xFFFF)
        insured[slot] += uint32(opening >> uint64(OPENED_INSURED))


@njit(nogil=True)
def play_positions(machine, play, slots, positions):
    """Plays every position of every slot; gives how many positions split."""
    after, ends, splits = machine.after, uint64(machine.ends), uint64(machine.splits)
    block, shoes, words, hands = play
    places, states, queue, made = hands.places, hands.states, block[QUEUE], words.made
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
            word = made[take(words, np.int64(waiting)) :]
            waiting = give_cards(after, ends, shoes, block, waiting, mine, word)
        play_parted(machine, play, base, before, parted)
    return parted


@njit(nogil=True)
def play_parted(machine, play, base, before, parted):
    """Plays positions that split, from ``before`` to ``parted``.

    A half that waits is kept as its kind of split, at the far end of the room for ended hands: both together
    are never more than there is room for. What is no end, or no split, is written to a place still free.
    """
    words, made = play.words, play.words.made
    states, places = play.hands.states, play.hands.places
    waiting = begin_parted(machine, play, base, before, parted)
    while waiting > 0:
        word = made[take(words, np.int64(waiting)) :]
        waiting = give_parted(machine, play, base, waiting, word)
    for i in range(before, parted):
        # Counted apart from positions of one hand, so there is no class here.
        states[uint64(places[i])] = uint64(machine.splits) - uint64(1)


@njit(nogil=True)
def give_parted(machine, play, base, waiting, word):
    """One card to each position that splits and waits for one; gives how many still wait."""
    after, halves = machine.after, machine.halves
    ends, splits = uint64(machine.ends), uint64(machine.splits)
    states, _, counts, ended, waits, mores = play.hands
    cards, size, value = play.shoes
    at, queue = play.block[AT], play.block[QUEUE]
    kept = uint64(0)
    for i in range(waiting):
        slot = uint64(queue[i])
        place = base + slot
        card = draw(cards, size, at, slot, word[i])
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
def begin_parted(machine, play, base, before, parted):
    """The first split of each position: one half is in play, the other waits. Gives how many there are."""
    splits, halves, queue = uint64(machine.splits), machine.halves, play.block[QUEUE]
    states, places, counts, ended, waits, mores = play.hands
    for i in range(before, parted):
        place = uint64(places[i])
        kind = uint64(states[place]) - splits
        ended[place * uint64(HANDS_MAX) + uint64(HANDS_MAX - 1)] = kind
        counts[place], waits[place], mores[place] = 0, 1, 1
        states[place] = halves[kind * uint64(HANDS_MAX) + uint64(1)]
        queue[i - before] = place - base
    return parted - before


@njit(nogil=True)
def demand_of_block(game, play, slots, positions, parted):
    """How far each dealer must play for the hands of all positions."""
    ends, need = uint64(game.machine.ends), game.machine.need
    classes = uint64(len(need) // 2)
    states, places, counts, ended, _, _ = play.hands
    block = play.block
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
        wanted = position_demand(
            game.row, np.int64(possibles[slot]), ended, place * HANDS_MAX, np.int64(counts[place])
        )
        demand[slot] = max(np.int64(demand[slot]), np.int64(wanted))
    for slot in range(uint64(slots)):
        # Where a look has found a blackjack nobody plays on.
        demand[slot] *= uint32(1) - founds[slot]


@njit(nogil=True)
def play_dealers(machine, play, slots):
    """Every dealer's hand as far as somebody needs it."""
    after, draws = machine.dealer_after, uint64(machine.dealer_draws)
    block, shoes, words, _ = play
    dealer, made = block[DEALER], words.made
    draw_seconds(play, slots)
    waiting = show_seconds(machine, play, slots)
    while waiting > 0:
        word = made[take(words, np.int64(waiting)) :]
        waiting = give_cards(after, draws, shoes, block, waiting, dealer, word)


@njit(nogil=True)
def draw_seconds(play, slots):
    """The second card of each dealer who needs one and has none."""
    at, queue, demand, seconds = play.block[AT], play.block[QUEUE], play.block[DEMAND], play.block[SECOND]
    cards, size, _ = play.shoes
    waiting = uint64(0)
    for slot in range(uint64(slots)):
        queue[waiting] = slot
        waiting += uint64((demand[slot] >= SECOND_CARD) & (seconds[slot] == uint32(NOWHERE)))
    word = play.words.made[take(play.words, np.int64(waiting)) :]
    for i in range(waiting):
        slot = uint64(queue[i])
        seconds[slot] = at[slot]
        draw(cards, size, at, slot, word[i])


@njit(nogil=True)
def show_seconds(machine, play, slots):
    """Every dealer's first two cards; gives how many draw on."""
    dealt, draws = machine.dealt, uint64(machine.dealer_draws)
    cards, size, value = play.shoes
    block = play.block
    queue, demand, seconds, start = block[QUEUE], block[DEMAND], block[SECOND], block[START]
    ups, dealer, at, shown = block[UP], block[DEALER], block[AT], block[SHOWN]
    waiting = uint64(0)
    for slot in range(uint64(slots)):
        # Where there is no second card any other will do: it is not looked at.
        second = uint64(seconds[slot] if seconds[slot] != uint32(NOWHERE) else start[slot])
        both = uint64(dealt[(uint64(ups[slot]) << uint64(4)) + uint64(value[cards[slot * size + second]])])
        dealer[slot], shown[slot] = both, at[slot]
        queue[waiting] = slot
        waiting += uint64((demand[slot] == WHOLE_HAND) & (both < draws))
    return waiting


@njit(nogil=True)
def settle_block(game, play, slots, positions, parted, pairs):
    """How every dealer ended and what every slot gains; hands are counted by class and end."""
    head = game.row.head
    ends, pays, dealer_end = uint64(game.machine.ends), game.machine.pays, game.machine.dealer_end
    states, places, counts, ended, _, _ = play.hands
    block = play.block
    demand, dealer, founds, insured = block[DEMAND], block[DEALER], block[FOUND], block[INSURED]
    ended_so, nets = block[END], block[NET]
    for slot in range(uint64(slots)):
        end = uint64(dealer_end[dealer[slot]])
        known = (demand[slot] == WHOLE_HAND) | ((demand[slot] == SECOND_CARD) & (end == END_BLACKJACK))
        end = end if known else uint64(END_NONE)
        end = uint64(END_BLACKJACK) if founds[slot] else end
        ended_so[slot] = end
        won = np.int64(head.insurance_won if end == END_BLACKJACK else head.insurance_lost) - BIAS
        net = np.int64(insured[slot]) * won
        for p in range(uint64(positions)):
            pair = ((uint64(states[p * uint64(SLOTS) + slot]) - ends) << uint64(3)) + end
            net += np.int64(pays[pair])
            pairs[pair] += 1
        nets[slot] = uint32(net + NO_GAIN)
    for i in range(parted):
        place = places[i]
        slot = place % SLOTS
        end = np.int64(ended_so[slot])
        net = position_net(game.row, ended, place * HANDS_MAX, np.int64(counts[place]), end, pairs)
        nets[slot] = uint32(np.int64(nets[slot]) + net)
