"""What goes out to sockets: in order for each, a few at a time, so that nothing else is held up.

Who is to be told what is not known here, nor how a frame is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

import structlog

from cutcard.server.metrics import Metrics
from cutcard.server.realtime.connection import Line

LOOK_EVERY_S: Final = 1.0  # silence is noticed at most so late
SENDS_AT_ONCE: Final = 16  # then the event loop may answer somebody in between
CROWD: Final = 256  # sent with pauses, news to more would take too long
PAUSE_S: Final = 0.001  # as short as the event loop's timers are

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
