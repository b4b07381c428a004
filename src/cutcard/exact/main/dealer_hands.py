"""The dealer's hands as a tree that a count can walk. Which cards are left is not known here.

The tree has one node for each multiset of cards drawn, so the probability of an end is a product of counts,
times the number of orders in which the rules allow those cards to come.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.exact.main.dealer_draws import BUST_END, drawn_hands
from cutcard.games.blackjack.rules import Rules

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class DealerTree(NamedTuple):
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
