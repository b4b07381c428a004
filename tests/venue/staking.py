"""What everybody has staked in a round, wager by wager, found a second time from its events alone."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.wagers import MAIN
from cutcard.table import events as e
from cutcard.table.settings import BEHIND

INSURANCE = "insurance"

Field = tuple[int, str]


class Stakes:
    """The stakes of the running round by patron and field; insurance lies on a field of its own."""

    def __init__(self, event: e.BetsClosed | None = None) -> None:
        shares = {} if event is None else event.shares
        self.lie: dict[str, dict[Field, int]] = {
            patron: {(wager.position, wager.bet): wager.stake for wager in share.wagers}
            for patron, share in shares.items()
            if share.wagers
        }

    def raised(self, event: e.Decided | e.ForkRaised | e.BehindFollowed) -> None:
        """More was staked by a decision, or along with one."""
        match event:
            case e.Decided():
                self._add(event.patron, event.position, event.decision, event.cost)
            case e.ForkRaised():
                self._add(event.patron, event.seat, event.decision, event.cost)
            case e.BehindFollowed():
                for patron, share in event.shares.items():
                    self._add(patron, share.seat, share.decision, share.cost)

    def _add(self, patron: str, position: int, decision: Decision, cost: int) -> None:
        if not cost:
            return
        lie = self.lie[patron]
        rides_on = MAIN if (position, MAIN) in lie else BEHIND
        at = (position, INSURANCE if decision is Decision.INSURE else rides_on)
        lie[at] = lie.get(at, 0) + cost

    def void(self, patron: str, fields: Iterable[Field]) -> int:
        """These wagers are void, and no others: what goes back."""
        lie = self.lie[patron]
        back = sum(lie.pop(field) for field in fields)
        if not lie:
            del self.lie[patron]
        return back

    def totals(self) -> dict[str, int]:
        """All that each patron has staked."""
        return {patron: sum(lie.values()) for patron, lie in self.lie.items()}
