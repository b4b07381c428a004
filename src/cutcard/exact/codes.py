"""The vocabulary of a chart: its codes, what each says first and falls back to, and the up cards' names.

Whatever reads, writes, prints or follows a chart takes its words from here. Knows no rule and no value.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cutcard.games.blackjack.hand import ACE, TEN
from cutcard.games.blackjack.options import Decision

UPS: Final = {**{str(value): value for value in range(2, 10)}, "T": TEN, "A": ACE}
"""The up cards by the names that charts give them, in the order of their columns."""

ORDER: Final = {
    "H": (Decision.HIT,),
    "S": (Decision.STAND,),
    "D": (Decision.DOUBLE, Decision.HIT),
    "Ds": (Decision.DOUBLE, Decision.STAND),
    "P": (Decision.SPLIT,),
    "R": (Decision.SURRENDER, Decision.HIT),
    "Rs": (Decision.SURRENDER, Decision.STAND),
    "Rp": (Decision.SURRENDER, Decision.SPLIT),
}
"""The decisions of each code: the first, and what is done where that cannot be had."""

CODES: Final = tuple(ORDER)
FOR_PAIRS: Final = tuple(code for code in CODES if Decision.SPLIT in ORDER[code])
"""The codes that only a pair can have."""
FOR_TOTALS: Final = tuple(code for code in CODES if code not in FOR_PAIRS)

WORDS: Final = {code: ", else ".join(order) for code, order in ORDER.items()}
"""The codes in words."""

HARD: Final = range(5, 21)
SOFT: Final = range(13, 21)
PAIRS: Final = (2, 3, 4, 5, 6, 7, 8, 9, TEN, ACE)


def says(code: str, decision: Decision) -> bool:
    """Whether this is the first thing that a code says."""
    return ORDER[code][0] is decision


def decision_of(code: str, allowed: Collection[Decision]) -> Decision | None:
    """What a code comes to where these decisions can be had; None where it names none of them."""
    return next((decision for decision in ORDER[code] if decision in allowed), None)


def calm(code: str) -> str:
    """What a code says to a hand that can only hit or stand."""
    return "S" if Decision.STAND in ORDER[code] else "H"


def default_code(soft: bool, total: int) -> str:
    """What anybody would do with a total that a chart leaves out."""
    return "H" if total < (18 if soft else 12) else "S"


def card_name(value: int) -> str:
    """A card's value as charts write it."""
    return {ACE: "A", TEN: "T"}.get(value, str(value))
