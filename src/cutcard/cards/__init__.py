"""Cards, their notation, packs, shoes and unbiased drawing. Knows no game and rolls no dice."""

from cutcard.cards.card import (
    CARDS,
    RANKS,
    SUITS,
    BadCard,
    card_of,
    is_red,
    parse_card,
    parse_cards,
    rank,
    suit,
    text,
    texts,
)
from cutcard.cards.drawing import WORD_BITS, OutOfBits, pick
from cutcard.cards.pack import NotInPack, Pack
from cutcard.cards.shoe import DECKS_MAX, Shoe, Shuffle

__all__ = [
    "CARDS",
    "DECKS_MAX",
    "RANKS",
    "SUITS",
    "WORD_BITS",
    "BadCard",
    "NotInPack",
    "OutOfBits",
    "Pack",
    "Shoe",
    "Shuffle",
    "card_of",
    "is_red",
    "parse_card",
    "parse_cards",
    "pick",
    "rank",
    "suit",
    "text",
    "texts",
]
