"""What goes out to sockets: in order for each, a few at a time, so that nothing else is held up.

Who is to get what is not known here, nor how a frame is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

import structlog

from cutcard.server.metrics import Metrics
from cutcard.server.realtime.connection import Connection

LOOK_EVERY_S: Final = 1.0  # silence is noticed at most so late
SENDS_AT_ONCE: Final = 16  # then the event loop may answer somebody in between
CROWD: Final = 256  # sent with pauses, news to more would take too long
PAUSE_S: Final = 0.001  # as short as the event loop's timers are

Frames = list[tuple[Connection, str]]


class Sender:
    """What is to be sent on many connections, in order for each, a few at a time, so that nothing is held up.

    Connections with an answer go before those with news only, and all that waits for one goes along with it.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._answered: dict[Connection, list[str]] = {}
        self._waiting: dict[Connection, list[str]] = {}
        self._news = asyncio.Event()
        self._log = structlog.get_logger("sender")
        self.connections: dict[Connection, None] = {}

    def hand(self, answers: Frames, frames: Frames) -> None:
        """Take what is to be sent: answers, then news, on each connection. The first few go at once."""
        for connection, answer in answers:
            if connection not in self._answered:
                self._answered[connection] = self._waiting.pop(connection, [])
            self._answered[connection].append(answer)
        for connection, frame in frames:
            connections = self._answered if connection in self._answered else self._waiting
            connections.setdefault(connection, []).append(frame)
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
        for connections in (self._answered, self._waiting):
            for connection in _first(connections, SENDS_AT_ONCE):
                self._send(connection, *connections.pop(connection))

    def _send(self, connection: Connection, *frames: str) -> None:
        try:
            connection.send(*frames)
        except Exception:  # noqa: BLE001  # one bad connection must not silence all the others
            self._log.exception("sending failed")
            connection.drop()

    async def look_after(self) -> None:
        """Ping those who are quiet, and cut off those who stay so, for ever."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            now_s = asyncio.get_running_loop().time()
            for connection in list(self.connections):
                if not connection.looked_after(now_s) and connection not in self._answered:
                    self._waiting.setdefault(connection, [])
            self._news.set()


def _first(connections: Iterable[Connection], count: int) -> list[Connection]:
    return [connection for connection, _ in zip(connections, range(count), strict=False)]
