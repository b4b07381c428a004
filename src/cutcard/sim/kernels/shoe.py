"""A shoe for runs without a compiler: its cards are picked by the words of one stream. Holds no rule."""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.sim.kernels.words import words

WORDS: Final = 4096
"""Words of 32 bits made at a time; a round never needs more than a quarter of them."""


class Shoe:
    """The cards, of which the first ``at`` have been dealt.

    The next card is picked among the rest and swapped into its place, so the cards of a round lie in a row
    from ``start``: first cards, up card, second cards, face-down card, then as drawn.
    """

    def __init__(self, cards: list[int], cut: int, seed: int) -> None:
        self.cards, self.cut, self.seed = cards, cut, seed
        self.at = self.start = 0
        self.words: list[int] = []
        self.used, self.made = WORDS, 0

    def next_round(self) -> None:
        """A round begins: from a new shoe, if this one is past its cut."""
        if self.used > WORDS * 3 // 4:
            self.words = words(self.seed, self.made, WORDS // 2).view(np.uint32).tolist()
            self.used, self.made = 0, self.made + WORDS // 2
        if self.at >= self.cut:
            self.at = 0
        self.start = self.at

    def draw(self) -> int:
        """The next card."""
        cards, at = self.cards, self.at
        other = at + (self.words[self.used] * (len(cards) - at) >> 32)
        self.used += 1
        self.at = at + 1
        card = cards[other]
        cards[other] = cards[at]
        cards[at] = card
        return card
