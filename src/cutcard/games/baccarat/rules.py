"""The house choices of a baccarat table, and how many cards it burns after a shuffle.

The defaults are those of `punto-banco`. How a coup is played is law, not choice, and is not here.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Final, Literal

import msgspec

from cutcard.cards import Shuffle, rank
from cutcard.money import Odds

BY_FIRST_CARD: Final = "by-first-card"

TEN: Final = 10  # so many cards a ten or a court card burns, where the first card says how many


class BankerPays(StrEnum):
    """How Banker is paid (BA-05); each is the id of one of Banker's pay tables."""

    COMMISSION = "commission"
    SIX_HALF = "six-half"
    THREE_CARD_SEVEN_PUSHES = "three-card-seven-pushes"


class Rules(msgspec.Struct, frozen=True, cache_hash=True, tag="baccarat"):
    """One value for each choice a house makes (BA-05, BA-06, BA-08)."""

    decks: Annotated[int, msgspec.Meta(ge=1, le=8)] = 8
    shuffle: Shuffle = Shuffle.CUT_CARD
    penetration: Fraction = Fraction(95, 100)
    burn: Annotated[int, msgspec.Meta(ge=0, le=52)] | Literal["by-first-card"] = BY_FIRST_CARD
    banker_pays: BankerPays = BankerPays.COMMISSION
    tie_pays: Odds = Odds(8)
    both_sides: bool = True
    tie_with_side: bool = True

    def __post_init__(self) -> None:
        if not 0 < self.penetration <= 1:
            raise ValueError(f"penetration is more than 0 and at most 1, not {self.penetration}")
        if self.tie_pays.won <= 0:
            raise ValueError(f"tie_pays is odds at which something is won, not {self.tie_pays}")


def shows_first_card(rules: Rules) -> bool:
    """Whether the first card of a fresh shoe is turned up to say how many are burnt."""
    return rules.burn == BY_FIRST_CARD


def burn_count(rules: Rules, first_card: int | None) -> int:
    """How many cards are burnt unseen after the shuffle (BA-08).

    By the first card it is that card's face, an ace one, a ten or court card ten; the
    first card itself was shown and comes on top. A fixed number asks for no first card.
    """
    if isinstance(rules.burn, int):
        return rules.burn
    if first_card is None:
        raise ValueError("the first card of the shoe says how many are burnt, and it was not given")
    return min(rank(first_card) + 1, TEN)
