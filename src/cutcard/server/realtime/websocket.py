"""The socket at /ws: letting a terminal in, reading what it asks, seeing it out. It judges no ask.

A message that cannot be read is answered with a refusal, and who sends nothing else is shown out. Who asks
too fast is read no faster than allowed.
"""

from __future__ import annotations

from time import monotonic
from typing import Final
from urllib.parse import parse_qs, urlsplit

import msgspec

from cutcard.games.reason import Refusal
from cutcard.server.address import client_address, seen_through
from cutcard.server.http.accounts import Session
from cutcard.server.realtime import commands
from cutcard.server.realtime.connection import Connection, Scope
from cutcard.server.realtime.encoding import ask_id, decode
from cutcard.server.realtime.terminal_session import TerminalSession
from cutcard.server.runtime import House
from cutcard.views.messages.protocol import PROTOCOL

COOKIE: Final = "cutcard_session"
GARBAGE_MAX: Final = 20  # a program with a mistake hears of it; one that floods is shown out
FLOOD_MAX: Final = 100  # refused so often for asking too often, a socket is closed
POLICY_VIOLATION: Final = 1008  # RFC 6455, 7.4.1; clients do not come back
TOO_MANY: Final = 1013  # as IANA lists it: try again later, and clients do
SAY_HELLO: Final = (
    f"protocol 1 is not spoken here: in protocol {PROTOCOL} hello says the token, not the address"
)


def header(scope: Scope, name: bytes) -> str:
    """A header's text, or none."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def foreign(scope: Scope) -> bool:
    """Whether a page of another site asks: its origin is not the host that it reached."""
    origin = header(scope, b"origin")
    try:
        return bool(origin) and urlsplit(origin).netloc != header(scope, b"host")
    except ValueError:  # an origin that is none
        return True


def cookie(scope: Scope) -> str:
    """The session's token, as the browser keeps it."""
    for part in header(scope, b"cookie").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""


class Pace:
    """How fast one socket may ask: so many at once, so many a second."""

    def __init__(self, per_s: int, burst: int) -> None:
        self._per_s, self._burst = per_s, burst
        self._left, self._at = float(burst), monotonic()

    def wait_s(self) -> float:
        """How long to wait before the next message is read."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_s) - 1
        self._at = now
        return 0.0 if self._left >= 0 else -self._left / self._per_s


class _Hearing:
    """Hears one socket. Too fast, it is held up; with garbage or a flood, it is shown out."""

    def __init__(self, sockets: Sockets, terminal: TerminalSession, token: str) -> None:
        self._sockets, self._terminal, self._token = sockets, terminal, token
        config = sockets.house.config
        self._pace = Pace(config.asks_per_s, config.asks_burst)
        self._garbage = 0

    def arrive(self) -> None:
        """Whoever the browser's cookie names is signed in at once."""
        self._sockets.count(self._terminal, 1)
        people = self._sockets.house.people
        self._sockets.arrive(self._terminal, people.session(self._token) if self._token else None)

    def depart(self) -> None:
        """It is over."""
        self._sockets.count(self._terminal, -1)
        self._sockets.depart(self._terminal)

    def hear(self, message: bytes) -> None:
        """Take a message, and see whether there should be another."""
        wait_s = self._pace.wait_s()
        if wait_s:
            self._terminal.connection.hold_up(wait_s)
        if not self._take(message):
            self._garbage += 1
        if self._garbage >= GARBAGE_MAX:
            self._show_out("garbage")
        elif self._terminal.limited >= FLOOD_MAX:
            self._show_out("too many requests")

    def _show_out(self, why: str) -> None:
        self._terminal.connection.close(POLICY_VIOLATION, why)

    def _take(self, text: bytes) -> bool:
        """Take a message; false where it is none."""
        terminal = self._terminal
        if len(text) > commands.MESSAGE_BYTES_MAX:
            terminal.refuse(ask_id(text), Refusal("message_too_long", {"most": commands.MESSAGE_BYTES_MAX}))
            return False
        try:
            message = decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            terminal.refuse(ask_id(text), Refusal("bad_message", {"why": _plain(wrong)}))
            return False
        if not isinstance(message.do, commands.Hello):
            terminal.take(message.ask, message.do)
        elif message.do.protocol != PROTOCOL:
            facts = {"named": message.do.protocol, "spoken": PROTOCOL}
            terminal.refuse(message.ask, Refusal("other_protocol", facts))
            self._show_out("protocol")
        else:
            self._hello(message.ask, message.do.token)
        return True

    def _hello(self, ask: str, token: str) -> None:
        session = self._sockets.house.people.session(token) if token else None
        if session is not None and self._terminal.session is None:
            self._sockets.arrive(self._terminal, session)
        self._terminal.hello(ask, session, signs_in=bool(token))


class Sockets:
    """All sockets of a server, by person."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._open: dict[str, dict[Connection, str]] = {}
        self._count = 0
        self._addresses: dict[str, int] = {}
        house.show_out = self._show_out

    def grants(self, scope: Scope) -> bool:
        """Whether a request is answered with a socket at all: there is one address, for our own pages."""
        return bool(scope["path"] == "/ws") and not foreign(scope)

    def listener(self, connection: Connection, scope: Scope) -> _Hearing | None:
        """Who hears a new socket; None where it was closed again at once, with the reason."""
        self.house.unnamed_proxy.look(scope)
        scope = seen_through(scope, self.house.proxies)
        why = self._why_not(scope)
        if why is not None:
            connection.close(*why)
            return None
        return _Hearing(self, TerminalSession(self.house, connection, client_address(scope)), cookie(scope))

    def _why_not(self, scope: Scope) -> tuple[int, str] | None:
        """Why this socket is closed again at once, as a code and a text; None where it may stay."""
        if "token" in parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True):
            return POLICY_VIOLATION, SAY_HELLO
        house, address = self.house, client_address(scope)
        room = house.connections.room
        if self._count >= min(house.config.sockets_max, room.sockets) or house.engine.state == "stopped":
            return TOO_MANY, "there is no room for another socket now"
        crowded = self._addresses.get(address, 0) >= room.of_one_address
        if crowded and not house.connections.unlimited(address):
            return TOO_MANY, "there are too many sockets from this address"
        return None

    def count(self, terminal: TerminalSession, change: int) -> None:
        """One socket more, or less, in all and from its address."""
        self._count += change
        self.house.metrics.sockets.set(self._count)
        left = self._addresses.get(terminal.address, 0) + change
        if left:
            self._addresses[terminal.address] = left
        else:
            del self._addresses[terminal.address]

    def arrive(self, terminal: TerminalSession, session: Session | None) -> None:
        """Somebody is here: nobody known, or whose session it is."""
        self.house.sender.connections[terminal.connection] = None
        terminal.arrive(session)
        if session is not None:
            connections = self._open.setdefault(session.person, {})
            connections[terminal.connection] = session.key
            if len(connections) > self.house.config.sockets_of_one_person:
                oldest = next(iter(connections))
                del connections[oldest]
                oldest.cut()

    def _show_out(self, session: Session) -> None:
        """A session is over, and with it every socket that was opened by it."""
        for connection, key in list(self._open.get(session.person, {}).items()):
            if key == session.key:
                connection.cut()

    def depart(self, terminal: TerminalSession) -> None:
        """Whoever was here is gone."""
        self.house.sender.connections.pop(terminal.connection, None)
        if terminal.connection.dropped:
            self.house.metrics.dropped.inc()
        terminal.depart()
        if terminal.session is not None:
            connections = self._open.get(terminal.session.person, {})
            connections.pop(terminal.connection, None)
            if not connections:
                self._open.pop(terminal.session.person, None)


def _plain(wrong: Exception) -> str:
    """What is wrong with a message, short and on one line."""
    return " ".join(str(wrong).split())[:200]
