"""What a run has counted: whole numbers only, so that parts add up to the same whole in any order.

Means, errors and everything else that is not a count is worked out elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

Key = TypeVar("Key", int, str)


class BetTally(msgspec.Struct, frozen=True):
    """One bet: how often each outcome came, and the sum over rounds of the squared gain of all positions.

    Gains are in units of which a stake has ``unit``.
    """

    unit: int
    outcomes: Mapping[str, int]
    squares: int


class Tally(msgspec.Struct, frozen=True):
    """A run, or a part of one.

    ``nets`` is how many rounds of the main game gained so many units over all positions (empty at
    baccarat), ``hands`` how many hands ended in each way, ``bets`` the special bets, and at baccarat
    the main bets too.
    """

    rounds: int
    positions: int
    unit: int
    nets: Mapping[int, int]
    hands: Mapping[str, int]
    bets: Mapping[str, BetTally]


def together(parts: Iterable[Tally]) -> Tally:
    """The tally of all parts."""
    listed = list(parts)
    first = listed[0]
    return Tally(
        rounds=sum(part.rounds for part in listed),
        positions=first.positions,
        unit=first.unit,
        nets=_add(part.nets for part in listed),
        hands=_add(part.hands for part in listed),
        bets={
            bet: BetTally(
                tally.unit,
                _add(part.bets[bet].outcomes for part in listed),
                sum(part.bets[bet].squares for part in listed),
            )
            for bet, tally in first.bets.items()
        },
    )


def _add(counts: Iterable[Mapping[Key, int]]) -> dict[Key, int]:
    total: dict[Key, int] = {}
    for part in counts:
        for key, count in part.items():
            total[key] = total.get(key, 0) + count
    return dict(sorted(total.items()))
