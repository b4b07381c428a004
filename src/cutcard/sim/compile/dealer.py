"""The dealer machine: every hand the dealer can hold, and which end it is. Made from the rules."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.games.blackjack.dealer import draws
from cutcard.games.blackjack.hand import NO_CARDS, TEN, Hand, is_blackjack, is_bust, plus
from cutcard.games.blackjack.rules import Rules
from cutcard.sim.compile.layout import DRAWS, END_BLACKJACK, ENDS

Ints = NDArray[np.int64]


class DealerMachine(msgspec.Struct, frozen=True, eq=False):
    """``after[d, v]`` is dealer's hand d with a card of value v + 1, ``end[d]`` its end, or that it draws.

    A hand of one card has no end and does not draw by itself: whether it gets a second
    card is a matter of who needs it.
    """

    after: Ints
    end: Ints


def dealer_machine(rules: Rules) -> DealerMachine:
    """The dealer's hands under these rules; hand 0 has no cards."""
    keys: dict[Hand, int] = {NO_CARDS: 0}
    listed = [NO_CARDS]
    after: list[list[int]] = []
    while len(after) < len(listed):
        hand = listed[len(after)]
        row = []
        for value in range(1, TEN + 1):
            # Pairs mean nothing to the dealer, so hands that differ in that alone are one.
            more = plus(hand, value, 3)
            more = Hand(more.total, more.soft, more.cards)
            if more not in keys and draws(rules, hand):
                keys[more] = len(listed)
                listed.append(more)
            row.append(keys.get(more, len(after)))
        after.append(row)
    end = [_end(rules, hand) for hand in listed]
    return DealerMachine(np.array(after, dtype=np.int64), np.array(end, dtype=np.int64))


def _end(rules: Rules, hand: Hand) -> int:
    if is_bust(hand):
        return ENDS.index("bust")
    if draws(rules, hand):
        return DRAWS
    return END_BLACKJACK if is_blackjack(hand) else ENDS.index(str(hand.total))
