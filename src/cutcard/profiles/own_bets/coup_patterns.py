"""What an own bet at baccarat can ask of a finished coup: who won, with what, in how many cards.

Ranks and suits are not among it: coups are counted by their totals and numbers of cards alone.
"""

from __future__ import annotations

from abc import abstractmethod

import msgspec

from cutcard.games.baccarat.bets.judging import side_cards
from cutcard.games.baccarat.coup import Coup, Winner, natural, total, winner

Numbers = tuple[int, ...]


class CoupPattern(msgspec.Struct, frozen=True):
    """What is looked for in a finished coup."""

    @abstractmethod
    def __call__(self, coup: Coup) -> bool:
        """Whether the coup is such."""


class WonBy(CoupPattern, frozen=True):
    """This side won; or, of Tie, nobody did."""

    side: Winner

    def __call__(self, coup: Coup) -> bool:
        return winner(coup) is self.side


class TotalOf(CoupPattern, frozen=True):
    """This side's total is among these."""

    side: Winner
    totals: Numbers

    def __call__(self, coup: Coup) -> bool:
        return total(side_cards(coup, self.side)) in self.totals


class CardsOf(CoupPattern, frozen=True):
    """This side took so many cards."""

    side: Winner
    numbers: Numbers

    def __call__(self, coup: Coup) -> bool:
        return len(side_cards(coup, self.side)) in self.numbers


class Margin(CoupPattern, frozen=True):
    """The totals are so far apart."""

    margins: Numbers

    def __call__(self, coup: Coup) -> bool:
        return abs(total(coup.player) - total(coup.banker)) in self.margins


class EndedNaturally(CoupPattern, frozen=True):
    """A natural ended the coup, or none did."""

    wanted: bool

    def __call__(self, coup: Coup) -> bool:
        return (natural(coup) is not None) is self.wanted
