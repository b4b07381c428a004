"""A shoe of cards as it lies on a real table: shuffled once, dealt from the top, one card perhaps face down.

Those who deal by themselves hold one. It knows no rule and no table.
"""

from __future__ import annotations

from random import Random, SystemRandom

from cutcard.cards import CARDS
from cutcard.games.blackjack.dealer import Dealer, has_blackjack, with_card


def chance(seed: int | None, name: str) -> Random:
    """The operating system's own chance, or one that a seed fixes."""
    return SystemRandom() if seed is None else Random(f"{seed}/{name}")


class ShoeOfCards:
    """So many decks in an order. ``hole`` is the card that lies face down, if one does."""

    def __init__(self, decks: int, rng: Random, *, shuffled: bool = True) -> None:
        self._decks, self._rng, self._shuffled = decks, rng, shuffled
        self._left: list[int] = []
        self.gone = 0
        self.hole: int | None = None
        self.fill()

    def fill(self) -> None:
        """All cards again, shuffled, unless it is a shoe that nobody shuffles."""
        # From the top: the last of the list. A new deck lies in order, suit by suit.
        self._left = sorted((card for card in CARDS for _ in range(1)), reverse=True) * self._decks
        if self._shuffled:
            self._rng.shuffle(self._left)
        self.gone = 0
        self.hole = None

    def card(self) -> int:
        """The next card."""
        if not self._left:
            self.fill()
        self.gone += 1
        return self._left.pop()

    def face_down(self) -> None:
        """The next card, not shown."""
        self.hole = self.card()

    def looked(self, up: int) -> bool:
        """Whether the face-down card makes a blackjack with this up card."""
        return has_blackjack(with_card(with_card(Dealer(), up), self._hole()))

    def turned(self, up: int | None = None, blackjack: bool | None = None) -> int:
        """The face-down card, which now lies open. Forgotten, it is one that fits what a look has found."""
        card = self._hole()
        while up is not None and blackjack is not None and self.looked(up) is not blackjack:
            self.hole = None
            card = self._hole()
        self.hole = None
        return card

    def _hole(self) -> int:
        if self.hole is None:
            self.face_down()
        assert self.hole is not None, "it lies there now"
        return self.hole
