"""The first cards of a round drawn at once: one word picks among all the ways they can fall. Knows no rule.

Cards that fall alike (the same state of a machine, the same cards gone) are one deal. Its chance is how
many ways there are to draw them from the pack, over all ways: whole numbers, put into an alias table, so
that one look and one comparison pick a deal. A round under way is one number: its state, and how many
cards of each letter are gone.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.sim.compile.fused import STRIDE, Fused
from cutcard.sim.compile.layout import CARD_PLACE, CARD_SHIFT, CELL_OTHER, CELL_SHARE

CARDS_AT_ONCE = 4
"""No decision is made before so many cards of a round have been seen, at either game."""

DEALS_MOST = 1 << 13
"""More deals than this no longer lie close to the processor."""

Longs = NDArray[np.uint64]


class Deals(msgspec.Struct, frozen=True, eq=False):
    """Deals, and how rounds go on from them. What the bits of each word mean is drawn in `layout`.

    The low ``bits`` of a round are its state, ``width`` bits for each letter above them count the cards
    gone. ``cells`` is the alias table; each deal begins a round as ``starts`` says. ``cards`` is the pack.
    """

    bits: int
    width: int
    cells: Longs
    starts: Longs
    cards: NDArray[np.uint32]


def deals_of(fused: Fused, counts: list[int]) -> Deals | None:
    """The deals of a machine from a pack of so many cards of each letter; None if a round can be too long."""
    fields = fields_of(fused, counts)
    if fields is None:
        return None
    ways = _ways(fused, counts, fields)
    return drawn_so(fields, counts, list(ways), list(ways.values()))


class Fields(msgspec.Struct, frozen=True):
    """Where a round has its state, and the number of cards gone of each letter."""

    bits: int
    width: int
    letters: int

    @property
    def shifts(self) -> list[int]:
        """Where each letter's count begins."""
        return [self.bits + self.width * letter for letter in range(self.letters)]


def fields_of(fused: Fused, counts: list[int]) -> Fields | None:
    """The fields of a round under way; None if they do not fit into one number."""
    width = max(map(min, _most(fused, len(counts)), counts)).bit_length()
    bits = 64 - width * len(counts)
    fits = len(fused.after) // STRIDE <= 1 << max(bits, 0)
    return Fields(bits, width, len(counts)) if fits else None


def drawn_so(fields: Fields, counts: list[int], starts: list[int], ways: list[int]) -> Deals:
    """Deals that begin rounds so, and can be drawn in so many ways each."""
    cards = [
        letter | shift << CARD_SHIFT | place << CARD_PLACE
        for letter, shift in enumerate(fields.shifts)
        for place in range(counts[letter])
    ]
    return Deals(
        bits=fields.bits,
        width=fields.width,
        cells=_cells(ways),
        starts=np.array(starts, dtype=np.uint64),
        cards=np.array(cards, dtype=np.uint32),
    )


def _most(fused: Fused, letters: int) -> list[int]:
    """How often each letter can come up in one round."""
    after = fused.after.reshape(-1, STRIDE)[:, :letters].tolist()
    known: dict[int, list[int]] = {}

    def most(state: int) -> list[int]:
        if state >= fused.ends:
            return [0] * letters
        if state not in known:
            rows = [most(reached) for reached in after[state]]
            known[state] = [
                max(row[letter] + (came == letter) for came, row in enumerate(rows))
                for letter in range(letters)
            ]
        return known[state]

    return most(0)


def _ways(fused: Fused, counts: list[int], fields: Fields) -> dict[int, int]:
    """In how many ways each deal can be drawn; a round that is over draws on, so all ways count alike."""
    after = fused.after.reshape(-1, STRIDE)[:, : len(counts)].tolist()
    ways, low, most = {fused.first: 1}, (1 << fields.bits) - 1, (1 << fields.width) - 1
    for drawn in range(CARDS_AT_ONCE):
        more: dict[int, int] = {}
        for held, number in ways.items():
            state = held & low
            if state >= fused.ends:
                more[held] = more.get(held, 0) + number * (sum(counts) - drawn)
                continue
            for letter, shift in enumerate(fields.shifts):
                left = counts[letter] - (held >> shift & most)
                if left:
                    reached = held - state + after[state][letter] + (1 << shift)
                    more[reached] = more.get(reached, 0) + number * left
        if len(more) > DEALS_MOST:
            break
        ways = more
    return ways


def _cells(ways: list[int]) -> Longs:
    """The alias table: in each cell two deals, and for how many of 2³² words the first of them is meant."""
    assert len(ways) <= 1 << 16, "a cell has sixteen bits for each deal"
    size, total = 1 << (len(ways) - 1).bit_length(), sum(ways)
    share = [number * size for number in ways] + [0] * (size - len(ways))
    short = [cell for cell, weight in enumerate(share) if weight < total]
    long = [cell for cell, weight in enumerate(share) if weight >= total]
    cells = [0] * size
    while short and long:
        cell, giver = short.pop(), long.pop()
        first = min(cell, len(ways) - 1)
        cells[cell] = (share[cell] << 32) // total << CELL_SHARE | giver << CELL_OTHER | first
        share[giver] -= total - share[cell]
        (short if share[giver] < total else long).append(giver)
    for cell in (*short, *long):
        cells[cell] = cell << CELL_OTHER | cell
    return np.array(cells, dtype=np.uint64)
