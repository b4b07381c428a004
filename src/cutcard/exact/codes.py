"""The codes of a chart: what each says first, and what it falls back to. Knows no rule and no value.

H hit, S stand, D double else hit, Ds double else stand, P split, R surrender else hit, Rs surrender else
stand, Rp surrender else split.
"""

from __future__ import annotations

from typing import Final

from cutcard.games.blackjack.hand import ACE, TEN

UPS: Final = {**{str(value): value for value in range(2, 10)}, "T": TEN, "A": ACE}
"""The up cards by the names that charts give them, in the order of their columns."""

CODES: Final = ("H", "S", "D", "Ds", "P", "R", "Rs", "Rp")

HARD: Final = range(5, 21)
SOFT: Final = range(13, 21)
PAIRS: Final = (2, 3, 4, 5, 6, 7, 8, 9, TEN, ACE)

_CALM: Final = {"H": "H", "S": "S", "D": "H", "Ds": "S", "R": "H", "Rs": "S"}


def calm(code: str) -> str:
    """What a code says to a hand that can only hit or stand."""
    return _CALM.get(code, "H")


def unlisted(soft: bool, total: int) -> str:
    """What anybody would do with a total that a chart leaves out."""
    return "H" if total < (18 if soft else 12) else "S"


def card_name(value: int) -> str:
    """A card's value as charts write it."""
    return {ACE: "A", TEN: "T"}.get(value, str(value))
