"""Which wagers may stand together on one position. Limits, credit and enabled bets are not known here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.games.reason import Refusal
from cutcard.games.wagers import declared_clash, needed_first
from cutcard.specials import Bet, Catalogue

MAIN: Final = "main"
SPECIALS_MAX: Final = 9  # BJ-05

ONLY_WITH_MAIN, FREELY, UP_TO_MAIN = 0, 1, 2
"""What the rule value ``special_without_main`` may be (BJ-05)."""

Wagers = Mapping[str, int]
"""The stakes on one position by bet, the main bet among them."""


def refuse_wagers(
    special_without_main: int, wagers: Wagers, catalogue: Catalogue = CATALOGUE
) -> Refusal | None:
    """Why these wagers may not stand together on a position, if they may not (BJ-05, SB-50)."""
    assert all(stake > 0 for stake in wagers.values()), "a wager has a stake"
    specials = [catalogue[bet_id] for bet_id in wagers if bet_id != MAIN]
    if len(specials) > SPECIALS_MAX:
        return Refusal("too_many_special_bets", {"wagered": len(specials), "most": SPECIALS_MAX})
    for bet in specials:
        if special_without_main != FREELY and MAIN not in wagers:
            return needed_first(bet.id, MAIN)
        if special_without_main == UP_TO_MAIN and wagers[bet.id] > wagers[MAIN]:
            return Refusal(
                "more_than_main_bet", {"bet": bet.id, "stake": wagers[bet.id], "most": wagers[MAIN]}
            )
    return declared_clash(specials, wagers)


def _needed(special_without_main: int, bet: Bet[Any]) -> Iterator[str]:
    """What must be wagered first: the main bet unless the house waives it, and the bet's own condition."""
    if special_without_main != FREELY:
        yield MAIN
    if bet.needs is not None:
        yield bet.needs


def cleared_with(
    special_without_main: int, bet_id: str, wagers: Wagers, catalogue: Catalogue = CATALOGUE
) -> tuple[str, ...]:
    """The other bets of the position that go when this one is cleared, because they need it (SB-50)."""
    gone = [bet_id]
    for cleared in gone:
        gone.extend(
            bet.id
            for bet in catalogue
            if bet.id in wagers and bet.id not in gone and cleared in _needed(special_without_main, bet)
        )
    return tuple(gone[1:])
