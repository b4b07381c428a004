"""A socket, both ways: frames are written at once; a reader that is too slow is dropped, not waited for.

Theory. ASGI's way waits for the reader, which needs a task and a queue for each socket. Here a frame goes
straight into the transport's own buffer, whose size is known: beyond the limit, or silent to pings for too
long, the connection is cut. So a slow reader costs a bounded buffer and nobody's time. Each write is a call
of the system, dearer than all else, so whatever waits for a line goes out in one, and a ping goes along if it
can. What a frame says is not known here.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from asyncio.transports import BaseTransport
from collections.abc import Callable, Iterable
from typing import Any, Final

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from cutcard.server.connections import Connections
from cutcard.server.http_edge import USUAL
from cutcard.server.metrics import Metrics

BUFFER_BYTES_MAX: Final = 256 * 1024
PING_EVERY_S: Final = 5.0
SILENT_S_MAX: Final = 13.0
LOOK_EVERY_S: Final = 1.0
GOODBYE_S: Final = 15.0
LINE: Final = "cutcard.line"
SENDS_AT_ONCE: Final = 16
CROWD: Final = 256
PAUSE_S: Final = 0.001  # as short as the event loop's timers are

_TEXT: Final = 0x81  # RFC 6455: a whole message of text, which a server does not mask
_PING: Final = b"\x89\x00"
_SHORT, _LONG = 125, 0xFFFF


class Line:
    """One socket, as long as it is open. Only the event loop's thread may use it.

    ``hear`` takes each message that comes in, from when it is set.
    """

    __slots__ = ("_held_s", "_pinged_s", "_protocol", "dropped", "hear", "heard_s", "open")

    def __init__(self, protocol: LineProtocol) -> None:
        self._protocol = protocol
        self.open = True
        self.dropped = False
        self._held_s = 0.0
        self.hear: Callable[[str | bytes], None] | None = None
        self.heard_s = self._pinged_s = protocol.loop.time()

    @property
    def all_heard(self) -> bool:
        """Whether nothing waits that came before anybody heard."""
        return self._protocol.queue.empty()

    def send(self, *frames: str) -> None:
        """Write frames, or cut a reader off who has too much unread."""
        protocol = self._protocol
        if not self.open or protocol.disconnected or protocol.conn.state is not State.OPEN:
            return  # before the handshake, or once the peer has begun to close, nothing is heard
        if protocol.transport.is_closing():
            return
        parts = [part for frame in frames for part in _framed(frame.encode())]
        now_s = protocol.loop.time()
        if self._is_quiet(now_s):
            self._pinged_s = now_s
            parts.append(_PING)
        protocol.transport.write(b"".join(parts))
        if protocol.transport.get_write_buffer_size() > BUFFER_BYTES_MAX:
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
        protocol = self._protocol
        if protocol.transport.is_closing():
            return
        now_s = protocol.loop.time()
        held = self._held_s > now_s
        self._held_s = max(self._held_s, now_s + wait_s)
        if not held:
            protocol.transport.pause_reading()
            protocol.loop.call_later(wait_s, self._read_on)

    def _read_on(self) -> None:
        protocol = self._protocol
        if protocol.transport.is_closing():
            return
        now_s = self.heard_s = protocol.loop.time()  # nothing was read, so nothing could be heard
        if now_s < self._held_s:
            protocol.loop.call_later(self._held_s - now_s, self._read_on)
        else:
            protocol.transport.resume_reading()

    def drop(self) -> None:
        """Cut off a reader who is too slow or silent."""
        self.dropped = self.dropped or self.open
        self.cut()

    def cut(self) -> None:
        """Cut the connection; what is unread is lost."""
        if self.open:
            self.open = False
            _forget_unsent(self._protocol.transport)
            self._protocol.transport.abort()


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


class _Handshake(ServerProtocol):
    """The protocol below, whose every answer, a no above all, carries the headers that all responses do."""

    def send_response(self, response: Response) -> None:
        """Answer the request for a socket."""
        for name, value in USUAL.items():
            if name not in response.headers:
                response.headers[name] = value
        super().send_response(response)


class LineProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a line: messages go straight to whoever hears them, past ASGI's queue."""

    line: Line | None = None
    book: Connections | None = None

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=self.logger)

    def connection_made(self, transport: BaseTransport) -> None:
        """The request for a socket is complete, so nothing is owed any more."""
        super().connection_made(transport)
        if self.book is not None:
            self.book.settle(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self.book is not None:
            self.book.leave(self.transport)
        super().connection_lost(exc)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Nobody listens any more: a peer that does not read the goodbye is cut off after a while."""
        super().on_task_complete(task)
        if self.book is not None:
            self.book.owe(self.transport, self.loop.time() + GOODBYE_S)

    def handle_connect(self, event: Request) -> None:
        """Before the application runs, it gets its line."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self.line = Line(self)

    def data_received(self, data: bytes) -> None:
        """Whatever it is, it is a sign of life."""
        if self.line is not None:
            self.line.heard_s = self.loop.time()
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A message is complete. What came before anybody heard waits in the queue, and comes first."""
        hear = None if self.line is None else self.line.hear
        if hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        hear(message)


def line_protocol(book: Connections) -> type[LineProtocol]:
    """The sockets' protocol of one server."""
    return type("Lines", (LineProtocol,), {"book": book})


Frames = list[tuple[Line, str]]


class Post:
    """What is to be sent on many lines, in order for each, a few at a time, so that nothing is held up.

    Lines with an answer go before those with news only, and all that waits for a line goes along with it.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._answered: dict[Line, list[str]] = {}
        self._waiting: dict[Line, list[str]] = {}
        self._news = asyncio.Event()
        self._log = structlog.get_logger("post")
        self.lines: dict[Line, None] = {}

    def hand(self, answers: Frames, frames: Frames) -> None:
        """Take what is to be sent: to each line its answers, then its news. The first few go at once."""
        for line, answer in answers:
            if line not in self._answered:
                self._answered[line] = self._waiting.pop(line, [])
            self._answered[line].append(answer)
        for line, frame in frames:
            lines = self._answered if line in self._answered else self._waiting
            lines.setdefault(line, []).append(frame)
        self._metrics.frames.inc(len(answers) + len(frames))
        self._send_some()
        self._news.set()

    async def run(self) -> None:
        """Send what was handed in, for ever."""
        while True:
            await self._news.wait()
            while self._answered or self._waiting:
                self._send_some()
                await asyncio.sleep(self._pause_s())
            self._news.clear()

    def _pause_s(self) -> float:
        """News can wait a moment, and what is asked meanwhile is answered sooner; not so for a crowd."""
        return 0 if self._answered or len(self._waiting) > CROWD else PAUSE_S

    def _send_some(self) -> None:
        for lines in (self._answered, self._waiting):
            for line in _first(lines, SENDS_AT_ONCE):
                self._send(line, *lines.pop(line))

    def _send(self, line: Line, *frames: str) -> None:
        try:
            line.send(*frames)
        except Exception:  # noqa: BLE001  # one bad line must not silence all the others
            self._log.exception("sending failed")
            line.drop()

    async def look_after(self) -> None:
        """Ping those who are quiet, and cut off those who stay so, for ever."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            now_s = asyncio.get_running_loop().time()
            for line in list(self.lines):
                if not line.looked_after(now_s) and line not in self._answered:
                    self._waiting.setdefault(line, [])
            self._news.set()


def _first(lines: Iterable[Line], count: int) -> list[Line]:
    return [line for line, _ in zip(lines, range(count), strict=False)]
