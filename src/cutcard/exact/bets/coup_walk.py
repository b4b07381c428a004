"""Every coup by the values of its cards, counted in whole numbers. Who draws when is given, not known here.

It counts on lists of Python's own integers, of any size, so that no compiler is loaded for some six
milliseconds. Values go from 0 to 9 and tables are flat: of a square one, ``[a, b]`` lies at ``10 * a + b``.

The third cards are not dealt one by one. When the first four cards hold ``k[v]`` of each value, Player's
third card ``t`` and Banker's ``v`` can come in ``(pack[t] - k[t]) * (pack[v] - (v == t) - k[v])`` ways.
Multiplied out, and summed over all first four cards of the same totals, that asks for no more than three
sums: of 1, of ``k[v]``, and of ``k[t] * k[v]``.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

NOBODY, TO_PLAYER, TO_BANKER = 0, 1, 2

PAIRS: Final = tuple(
    (low, high, int(low == high), (low + high) % 10) for low in range(10) for high in range(low, 10)
)
"""Any two cards, whether they are equal, and their total."""


def first_four(
    pack: list[int],
    due: Sequence[int],
    ways: MutableSequence[int],
    held: MutableSequence[int],
    held_both: MutableSequence[int],
) -> None:
    """Fill the three sums for every pair of totals, from the number of cards of each value in the pack.

    ``due[player, banker]`` says who is due the fifth card: sums that no draw needs are left alone.
    """
    for p1, p2, player_pair, player in PAIRS:
        player_deals = pack[p1] * (pack[p2] - player_pair) * (2 - player_pair)
        if player_deals == 0:
            continue
        left = pack.copy()
        left[p1] -= 1
        left[p2] -= 1
        for b1, b2, banker_pair, banker in PAIRS:
            deals = player_deals * left[b1] * (left[b2] - banker_pair) * (2 - banker_pair)
            totals = player * 10 + banker
            ways[totals] += deals
            if due[totals] == NOBODY:
                continue
            for value in (p1, p2, b1, b2):
                held[totals * 10 + value] += deals
            if due[totals] == TO_PLAYER:
                for value in (p1, p2, b1, b2):
                    for other in (p1, p2, b1, b2):
                        held_both[totals * 100 + value * 10 + other] += deals


def third_cards(
    pack: Sequence[int],
    size: int,
    dues: tuple[Sequence[int], Sequence[int]],
    sums: tuple[Sequence[int], Sequence[int], Sequence[int]],
    counts: MutableSequence[int],
) -> None:
    """Add the ordered six-card deals to ``counts[player, banker, player drew, banker drew]``.

    Of a coup that ends early, every order of the cards it leaves undealt counts. ``dues`` are who is due
    the fifth card, by totals, and who the sixth, by the totals before and Player's third card.
    """
    fifth, sixth = dues
    ways, held, held_both = sums
    for totals in range(100):
        player, banker = totals // 10, totals % 10
        if fifth[totals] == NOBODY:
            counts[totals * 4] += ways[totals] * (size - 4) * (size - 5)
            continue
        for card in range(10):
            alone = pack[card] * ways[totals] - held[totals * 10 + card]
            if fifth[totals] == TO_BANKER:
                counts[(player * 10 + (banker + card) % 10) * 4 + 1] += alone * (size - 5)
                continue
            drawn = (player + card) % 10 * 10
            if sixth[totals * 10 + card] == NOBODY:
                counts[(drawn + banker) * 4 + 2] += alone * (size - 5)
                continue
            for last in range(10):
                left = pack[last] - (last == card)
                deals = left * alone - pack[card] * held[totals * 10 + last]
                deals += held_both[totals * 100 + card * 10 + last]
                counts[(drawn + (banker + last) % 10) * 4 + 3] += deals
