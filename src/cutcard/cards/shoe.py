"""A shoe: the cards still to come, when it is finished, and what it is filled with again.

The shoe is a pack, not a sequence: the next card is picked from what remains by
given random words, which gives the same law as a shuffled order and leaves no
order to be found out. Nothing here knows what the cards are for.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Final

import msgspec

from cutcard.cards.drawing import pick
from cutcard.cards.pack import Pack

DECKS_MAX: Final = 8  # as far as the rule value `decks` goes


class Shuffle(StrEnum):
    """When the cards that were dealt go back (BJ-03)."""

    EVERY_ROUND = "every-round"
    CUT_CARD = "cut-card"
    CONTINUOUS = "continuous"


class Shoe(msgspec.Struct, frozen=True):
    """What remains of 1–8 decks. ``number`` counts the shoes of a table from 1."""

    decks: int
    shuffle: Shuffle
    penetration: Fraction
    pack: Pack
    number: int = 1

    @classmethod
    def fresh(cls, decks: int, shuffle: Shuffle, penetration: Fraction, number: int = 1) -> Shoe:
        """A full shoe. Penetration is the part of it dealt before the cut card."""
        if not 1 <= decks <= DECKS_MAX:
            raise ValueError(f"a shoe has 1 to {DECKS_MAX} decks, not {decks}")
        if not 0 < penetration <= 1:
            raise ValueError(f"the cut card lies between the first card and the last, not at {penetration}")
        return cls(decks, shuffle, penetration, Pack.of_decks(decks), number)

    @property
    def dealt(self) -> int:
        """How many cards have left this shoe."""
        return self.decks * 52 - self.pack.size

    @property
    def cut_card_out(self) -> bool:
        """Whether as many cards are gone as lay in front of the cut card."""
        return self.shuffle is Shuffle.CUT_CARD and self.dealt >= int(self.decks * 52 * self.penetration)

    def draw(self, words: Iterator[int]) -> tuple[int, Shoe]:
        """The next card, each remaining one equally likely, and the shoe without it."""
        card = self.pack.at(pick(self.pack.size, words))
        return card, self.take(card)

    def take(self, card: int) -> Shoe:
        """The shoe after this card was seen to leave it; one it no longer holds is refused."""
        return msgspec.structs.replace(self, pack=self.pack.without((card,)))

    def between_rounds(self) -> Shoe:
        """The shoe the next round is dealt from: a new one where this one is finished or gathered up."""
        match self.shuffle:
            case Shuffle.EVERY_ROUND:
                return Shoe.fresh(self.decks, self.shuffle, self.penetration, self.number + 1)
            case Shuffle.CONTINUOUS:
                return Shoe.fresh(self.decks, self.shuffle, self.penetration, self.number)
            case Shuffle.CUT_CARD if self.cut_card_out:
                return Shoe.fresh(self.decks, self.shuffle, self.penetration, self.number + 1)
            case Shuffle.CUT_CARD:
                return self
