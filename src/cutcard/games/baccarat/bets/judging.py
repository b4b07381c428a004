"""What can be said of a finished coup, as the fits of lines. What a line pays is not known here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from cutcard.games.baccarat.coup import Coup, Winner, natural, total, winner

Judge: TypeAlias = Callable[[Coup], bool]

THE_COUP: Final = ("coup",)
"""What a bet sees that is judged by the whole finished coup."""


def side_cards(coup: Coup, side: Winner) -> tuple[int, ...]:
    """The cards of this side."""
    return coup.player if side is Winner.PLAYER else coup.banker


def tied(coup: Coup) -> bool:
    """Both sides have the same total."""
    return winner(coup) is Winner.TIE


def won(side: Winner) -> Judge:
    """This side won; or, of Tie, nobody did."""
    return lambda coup: winner(coup) is side


def won_with(side: Winner, points: int, cards: int | None = None) -> Judge:
    """This side won with exactly these points, in exactly so many cards where that counts."""

    def fits(coup: Coup) -> bool:
        own = side_cards(coup, side)
        return total(own) == points and cards in (None, len(own)) and winner(coup) is side

    return fits


def failed_with(side: Winner, points: int, cards: int) -> Judge:
    """This side had exactly these points in so many cards, and lost or tied."""

    def fits(coup: Coup) -> bool:
        own = side_cards(coup, side)
        return total(own) == points and len(own) == cards and winner(coup) is not side

    return fits


def won_by(side: Winner, margin: int) -> Judge:
    """This side won by so many points, and nobody had a natural."""

    def fits(coup: Coup) -> bool:
        apart = abs(total(coup.player) - total(coup.banker))
        return apart == margin and natural(coup) is None and winner(coup) is side

    return fits


def won_naturally(side: Winner) -> Judge:
    """This side won a coup that a natural ended: then the natural, or the better one, is its own."""
    return lambda coup: natural(coup) is not None and winner(coup) is side


def naturals_tied(coup: Coup) -> bool:
    """Both sides have the same natural."""
    return natural(coup) is not None and winner(coup) is Winner.TIE


def ended_within(side: Winner, low: int, high: int) -> Judge:
    """This side won, or of Tie both tied, with a total from low to high."""
    return lambda coup: winner(coup) is side and low <= total(side_cards(coup, side)) <= high
