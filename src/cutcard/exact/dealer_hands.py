"""Every way the dealer's hand can end, by the values of its cards, as a tree that a count can walk.

The dealer's draws are asked of the rules. The tree has one node for each multiset of
cards drawn, so the probability of an end is a product of counts, times the number of
orders in which the rules allow those cards to come. Which cards are left is not known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.games.blackjack.dealer import draws
from cutcard.games.blackjack.hand import NO_CARDS, Hand, is_blackjack, is_bust, plus
from cutcard.games.blackjack.rules import Rules

ENDS: Final = ("17", "18", "19", "20", "21", "blackjack", "bust")
BLACKJACK_END, BUST_END = 5, 6

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class DealerTree(msgspec.Struct, frozen=True, eq=False):
    """One node for each multiset of drawn values, parents first.

    ``before`` is how many cards of the node's value its parent already holds, ``end`` which
    end the multiset is, or -1, and ``orders`` in how many orders it can be drawn.
    """

    parent: Ints
    value: Ints
    before: Ints
    drawn: Ints
    end: Ints
    orders: Floats

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Floats]:
        """What the counting takes."""
        return self.parent, self.value, self.before, self.drawn, self.end, self.orders


def _end(hand: Hand) -> int:
    if is_bust(hand):
        return BUST_END
    return BLACKJACK_END if is_blackjack(hand) else hand.total - 17


def drawn_hands(rules: Rules, up_value: int) -> dict[tuple[int, ...], tuple[int, int]]:
    """Every multiset of cards the dealer can end with beside the up card: its end and number of orders."""
    drawing: dict[tuple[int, ...], tuple[Hand, int]] = {(0,) * 10: (plus(NO_CARDS, up_value, 3), 1)}
    ended: dict[tuple[int, ...], tuple[int, int]] = {}
    while drawing:
        grown: dict[tuple[int, ...], tuple[Hand, int]] = {}
        for counts, (hand, orders) in drawing.items():
            for v in range(10):
                more = (*counts[:v], counts[v] + 1, *counts[v + 1 :])
                if more in grown:
                    grown[more] = (grown[more][0], grown[more][1] + orders)
                else:
                    grown[more] = (plus(hand, v + 1, 3), orders)
        drawing = {}
        for counts, (hand, orders) in grown.items():
            if draws(rules, hand):
                drawing[counts] = (hand, orders)
            else:
                ended[counts] = (_end(hand), orders)
    return ended


def dealer_tree(rules: Rules, up_value: int) -> DealerTree:
    """The dealer's hands over one up card."""
    # Of all rule values the dealer's draws know one, so trees are kept by that one.
    return _tree(Rules(dealer_hits_soft_17=rules.dealer_hits_soft_17), up_value)


@lru_cache(maxsize=20)
def _tree(rules: Rules, up_value: int) -> DealerTree:
    # A bust is what is left over: its many hands need not be counted one by one.
    ended = {counts: how for counts, how in drawn_hands(rules, up_value).items() if how[0] != BUST_END}
    nodes: dict[tuple[int, ...], int] = {(0,) * 10: 0}
    rows: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    for counts in ended:
        path: tuple[int, ...] = (0,) * 10
        for v, count in enumerate(counts):
            for before in range(count):
                above = nodes[path]
                path = (*path[:v], before + 1, *path[v + 1 :])
                if path not in nodes:
                    nodes[path] = len(rows)
                    rows.append((above, v, before, sum(path)))
    end = np.full(len(rows), -1, dtype=np.int64)
    orders = np.zeros(len(rows))
    for counts, (how, ways) in ended.items():
        end[nodes[counts]] = how
        orders[nodes[counts]] = ways
    parent, value, before, drawn = np.array(rows, dtype=np.int64).T.copy()
    return DealerTree(parent, value, before, drawn, end, orders)
