"""Patterns of cards as values: what an own bet's lines are made of. Knows no pay table and no file.

A pattern is asked like a shipped line's function: with the cards that the bet sees, in their order. ``at``
are those it looks at. ``class_of`` is the least that it must know of a card; cards of which all patterns of
a bet are told the same are counted as one. Sets of cards are whole numbers, a bit for each card.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeAlias

import msgspec

from cutcard.cards import is_red, rank, suit
from cutcard.games.baccarat.coup import total as baccarat_total
from cutcard.games.baccarat.coup import value as baccarat_value
from cutcard.games.blackjack.hand import value as blackjack_value
from cutcard.games.blackjack.specials.two_cards import hand_of
from cutcard.specials import patterns

Cards: TypeAlias = tuple[int, ...]


def set_of(cards: Iterable[int]) -> int:
    """Cards as a set."""
    return sum(1 << card for card in set(cards))


class CardPattern(msgspec.Struct, frozen=True):
    """What is looked for among some of the cards."""

    at: Cards

    def __call__(self, seen: Cards) -> bool:
        """Whether these cards make the pattern."""
        return self.fits([seen[place] for place in self.at])

    @abstractmethod
    def fits(self, cards: list[int]) -> bool:
        """The same of the cards that it looks at."""

    def class_of(self, card: int) -> Hashable:
        """What it must know of a card."""
        return card


class AllIn(CardPattern, frozen=True):
    """Every card is one of these."""

    cards: int

    def fits(self, cards: list[int]) -> bool:
        return all(self.cards >> card & 1 for card in cards)

    def class_of(self, card: int) -> Hashable:
        return self.cards >> card & 1


class CountOf(CardPattern, frozen=True):
    """From so many to so many cards are one of these."""

    cards: int
    least: int
    most: int

    def fits(self, cards: list[int]) -> bool:
        return self.least <= sum(self.cards >> card & 1 for card in cards) <= self.most

    def class_of(self, card: int) -> Hashable:
        return self.cards >> card & 1


class InOrder(CardPattern, frozen=True):
    """The first card is one of the first set, the second one of the second, and so on."""

    sets: Cards

    def fits(self, cards: list[int]) -> bool:
        return all(wanted >> card & 1 for wanted, card in zip(self.sets, cards, strict=True))

    def class_of(self, card: int) -> Hashable:
        return tuple(wanted >> card & 1 for wanted in self.sets)


class SameSuit(CardPattern, frozen=True):
    """All of one suit."""

    def fits(self, cards: list[int]) -> bool:
        return patterns.same_suit(cards)

    def class_of(self, card: int) -> Hashable:
        return suit(card)


class SameColour(CardPattern, frozen=True):
    """All red or all black."""

    def fits(self, cards: list[int]) -> bool:
        return patterns.same_colour(cards)

    def class_of(self, card: int) -> Hashable:
        return is_red(card)


class SameRank(CardPattern, frozen=True):
    """All of one rank."""

    def fits(self, cards: list[int]) -> bool:
        return patterns.same_rank(cards)

    def class_of(self, card: int) -> Hashable:
        return rank(card)


class DifferentRanks(CardPattern, frozen=True):
    """No two of one rank."""

    def fits(self, cards: list[int]) -> bool:
        return len({rank(card) for card in cards}) == len(cards)

    def class_of(self, card: int) -> Hashable:
        return rank(card)


class ExactRanks(CardPattern, frozen=True):
    """Exactly these ranks, each as often as it is named, in any order."""

    ranks: Cards

    def fits(self, cards: list[int]) -> bool:
        return sorted(map(rank, cards)) == list(self.ranks)

    def class_of(self, card: int) -> Hashable:
        return rank(card) if rank(card) in self.ranks else None


class Sequence(CardPattern, frozen=True):
    """Neighbouring ranks in any order, the ace low or high."""

    def fits(self, cards: list[int]) -> bool:
        return patterns.in_sequence(cards)

    def class_of(self, card: int) -> Hashable:
        return rank(card)


class Identical(CardPattern, frozen=True):
    """All of one rank and suit."""

    def fits(self, cards: list[int]) -> bool:
        return patterns.identical(cards)


class OfOneSuit(CardPattern, frozen=True):
    """At least so many are of one suit."""

    least: int

    def fits(self, cards: list[int]) -> bool:
        return max(Counter(map(suit, cards)).values()) >= self.least

    def class_of(self, card: int) -> Hashable:
        return suit(card)


class OfOneRank(CardPattern, frozen=True):
    """At least so many are of one rank."""

    least: int

    def fits(self, cards: list[int]) -> bool:
        return max(Counter(map(rank, cards)).values()) >= self.least

    def class_of(self, card: int) -> Hashable:
        return rank(card)


class BlackjackTotal(CardPattern, frozen=True):
    """The best total of the cards as one hand of blackjack is among these."""

    totals: Cards

    def fits(self, cards: list[int]) -> bool:
        return hand_of(tuple(cards)).total in self.totals

    def class_of(self, card: int) -> Hashable:
        return blackjack_value(card)


class BaccaratTotal(CardPattern, frozen=True):
    """The last digit of the sum of the cards is among these."""

    totals: Cards

    def fits(self, cards: list[int]) -> bool:
        return baccarat_total(cards) in self.totals

    def class_of(self, card: int) -> Hashable:
        return baccarat_value(card)
