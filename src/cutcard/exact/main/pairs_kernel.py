"""Two hands of one split beside each other, compiled: what both are worth, over all cards they can draw.

Theory. The hands of a split draw from the same shoe and meet the same dealer. Two hands that ended with the
cards A and B come as often as the shoe deals A and B together, whatever the order, and so many ways as the
strategy draws each. The dealer's chances then hang on nothing but the cards A and B hold together, their
**union**; there are far fewer unions than pairs of hands, so the dealer is counted once for each union.

The many hands that bust all lose the same. Hands are therefore weighed by what they gain *more* than a bust,
which is nothing for a bust, and only the others are listed.
"""

from __future__ import annotations

import numpy as np

from cutcard.exact.compiling import njit
from cutcard.exact.main.kernel import DOUBLE, END_COUNT, HIT, dealer_ends
from cutcard.exact.main.player_hands import ENDS_CHARLIE, OPEN
from cutcard.exact.main.terms import End

ANY, UNLIKE = 0, 1
"""The ways to draw a hand: all, and those whose second card does not pair."""

DIGIT = 6
"""A union as one whole number: so many bits for each value. Nobody holds 64 cards of a value."""

FIBONACCI = 0x9E3779B97F4A7C1
"""2**60 over the golden ratio (Knuth, volume 3, 6.4): 60 bits, as with 64 it were no signed whole number."""

BOTH_EVEN, ALONE_EVEN, GAIN_ROWS = 4, 11, 14
"""Where two hands together gain nothing, where the first alone does, and how many rows there are."""

_STAND, _DOUBLE, _CHARLIE = int(End.STAND), int(End.DOUBLE), int(End.CHARLIE)
_DOUBLE_BUST = int(End.DOUBLE_BUST)


@njit(nogil=True)
def ways_to_draw(play):
    """In how many orders each hand of a split is drawn, to be played on and as the last card of a double."""
    _, _, _, child, singles = play.hands
    first = singles[play.split]
    drawn = np.zeros((len(child), 2))
    doubled = np.zeros((len(child), 2))
    for v in range(10):
        if child[first, v] >= 0:
            drawn[child[first, v], ANY] = 1.0
            drawn[child[first, v], UNLIKE] = 1.0 if v != play.split else 0.0
    for h in range(len(child)):
        if drawn[h, ANY] == 0.0 or play.state[h] != OPEN:
            continue
        for v in range(10):
            if child[h, v] >= 0 and play.choice[h] == HIT:
                drawn[child[h, v]] += drawn[h]
            elif child[h, v] >= 0 and play.choice[h] == DOUBLE:
                doubled[child[h, v]] += drawn[h]
    return drawn, doubled


@njit(nogil=True)
def ways_to_meet(child, state, choice, start):
    """In how many orders each unsplit hand is met in play, and as the last card of a double."""
    met = start.copy()
    doubled = np.zeros(len(child))
    for h in range(len(child)):
        if met[h] == 0.0 or state[h] != OPEN:
            continue
        for v in range(10):
            if child[h, v] >= 0 and choice[h] == HIT:
                met[child[h, v]] += met[h]
            elif child[h, v] >= 0 and choice[h] == DOUBLE:
                doubled[child[h, v]] += met[h]
    return met, doubled


@njit(nogil=True)
def key_of(counts, p):
    """The cards of a hand beside its first as one number."""
    key = 0
    for v in range(10):
        key |= (counts[v] - (v == p)) << (DIGIT * v)
    return key


@njit(nogil=True)
def ended_hands(play, left):
    """Every hand of a split that ended otherwise than by a plain bust.

    Its cards beside the first as a key, the ways to draw it, how it ended, its total.
    """
    counts, total, _, child, _ = play.hands
    drawn, doubled = ways_to_draw(play)
    # A hand ends at most by itself, by a double that stands, and by ten that bust.
    room = len(counts) * 12
    keys, ways = np.empty(room, dtype=np.int64), np.empty((room, 2))
    end, reached = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    n = 0
    for h in range(len(counts)):
        if (counts[h] > left + (np.arange(10) == play.split)).any():
            continue
        asked = play.state[h] == OPEN
        if drawn[h, ANY] > 0 and not (asked and (play.choice[h] == HIT or play.choice[h] == DOUBLE)):
            how = _CHARLIE if play.state[h] == ENDS_CHARLIE else _STAND
            keys[n], ways[n] = key_of(counts[h], play.split), drawn[h]
            end[n], reached[n] = how, total[h]
            n += 1
        if doubled[h, ANY] > 0:
            keys[n], ways[n], end[n], reached[n] = (
                key_of(counts[h], play.split),
                doubled[h],
                _DOUBLE,
                total[h],
            )
            n += 1
        if drawn[h, ANY] > 0 and asked and play.choice[h] == DOUBLE:
            for v in range(10):
                if child[h, v] < 0:
                    keys[n] = key_of(counts[h], play.split) + (1 << (DIGIT * v))
                    ways[n], end[n], reached[n] = drawn[h], _DOUBLE_BUST, 0
                    n += 1
    return keys[:n], ways[:n], end[:n], reached[:n]


@njit(nogil=True)
def place_of(slots, key):
    """Where a key is or belongs in an open table; the room for it is made beforehand."""
    at = (key * FIBONACCI) & (len(slots) - 1)
    at ^= (key >> 17) & (len(slots) - 1)
    while slots[at] != key and slots[at] != -1:
        at = (at + 1) & (len(slots) - 1)
    return at


@njit(nogil=True)
def unions(keys, room):
    """The different unions of any two hands, and the table in which each has its number."""
    slots = np.full(room, -1, dtype=np.int64)
    number = np.empty(room, dtype=np.int64)
    found = np.empty(room, dtype=np.int64)
    n = 0
    for i in range(len(keys)):
        for j in range(i + 1):
            at = place_of(slots, keys[i] + keys[j])
            if slots[at] == -1:
                slots[at], number[at], found[n] = keys[i] + keys[j], n, keys[i] + keys[j]
                n += 1
    return found[:n], slots, number


@njit(nogil=True)
def pair_worth(keys, ways, worth, table):
    """For each union of two hands (``table``) what both are worth together against each end of the dealer.

    ``shared[u, kind, end]`` is summed over all pairs of hands with these cards: neither pairs, one is known
    not to, both may hold anything.
    """
    found, slots, number = table
    shared = np.zeros((len(found), 3, END_COUNT))
    for i in range(len(keys)):
        for j in range(i + 1):
            row = shared[number[place_of(slots, keys[i] + keys[j])]]
            # Each pair once, for both orders of the two hands.
            both = 1.0 if i == j else 2.0
            unlike = both * ways[i, UNLIKE] * ways[j, UNLIKE]
            mixed = 0.5 * both * (ways[i, UNLIKE] * ways[j, ANY] + ways[i, ANY] * ways[j, UNLIKE])
            anything = both * ways[i, ANY] * ways[j, ANY]
            for end in range(END_COUNT):
                product = worth[i, end] * worth[j, end]
                row[0, end] += unlike * product
                row[1, end] += mixed * product
                row[2, end] += anything * product
    return found, shared


@njit(nogil=True)
def pair_gains(keys, ways, gain, table):
    """For each union of two hands in how many ways both gain so much together, by the end of the dealer.

    ``gain[hand, end]`` is a whole number from -2 to 2, ``ways`` those of one kind of hand. The first nine
    rows are for both together, from -4; the last five for the first hand alone, from -2, beside any second.
    """
    found, slots, number = table
    shared = np.zeros((len(found), GAIN_ROWS, END_COUNT))
    for i in range(len(keys)):
        for j in range(i + 1):
            both = ways[i] * ways[j]
            if both == 0.0:
                continue
            row = shared[number[place_of(slots, keys[i] + keys[j])]]
            for end in range(END_COUNT):
                mine, yours = gain[i, end], gain[j, end]
                row[BOTH_EVEN + mine + yours, end] += both if i == j else 2.0 * both
                row[ALONE_EVEN + mine, end] += both
                if i != j:
                    row[ALONE_EVEN + yours, end] += both
    return found, shared


@njit(nogil=True)
def chance_of(key, left, rest):
    """How often the shoe deals these cards in one given order; ``rest`` is what it has left then."""
    chance, size = 1.0, left.sum()
    for v in range(10):
        rest[v] = left[v]
        for _ in range((key >> (DIGIT * v)) & ((1 << DIGIT) - 1)):
            if rest[v] <= 0:
                return 0.0
            chance *= rest[v] / size
            rest[v] -= 1
            size -= 1
    return chance


@njit(nogil=True)
def sum_over_unions(keys, shared, tree, left):
    """What is shared by end of the dealer, over all unions, as often as shoe and dealer bring it about."""
    out = np.zeros(shared.shape[1:])
    rest, ends = np.empty(10, dtype=np.int64), np.empty(END_COUNT)
    product = np.empty(len(tree.parent))
    for u in range(len(keys)):
        chance = chance_of(keys[u], left, rest)
        if chance > 0.0:
            dealer_ends(tree, rest, rest.sum(), ends, product)
            for kind in range(len(out)):
                for end in range(END_COUNT):
                    out[kind, end] += chance * shared[u, kind, end] * ends[end]
    return out


@njit(nogil=True)
def weigh_cards(keys, worth, left):
    """What hands are worth by end, as often as the shoe deals them, and that times their cards by value."""
    out, held = np.zeros(worth.shape[1]), np.zeros((10, worth.shape[1]))
    rest = np.empty(10, dtype=np.int64)
    for i in range(len(keys)):
        chance = chance_of(keys[i], left, rest)
        if chance == 0.0:
            continue
        for end in range(worth.shape[1]):
            out[end] += chance * worth[i, end]
            for v in range(10):
                held[v, end] += chance * worth[i, end] * ((keys[i] >> (DIGIT * v)) & ((1 << DIGIT) - 1))
    return out, held
