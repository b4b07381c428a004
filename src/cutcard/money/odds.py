"""Odds: what is won for each unit staked, as an exact ratio in lowest terms.

The stake itself is not counted: even money is 1:1, a push 0:1, a lost stake -1:1.
Nothing here knows what is being bet on.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

import msgspec

_WRITTEN = re.compile(r"(-?\d{1,7}):(\d{1,7})")


class BadOdds(ValueError):
    """The text is not odds such as ``3:2``."""


class Odds(msgspec.Struct, frozen=True, order=False, cache_hash=True):
    """Winnings per unit staked, ``won`` to ``staked``, always in lowest terms."""

    won: int
    staked: int = 1

    def __post_init__(self) -> None:
        if self.staked <= 0 or gcd(self.won, self.staked) != 1:
            raise BadOdds(f"odds are kept in lowest terms with a positive second number, not {self}")
        if self.won < -self.staked:
            raise BadOdds(f"nobody can lose more than the stake: {self}")

    @classmethod
    def of(cls, ratio: Fraction | int) -> Odds:
        """The odds equal to an exact ratio."""
        return cls(ratio.numerator, ratio.denominator)

    @classmethod
    def parse(cls, text: str) -> Odds:
        """``"3:2"`` as odds; anything else is refused."""
        found = _WRITTEN.fullmatch(text.strip())
        if found is None or int(found[2]) == 0:
            raise BadOdds(f"{text!r} is not odds such as 3:2")
        return cls.of(Fraction(int(found[1]), int(found[2])))

    def __str__(self) -> str:
        return f"{self.won}:{self.staked}"

    @property
    def ratio(self) -> Fraction:
        """The same number as a fraction."""
        return Fraction(self.won, self.staked)


EVEN = Odds(1)
PUSH = Odds(0)
LOSE = Odds(-1)
