"""Calls for a person: a patron wants an attendant, a table a supervisor. Kept until they are done.

Staff who are connected hear of every call at once, and a patron how it stands with their own. Who may listen
is judged elsewhere. A table's calls are made and ended by what happens there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import Final

import msgspec

from cutcard.games.reason import Reason
from cutcard.server.realtime.connection import Connection
from cutcard.server.realtime.encoding import encode_message
from cutcard.venue.ports import Document
from cutcard.venue.requests import CALL, Wanted, call_document
from cutcard.venue.roles import Role
from cutcard.views.messages import terminal as messages

CALLS_MAX: Final = 500  # open ones; one more is refused
VENUE: Final = "venue"
CALLED, COMING, OVER = "called", "coming", ""


class Calls:
    """Those that are not done yet, oldest first, and who hears of them. A patron calls once."""

    def __init__(self, write: Callable[[Document], None], name_of: Callable[[str], str]) -> None:
        self._write, self._name_of = write, name_of
        self._open: dict[str, Wanted] = {}
        self._listeners: dict[Connection, None] = {}
        self._patrons: dict[str, dict[Connection, None]] = {}

    def load(self, kept: Iterable[Document], waiting: Iterable[Wanted]) -> None:
        """What the store has, and what ``waiting`` tables say of themselves, before anybody listens."""
        said = {call.id: call for call in waiting}
        for document in kept:
            call = msgspec.json.decode(document.body or b"", type=Wanted)
            if not call.of_state or call.id in said:
                self._open[call.id] = call
        for call in said.values():
            self._open.setdefault(call.id, call)

    def put(self, call: Wanted) -> None:
        """A table wants somebody; that is written already."""
        self._open[call.id] = call
        self._send_change(call)

    def call_attendant(self, patron: str, table: str, at_ms: int) -> Wanted | None:
        """A patron's call; the one there is already, where there is one. None where too many wait.

        Those who called first are not forgotten for it: a crowd that calls must not silence them.
        """
        known = self._of(patron)
        if known is not None:
            return known
        if len(self._open) >= CALLS_MAX:
            return None
        why, role = Reason("called.attendant"), Role.ATTENDANT.value
        call = Wanted(table, why, patron, token_hex(6), at_ms=at_ms, role=role, patron=patron)
        self._open[call.id] = call
        self._write(call_document(call))
        self._send_change(call)
        return call

    def cancel(self, patron: str) -> bool:
        """The patron wants nobody any more; false where they had not called."""
        call = self._of(patron)
        return call is not None and self.close(call.id) is not None

    def _of(self, patron: str) -> Wanted | None:
        return next((call for call in self._open.values() if call.patron == patron), None)

    def waiting(self) -> tuple[messages.Call, ...]:
        """Those that are not done."""
        return tuple(self._view_of(call) for call in self._open.values())

    def answer(self, id_: str, who: str) -> messages.Call | None:
        """Somebody is on the way."""
        call = self._open.get(id_)
        if call is None:
            return None
        call = self._open[id_] = msgspec.structs.replace(call, answered_by=who)
        self._write(call_document(call))
        self._send_change(call)
        return self._view_of(call)

    def close(self, id_: str) -> messages.Call | None:
        """It is done, or nobody is wanted any more."""
        call = self._open.pop(id_, None)
        if call is None:
            return None
        self._write(Document(CALL, id_, None))
        self._send_change(call)
        return self._view_of(call)

    def listen(self, connection: Connection) -> None:
        """A member of staff is connected: what waits, and from now on every change."""
        self._listeners[connection] = None
        connection.send(encode_message(messages.Called(self.waiting())))

    def listen_for(self, patron: str, connection: Connection) -> None:
        """A patron is connected: how it stands with their call, where they have called."""
        self._patrons.setdefault(patron, {})[connection] = None
        call = self._of(patron)
        if call is not None:
            connection.send(self._state(call))

    def unlisten(self, connection: Connection, patron: str | None) -> None:
        """The socket is closed."""
        self._listeners.pop(connection, None)
        connections = self._patrons.get(patron or "", {})
        connections.pop(connection, None)
        if not connections:
            self._patrons.pop(patron or "", None)

    def _view_of(self, call: Wanted) -> messages.Call:
        return messages.Call(
            id=call.id,
            wanted=call.role,
            by=self._name_of(call.by) if call.by else VENUE,
            why=call.why,
            table=call.table,
            at_ms=call.at_ms,
            answered_by=call.answered_by,
        )

    def _state(self, call: Wanted) -> str:
        state = OVER if call.id not in self._open else COMING if call.answered_by else CALLED
        return encode_message(messages.Attendant(state, call.answered_by))

    def _send_change(self, call: Wanted) -> None:
        frame = encode_message(messages.Called(self.waiting()))
        for connection in self._listeners:
            connection.send(frame)
        for connection in self._patrons.get(call.patron, ()):
            connection.send(self._state(call))
