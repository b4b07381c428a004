"""Members of staff without a screen: what they ask goes over a socket, beside a patron's browser.

Like the players beside a browser they have a thread and an event loop of their own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from cutcard.client import Terminal, connect
from tests.server.running import Served

T = TypeVar("T")
WAIT_S = 90.0


class PitStaff:
    """One member of staff for each role that is asked for, at one table."""

    def __init__(self, house: Served, table: str, loop: asyncio.AbstractEventLoop) -> None:
        self._house, self._table, self._loop = house, table, loop
        self._open: dict[str, Any] = {}
        self._terminals: dict[str, Terminal] = {}

    def _wait(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(WAIT_S)

    def ask(self, role: str, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Have somebody with this role ask something of the table."""
        if role not in self._terminals:
            self._open[role] = connect(self._house.url, token=self._house.token(role))
            self._terminals[role] = self._wait(self._open[role].__aenter__())
        return self._wait(self._terminals[role].ask(kind, table=self._table, **fields))

    def deal(self, cards: str) -> None:
        """The croupier's open cards, in the order in which they are due."""
        for card in cards.split():
            self.ask("croupier", "enter_card", card=card)

    def leave(self) -> None:
        for terminal in self._open.values():
            self._wait(terminal.__aexit__(None, None, None))


@contextmanager
def staff_at(house: Served, table: str) -> Iterator[PitStaff]:
    """Staff who serve this table for as long as they are needed."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    staff = PitStaff(house, table, loop)
    try:
        yield staff
    finally:
        staff.leave()
        loop.call_soon_threadsafe(loop.stop)
        thread.join(WAIT_S)
        loop.close()
