"""A card is a whole number from 0 to 51, written ``As``, ``Td``, ``9h``.

Rank and suit are read off the number; what a card is worth is a game's affair.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

CARDS: Final = range(52)
RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"

_TEXTS: Final = tuple(RANKS[card % 13] + SUITS[card // 13] for card in CARDS)
_CARDS: Final = {written: card for card, written in enumerate(_TEXTS)}


class BadCard(ValueError):
    """The text is not a card."""


def rank(card: int) -> int:
    """0 for an ace, 1 for a two, up to 12 for a king."""
    return card % 13


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def is_red(card: int) -> bool:
    """Diamonds and hearts are red."""
    return card // 13 in (1, 2)


def card_of(rank: int, suit: int) -> int:
    """The card of this rank and suit."""
    return suit * 13 + rank


def text(card: int) -> str:
    """The card as it is written: rank, then suit."""
    return _TEXTS[card]


def texts(cards: Iterable[int]) -> list[str]:
    """Each card as it is written."""
    return [_TEXTS[card] for card in cards]


def parse_card(written: str) -> int:
    """``"As"`` as a card; anything else is refused."""
    card = _CARDS.get(written)
    if card is None:
        raise BadCard(f"{written!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, such as Td")
    return card


def parse_cards(written: str) -> tuple[int, ...]:
    """Cards written one after the other, set apart by blanks."""
    return tuple(parse_card(word) for word in written.split())
