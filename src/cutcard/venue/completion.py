"""Best play for hands whose patrons are gone: asked of whoever can work it out, answered when it is ready.

A port of the venue. Nothing is worked out in here: the one answer there is comes from the exact
mathematics, hit and stand only (TB-40, TB-42).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cutcard.games.blackjack.options import Decision
from cutcard.table import commands as c
from cutcard.table.forking import Situation, Undecided

BestPlay = Callable[[Situation], Decision | None]
"""The best decision without new money, or None while it is still being worked out: then it is asked again."""

AGAIN_MS = 50
"""So soon a table asks again for best play that was not ready."""


@lru_cache(maxsize=4096)
def exact_play(situation: Situation) -> Decision:
    """Worked out on the spot. The first time takes as long as compiling the kernels takes."""
    from cutcard.exact.advice import without_new_money  # numba takes a second to load

    found = without_new_money(situation.rules, situation.cards, situation.up, situation.seen)
    return found.best


def completing(one: Undecided, decision: Decision) -> c.Complete:
    """Best play as the command that brings it to the table."""
    return c.Complete(one.patron, decision, one.hand.position, one.hand.branch)
