"""Patterns combined by and, or and not, and which cards they can tell apart. Knows no single pattern."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import msgspec

from cutcard.cards import CARDS
from cutcard.profiles.own_bets.card_patterns import CardPattern, InOrder

Pattern = Callable[[Any], bool]


class Every(msgspec.Struct, frozen=True):
    """All of these fit."""

    parts: tuple[Pattern, ...]

    def __call__(self, seen: Any) -> bool:
        """Whether all do."""
        return all(part(seen) for part in self.parts)


class Some(msgspec.Struct, frozen=True):
    """At least one of these fits."""

    parts: tuple[Pattern, ...]

    def __call__(self, seen: Any) -> bool:
        """Whether any does."""
        return any(part(seen) for part in self.parts)


class Not(msgspec.Struct, frozen=True):
    """This does not fit."""

    part: Pattern

    def __call__(self, seen: Any) -> bool:
        """Whether it does not."""
        return not self.part(seen)


class Classes(msgspec.Struct, frozen=True):
    """The class of every card: the first card of those that are alike."""

    of: tuple[int, ...]

    def __call__(self, card: int) -> int:
        """The card's class."""
        return self.of[card]

    @property
    def count(self) -> int:
        """How many classes there are."""
        return len(set(self.of))


def parts(pattern: Pattern) -> tuple[Pattern, ...]:
    """What a pattern is combined of; nothing where it stands alone."""
    match pattern:
        case Every(of) | Some(of):
            return of
        case Not(of):
            return (of,)
        case _:
            return ()


def places(pattern: Pattern) -> frozenset[int]:
    """Which of the cards that a bet sees are looked at."""
    if isinstance(pattern, CardPattern):
        return frozenset(pattern.at)
    return frozenset().union(*(places(part) for part in parts(pattern)))


def so_far(pattern: Pattern, seen: Sequence[int | None]) -> Hashable:
    """All that the cards seen so far can still mean: whether it fits, or what it must know of them."""
    if all(seen[place] is not None for place in places(pattern)):
        return pattern(tuple(seen))
    if isinstance(pattern, CardPattern):
        return tuple(
            None if (card := seen[place]) is None else (pattern.class_of(card),) for place in pattern.at
        )
    known = tuple(so_far(part, seen) for part in parts(pattern))
    if isinstance(pattern, Every) and False in known:
        return False
    return True if isinstance(pattern, Some) and True in known else known


def minds_order(pattern: Pattern, hands: Sequence[frozenset[int]]) -> bool:
    """Whether it may matter which of a hand's cards is which. ``hands`` are the places of each hand."""
    if isinstance(pattern, CardPattern):
        at = frozenset(pattern.at)
        return isinstance(pattern, InOrder) or any(hand & at not in (hand, frozenset()) for hand in hands)
    return any(minds_order(part, hands) for part in parts(pattern))


def classes_of(patterns: Sequence[Pattern], seen: int) -> Classes:
    """Cards that none of the patterns can tell apart, where a bet sees so many."""
    known: dict[Hashable, int] = {}
    keys = [_classes_by_card(pattern, seen) for pattern in patterns]
    return Classes(tuple(known.setdefault(tuple(key[card] for key in keys), card) for card in CARDS))


def _classes_by_card(pattern: Pattern, seen: int) -> list[Hashable]:
    """For every card what the pattern must know of it.

    What looks at one card or two is tried on all of them: a pair of queens need not know the suit of a five.
    """
    looks_at = sorted(places(pattern))
    if len(looks_at) <= 2:
        return [_ends(pattern, looks_at, card, seen) for card in CARDS]
    if isinstance(pattern, CardPattern):
        return [pattern.class_of(card) for card in CARDS]
    keys = [_classes_by_card(part, seen) for part in parts(pattern)]
    return [tuple(key[card] for key in keys) for card in CARDS]


def _ends(pattern: Pattern, looks_at: list[int], card: int, seen: int) -> Hashable:
    cards = [0] * seen
    if len(looks_at) == 1:
        cards[looks_at[0]] = card
        return pattern(tuple(cards))
    ends = []
    for own, other in (looks_at, looks_at[::-1]):
        for another in CARDS:
            cards[own], cards[other] = card, another
            ends.append(pattern(tuple(cards)))
    return tuple(ends)
