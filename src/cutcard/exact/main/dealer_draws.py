"""Every way the dealer's hand can end, by the values of its cards. The draws are asked of the rules.

Plain Python, so that a bet on the dealer's cards is counted without arrays. Which cards are left is not
known here.
"""

from __future__ import annotations

from typing import Final

from cutcard.games.blackjack.dealer import draws
from cutcard.games.blackjack.hand import NO_CARDS, Hand, is_blackjack, is_bust, plus
from cutcard.games.blackjack.rules import Rules

ENDS: Final = ("17", "18", "19", "20", "21", "blackjack", "bust")
BLACKJACK_END: Final = ENDS.index("blackjack")
BUST_END: Final = ENDS.index("bust")


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
