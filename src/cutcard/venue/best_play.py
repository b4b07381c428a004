"""Best play for hands whose patrons are gone: asked of whoever can work it out, answered when it is ready.

A port of the venue. Nothing is worked out in here: the one answer there is comes from the exact
mathematics, hit and stand only (TB-40, TB-42).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cutcard.cards import parse_card
from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.options import Decision
from cutcard.profiles.profile import Interruption
from cutcard.table import commands as c
from cutcard.table.forks.decide import Situation, Undecided
from cutcard.table.settings import Settings, policy

BestPlay = Callable[[Situation], Decision | None]
"""The best decision without new money, or None while it is still being worked out: then it is asked again."""

Prepare = Callable[[Rules], None]
"""Have best play by these rules ready before a hand needs it; it returns at once."""

AGAIN_MS = 50
"""So soon a table asks again for best play that was not ready."""


@lru_cache(maxsize=4096)
def exact_play(situation: Situation) -> Decision:
    """Worked out on the spot. The first time takes as long as compiling the kernels takes."""
    from cutcard.exact.main.advice import without_new_money  # numba takes a second to load

    decision = without_new_money(situation.rules, situation.cards, situation.up, situation.seen)
    return decision.best


def prepare_completion(settings: Settings, prepare: Prepare) -> None:
    """At a table where the house may have to finish a hand, what it needs for that is ready by then."""
    rules = settings.profile.rules
    if isinstance(rules, Rules) and policy(settings) in (Interruption.FORK, Interruption.RESUME):
        prepare(rules)


def nothing_to_prepare(_rules: Rules) -> None:
    """Where best play is at hand anyway."""


def first_situations(rules: Rules) -> tuple[Situation, ...]:
    """A hand against every up card: who has judged these has compiled whatever any other needs."""
    hand = (parse_card("Th"), parse_card("6d"))
    return tuple(Situation(rules, hand, parse_card(f"{up}c"), ()) for up in "A23456789T")


def completing(waiting: Undecided, decision: Decision) -> c.Complete:
    """Best play as the command that brings it to the table."""
    return c.Complete(waiting.patron, decision, waiting.hand.position, waiting.hand.branch)
