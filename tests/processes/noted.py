"""A terminal that notes what it was promised, and a record read back to compare. Plays nothing itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cutcard.adapters.database.store import SqlStore
from cutcard.client import Terminal
from cutcard.record import decode_event
from cutcard.table import events as e
from cutcard.table.forks.fork import FORK_MARK
from cutcard.venue.requests import CASHIER

Deed = tuple[str, str, str, int, str | int, str | int]
"""Stream, patron, what, position, and two more: bet and amount, or branch and decision."""


class Closing(Exception):
    """The house is about to be counted: nothing new is asked."""


class NotingTerminal(Terminal):
    """Counts what was asked and what was acknowledged, and can be stopped from asking more."""

    deeds: Counter[Deed]
    asked: Counter[Deed]
    closing: bool = False

    async def ask(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Ask; a yes to a bet or a decision is noted."""
        if self.closing:
            raise Closing
        deed = self._deed(kind, fields)
        if deed is not None:
            self.asked[deed] += 1
        result = await super().ask(kind, **fields)
        if deed is not None:
            self.deeds[deed] += 1
        return result

    def _deed(self, kind: str, fields: Mapping[str, Any]) -> Deed | None:
        if kind == "place_bet":
            return (
                fields["table"],
                self.patron,
                "place",
                fields["position"],
                fields["bet"],
                fields["amount"],
            )
        if kind == "decide":
            decided = (fields["branch"], fields["decision"])
            return (fields["table"], self.patron, "decide", fields["position"], *decided)
        return None


def on_record(store: SqlStore) -> Counter[Deed]:
    """Every bet and every decision of a patron that the record holds, counted."""
    deeds: Counter[Deed] = Counter()
    for stream in store.streams():
        if stream == CASHIER:
            continue
        for entry in store.entries(stream):
            if entry.tag not in ("bets_changed", "decided", "fork_decided"):
                continue
            event = decode_event(entry, e.AnyEvent)
            if isinstance(event, e.BetsChanged) and event.how == "place":
                chip = event.chips[-1]
                deeds[stream, event.patron, "place", chip.position, chip.bet, chip.stake] += 1
            elif isinstance(event, e.Decided) and not event.automatic:
                decision = event.decision.value
                deeds[stream, event.patron, "decide", event.position, event.branch, decision] += 1
            elif isinstance(event, e.ForkDecided) and not event.automatic:
                table, decision = stream.partition(FORK_MARK)[0], event.decision.value
                deeds[table, event.patron, "decide", event.seat, event.branch, decision] += 1
    return deeds
