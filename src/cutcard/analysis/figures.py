"""The figures by which sets of rules are compared: those of the main game, or of a bet, as one shape.

A bet's are exact; the main game's of blackjack are doubles. Which rules they are of is not known here.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

import msgspec

from cutcard.analysis.answer import exactly
from cutcard.exact.main.returns import Returns
from cutcard.exact.par import INSURANCE, bet_sheet
from cutcard.games import baccarat
from cutcard.profiles import Profile, catalogue_of

MAIN: Final = "main"


class Figures(msgspec.Struct, frozen=True):
    """What one bet comes to per unit staked; the main game has no pay table, and a spread only if asked."""

    bet: str
    paytable: str | None
    returned: Fraction | float
    hit_rate: Fraction | float | None
    variance: Fraction | float | None

    @property
    def house_edge(self) -> Fraction | float:
        """What the house keeps of each unit staked."""
        return 1 - self.returned

    @property
    def standard_deviation(self) -> float | None:
        """That of the gain for one unit staked."""
        return None if self.variance is None else sqrt(self.variance)

    def document(self) -> dict[str, object]:
        """As they are printed: exact where they are exact, a float always."""
        return {
            "paytable": self.paytable,
            **_figure("return", self.returned),
            **_figure("house_edge", self.house_edge),
            "hit_rate_float": _as_float(self.hit_rate),
            "variance_float": _as_float(self.variance),
            "standard_deviation_float": self.standard_deviation,
        }


NO_FIGURES: Final[dict[str, object]] = dict.fromkeys(
    (
        "paytable",
        "return_float",
        "house_edge_float",
        "hit_rate_float",
        "variance_float",
        "standard_deviation_float",
    )
)
"""What stands in their place where there are none."""


def measured_bets(profile: Profile, bet: str | None) -> tuple[str, ...]:
    """The bet that was named, else what the game itself is: the main game, or baccarat's main bets."""
    if bet is None:
        return baccarat.MAIN_BETS if profile.game == "baccarat" else (MAIN,)
    if profile.game == "blackjack" and bet in (MAIN, INSURANCE):
        return (bet,)
    return (catalogue_of(profile.game)[bet].id,)


def main_figures(answer: Returns) -> Figures:
    """The main game's, by best play."""
    spread = answer.spread
    if spread is None:
        return Figures(MAIN, None, answer.best, None, None)
    return Figures(MAIN, None, answer.best, spread.hit_rate, spread.variance)


def bet_figures(profile: Profile, bet: str) -> Figures:
    """Those of a bet by the pay table that the profile has for it."""
    sheet = bet_sheet(profile, bet)
    return Figures(bet, sheet.paytable, sheet.returned, sheet.hit_rate, sheet.variance)


def _figure(name: str, value: Fraction | float) -> dict[str, str | float]:
    return exactly(name, value) if isinstance(value, Fraction) else {f"{name}_float": value}


def _as_float(value: Fraction | float | None) -> float | None:
    return None if value is None else float(value)
