"""Which tables each patron has open, so that nobody has to look through all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cutcard.games.reason import Refusal
from cutcard.table.commands import Join
from cutcard.table.phases import unsettled
from cutcard.venue.table_runner import Running

GAMES_EACH: Final = 4
"""So many tables one patron has open at once (GUI-01)."""


class OpenTables:
    """The tables by patron. Who has left a table is found out when somebody asks."""

    def __init__(self, tables: Mapping[str, Running]) -> None:
        self._tables = tables
        self._by_patron: dict[str, dict[str, None]] = {}
        for name, running in tables.items():
            for patron in running.table.patrons.places:
                self.add_patron(patron, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_patron)

    def add_patron(self, patron: str, name: str) -> None:
        """A patron has opened a table."""
        self._by_patron.setdefault(patron, {})[name] = None

    def of(self, patron: str) -> list[str]:
        """The tables that a patron has open, those opened first at the front."""
        known = self._by_patron.get(patron, {})
        open_now = [name for name in known if self._is_open(patron, name)]
        if len(open_now) < len(known):
            self._by_patron[patron] = dict.fromkeys(open_now)
        return open_now

    def staked(self, patron: str) -> int:
        """What a patron has in rounds that are being played, at all tables together."""
        tables = [self._tables[name].table for name in self.of(patron)]
        felts = [table.deal.felt for table in tables if unsettled(table)]
        return sum(felt.staked(patron) for felt in felts if felt is not None and patron in felt.wagers)

    def too_many(self, command: object, name: str, most: int) -> Refusal | None:
        """Why a patron may not open one more table, where that is asked; closed ones do not count."""
        if not isinstance(command, Join):
            return None
        games = [at for at in self.of(command.patron) if not self._tables[at].table.halt.closed]
        return None if name in games or len(games) < most else Refusal("games_enough", {"most": most})

    def _is_open(self, patron: str, name: str) -> bool:
        running = self._tables.get(name)
        return running is not None and patron in running.table.patrons.places
