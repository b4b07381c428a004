"""Which patrons are there, as their sockets tell: tables hear of it when somebody goes or comes back (TB-40).

A socket that is open has answered its pings, since one that does not is cut. What being gone costs is the
tables' affair. Only the venue's thread comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from time import perf_counter
from typing import Final

from cutcard.server.engine import Asked, Engine
from cutcard.server.frames import Outbox, Teller
from cutcard.server.lines import Line
from cutcard.table.interruptions import Presence, Told
from cutcard.venue.asks import Ask, Reply

SWEEP_MS: Final = 2_000


def _unanswered(_reply: Reply, _out: Outbox) -> None:
    """Nobody asked, so nobody is answered."""


class Attendance:
    """Who has a socket open, and who was there when the server stopped."""

    def __init__(self, engine: Engine, teller: Teller, now_ms: Callable[[], int]) -> None:
        self._engine, self._teller, self._now_ms = engine, teller, now_ms
        self._presence = Presence()
        self._open: dict[Line, str] = {}
        self._numbers = count(1)
        self._since = now_ms()
        self._swept = now_ms()
        venue = engine.venue
        there = [
            patron
            for running in venue.tables.values()
            for patron, place in running.table.places.items()
            if not place.away
        ]
        self._presence.expect(there, self._since)

    def arrive(self, patron: str, line: Line) -> None:
        """A patron's socket was opened."""
        self._open[line] = patron
        self._tell(self._presence.opened(patron, line, self._now_ms()))

    def depart(self, patron: str, line: Line) -> None:
        """It was closed."""
        self._open.pop(line, None)
        self._tell(self._presence.closed(patron, line))

    def sweep(self) -> None:
        """Now and then: who was expected back and did not come is gone."""
        now = self._now_ms()
        if now < self._swept + SWEEP_MS:
            return
        self._swept = now
        for line, patron in self._open.items():
            self._presence.heard(patron, line, now)
        self._tell(self._presence.silent(now))

    def _tell(self, told: Told) -> None:
        """Every table that the patron has open."""
        for command in told:
            for table in self._teller.open_tables(command.patron):
                key = f"there:{self._since}:{next(self._numbers)}:{command.patron}"
                self._engine.put(Asked(Ask(key, table, command), _unanswered, perf_counter()))
