"""How much a return moves when one card leaves the pack. Which bet is counted, and how, is not known here."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from cutcard.cards import CARDS, RANKS, Pack, rank
from cutcard.specials.bet import same_card


def effect_of_removal(
    count: Callable[[Pack], Fraction], pack: Pack, classes: Callable[[int], int] = same_card
) -> dict[str, Fraction]:
    """The return without one card of a rank, less the return with it, for each rank the pack still has.

    Where suits matter to the bet, it is the mean over the cards of that rank. ``count`` gives the return
    from a pack; it is asked once for each of the ``classes`` that it cannot tell apart.
    """
    before = count(pack)
    after: dict[int, Fraction] = {}
    moved = dict.fromkeys(RANKS, Fraction(0))
    copies = dict.fromkeys(RANKS, 0)
    for card in CARDS:
        if pack.counts[card]:
            alike = classes(card)
            if alike not in after:
                after[alike] = count(pack.without((card,)))
            moved[RANKS[rank(card)]] += pack.counts[card] * (after[alike] - before)
            copies[RANKS[rank(card)]] += pack.counts[card]
    return {name: moved[name] / copies[name] for name in RANKS if copies[name]}
