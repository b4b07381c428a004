"""A pack: how many of each card there are. Order does not exist here."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cutcard.cards.card import CARDS, text


class NotInPack(ValueError):
    """The pack holds no such card any more."""


class Pack(msgspec.Struct, frozen=True):
    """A multiset of cards: one count for each of the 52."""

    counts: tuple[int, ...]
    size: int

    @classmethod
    def of_decks(cls, decks: int) -> Pack:
        """Whole decks, shuffled together."""
        return cls((decks,) * len(CARDS), decks * len(CARDS))

    def without(self, cards: Iterable[int]) -> Pack:
        """The pack after these cards have left it."""
        counts = list(self.counts)
        size = self.size
        for card in cards:
            if counts[card] == 0:
                raise NotInPack(f"there is no {text(card)} left in the pack")
            counts[card] -= 1
            size -= 1
        return Pack(tuple(counts), size)

    def at(self, index: int) -> int:
        """The card at this place when the pack is laid out in order, clubs first, aces first."""
        if not 0 <= index < self.size:
            raise IndexError(f"the pack has {self.size} cards, so none at {index}")
        for card, count in enumerate(self.counts):
            index -= count
            if index < 0:
                return card
        raise AssertionError("the counts of a pack add up to its size")
