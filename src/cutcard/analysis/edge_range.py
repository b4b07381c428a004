"""A range of house edges and a choice of deck numbers, as they are written in a question. Counts nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from cutcard.cards import DECKS_MAX

_NUMBER: Final = r"-?(?:\d{1,6}(?:\.\d{0,24})?|\.\d{1,24})"
_RANGE: Final = re.compile(rf"\s*({_NUMBER})\s*(%?)\s*\.\.\s*({_NUMBER})\s*(%?)\s*")
_DECKS: Final = re.compile(r"(\d{1,3})(?:\.\.(\d{1,3}))?")


class BadDesign(ValueError):
    """A question about odds that cannot be answered as it is put; the text says why."""


class EdgeRange(msgspec.Struct, frozen=True):
    """House edges from ``low`` to ``high``, both ends counted."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The edge that is aimed at."""
        return (self.low + self.high) / 2

    def outside(self, edge: Fraction) -> Fraction:
        """How far an edge lies outside; 0 within."""
        return max(self.low - edge, edge - self.high, Fraction(0))

    def __str__(self) -> str:
        return f"{percent(self.low)} to {percent(self.high)}"


def percent(part: Fraction) -> str:
    """A part as per cent with four decimals, without zeros that say nothing."""
    return f"{float(part):.4%}".replace("%", "").rstrip("0").rstrip(".") + "%"


def parse_edge(written: str) -> EdgeRange:
    """``4..5%``, ``4%..5%`` or ``0.04..0.05``, exactly as written."""
    found = _RANGE.fullmatch(written)
    if found is None:
        raise BadDesign(f"--edge is a range such as 4..5% or 0.04..0.05, not {written[:80]!r}")
    low, low_sign, high, high_sign = found.groups()
    edges = EdgeRange(_part(low, low_sign or high_sign), _part(high, high_sign))
    if edges.low > edges.high:
        raise BadDesign(f"--edge goes from the lower to the higher, and {low} is above {high}")
    if edges.high >= 1 or edges.low <= -1:
        raise BadDesign(
            f"a house edge lies below 100%, and --edge {written.strip()[:80]} does not: 4..5% is per cent"
        )
    return edges


def _part(number: str, sign: str) -> Fraction:
    return Fraction(number) / (100 if sign else 1)


def parse_decks(written: str | int | Sequence[int], own: int) -> tuple[int, ...]:
    """``6``, ``1..8`` or ``1,6,8``, lowest first; the profile's ``own`` number where nothing is written."""
    if isinstance(written, str):
        chosen = {decks for part in written.split(",") if part for decks in _some_decks(part.strip())}
    else:
        chosen = {written} if isinstance(written, int) else set(written)
    if any(not 1 <= decks <= DECKS_MAX for decks in chosen):
        raise BadDesign(f"--decks is 1 to {DECKS_MAX}, not {written}")
    return tuple(sorted(chosen)) or (own,)


def _some_decks(part: str) -> range:
    found = _DECKS.fullmatch(part)
    if found is None:
        raise BadDesign(
            f"--decks is a number such as 6, a range such as 1..8 or a list such as 1,6,8: {part[:80]}"
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if first > last:
        raise BadDesign(f"--decks goes from the lower to the higher, and {first} is above {last}")
    return range(first, min(last, DECKS_MAX + 1) + 1)
