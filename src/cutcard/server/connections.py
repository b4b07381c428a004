"""Connections of strangers: how many there may be, and how long each may take to say what it wants.

Theory. A connection costs a descriptor, and a process has only so many. So the server keeps room: it takes
fewer connections than it has descriptors, and where it has no room left, whoever has waited longest to say
anything, at the address with most such connections, makes way for the next. Nobody is served slower because
somebody else is silent. What is said on a connection is not known here.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from cutcard.games.reason import Refusal
from cutcard.server.address import Networks, address_key, is_loopback, is_within
from cutcard.server.http.below_routes import nonsense, refusal_body, whole_refusal
from cutcard.server.http.edge import usual_headers
from cutcard.server.http.refusals import PLAIN
from cutcard.server.metrics import Metrics

SWEEP_S: Final = 0.5  # limits of seconds are kept to within this

BACKLOG: Final = 4_096  # as many as Linux lets wait by itself (somaxconn)
DESCRIPTORS_MAX: Final = 1 << 20  # Linux's own ceiling (fs.nr_open), for a system that names none
OWN_DESCRIPTORS: Final = 48  # store, log, loop, devices, the child that finds best play
ADDRESS_SHARE: Final = 4  # one address has at most so much of the room: a quarter

FULL, ADDRESS, SILENT, ROOM, NONSENSE = "full", "address", "silent", "room", "nonsense"
"""Why a connection was turned away or cut: no room, too many from there, too slow, making way, no HTTP."""


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """How many connections there is room for, in all and from one address, and how many wait to be taken.

    A connection has ``header_s`` for a request's header or a socket's handshake, ``body_s`` for a body, and
    ``unread_s`` to read an answer.
    """

    connections: int
    of_one_address: int
    backlog: int = BACKLOG
    header_s: float = 10.0
    body_s: float = 30.0
    unread_s: float = 60.0

    @property
    def sockets(self) -> int:
        """How many of them may be sockets, so that a request still gets in."""
        return self.connections - max(4, self.connections // 16)


def room_for(descriptors: int, of_one_address: int = 0) -> Room:
    """The room that so many descriptors leave; all that wait to be taken must still fit beside it."""
    kept = min(descriptors // 4, BACKLOG + OWN_DESCRIPTORS)
    connections = descriptors - kept
    return Room(
        connections=connections,
        of_one_address=of_one_address or max(1, connections // ADDRESS_SHARE),
        backlog=max(8, min(BACKLOG, kept - OWN_DESCRIPTORS)),
    )


def raise_descriptor_limit() -> None:
    """Allow this process as many descriptors as it may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS_MAX if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow fewer than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def descriptor_limit() -> int:
    """How many descriptors this process may have."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return DESCRIPTORS_MAX if soft == resource.RLIM_INFINITY else min(soft, DESCRIPTORS_MAX)


class _Visitor:
    """One connection: where from, since when it owes something, and how long it may."""

    __slots__ = ("address", "due_s", "transport")

    def __init__(self, transport: Any, address: str) -> None:
        self.transport, self.address, self.due_s = transport, address, 0.0


class Connections:
    """Every connection of a server by its transport; those that owe us something also by address."""

    def __init__(self, room: Room, metrics: Metrics, trusted: Networks = ()) -> None:
        self.room, self._metrics, self._trusted = room, metrics, trusted
        self._all: dict[Any, _Visitor] = {}
        self._counts: dict[str, int] = {}
        self._waiting: dict[str, dict[Any, _Visitor]] = {}

    def unlimited(self, address: str) -> bool:
        """Whether an address is this machine or a proxy, which many people come from."""
        return is_loopback(address) or is_within(address, self._trusted)

    def arrive(self, transport: Any, address: str) -> str | None:
        """Take a connection; why not, where there is no room for it."""
        if self._counts.get(address, 0) >= self.room.of_one_address and not self.unlimited(address):
            if not self._make_way(address):
                return self.turned_away(ADDRESS)
        elif len(self._all) >= self.room.connections and not self._make_way():
            return self.turned_away(FULL)
        self._all[transport] = _Visitor(transport, address)
        self._counts[address] = self._counts.get(address, 0) + 1
        return None

    def leave(self, transport: Any) -> None:
        """A connection is gone."""
        visitor = self._all.pop(transport, None)
        if visitor is None:
            return
        self.settle(transport, visitor)
        left = self._counts[visitor.address] - 1
        if left:
            self._counts[visitor.address] = left
        else:
            del self._counts[visitor.address]

    def owe(self, transport: Any, due_s: float) -> None:
        """From now on the peer owes something, until then: a header, a body, the reading of an answer."""
        visitor = self._all.get(transport)
        if visitor is not None:
            visitor.due_s = due_s
            waiting = self._waiting.setdefault(visitor.address, {})
            waiting.pop(transport, None)
            waiting[transport] = visitor

    def settle(self, transport: Any, visitor: _Visitor | None = None) -> None:
        """The peer owes nothing any more."""
        visitor = visitor or self._all.get(transport)
        waiting = None if visitor is None else self._waiting.get(visitor.address)
        if visitor is not None and waiting is not None:
            waiting.pop(transport, None)
            if not waiting:
                del self._waiting[visitor.address]

    def turned_away(self, why: str) -> str:
        """Count somebody who was turned away."""
        self._metrics.turned_away.labels(why).inc()
        return why

    def _make_way(self, address: str | None = None) -> bool:
        """Cut whoever has waited longest there, or where most wait; false where nobody waits."""
        if address is None:
            address = max(self._waiting, key=lambda where: len(self._waiting[where]), default="")
        waiting = self._waiting.get(address)
        if not waiting:
            return False
        self._cut(next(iter(waiting)), ROOM)
        return True

    def _cut(self, transport: Any, why: str) -> None:
        self.turned_away(why)
        self.leave(transport)
        transport.abort()

    def sweep(self, now_s: float) -> None:
        """Cut everybody whose time is over."""
        late = [
            transport
            for waiting in self._waiting.values()
            for transport, visitor in waiting.items()
            if visitor.due_s <= now_s
        ]
        for transport in late:
            self._cut(transport, SILENT)

    async def look_after(self) -> None:
        """Sweep, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_S)
            self.sweep(loop.time())


@cache
def _no_room() -> bytes:
    """Made once: it is said where there is no time to lose."""
    return whole_refusal(HTTPStatus.SERVICE_UNAVAILABLE, Refusal("busy"), (b"retry-after", b"5"))


UPGRADED: Final = "upgraded"


class TimedHttp(H11Protocol):
    """uvicorn's HTTP with time limits for a header, a body, and the reading of an answer."""

    book: Connections
    _phase: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Take it, or say that there is no room."""
        super().connection_made(transport)
        if self.book.arrive(transport, address_key(self.client[0] if self.client else "")) is not None:
            transport.write(_no_room())
            transport.close()
            return
        self._note()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.book.leave(self.transport)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Read on, then see what the peer owes now."""
        if self.transport.is_closing():
            return  # whatever still comes in was not let in, or comes after the end
        super().handle_events()
        self._note()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, and others look after it."""
        self._phase = UPGRADED
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """An answer is out: the next request is owed, or the reading of this one."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.book.owe(self.transport, self.loop.time() + self.book.room.unread_s)
        else:
            self._note()

    def pause_writing(self) -> None:
        """The peer does not read."""
        super().pause_writing()
        self.book.owe(self.transport, self.loop.time() + self.book.room.unread_s)

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._phase = None
        self._note()

    def send_400_response(self, msg: str) -> None:
        """Nonsense is refused, unless an answer is on its way already."""
        self.book.turned_away(NONSENSE)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._send_protected(400, refusal_body(nonsense(msg)))
        self.transport.close()

    def _send_protected(self, status: int, body: bytes) -> None:
        """An answer that no route gives, with the headers that every answer has."""
        length = b"%d" % len(body)
        own = [(b"content-type", PLAIN.encode()), (b"content-length", length), (b"connection", b"close")]
        head = h11.Response(
            status_code=status, headers=[*own, *usual_headers()], reason=HTTPStatus(status).phrase.encode()
        )
        for event in (head, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")

    def _note(self) -> None:
        """A limit counts from when the peer began to owe something: bytes that dribble in change nothing."""
        room, theirs = self.book.room, self.conn.their_state
        if self._phase is UPGRADED or theirs is self._phase or self.flow.write_paused:
            return
        self._phase = theirs
        if theirs is h11.IDLE:
            unread = self.transport.get_write_buffer_size() > 0
            self.book.owe(self.transport, self.loop.time() + (room.unread_s if unread else room.header_s))
        elif theirs is h11.SEND_BODY:
            self.book.owe(self.transport, self.loop.time() + room.body_s)
        else:
            self.book.settle(self.transport)


def http_protocol(book: Connections) -> Callable[..., Any]:
    """The HTTP protocol of one server."""
    return type("Http", (TimedHttp,), {"book": book})
