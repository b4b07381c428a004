"""A coup on the felt: everybody's wagers on the same cards, and nobody decides anything."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.games import baccarat, due
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.baccarat.coup import take
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.reason import Refusal
from cutcard.table.events import SettledShare, Wagers
from cutcard.table.rides import NO_RIDES, Rides, remaining
from cutcard.table.settings import Settings, paytables
from cutcard.table.settling import of_coup


class CoupFelt:
    """The coup and what lies on it."""

    offering = False

    def __init__(self, settings: Settings, wagers: Mapping[str, Wagers]) -> None:
        rules = settings.profile.rules
        assert isinstance(rules, baccarat.Rules), "a coup is dealt by baccarat's rules"
        self.rules = rules
        self.tables = paytables(settings)
        self.placed = dict(wagers)
        self.wagers = dict(wagers)
        self.void = NO_RIDES
        self.broken = False
        self.coup = baccarat.Coup()

    def leave_out(self, void: Rides, stay: frozenset[str]) -> None:
        """These wagers are void, and only these patrons still have one (TB-33)."""
        self.void = void
        self.wagers = remaining(self.placed, void, stay)

    def break_off(self) -> None:
        """The coup as it was dealt is none: it ends here, for those its first cards have decided."""
        self.broken = True

    @property
    def due(self) -> due.Card[baccarat.Side] | due.Nothing:
        """What the coup waits for."""
        return due.NOTHING if self.broken else due_of(self.coup)

    def take(self, card: int) -> None:
        """An open card."""
        after = take(self.coup, card)
        assert isinstance(after, baccarat.Coup), f"no card was due: {after}"
        self.coup = after

    def asked(self, _patron: str) -> tuple[HandAt, ...]:
        """Nobody is asked anything at baccarat."""
        return ()

    def why_not(self, _patron: str, hand: HandAt, _decision: Decision) -> Refusal | None:
        """There is no decision at baccarat."""
        return Refusal("no_decision_is_due", {"position": hand.position})

    def staked(self, patron: str) -> int:
        """All that the patron has on the round."""
        return sum(one.stake for one in self.wagers[patron])

    @property
    def finished(self) -> int:
        """How many patrons have nothing left to decide."""
        return len(self.wagers)

    def shares(self) -> dict[str, SettledShare]:
        """What everybody's wagers came to."""
        by_wagers: dict[Wagers, SettledShare] = {}
        shares: dict[str, SettledShare] = {}
        for patron, wagers in self.wagers.items():
            found = by_wagers.get(wagers)
            if found is None:
                found = by_wagers[wagers] = of_coup(self.rules, self.coup, wagers, self.tables)
            shares[patron] = found
        return shares
