"""A coup on the felt: everybody's wagers on the same cards, and nobody decides anything."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.games import baccarat, due
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.baccarat.coup import take
from cutcard.games.baccarat.roads import Result, result_of
from cutcard.specials import Outcome, PayTable
from cutcard.table.event import Wager, Wagers
from cutcard.table.felt.felt import Felt
from cutcard.table.felt.settling import early_outcome, of_coup
from cutcard.table.felt.wager_fates import NO_RIDES, Rides, remaining
from cutcard.table.play.events import SettledShare
from cutcard.table.settings import Settings, paytables


class CoupFelt(Felt):
    """The coup and what lies on it."""

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

    @property
    def first_dealt(self) -> bool:
        """Whether Player and Banker have two cards each."""
        return len(self.coup.banker) >= 2

    @property
    def shows_result(self) -> bool:
        """At baccarat every card is the result."""
        return bool(self.coup.player)

    def result_word(self) -> str | None:
        """Who won."""
        coup = self.coup_result()
        return None if coup is None else coup.winner.value

    def coup_result(self) -> Result | None:
        """What the roads draw; nothing of a coup that was broken off, since they know only whole ones."""
        return None if self.broken else result_of(self.coup)

    def take(self, card: int, _place: int) -> None:
        """An open card."""
        after = take(self.coup, card)
        assert isinstance(after, baccarat.Coup), f"no card was due: {after}"
        self.coup = after

    def staked(self, patron: str) -> int:
        """All that the patron has on the round."""
        return sum(wager.stake for wager in self.wagers[patron])

    @property
    def finished(self) -> int:
        """How many patrons have nothing left to decide."""
        return len(self.wagers)

    def decided_early(self, wager: Wager, pays: PayTable) -> Outcome | None:
        """How a special bet ended, where the cards that it looks at lie."""
        return None if wager.bet in baccarat.MAIN_BETS else early_outcome(self.coup, wager.bet, pays)

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
