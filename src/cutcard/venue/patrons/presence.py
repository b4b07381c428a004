"""Who is present: whoever has an open connection, or lost the last one less than 15 s ago (MO-02, TB-40).

The server reports which connections open and close; a connection that does not answer pings is one that it
closes. A patron is in one of three states:

    connected   at least one connection is open
    away        the last one has closed: tables hear of it at once, and answer by their policy (TB-40 ff.)
    gone        15 s later nobody is waited for any more

After a restart no connection is open. Everybody who was at a table then has 15 s to connect, and is neither
away nor waited for in vain: who does not come is away and gone at the same moment.

Of a patron who never connected nothing is known, and nothing is said. What a table does about it is not
known here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final

from cutcard.table.commands import ComeBack, GoAway, StayAway
from cutcard.table.state import Table

GONE_MS: Final = 15_000
"""So long after the last connection has closed a patron still counts as present."""

PresenceCommand = GoAway | StayAway | ComeBack


class Presence:
    """Which patrons are present. Times are of the steady clock, which no recovery turns back."""

    def __init__(self) -> None:
        self._connections: dict[str, dict[Hashable, None]] = {}
        self._closed_ms: dict[str, int] = {}
        self._expected_ms: dict[str, int] = {}
        self._to_review: dict[str, None] = {}

    def connection_opened(self, patron: str, connection: Hashable) -> None:
        """The patron is connected, whatever was before."""
        self._connections.setdefault(patron, {})[connection] = None
        self._closed_ms.pop(patron, None)
        self._expected_ms.pop(patron, None)
        self._to_review[patron] = None

    def connection_closed(self, patron: str, connection: Hashable, at_ms: int) -> None:
        """Without another open connection the patron is away from now on."""
        connections = self._connections.get(patron)
        if connections is None or connection not in connections:
            return
        del connections[connection]
        if not connections:
            del self._connections[patron]
            self._closed_ms[patron] = at_ms
            self._to_review[patron] = None

    def expect(self, patrons: Iterable[str], at_ms: int) -> None:
        """Everything was read again: these are at tables, and who is not connected has 15 s to be."""
        for patron in patrons:
            if patron in self._connections or patron in self._closed_ms:
                self._to_review[patron] = None
            else:
                self._expected_ms.setdefault(patron, at_ms)

    def review(self, patrons: Iterable[str]) -> None:
        """A table may not know how it stands with these patrons: it gets their commands again."""
        self._to_review.update(dict.fromkeys(patrons))

    def due(self, at_ms: int) -> list[str]:
        """The patrons of whom tables have to hear something now."""
        gone = [*self._gone(self._closed_ms, at_ms), *self._gone(self._expected_ms, at_ms)]
        return list(dict.fromkeys((*self._to_review, *gone)))

    @staticmethod
    def _gone(since_ms: dict[str, int], at_ms: int) -> Iterator[str]:
        for patron, since in since_ms.items():  # in the order of time
            if at_ms < since + GONE_MS:
                return
            yield patron

    def commands(self, patron: str, table: Table, at_ms: int) -> Sequence[PresenceCommand]:
        """What a table that the patron has open must be sent, so that it knows how they are now."""
        away = table.patrons.places[patron].away
        if patron in self._connections:
            return (ComeBack(patron),) if away else ()
        expected_ms = self._expected_ms.get(patron)
        since_ms = self._closed_ms.get(patron, expected_ms)
        if since_ms is None:
            return ()
        gone = at_ms >= since_ms + GONE_MS
        # After a restart nobody has connected yet: that is no reason to call them away.
        if expected_ms is not None and not gone:
            return ()
        first = () if away else (GoAway(patron),)
        return (*first, StayAway(patron)) if gone and patron not in table.patrons.gone else first

    def closed_ms(self, patron: str) -> int | None:
        """When the patron's last connection closed, where that was a moment ago."""
        return self._closed_ms.get(patron) if patron in self._to_review else None

    def forget_gone(self, patrons: Iterable[str], at_ms: int) -> None:
        """What was due at this time is on record; who is gone is forgotten."""
        for patron in patrons:
            self._to_review.pop(patron, None)
            for since_ms in (self._closed_ms, self._expected_ms):
                if patron in since_ms and at_ms >= since_ms[patron] + GONE_MS:
                    del since_ms[patron]

    def next_ms(self) -> int | None:
        """When the next patron is gone; at once where tables have to hear something now."""
        if self._to_review:
            return 0
        firsts = [next(iter(each.values())) for each in (self._closed_ms, self._expected_ms) if each]
        return min(firsts) + GONE_MS if firsts else None
