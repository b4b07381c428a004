"""The house's end of the card devices' lines in a simulation: the real listener, on a clock turned by hand.

Bytes go in and come out; no socket is opened and nothing waits, so the same day runs the same way again. What
is said, and what is lost between, is not known here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from itertools import count
from typing import Any

from cutcard.adapters.card_device import CardDevices
from cutcard.adapters.device_lines import LINE_BYTES_MAX, Look, look_at
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.venue.requests import Reply, Request
from cutcard.venue.venue import Venue


class HandTurned(asyncio.SelectorEventLoop):
    """An event loop that takes its time from elsewhere and stops when there is nothing left to do at it."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._woken = False
        super().__init__()

    def time(self) -> float:
        return self._now_ms() / 1000

    def call_soon(  # type: ignore[override]  # the arguments are handed on as they are
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        self._woken = True
        return super().call_soon(callback, *args, context=context)

    def settle(self) -> None:
        """Run until everything waits for another time, or for somebody else."""
        self._woken = True
        while self._woken:
            self._woken = False
            super().call_soon(self.stop)
            self.run_forever()


class Cable(asyncio.Transport):
    """A line as the listener writes to it."""

    def __init__(self, reader: asyncio.StreamReader, hears: Callable[[bytes], None]) -> None:
        super().__init__()
        self.reader = reader
        self._hears = hears
        self._closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._closed:
            self._hears(bytes(data))

    def close(self) -> None:
        self._closed = True

    def is_closing(self) -> bool:
        return self._closed


class Wire:
    """The listener of one server after another, and what it asks of the venue."""

    def __init__(
        self,
        now_ms: Callable[[], int],
        venue: Callable[[], Venue],
        post: Callable[[Request], None],
        listener: type[CardDevices],
        key: str,
    ) -> None:
        self.loop = HandTurned(now_ms)
        self._venue, self._post, self._listener, self._key = venue, post, listener, key
        self._halts = count(1)
        self._open()

    def _open(self) -> None:
        self.devices = self._listener(self, self._key, fresh=lambda: str(next(self._halts)))
        self._waiting: dict[str, list[asyncio.Future[Reply]]] = {}
        self._moved: asyncio.Future[None] = self.loop.create_future()
        self._cables: list[Cable] = []
        self._tasks = [self.loop.create_task(self.devices.watch())]

    def plug(self, hears: Callable[[bytes], None]) -> Cable:
        """A new connection."""
        reader = asyncio.StreamReader(2 * LINE_BYTES_MAX, self.loop)
        cable = Cable(reader, hears)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self.loop)
        writer = asyncio.StreamWriter(cable, protocol, reader, self.loop)
        self._cables.append(cable)
        self._tasks.append(self.loop.create_task(self.devices.visit(reader, writer)))
        return cable

    def crash(self) -> None:
        """The server is gone with all it knew, and so is every connection."""
        self.close_lines()
        self._open()

    def close_lines(self) -> None:
        """Nothing is said to anybody any more."""
        for cable in self._cables:
            cable.close()
        for task in self._tasks:
            task.cancel()
        self.loop.settle()

    def close(self) -> None:
        """The end of the day."""
        self.close_lines()
        self.loop.close()

    def moved(self, replies: Sequence[Reply]) -> None:
        """The venue has made a step: answers reach whoever waits for them."""
        for reply in replies:
            for waiting in self._waiting.pop(reply.key, ()):
                if not waiting.done():
                    waiting.set_result(reply)
        if not self._moved.done():
            self._moved.set_result(None)
        self._moved = self.loop.create_future()

    # What the listener needs.

    async def ask(self, key: str, table: str, command: c.Command) -> Reply:
        answer: asyncio.Future[Reply] = self.loop.create_future()
        self._waiting.setdefault(key, []).append(answer)
        self._post(Request(key, table, command))
        return await answer

    async def look(self, table: str) -> Look | None:
        running = self._venue().tables.get(table)
        return None if running is None else look_at(running.table)

    async def news(self, table: str, within_s: float) -> None:
        await asyncio.wait([self._moved], timeout=within_s)

    async def automatic(self) -> Sequence[str]:
        tables = self._venue().tables.items()
        return [name for name, running in tables if running.table.deal.settings.mode is Mode.AUTO]
