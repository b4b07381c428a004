"""Pay tables named by their own odds, so that a name can never disagree with what it pays.

Which lines a bet has, and what its cards must be, is not known here.
"""

from __future__ import annotations

from typing import Final

from cutcard.cards import DECKS_MAX
from cutcard.money import Odds
from cutcard.specials import Line, PayTable
from cutcard.specials.patterns import Cards

Lines = tuple[Line[Cards], ...]

ANY_DECKS: Final = tuple(range(1, DECKS_MAX + 1))

OWN_DESIGN: Final = "own design"
LIVE_RULES: Final = "printed in the rules of a live game with seven seats"
AMERICAN_RULES: Final = "printed in the rules of an American live game with bets behind"
WIZARD: Final = "published by Wizard of Odds"


def paying(odds: str, lines: Lines, source: str = OWN_DESIGN, decks: tuple[int, ...] = ANY_DECKS) -> PayTable:
    """``"25-12-6"`` to these lines, best first; halves are written ``25-5:2``."""
    written = (each if ":" in each else f"{each}:1" for each in odds.split("-"))
    return PayTable(
        odds,
        {line.id: Odds.parse(each) for line, each in zip(lines, written, strict=True)},
        decks,
        source,
    )
