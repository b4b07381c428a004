"""What kind of patron a robot is, as a value. What it does with it is not known here.

A crowd is a mixture: most play by the chart, some now and then not, a few are slow, leave decisions
to the timer, sit rounds out, or pull the plug.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """Chances are from 0 to 1; times are in milliseconds, before the pace is applied.

    ``behind`` is how often somebody with a seat bets behind another, too, ``along`` how often a bet behind
    doubles or splits with its seat.
    """

    think_ms: tuple[int, int] = (300, 2500)
    positions: int = 1
    stake: int = 1
    specials: float = 0.2
    off_chart: float = 0.02
    silent: float = 0.0
    sits_out: float = 0.05
    behind: float = 0.15
    along: float = 0.7
    refuses_behind: float = 0.05
    presses_deal: float = 0.9
    drops: float = 0.0
    rounds: int = 40


CALM = Temper()
EAGER = Temper(think_ms=(100, 600), positions=3, stake=4, specials=0.5, sits_out=0)
CARELESS = Temper(off_chart=0.25, positions=2, stake=2, specials=0.6, behind=0.5, along=0.4)
SLOW = Temper(think_ms=(4000, 14000), silent=0.1, presses_deal=0.4)
ABSENT = Temper(silent=0.6, presses_deal=0.2, sits_out=0.3)
SHAKY = Temper(drops=0.15, think_ms=(200, 1500))

KINDS: tuple[tuple[Temper, int], ...] = (
    (CALM, 50),
    (EAGER, 15),
    (CARELESS, 15),
    (SLOW, 8),
    (ABSENT, 4),
    (SHAKY, 8),
)


def tempers(chance: Random) -> Iterator[Temper]:
    """One patron after another, drawn from the mixture."""
    kinds, weights = zip(*KINDS, strict=True)
    while True:
        (drawn,) = chance.choices(kinds, weights)
        yield drawn
