"""Calls for a person: a patron wants an attendant, a table a supervisor. Kept only while the server runs.

Staff who are connected hear of every call at once. Who may listen is judged elsewhere.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from cutcard.games.reason import Reason
from cutcard.server import wire
from cutcard.server.lines import Line

CALLS_MAX: Final = 500


class Calls:
    """Those not answered yet, oldest first, and who is told of them. One caller calls once for one reason."""

    def __init__(self) -> None:
        self._open: dict[str, wire.Call] = {}
        self._numbers = count(1)
        self._listeners: dict[Line, None] = {}

    def make(self, wanted: str, by: str, why: Reason, table: str, at_ms: int) -> wire.Call:
        """A call; the same caller's call from the same place is the one there is already."""
        for call in self._open.values():
            if (call.wanted, call.by, call.table, call.why) == (wanted, by, table, why):
                return call
        if len(self._open) >= CALLS_MAX:
            del self._open[next(iter(self._open))]
        call = wire.Call(id=str(next(self._numbers)), wanted=wanted, by=by, why=why, table=table, at_ms=at_ms)
        self._open[call.id] = call
        self._tell()
        return call

    def waiting(self) -> tuple[wire.Call, ...]:
        """Those that nobody has answered."""
        return tuple(self._open.values())

    def answer(self, id_: str) -> wire.Call | None:
        """Somebody is on the way."""
        answered = self._open.pop(id_, None)
        if answered is not None:
            self._tell()
        return answered

    def listen(self, line: Line) -> None:
        """A member of staff is connected: what waits, and from now on every change."""
        self._listeners[line] = None
        line.send(wire.told(wire.Called(self.waiting())))

    def unlisten(self, line: Line) -> None:
        """The socket is closed."""
        self._listeners.pop(line, None)

    def _tell(self) -> None:
        frame = wire.told(wire.Called(self.waiting()))
        for line in self._listeners:
            line.send(frame)
