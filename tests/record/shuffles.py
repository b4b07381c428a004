"""Shuffles of 52 cards, ours and seven known bad ones, and the tests that tell them apart.

Each test gives how many standard deviations a figure is from what all 52! orders would give. The tests do
not know which shuffle they look at.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack
from cutcard.record import contributions_hash, draw_cards

CARDS = 52

Orders = NDArray[np.int64]
Shuffle = Callable[[np.random.Generator, int], Orders]


def by_the_drawing(chance: np.random.Generator, count: int) -> Orders:
    """Our own: every card of one deck drawn under a fresh secret."""
    pack, mixed = Pack.of_decks(1), contributions_hash(("tested",))
    return np.array([draw_cards(chance.bytes(32), mixed, pack, CARDS) for _ in range(count)])


def fresh(count: int) -> Orders:
    return np.tile(np.arange(CARDS), (count, 1))


def swapped(orders: Orders, place: int, others: NDArray[np.int64]) -> None:
    """In each order, swap the card at a place with that at another."""
    rows = np.arange(len(orders))
    kept = orders[rows, others].copy()
    orders[rows, others] = orders[:, place]
    orders[:, place] = kept


def swap_with_any(chance: np.random.Generator, count: int) -> Orders:
    """Each place is swapped with any place, not only with those not yet done."""
    orders = fresh(count)
    for place in range(CARDS):
        swapped(orders, place, chance.integers(0, CARDS, count))
    return orders


def never_in_place(chance: np.random.Generator, count: int) -> Orders:
    """Sattolo's: one too few to choose from, so every order is a single cycle."""
    orders = fresh(count)
    for place in range(CARDS - 1, 0, -1):
        swapped(orders, place, chance.integers(0, place, count))
    return orders


def remainder_of_a_byte(chance: np.random.Generator, count: int) -> Orders:
    """Fisher and Yates's, with a random byte's remainder: the low places come too often."""
    orders = fresh(count)
    for place in range(CARDS - 1, 0, -1):
        swapped(orders, place, chance.integers(0, 256, count) % (place + 1))
    return orders


def random_comparison(chance: np.random.Generator, count: int) -> Orders:
    """A sort whose comparison tosses a coin."""
    tosses = iter(chance.integers(0, 2, count * CARDS * 8).tolist())
    coin = cmp_to_key(lambda _one, _other: 1 if next(tosses) else -1)
    return np.array([sorted(range(CARDS), key=coin) for _ in range(count)])


def three_riffles(chance: np.random.Generator, count: int) -> Orders:
    """Three riffles, where about seven are needed (Bayer and Diaconis, 1992)."""
    orders = fresh(count)
    for _ in range(3):
        # A riffle backwards: each card gets a random bit, and those with a zero come to the top.
        bits = chance.integers(0, 2, (count, CARDS))
        orders = np.take_along_axis(orders, np.argsort(bits, axis=1, kind="stable"), axis=1)
    return orders


def cut_only(chance: np.random.Generator, count: int) -> Orders:
    """One cut: every place has every card, and always the same neighbours."""
    return (fresh(count) + chance.integers(0, CARDS, (count, 1))) % CARDS


def low_bits_of_a_congruence(chance: np.random.Generator, count: int) -> Orders:
    """Fisher and Yates's, with the low bits of a congruential generator, whose lowest only alternates."""
    orders = fresh(count)
    state = chance.integers(0, 2**31, count)
    for place in range(CARDS - 1, 0, -1):
        state = (state * 1103515245 + 12345) % 2**31
        swapped(orders, place, (state % 64) % (place + 1))
    return orders


BAD: tuple[Shuffle, ...] = (
    swap_with_any,
    never_in_place,
    remainder_of_a_byte,
    random_comparison,
    three_riffles,
    cut_only,
    low_bits_of_a_congruence,
)


def deviations(orders: Orders) -> dict[str, float]:
    """By how many standard deviations each figure is off."""
    cycles = cycle_counts(orders)
    fixed = (orders == np.arange(CARDS)).sum(axis=1)
    lengths = np.arange(1, CARDS + 1)
    spread = float((1 / lengths - 1 / lengths**2).sum())
    return {
        "position and card": squares(np.repeat(np.arange(CARDS)[None], len(orders), 0), orders, CARDS**2),
        "adjacent pairs": squares(orders[:, :-1], orders[:, 1:], CARDS * (CARDS - 1)),
        "fixed points": off(fixed, 1, 1),
        "number of cycles": off(cycles, float((1 / lengths).sum()), spread),
        "even and odd": off((CARDS - cycles) % 2, 0.5, 0.25),
    }


def squares(rows: Orders, columns: Orders, cells: int) -> float:
    """Chi squared of equally likely pairs, as deviations from its mean.

    Cells of one row or column exclude each other, so the sum scatters a little less than that of free
    ones; what it is divided by errs on the side of passing a shuffle.
    """
    found = np.bincount((rows * CARDS + columns).ravel(), minlength=CARDS**2)
    due = rows.size / cells
    total = float(((found[found > 0] - due) ** 2 / due).sum() + due * (cells - (found > 0).sum()))
    freedom = (CARDS - 1) ** 2 if cells == CARDS**2 else cells - 1
    return (total - freedom) / sqrt(2 * freedom)


def off(figures: Orders, mean: float, variance: float) -> float:
    """How far the mean of independent figures is from what it should be."""
    return (float(figures.mean()) - mean) / sqrt(variance / len(figures))


def cycle_counts(orders: Orders) -> Orders:
    """How many cycles each order has: a cycle is counted at its lowest card."""
    lowest = fresh(len(orders))
    reached = orders.copy()
    for _ in range(CARDS):
        lowest = np.minimum(lowest, reached)
        reached = np.take_along_axis(orders, reached, axis=1)
    return np.asarray((lowest == np.arange(CARDS)).sum(axis=1))
