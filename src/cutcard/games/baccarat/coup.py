"""The coup: who is due the next card, and who has won.

Nothing here draws a card. The coup says whom the next card is for, and whoever holds
the shoe (a croupier's scanner, a random source, an enumerator, a test) supplies it.
The rules below look at totals and values only, so a card may stand for its whole rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from cutcard.cards import CARDS, rank
from cutcard.games.due import NOTHING, Card, Nothing
from cutcard.games.reason import Refusal


class Side(StrEnum):
    """Where a card goes."""

    PLAYER = "player"
    BANKER = "banker"


class Winner(StrEnum):
    """How a coup ends."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Coup(msgspec.Struct, frozen=True):
    """The cards of both sides, each in the order in which they came."""

    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()


Due: TypeAlias = Card[Side] | Nothing

FOR_PLAYER: Final[Card[Side]] = Card(Side.PLAYER)
FOR_BANKER: Final[Card[Side]] = Card(Side.BANKER)
NO_CARD_IS_DUE: Final = Refusal("no_card_is_due")

NATURAL: Final = 8
"""The least total of two cards that ends the coup at once (BA-02)."""

_VALUES: Final = tuple(rank(card) + 1 if rank(card) < 9 else 0 for card in CARDS)


def value(card: int) -> int:
    """Ace one, two to nine their face, ten and court cards nothing (BA-01)."""
    return _VALUES[card]


def total(cards: Sequence[int]) -> int:
    """The last digit of the sum (BA-01)."""
    points = 0
    for card in cards:
        points += _VALUES[card]
    return points % 10


def player_draws(total: int) -> bool:
    """Player draws a third card on 0–5 and stands on 6 and 7 (BA-03)."""
    return total <= 5


def banker_draws(total: int, third: int | None) -> bool:
    """Whether Banker draws, given the value of Player's third card, or None if Player stood (BA-04)."""
    if third is None:
        return total <= 5
    match total:
        case 0 | 1 | 2:
            return True
        case 3:
            return third != 8
        case 4:
            return 2 <= third <= 7
        case 5:
            return 4 <= third <= 7
        case 6:
            return 6 <= third <= 7
        case _:
            return False


def due(coup: Coup) -> Due:
    """Whom the next card is for, or nothing when the coup is over (BA-02, BA-03, BA-04)."""
    player, banker = coup.player, coup.banker
    if len(banker) < 2:
        return FOR_PLAYER if len(player) == len(banker) else FOR_BANKER
    if len(banker) == 3:
        return NOTHING
    player_total, banker_total = total(player[:2]), total(banker)
    if player_total >= NATURAL or banker_total >= NATURAL:
        return NOTHING
    if len(player) == 3:
        return FOR_BANKER if banker_draws(banker_total, _VALUES[player[2]]) else NOTHING
    if player_draws(player_total):
        return FOR_PLAYER
    return FOR_BANKER if banker_draws(banker_total, None) else NOTHING


def take(coup: Coup, card: int) -> Coup | Refusal:
    """The coup with this card where it was due; refused when no card is due."""
    waits_for = due(coup)
    if waits_for is FOR_PLAYER:
        return Coup((*coup.player, card), coup.banker)
    if waits_for is FOR_BANKER:
        return Coup(coup.player, (*coup.banker, card))
    return NO_CARD_IS_DUE


def finished(coup: Coup) -> bool:
    """Whether no card is due any more."""
    return due(coup) is NOTHING


def winner(coup: Coup) -> Winner:
    """The side with the higher total; of a finished coup."""
    player, banker = total(coup.player), total(coup.banker)
    if player == banker:
        return Winner.TIE
    return Winner.PLAYER if player > banker else Winner.BANKER


def natural(coup: Coup) -> int | None:
    """The higher natural, 8 or 9, that ended the coup, or None (BA-02)."""
    if len(coup.banker) != 2 or len(coup.player) != 2:
        return None
    best = max(total(coup.player), total(coup.banker))
    return best if best >= NATURAL else None


def pair(cards: Sequence[int]) -> bool:
    """Whether a side's first two cards have the same rank; jack and queen have not."""
    return len(cards) > 1 and rank(cards[0]) == rank(cards[1])
