"""The tree of splits: which hands a split can end up as, and what they are worth together.

Theory. All hands of a split are played by one strategy that looks at nothing but the hand's
own cards. Then the order in which cards reach the hands does not matter, and a split is
told by its second cards alone: going through the branches in playing order, a branch that
may be split again either pairs, and is, or does not. A branch that may not be split again
takes any second card.

So a split ends in a **pattern**: so many cards of the split value are gone, so many hands
are known not to have paired, so many may hold anything. What a hand is worth when other
hands are known not to have paired follows from what it is worth when nothing is known of
them, one card at a time: what is known of any card is a mixture of its pairing and not.

Whether a strategy is good is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import msgspec

from cutcard.games.blackjack.hand import ACE, NO_CARDS, Hand, half_of, plus
from cutcard.games.blackjack.options import Decision, options
from cutcard.games.blackjack.rules import Rules

Draw = tuple[int, int, bool]
"""How many cards of the split value were gone, how many hands had not paired, and whether this one did."""


class Pattern(msgspec.Struct, frozen=True):
    """One way a split can go, and the draws that lead there."""

    draws: tuple[Draw, ...]
    gone: int
    unpaired: int
    any_card: int


@lru_cache(maxsize=64)
def patterns(rules: Rules, split_value: int) -> tuple[Pattern, ...]:
    """Every way a split of two cards of this value can go under these rules."""
    ways_to_go: list[Pattern] = []
    pair = plus(plus(NO_CARDS, split_value, 3), split_value, 3)

    def go(waiting: tuple[int, ...], hands: int, pattern: Pattern) -> None:
        if not waiting:
            ways_to_go.append(pattern)
            return
        depth, rest = waiting[0], waiting[1:]
        gone, unpaired = pattern.gone, pattern.unpaired
        if not _splits_again(rules, pair, depth, hands):
            go(rest, hands, msgspec.structs.replace(pattern, any_card=pattern.any_card + 1))
            return
        unlike = Pattern((*pattern.draws, (gone, unpaired, False)), gone, unpaired + 1, pattern.any_card)
        alike = Pattern((*pattern.draws, (gone, unpaired, True)), gone + 1, unpaired, pattern.any_card)
        go(rest, hands, unlike)
        go((depth + 1, depth + 1, *rest), hands + 1, alike)

    # The pair itself: two hands of depth 1, and two cards of the value gone.
    go((1, 1), 2, Pattern((), 2, 0, 0))
    return tuple(ways_to_go)


def _splits_again(rules: Rules, pair: Hand, depth: int, hands: int) -> bool:
    again = plus(half_of(pair), pair.pair, rules.cards_counted)
    again = Hand(again.total, again.soft, again.cards, again.pair, depth, pair.pair == ACE)
    return Decision.SPLIT in options(rules, again, hands)


def most_gone(ways_to_go: tuple[Pattern, ...]) -> int:
    """How many cards of the split value must be thought gone to value these patterns."""
    return max(pattern.gone + pattern.unpaired for pattern in ways_to_go)


def split_value_of(
    ways_to_go: tuple[Pattern, ...], alike: int, size: int, unpaired: list[float], any_card: list[float]
) -> float:
    """What a split is worth, of ``size`` cards to come ``alike`` being of the split value, the pair included.

    ``unpaired[k]`` is what one hand is worth that has not paired when k cards of the value are gone,
    ``any_card[k]`` what it is worth with any second card.
    """

    @cache
    def not_paired(gone: int, others: int) -> float:
        if others == 0:
            return unpaired[gone]
        # Hands that did not pair hold one card of another value each: so many cards fewer are to come.
        pairs = (alike - gone) / (size - gone - others)
        return _without(pairs, not_paired(gone, others - 1), lambda: not_paired(gone + 1, others - 1))

    @cache
    def with_any(gone: int, others: int) -> float:
        if others == 0:
            return any_card[gone]
        pairs = (alike - gone) / (size - gone - others + 1)
        return _without(pairs, with_any(gone, others - 1), lambda: with_any(gone + 1, others - 1))

    worth = 0.0
    for pattern in ways_to_go:
        chance = 1.0
        for gone, before, paired in pattern.draws:
            pairs = (alike - gone) / (size - gone - before)
            chance *= pairs if paired else 1 - pairs
        if chance > 0:
            if pattern.unpaired:
                worth += chance * pattern.unpaired * not_paired(pattern.gone, pattern.unpaired - 1)
            if pattern.any_card:
                worth += chance * pattern.any_card * with_any(pattern.gone, pattern.unpaired)
    return worth


def _without(chance: float, mixture: float, with_it: Callable[[], float]) -> float:
    """One part of a mixture, the other part and its chance being known."""
    return mixture if chance <= 0 else (mixture - chance * with_it()) / (1 - chance)
