"""Deals on which bets stand: the first cards drawn at once, and what all bets make of them. Knows no rule.

Cards that are the same to every bet and lead to the same state are one deal, so drawing a deal settles
all bets on the first cards. The dealer's second card is part of a deal where some bet can still tell
it from another; elsewhere it is drawn like any further card.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack
from cutcard.sim.compile.bets import DECK, BetTables
from cutcard.sim.compile.deals import Deals, Fields, drawn_so, fields_of
from cutcard.sim.compile.fused import STRIDE, Fused
from cutcard.sim.compile.tables import CARD_VALUES

Ints = NDArray[np.int64]

DEALS_MOST = 1 << 16  # a cell of the alias table names a deal in 16 bits (`layout`)


class BetDeals(msgspec.Struct, frozen=True, eq=False):
    """Deals, and the joint outcomes that each means: of bets on three cards, and of bets on four."""

    deals: Deals
    three: Ints
    four: Ints


def bet_deals(fused: Fused, pack: Pack, counts: list[int], tables: BetTables) -> BetDeals | None:
    """The deals of a machine with these bets; None where they are too many, or a round can be too long."""
    fields = fields_of(fused, counts)
    if fields is None:
        return None
    known, open_ = _three(fused, pack, fields, tables)
    rows = [np.concatenate(both) for both in zip(known, open_, strict=True)]
    # One number for each kind of deal; its parts are small.
    held, which = np.unique(rows[2] + rows[3], return_inverse=True)
    parts = (rows[0] * (len(tables.four_outcomes) + 1) + rows[1]) * len(held) + which.reshape(-1)
    kinds, first, where = np.unique(parts, return_index=True, return_inverse=True)
    if len(kinds) > DEALS_MOST:
        return None
    ways = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(ways, where.reshape(-1), rows[4])
    starts = (rows[2] + rows[3])[first].astype(np.uint64)
    deals = drawn_so(fields, counts, starts.tolist(), ways.tolist())
    return BetDeals(deals, rows[0][first], rows[1][first])


def _three(fused: Fused, pack: Pack, fields: Fields, tables: BetTables) -> tuple[list[Ints], list[Ints]]:
    """Rows of cards whose fourth no bet can tell from another, and rows of four cards where some bet can."""
    after = fused.after.reshape(-1, STRIDE).astype(np.int64)
    each = np.array([1 << shift for shift in fields.shifts], dtype=np.uint64).view(np.int64)
    of_card = np.array(pack.counts, dtype=np.int64)
    p1, p2, up = (axis.reshape(-1) for axis in np.indices((DECK,) * 3))
    state = after[after[after[0, CARD_VALUES[p1]], CARD_VALUES[up]], CARD_VALUES[p2]]
    gone = each[CARD_VALUES[p1]] + each[CARD_VALUES[up]] + each[CARD_VALUES[p2]]
    ways = of_card[p1] * (of_card[up] - (up == p1)) * (of_card[p2] - (p2 == p1) - (p2 == up))
    three, four = tables.three.astype(np.int64), tables.four.astype(np.int64).reshape(-1, DECK)
    if not tables.four_bets:
        none = np.zeros(0, dtype=np.int64)
        return [three, np.zeros_like(three), state, gone, ways * (of_card.sum() - 3)], [none] * 5
    classes = tables.classes.astype(np.int64)
    matters = four.max(axis=1) != four.min(axis=1)
    here = matters[classes]
    known = [three, four[classes, 0], state, gone, ways * (of_card.sum() - 3)]
    second, (a, b, c) = np.arange(DECK), (card[here, None] for card in (p1, p2, up))
    more = [
        np.broadcast_to(three[here, None], (here.sum(), DECK)),
        four[classes[here]],
        after[state[here]][:, CARD_VALUES],
        gone[here, None] + each[CARD_VALUES],
        ways[here, None] * (of_card - (second == a) - (second == b) - (second == c)),
    ]
    return [cards[~here] for cards in known], [cards.reshape(-1) for cards in more]
