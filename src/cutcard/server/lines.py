"""A socket's outgoing side: frames are written at once; a reader that is too slow is dropped, not waited for.

Theory. ASGI's way of sending waits for the reader, which needs a task and a queue for each socket. Here a
frame goes straight into the transport's own buffer, whose size is known: beyond the limit, or silent to pings
for too long, the connection is cut. So a slow reader costs a bounded buffer and nobody's time. What a frame
says is not known here.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections import deque
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from cutcard.server.metrics import Metrics

BUFFER_BYTES_MAX: Final = 256 * 1024
PING_EVERY_S: Final = 5.0
SILENT_S_MAX: Final = 10.0
LINE: Final = "cutcard.line"
SENDS_AT_ONCE: Final = 200


class Line:
    """One socket, as long as it is open. Only the event loop's thread may use it."""

    __slots__ = ("_protocol", "dropped", "open")

    def __init__(self, protocol: WebSocketsSansIOProtocol) -> None:
        self._protocol = protocol
        self.open = True
        self.dropped = False

    def send(self, frame: str) -> None:
        """Write a frame, or cut a reader off who has too much unread."""
        protocol = self._protocol
        if not self.open or protocol.close_sent or protocol.disconnected or not protocol.handshake_complete:
            return
        try:
            protocol.conn.send_text(frame.encode())
        except InvalidState:  # the peer has begun to close: it hears nothing more
            return
        protocol.transport.write(b"".join(protocol.conn.data_to_send()))
        if protocol.transport.get_write_buffer_size() > BUFFER_BYTES_MAX:
            self.drop()

    def drop(self) -> None:
        """Cut the connection; what is unread is lost."""
        if self.open:
            self.open, self.dropped = False, True
            _forget_unsent(self._protocol.transport)
            self._protocol.transport.abort()


def _forget_unsent(transport: asyncio.BaseTransport) -> None:
    """Have the system reset the connection too, or it keeps what is unread for as long as the peer likes."""
    link = transport.get_extra_info("socket")
    if link is None or link.fileno() < 0:
        return
    with socket.socket(fileno=os.dup(link.fileno())) as same:
        same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class LineProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with its line handed to the application and silence cut short."""

    line: Line

    def handle_connect(self, event: Request) -> None:
        """Before the application runs, it gets its line."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self.line = Line(self)

    def keepalive_timeout(self) -> None:
        """Silent to pings: closing politely would wait for a reader that does not read."""
        super().keepalive_timeout()
        self.line.drop()


Frames = list[tuple[Line, str]]


class Post:
    """Frames on their way to many lines, in order, a few at a time, so that what comes in is not held up."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._waiting: deque[Frames] = deque()
        self._news = asyncio.Event()

    def hand(self, frames: Frames) -> None:
        """Take frames to be sent."""
        if frames:
            self._waiting.append(frames)
            self._news.set()

    async def run(self) -> None:
        """Send what was handed in, for ever."""
        while True:
            await self._news.wait()
            while self._waiting:
                await self._send(self._waiting.popleft())
            self._news.clear()

    async def _send(self, frames: Frames) -> None:
        for start in range(0, len(frames), SENDS_AT_ONCE):
            part = frames[start : start + SENDS_AT_ONCE]
            for line, frame in part:
                line.send(frame)
            self._metrics.frames.inc(len(part))
            await asyncio.sleep(0)
