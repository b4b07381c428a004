"""A socket, both ways: frames are written at once; a reader that is too slow is dropped, not waited for.

Theory. ASGI's way needs a task and a queue for each socket, and waits for the reader. So sockets are no ASGI
here: uvicorn hands a request for one to this protocol, which answers it, and from then on each message goes
straight to whoever hears it. What WebSocket is, websockets' protocol without I/O knows; here are its bytes. A
frame goes into the transport's own buffer, whose size is known: beyond the limit, or silent to pings for too
long, the connection is cut. So a slow reader costs a bounded buffer and nobody's time. Each write is a call
of the system, dearer than all else, so whatever waits for a connection goes out in one, and a ping goes
along if it can. What a frame says is not known here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, Protocol, cast
from urllib.parse import unquote

import structlog
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from cutcard.games.reason import Refusal
from cutcard.server.connections import Connections
from cutcard.server.http.below_routes import in_words, nonsense, whole_refusal
from cutcard.server.http.edge import USUAL

# Who reads more slowly is cut off, and resumes: a slow reader costs no more memory.
BUFFER_BYTES_MAX: Final = 256 * 1024
PING_EVERY_S: Final = 5.0  # who was heard meanwhile is not asked
SILENT_S_MAX: Final = 13.0  # two pings unanswered, and noticed before a table stops waiting (15 s, TB-40)
ANSWER_S: Final = 10.0  # for the goodbye to be answered
GOODBYE_S: Final = 15.0  # longer than `ANSWER_S`: for a peer that does not even read it
BROKEN: Final = 1011  # RFC 6455, 7.4.1: the server met something unexpected
RESTARTS: Final = 1012  # as IANA lists it: the service restarts, so try again

_TEXT: Final = 0x81  # RFC 6455: a whole message of text, which a server does not mask
_PING: Final = b"\x89\x00"
_SHORT, _LONG = 125, 0xFFFF  # RFC 6455, 5.2: up to these a length takes one byte and three
_SAID: Final = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
_log: Final = logging.getLogger("uvicorn.error")  # where uvicorn's own sockets log

Scope = Mapping[str, Any]


class Listener(Protocol):
    """Whoever hears one socket."""

    def arrive(self) -> None:
        """It is open."""

    def hear(self, message: bytes) -> None:
        """It said something."""

    def depart(self) -> None:
        """It is over."""


class Acceptor(Protocol):
    """Whoever accepts sockets. A request is shown as ASGI would show it."""

    def grants(self, scope: Scope) -> bool:
        """Whether a request is answered with a socket at all."""

    def listener(self, connection: Connection, scope: Scope) -> Listener | None:
        """Who hears a socket that is open now; None where it was closed again at once."""


class _Handshake(ServerProtocol):
    """The protocol, whose every answer, a no above all, carries the headers that all responses do."""

    answered = False

    def send_response(self, response: Response) -> None:
        """Answer the request for a socket."""
        self.answered = True
        for name, value in USUAL.items():
            if name not in response.headers:
                response.headers[name] = value
        super().send_response(response)


class Connection(asyncio.Protocol):
    """One socket, as long as it is open. Only the event loop's thread may use it."""

    __slots__ = (
        *("_acceptor", "_book", "_connections", "_goodbye", "_handshake", "_held_s", "_listener", "_loop"),
        *("_parts", "_pinged_s", "_transport", "dropped", "heard_s", "open"),
    )

    _transport: asyncio.Transport

    def __init__(self, acceptor: Acceptor, book: Connections, connections: set[Any], max_size: int) -> None:
        self._acceptor, self._book, self._connections = acceptor, book, connections
        self._handshake = _Handshake(max_size=max_size, logger=_log)
        self._loop = asyncio.get_running_loop()
        self._listener: Listener | None = None
        self._goodbye: asyncio.TimerHandle | None = None
        self._parts: list[bytes | bytearray | memoryview] = []
        self._held_s = 0.0
        self.open = True
        self.dropped = False
        self.heard_s = self._pinged_s = self._loop.time()

    # What the transport and uvicorn call.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The request for a socket is complete, so nothing is owed any more."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)
        self._book.settle(transport)

    def data_received(self, data: bytes) -> None:
        """Whatever it is, it is a sign of life."""
        self.heard_s = self._loop.time()
        self._handshake.receive_data(data)
        for event in self._handshake.events_received():
            if isinstance(event, Request):
                self._answer(event)
            elif isinstance(event, Frame) and event.opcode in _SAID:
                self._gather(event)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's shape
        """It is gone."""
        self._connections.discard(self)
        self._book.leave(self._transport)
        if self._goodbye is not None:
            self._goodbye.cancel()
        self._depart()

    def shutdown(self) -> None:
        """The server stops."""
        self.close(RESTARTS)
        self._transport.close()

    # The peer's side.

    def _answer(self, request: Request) -> None:
        scope = _scope(request, self._transport)
        response = self._handshake.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS and not self._acceptor.grants(scope):
            response = in_words(self._handshake.reject(HTTPStatus.FORBIDDEN, ""), Refusal("foreign_origin"))
        elif response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            response = in_words(response, nonsense((response.body or b"").decode()))
        self._handshake.send_response(response)
        self._flush()
        if self._handshake.state is State.OPEN:
            self._guarded(self._enter, scope)

    def _enter(self, scope: Scope) -> None:
        self._listener = self._acceptor.listener(self, scope)
        if self._listener is not None:
            self._listener.arrive()

    def _gather(self, frame: Frame) -> None:
        """A message may come in parts; empty ones are counted against no limit, so none is kept."""
        if frame.data:
            self._parts.append(frame.data)
        if frame.fin:
            message, self._parts = b"".join(self._parts), []
            if self._listener is not None:
                self._guarded(self._listener.hear, message)

    def _guarded(self, work: Callable[..., None], *given: Any) -> None:
        """Whatever goes wrong with one socket ends that one alone."""
        try:
            work(*given)
        except Exception:  # noqa: BLE001  # whatever it is, it is logged
            structlog.get_logger("sockets").exception("a socket failed")
            self.close(BROKEN)

    def _flush(self) -> None:
        """Write what the protocol has to say; where nothing comes after it, end."""
        parts = self._handshake.data_to_send()
        if not parts:
            return
        if not self._handshake.answered:
            parts = [whole_refusal(HTTPStatus.BAD_REQUEST, nonsense("")), SEND_EOF]
        self._write(b"".join(parts))
        if SEND_EOF in parts:
            self._transport.close()
            self._depart()

    def _depart(self) -> None:
        """Nobody listens any more: a peer that does not read the goodbye is cut off after a while."""
        self.open = False
        self._book.owe(self._transport, self._loop.time() + GOODBYE_S)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.depart()

    # Our side.

    def send(self, *frames: str) -> None:
        """Write frames, or cut a reader off who has too much unread."""
        if not self.open or self._handshake.state is not State.OPEN:
            return  # once the peer has begun to close, nothing is heard
        parts = [part for frame in frames for part in _framed(frame.encode())]
        now_s = self._loop.time()
        if self._is_quiet(now_s):
            self._pinged_s = now_s
            parts.append(_PING)
        self._write(b"".join(parts))

    def _write(self, data: bytes) -> None:
        if self._transport.is_closing():
            return
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > BUFFER_BYTES_MAX:
            self.drop()

    def _is_quiet(self, now_s: float) -> bool:
        """Whether it is time to ask the peer for a sign of life."""
        return now_s - self.heard_s >= PING_EVERY_S and now_s - self._pinged_s >= PING_EVERY_S

    def looked_after(self, now_s: float) -> bool:
        """False where a ping must go out now. Who stays silent is cut: a polite close would wait."""
        if now_s - self.heard_s > SILENT_S_MAX:
            self.drop()
        return not self.open or not self._is_quiet(now_s)

    def hold_up(self, wait_s: float) -> None:
        """Read nothing from the peer for so long; held up again meanwhile, until the later of the two."""
        if self._transport.is_closing():
            return
        now_s = self._loop.time()
        held = self._held_s > now_s
        self._held_s = max(self._held_s, now_s + wait_s)
        if not held:
            self._transport.pause_reading()
            self._loop.call_later(wait_s, self._read_on)

    def _read_on(self) -> None:
        if self._transport.is_closing():
            return
        now_s = self.heard_s = self._loop.time()  # nothing was read, so nothing could be heard
        if now_s < self._held_s:
            self._loop.call_later(self._held_s - now_s, self._read_on)
        else:
            self._transport.resume_reading()

    def close(self, code: int, reason: str = "") -> None:
        """Say goodbye after all that was sent, and wait a while for the answer."""
        if self._handshake.state is not State.OPEN or self._transport.is_closing():
            return
        self._handshake.send_close(code, reason)
        self._goodbye = self._loop.call_later(ANSWER_S, self._transport.close)
        self._flush()
        self._depart()

    def drop(self) -> None:
        """Cut off a reader who is too slow or silent."""
        self.dropped = self.dropped or self.open
        self.cut()

    def cut(self) -> None:
        """Cut the connection; what is unread is lost."""
        self.open = False
        _forget_unsent(self._transport)
        self._transport.abort()


def websocket_protocol(acceptor: Acceptor, book: Connections, max_size: int) -> Callable[..., Connection]:
    """What uvicorn calls for each request for a socket; messages of more bytes end a socket."""

    def create(config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]) -> Connection:  # noqa: ARG001
        return Connection(acceptor, book, server_state.connections, max_size)

    return create


def _scope(request: Request, transport: asyncio.BaseTransport) -> Scope:
    """A request as ASGI has it. websockets before 17 escapes what is not ASCII in a header."""
    path, _, query = request.path.partition("?")
    return {
        "type": "websocket",
        "scheme": "ws",
        "client": transport.get_extra_info("peername"),
        "path": unquote(path),
        "query_string": query.encode(),
        "headers": [
            (name.lower().encode(), value.encode("latin-1", "surrogateescape"))
            for name, value in request.headers.raw_items()
        ],
    }


def _framed(payload: bytes) -> tuple[bytes, bytes]:
    """A text's header and itself, as RFC 6455 has them."""
    size = len(payload)
    if size <= _SHORT:
        return bytes((_TEXT, size)), payload
    if size <= _LONG:
        return struct.pack("!BBH", _TEXT, 126, size), payload
    return struct.pack("!BBQ", _TEXT, 127, size), payload


def _forget_unsent(transport: asyncio.BaseTransport) -> None:
    """Have the system reset the connection too, or it keeps what is unread for as long as the peer likes."""
    link = transport.get_extra_info("socket")
    if link is None or link.fileno() < 0:
        return
    with socket.socket(fileno=os.dup(link.fileno())) as same:
        same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
