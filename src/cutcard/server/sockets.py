"""The socket at /ws: letting a terminal in, reading what it asks, seeing it out. It judges no ask.

A message that cannot be read is answered with a refusal, and who sends nothing else is shown out. Who asks
too fast is read no faster than allowed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from cutcard.games.reason import Refusal
from cutcard.server import wire
from cutcard.server.address import client_address
from cutcard.server.config import Config
from cutcard.server.house import House
from cutcard.server.lines import LINE, Line
from cutcard.server.people import Session
from cutcard.server.visit import Visit
from cutcard.views.protocol import PROTOCOL

COOKIE: Final = "cutcard_session"
GARBAGE_MAX: Final = 20
FLOOD_MAX: Final = 100  # refused so often for asking too often, a socket is closed
POLICY_VIOLATION: Final = 1008
TOO_MANY: Final = 1013
SAY_HELLO: Final = "a token is said in hello, never in the address, where logs would keep it"

Scope = Mapping[str, Any]


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


class _Taking:
    """Hands on what one socket says. Too fast, it is held up; with garbage or a flood, it is shown out."""

    def __init__(self, config: Config, take: Callable[[str | bytes], bool], visit: Visit, send: Any) -> None:
        self._pace = Pace(config.asks_per_s, config.asks_burst)
        self._take, self._visit, self._send = take, visit, send
        self._garbage = 0
        self._showing_out: asyncio.Task[None] | None = None

    def hear(self, text: str | bytes) -> None:
        """Take a message; not from somebody who is being shown out."""
        if self._showing_out is not None:
            return
        wait_s = self._pace.wait_s()
        if wait_s:
            self._visit.line.hold_up(wait_s)
        if not self._take(text):
            self._garbage += 1
        if self._garbage >= GARBAGE_MAX:
            self.show_out("garbage")
        elif self._visit.limited >= FLOOD_MAX:
            self.show_out("too many requests")

    def show_out(self, why: str) -> None:
        """Close the socket once what was answered is sent."""
        self._showing_out = asyncio.get_running_loop().create_task(self._close(why))

    async def _close(self, why: str) -> None:
        with suppress(ClientDisconnected):  # gone before it could be told
            await self._send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": why})


class Sockets:
    """All sockets of a server, by person."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: dict[str, dict[Line, str]] = {}
        self._count = 0
        self._addresses: dict[str, int] = {}
        house.show_out = self._show_out

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """One socket, from its handshake to its end."""
        await receive()
        if scope["path"] != "/ws" or foreign(scope):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        await send({"type": "websocket.accept"})
        why = self._why_not(scope)
        if why is not None:
            await send({"type": "websocket.close", "code": why[0], "reason": why[1]})
            return
        visit = Visit(self._house, scope["extensions"][LINE], client_address(scope))
        self._house.post.lines[visit.line] = None
        self._count_socket(visit.address, 1)
        try:
            token = cookie(scope)
            self._arrive(visit, self._house.people.session(token) if token else None)
            await self._read(visit, receive, send)
        finally:
            self._depart(visit)

    def _why_not(self, scope: Scope) -> tuple[int, str] | None:
        """Why this socket is closed again at once, as a code and a line; None where it may stay."""
        if "token" in parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True):
            return POLICY_VIOLATION, SAY_HELLO
        house, address = self._house, client_address(scope)
        room = house.connections.room
        if self._count >= min(house.config.sockets_max, room.sockets) or house.engine.state == "stopped":
            return TOO_MANY, "there is no room for another socket now"
        crowded = self._addresses.get(address, 0) >= room.of_one_address
        if crowded and not house.connections.unlimited(address):
            return TOO_MANY, "there are too many sockets from this address"
        return None

    def _count_socket(self, address: str, change: int) -> None:
        self._count += change
        self._house.metrics.sockets.set(self._count)
        left = self._addresses.get(address, 0) + change
        if left:
            self._addresses[address] = left
        else:
            del self._addresses[address]

    def _arrive(self, visit: Visit, session: Session | None) -> None:
        visit.arrive(session)
        if session is not None:
            lines = self._open.setdefault(session.person, {})
            lines[visit.line] = session.key
            if len(lines) > self._house.config.sockets_of_one_person:
                oldest = next(iter(lines))
                del lines[oldest]
                oldest.cut()

    def _show_out(self, session: Session) -> None:
        """A session is over, and with it every socket that was opened by it."""
        for line, key in list(self._open.get(session.person, {}).items()):
            if key == session.key:
                line.cut()

    def _depart(self, visit: Visit) -> None:
        self._house.post.lines.pop(visit.line, None)
        self._count_socket(visit.address, -1)
        if visit.line.dropped:
            self._house.metrics.dropped.inc()
        visit.depart()
        if visit.session is not None:
            lines = self._open.get(visit.session.person, {})
            lines.pop(visit.line, None)
            if not lines:
                self._open.pop(visit.session.person, None)

    async def _read(self, visit: Visit, receive: Any, send: Any) -> None:
        """Hear everything until the socket closes. What came before that waits, and is taken first."""
        taking = _Taking(self._house.config, lambda text: self._heard(visit, text, taking), visit, send)
        while True:
            visit.line.hear = taking.hear if visit.line.all_heard else None
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            taking.hear(event.get("text") or event.get("bytes") or "")

    def _heard(self, visit: Visit, text: str | bytes, taking: _Taking) -> bool:
        """Take a message; false where it is none."""
        if len(text) > wire.MESSAGE_BYTES_MAX:
            visit.refuse(wire.ask_id(text), Refusal("message_too_long", {"most": wire.MESSAGE_BYTES_MAX}))
            return False
        try:
            message = wire.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            visit.refuse(wire.ask_id(text), Refusal("bad_message", {"why": _plain(wrong)}))
            return False
        if isinstance(message.do, wire.Hello):
            if message.do.protocol != PROTOCOL:
                facts = {"named": message.do.protocol, "spoken": PROTOCOL}
                visit.refuse(message.ask, Refusal("other_protocol", facts))
                taking.show_out("protocol")
            else:
                self._hello(visit, message.ask, message.do.token)
            return True
        visit.take(message.ask, message.do)
        return True

    def _hello(self, visit: Visit, ask: str, token: str) -> None:
        session = self._house.people.session(token) if token else None
        if session is not None and visit.session is None:
            self._arrive(visit, session)
        visit.hello(ask, session, signs_in=bool(token))


def _plain(wrong: Exception) -> str:
    """What is wrong with a message, short and on one line."""
    return " ".join(str(wrong).split())[:200]
