"""What a block of blackjack rounds holds, a round to each slot, and by what names its kernels know it.

Named tuples, since compiled kernels take these and no structs. Plays nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.sim.compile.position import PositionMachine
from cutcard.sim.compile.tables import Row

SLOTS = 256
"""Shoes of a block: enough to keep passes long, few enough to lie close to the processor."""

WORDS = 1024  # 8 KiB at a time, to lie close to the processor

NOWHERE = 0xFFFFFFFF  # greater than any place in a shoe: numbers here have no sign
NO_GAIN = 1 << 24
"""Added to the gain of a slot, which is then never negative."""

Longs = NDArray[np.int64]
Words32 = NDArray[np.uint32]

(
    AT,  # how many cards of the shoe have been dealt
    START,  # where in the shoe the round began
    UP,  # the up card by value
    SECOND,  # where the dealer's second card lies, or NOWHERE
    FOUND,  # a look has found a blackjack
    POSSIBLE,  # a late blackjack is possible
    DEMAND,  # how far the dealer must play
    INSURED,  # how many positions are insured
    DEALER,  # the dealer's hand
    SHOWN,  # how many cards of the shoe had been dealt when the dealer's second was shown
    END,  # how the dealer ended
    NET,  # what the round gains, and NO_GAIN
    QUEUE,  # the slots that wait for a card
    ROWS,
) = range(14)
"""The rows of a block: what is known of the round in each slot, a slot in each column."""


class BlockGame(NamedTuple):
    """A game as blocks follow it: its position machine, and its row for what the machine leaves out."""

    machine: PositionMachine
    row: Row


class Dealing(NamedTuple):
    """What a table deals: to how many positions, from shoes that are played to ``cut``.

    ``hole`` says whether a card lies face down; by up card, ``looks`` whether it is looked at and
    ``blackjacks`` whether it can be half of one; ``whole`` is how far the dealer must play in any case.
    """

    positions: int
    cut: np.uint32
    hole: int
    looks: NDArray[np.uint8]
    blackjacks: NDArray[np.uint8]
    whole: int


class Shoes(NamedTuple):
    """A shoe for each slot, one after the other, ``size`` cards each; the value of every card."""

    cards: NDArray[np.uint8]
    size: np.uint64
    value: NDArray[np.uint8]


class Words(NamedTuple):
    """Random words of 32 bits: those made last, how many of them are used, where more come from."""

    made: Words32
    used: Longs
    stream: NDArray[np.uint64]


class Hands(NamedTuple):
    """The state of each position of each slot; of those that split, and there only, its hands.

    ``places`` are the positions that split. By place, ``counts`` is how many hands have ended, ``ended`` what
    they have ended as, ``waits`` how many halves wait, ``mores`` how many times the position has split.
    """

    states: Words32
    places: Longs
    counts: Longs
    ended: Longs
    waits: Words32
    mores: Words32


class Play(NamedTuple):
    """A block under way: the rounds, their shoes, the words that pick cards, the hands."""

    block: NDArray[np.uint32]
    shoes: Shoes
    words: Words
    hands: Hands


class Tallies(NamedTuple):
    """Rounds by what they gain, no gain in the middle; hands by class and end, and a place for no class."""

    nets: Longs
    pairs: Longs


class Splits(NamedTuple):
    """Rounds that split their first two cards: their kinds, and for each kind a pack and a number of rounds.

    A kind holds the up card, how many cards are out, the opening of the pair, and whether a late blackjack
    is possible. Its pack begins with the cards that are out: first, up, first, and second if it was seen.
    """

    kinds: Longs
    packs: NDArray[np.uint8]
    counts: Longs


def new_block() -> NDArray[np.uint32]:
    """A block with room for its rounds."""
    return np.zeros((ROWS, SLOTS), dtype=np.uint32)
