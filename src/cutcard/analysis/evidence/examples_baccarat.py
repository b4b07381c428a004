"""Coups of baccarat by the rule that each is listed for. What they come to is not known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cutcard.analysis.evidence.examples import Example


def _aces(count: int) -> Example:
    return Example(
        f"{count} aces of spades in one coup",
        " ".join(["As"] * count) + " 2h 3d 4c 5s 6h",
        bets={"player": 100},
        value=count,
    )


EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = {
    "decks": tuple(_aces(count) for count in range(2, 7)),
    "banker_pays": (
        Example("Banker wins with eight", "2h 4d Kc 4s", bets={"banker": 100}),
        Example("Banker wins with six", "5h 3d Kc 3s Kd", bets={"banker": 100}, value="six-half"),
        Example(
            "Banker wins with a seven of three cards",
            "5h Kd Ks 2c Th 5d",
            bets={"banker": 100},
            value="three-card-seven-pushes",
        ),
    ),
    "tie_pays": (Example("a tie", "9h 9d Kc Ks", bets={"tie": 100}),),
    "both_sides": (Example("a wager on both sides", "9h 4d Kc 4s", bets={"player": 100, "banker": 100}),),
    "tie_with_side": (Example("a wager on Player and Tie", "9h 4d Kc 4s", bets={"player": 100, "tie": 10}),),
}

NOT_SHOWN: Final[Mapping[str, str]] = {
    "shuffle": "it says when dealt cards go back, between coups: a coup of listed cards has no shoe",
    "penetration": "it says where the cut card lies in a shoe: a coup of listed cards has no shoe",
    "burn": "it says what leaves a fresh shoe before its first coup: a coup of listed cards has no shoe",
}

UNREACHED: Final[Mapping[str, str]] = {}
"""Every rule with a listed coup is shown by it, whatever the other values are."""
