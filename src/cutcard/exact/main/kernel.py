"""The counting itself, compiled: the dealer's ends, the values of hands, the values of split hands.

Everything comes in arrays made elsewhere from the rules; no rule is written here. Values
are per unit of the original stake and *joint*: where the dealer looks for blackjack before
play, each is the expectation over the rounds in which there is none, not divided by
their probability, so that cards may be drawn as if nobody had looked.

``hands`` are all hands a patron can hold, ``tree`` is a dealer tree, ``terms`` what ends are worth, ``left``
the cards to come by value, the up card gone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.exact.compiling import njit
from cutcard.exact.main.dealer_draws import BLACKJACK_END, BUST_END, ENDS
from cutcard.exact.main.dealer_hands import DealerTree
from cutcard.exact.main.player_hands import (
    CAN_DOUBLE,
    CAN_HIT,
    CAN_STAND,
    CAN_SURRENDER,
    ENDS_CHARLIE,
    OPEN,
    HandArrays,
)
from cutcard.exact.main.terms import End, Worth

NOT_AVAILABLE = -1e9  # so far below any worth that the best of several never picks it
STAND, HIT, DOUBLE, SURRENDER = 0, 1, 2, 3
BY_VALUES = np.empty(0, dtype=np.int64)

END_COUNT: Final = len(ENDS)
DRAWN_MAX: Final = 24
"""No dealer draws as many cards: each counts one at least, and nothing is drawn to a hard 17."""

_DOUBLE, _BUST, _DOUBLE_BUST = int(End.DOUBLE), int(End.BUST), int(End.DOUBLE_BUST)
_STAND, _CHARLIE, _SURRENDER = int(End.STAND), int(End.CHARLIE), int(End.SURRENDER)


class Against(NamedTuple):
    """What is played against: the dealer's hands, their ends beside every hand, the cards left."""

    tree: DealerTree
    ends: NDArray[np.float64]
    left: NDArray[np.int64]
    terms: Worth


class SplitPlay(NamedTuple):
    """How hands of a split are played: the state and choice of each, which can come up, the value split."""

    hands: HandArrays
    state: NDArray[np.int64]
    choice: NDArray[np.int64]
    marks: NDArray[np.int64]
    split: int


@njit(nogil=True)
def dealer_ends(tree, left, size, out, product):
    """Probabilities of the dealer's ends, 17 to 21, blackjack, bust, when ``left`` are the cards to come."""
    parent, value, before, drawn, end, orders = tree
    scale = np.empty(DRAWN_MAX)
    scale[0] = 1.0
    for i in range(1, DRAWN_MAX):
        scale[i] = scale[i - 1] / (size - i + 1) if size >= i else 0.0
    out[:] = 0.0
    product[0] = 1.0
    for node in range(1, len(parent)):
        product[node] = product[parent[node]] * (left[value[node]] - before[node])
        if end[node] >= 0:
            out[end[node]] += product[node] * orders[node] * scale[drawn[node]]
    # The tree has no busts (`dealer_hands`): they are what is left over.
    bust = 1.0
    for kind in range(BUST_END):
        bust -= out[kind]
    out[BUST_END] = bust


@njit(nogil=True)
def cards_left(counts, left, rest):
    """The cards to come beside a hand; false where the pack could not have dealt it."""
    possible = True
    for v in range(10):
        rest[v] = left[v] - counts[v]
        possible = possible and rest[v] >= 0
    return possible


@njit(nogil=True)
def all_ends(hands, tree, left):
    """The dealer's ends for every hand a patron may hold."""
    counts, cards = hands.counts, hands.cards
    product = np.empty(len(tree.parent))
    size = left.sum()
    rest = np.empty(10, dtype=np.int64)
    ends = np.zeros((len(counts), END_COUNT))
    for h in range(len(counts)):
        if cards_left(counts[h], left, rest):
            dealer_ends(tree, rest, size - cards[h], ends[h], product)
    return ends


@njit(nogil=True)
def stands_for(total, ends, gain):
    """What a total gains by standing, a blackjack of the dealer's left out."""
    # The bust first and the totals after it, 17 to 21: floats summed otherwise differ in their last digits.
    worth = gain[total, BUST_END] * ends[BUST_END]
    for end in range(BLACKJACK_END):
        worth += gain[total, end] * ends[end]
    return worth


@njit(nogil=True)
def bust_worth(completes, rest, size, v, plain, late):
    """What a bust is worth that was made by a card of value ``v``."""
    found = 0.0
    if size > 1 and completes >= 0:
        # The card that made the bust is gone as well.
        found = (rest[completes] - (v == completes)) / (size - 1)
    return plain * (1.0 - found) + late * found


@njit(nogil=True)
def best_of(values, allowed):
    """The best decision among those allowed; of two equal ones the calmer."""
    best = STAND if allowed & CAN_STAND else HIT
    if allowed & CAN_HIT and values[HIT] > values[best]:
        best = HIT
    if allowed & CAN_DOUBLE and values[DOUBLE] > values[best]:
        best = DOUBLE
    if allowed & CAN_SURRENDER and values[SURRENDER] > values[best]:
        best = SURRENDER
    return best


@njit(nogil=True)
def hit_and_double(h, hands, rest, size, ends, value, terms):
    """What one more card is worth, played on and as the last."""
    total, child = hands.total, hands.child
    gain, plain, late, completes = terms
    hit, double = 0.0, 0.0
    for v in range(10):
        if rest[v] == 0:
            continue
        chance = rest[v] / size
        after = child[h, v]
        if after < 0:
            hit += chance * bust_worth(completes, rest, size, v, plain[_BUST], late[_BUST])
            double += chance * bust_worth(completes, rest, size, v, plain[_DOUBLE_BUST], late[_DOUBLE_BUST])
        else:
            hit += chance * value[after]
            stand = stands_for(total[after], ends[after], gain)
            double += chance * (2.0 * stand + late[_DOUBLE] * ends[after, BLACKJACK_END])
    return hit, double


@njit(nogil=True)
def play_values(hands, menu, ends, left, terms, strategy):
    """The value of every decision of every hand, of the one taken, and which that is.

    The best is taken, or what ``strategy`` says where it is not empty.
    """
    counts, total, cards, _, _ = hands
    state, allowed = menu
    gain, plain, late, _ = terms
    size = left.sum()
    columns = np.full((len(counts), 4), NOT_AVAILABLE)
    value = np.zeros(len(counts))
    choice = np.zeros(len(counts), dtype=np.int64)
    rest = np.empty(10, dtype=np.int64)
    # Backwards: what a hand can grow into comes after it, and is valued by then.
    for h in range(len(counts) - 1, -1, -1):
        if not cards_left(counts[h], left, rest) or size <= cards[h]:
            continue
        found = ends[h, BLACKJACK_END]
        columns[h, STAND] = stands_for(total[h], ends[h], gain) + late[_STAND] * found
        if state[h] == ENDS_CHARLIE:
            value[h] = plain[_CHARLIE] * (1.0 - found) + late[_CHARLIE] * found
            continue
        hit, double = hit_and_double(h, hands, rest, size - cards[h], ends, value, terms)
        columns[h, HIT] = hit
        if cards[h] == 2:
            columns[h, DOUBLE] = double
            columns[h, SURRENDER] = plain[_SURRENDER] * (1.0 - found) + late[_SURRENDER] * found
        if state[h] == OPEN:
            choice[h] = strategy[h] if len(strategy) else best_of(columns[h], allowed[h])
        value[h] = columns[h, choice[h]]
    return columns, value, choice


@njit(nogil=True)
def choices(columns, menu):
    """The best decision of every hand on another menu, by values that were computed on the first."""
    state, allowed = menu
    choice = np.zeros(len(state), dtype=np.int64)
    for h in range(len(state)):
        if state[h] == OPEN:
            choice[h] = best_of(columns[h], allowed[h])
    return choice


@njit(nogil=True)
def reachable(hands, state, choice, p):
    """Which hands of a split can come up: 1 to be played, 2 as the end of a double, 3 both."""
    counts, _, _, child, singles = hands
    marks = np.zeros(len(counts), dtype=np.int64)
    for v in range(10):
        if child[singles[p], v] >= 0:
            marks[child[singles[p], v]] = 1
    for h in range(len(counts)):
        if marks[h] & 1 and state[h] == OPEN and choice[h] in (HIT, DOUBLE):
            mark = 1 if choice[h] == HIT else 2
            for v in range(10):
                if child[h, v] >= 0:
                    marks[child[h, v]] |= mark
    return marks


@njit(nogil=True)
def grown(h, child, v, cards):
    """A hand with so many more cards of one value; -1 where there is none."""
    for _ in range(cards):
        if h >= 0:
            h = child[h, v]
    return h


@njit(nogil=True)
def drawn_worth(h, child, rest, size, after_value, completes, bust_plain, bust_late):
    """What one more card is worth, given the worth of every hand it may make."""
    worth = 0.0
    for v in range(10):
        if rest[v] == 0:
            continue
        after = child[h, v]
        if after >= 0:
            worth += rest[v] / size * after_value[after]
        else:
            worth += rest[v] / size * bust_worth(completes, rest, size, v, bust_plain, bust_late)
    return worth


@njit(nogil=True)
def split_hand(play, against, gone):
    """The value of one hand of a split by its second card, when ``gone`` cards of the split value are out.

    The hand is played by its choices, whatever the other hands of the split hold.
    """
    counts, total, cards, child, singles = play.hands
    state, choice, marks, p = play.state, play.choice, play.marks, play.split
    tree, ends, left, terms = against
    gain, plain, late, completes = terms
    others = gone - 1
    value, doubled = np.zeros(len(counts)), np.zeros(len(counts))
    own, product = np.empty(END_COUNT), np.empty(len(tree.parent))
    rest = np.empty(10, dtype=np.int64)
    for h in range(len(counts) - 1, -1, -1):
        if marks[h] == 0 or not cards_left(counts[h], left, rest) or rest[p] < others:
            continue
        rest[p] -= others
        size = left.sum() - others - cards[h]
        if size <= 0:
            continue
        drawing = state[h] == OPEN and choice[h] != STAND
        if marks[h] & 2 or not drawing:
            # Other hands of the split hold as many cards of its value.
            also = grown(h, child, p, others)
            if also < 0:
                dealer_ends(tree, rest, size, own, product)
            met = ends[also] if also >= 0 else own
            stand, found = stands_for(total[h], met, gain), met[BLACKJACK_END]
            value[h] = stand + late[_STAND] * found
            doubled[h] = 2.0 * stand + late[_DOUBLE] * found
            if state[h] == ENDS_CHARLIE:
                value[h] = plain[_CHARLIE] * (1.0 - found) + late[_CHARLIE] * found
        if drawing and marks[h] & 1:
            after, bust = (doubled, _DOUBLE_BUST) if choice[h] == DOUBLE else (value, _BUST)
            value[h] = drawn_worth(h, child, rest, size, after, completes, plain[bust], late[bust])
    return by_second(value, child[singles[p]])


@njit(nogil=True)
def by_second(value, hands):
    """The value of hands of two cards by the second, 0 where it makes none."""
    out = np.zeros(10)
    for v in range(10):
        if hands[v] >= 0:
            out[v] = value[hands[v]]
    return out


@njit(nogil=True)
def visits(hands, left, state, choice, start):
    """How often each unsplit hand comes up when ``choice`` is played, given how often play begins with it."""
    counts, _, cards, child, _ = hands
    size = left.sum()
    # Forwards: how often a hand is met is known before what it grows into.
    often = start.copy()
    for h in range(len(counts)):
        if often[h] == 0.0 or state[h] != OPEN or choice[h] != HIT or size <= cards[h]:
            continue
        for v in range(10):
            if child[h, v] >= 0 and left[v] > counts[h, v]:
                often[child[h, v]] += often[h] * (left[v] - counts[h, v]) / (size - cards[h])
    return often
