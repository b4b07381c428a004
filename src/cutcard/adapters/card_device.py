"""The card device's end of an automatic table: a TCP listener that turns lines into asks (MO-03).

Theory. A device says what came out of its shoe, in numbered lines, and each number is one ask of the venue
under one key: said again, it is answered the same and changes nothing. Whatever a device does that does not
fit halts its table: a card that is not due or cannot be there, a gap in the numbers, a line that is none, a
card that does not come in time, silence. The table says why and wants a supervisor; the device may stay, and
when the table goes on it gets again what is wanted. What lies in the shoe is not known here.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Final, Protocol

import msgspec

from cutcard.adapters.device_lines import (
    LINE_BYTES_MAX,
    BadLine,
    Beat,
    Hello,
    Look,
    Numbered,
    decode_line,
    encode_line,
)
from cutcard.table import commands as c
from cutcard.venue.requests import Reply

THE_TABLE: Final = "table"
"""Who halts a table for what its device did: the table itself, so that a supervisor is called."""

SESSIONS_KEPT: Final = 256  # the one heard longest ago is forgotten first; its numbers would then begin anew
NOT_NOW: Final = ("busy", "unavailable")

LOST: Final = "device_lost"
LATE: Final = "device_late"
OUT_OF_ORDER: Final = "device_out_of_order"
UNKNOWN: Final = "device_unknown_line"
NOT_DUE: Final = "device_not_asked"


class Tables(Protocol):
    """As much of a venue as a device's line needs, over whatever lies between."""

    async def ask(self, key: str, table: str, command: c.Command) -> Reply:
        """Ask, and wait for the one answer."""
        ...

    async def look(self, table: str) -> Look | None:
        """The table now; None where there is none."""
        ...

    async def news(self, table: str, within_s: float) -> None:
        """Returns when something may have changed at the table, or after so long."""
        ...

    async def automatic(self) -> Sequence[str]:
        """The tables that a device deals to."""
        ...


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """How often a device gives a sign of life, how long it may be silent, how long a card may take."""

    beat_s: float = 1.0
    silent_s: float = 3.5
    late_s: float = 15.0
    hello_s: float = 5.0


class CardDevices:
    """The listener, and the devices that are connected, one to a table. ``fresh`` makes up a new key."""

    def __init__(
        self,
        tables: Tables,
        key: str,
        times: Times | None = None,
        fresh: Callable[[], str] = lambda: token_hex(8),
    ) -> None:
        self.tables, self.times, self._fresh = tables, times or Times(), fresh
        self.key, self.port = key, 0
        self._devices: dict[str, _Device] = {}
        self._numbers: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._server: asyncio.Server | None = None
        self._watch: asyncio.Task[None] | None = None
        self._visits: dict[asyncio.Task[None], None] = {}

    async def start(self, host: str, port: int) -> int:
        """Listen; gives the port."""
        self._server = await asyncio.start_server(self.visit, host, port, limit=2 * LINE_BYTES_MAX)
        self._watch = asyncio.create_task(self.watch())
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self.port

    async def stop(self) -> None:
        """Stop listening. Tables are not halted: it is the house that leaves, not the device."""
        if self._server is None or self._watch is None:
            return
        self._server.close()
        going = [self._watch, *self._visits]
        for task in going:
            task.cancel()
        for task in going:
            with suppress(asyncio.CancelledError):
                await task
        await self._server.wait_closed()
        self._server = None

    def connected(self) -> tuple[str, ...]:
        """The tables that have their device."""
        return tuple(self._devices)

    async def halt(self, table: str, reason: str) -> None:
        """The table pauses and says why; one that is paused already stays as it is."""
        await self.ask_until_answered(f"device-halt:{self._fresh()}", table, c.Pause(THE_TABLE, reason))

    async def ask_until_answered(self, key: str, table: str, command: c.Command) -> Reply:
        """Ask until there is an answer that lasts."""
        while True:
            reply = await self.tables.ask(key, table, command)
            if reply.refusal is None or reply.refusal.code not in NOT_NOW:
                return reply
            await asyncio.sleep(0.25)

    def last(self, table: str, session: str) -> int:
        """The last number taken from this session; 0 where it is not known."""
        return self._numbers.get((table, session), 0)

    def took(self, table: str, session: str, number: int) -> None:
        """A number has been answered."""
        self._numbers[(table, session)] = number
        self._numbers.move_to_end((table, session))
        while len(self._numbers) > SESSIONS_KEPT:
            self._numbers.popitem(last=False)

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection to its end, whatever carries its bytes."""
        task = asyncio.current_task()
        assert task is not None, "a connection is served by a task"
        self._visits[task] = None
        try:
            await self._serve_connection(reader, writer)
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            pass  # the peer is gone, or the house is leaving: there is nobody to write to
        finally:
            self._visits.pop(task, None)
            writer.close()

    async def _serve_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello = await self._hello(reader)
        look = None if isinstance(hello, str) else await self.tables.look(hello.table)
        why = hello if isinstance(hello, str) else self._why_not(hello, look)
        if isinstance(hello, str) or look is None or why is not None:
            _write(writer, encode_line("BYE", why or "no_such_table"))
            await writer.drain()
            return
        before = self._devices.get(hello.table)
        if before is not None:
            before.hand_over()
        device = _Device(self, hello, reader, writer)
        self._devices[hello.table] = device
        try:
            reason = await device.run(look)
        finally:
            if self._devices.get(hello.table) is device:
                del self._devices[hello.table]
        if reason is not None:
            await self.halt(hello.table, reason)

    async def _hello(self, reader: asyncio.StreamReader) -> Hello | str:
        try:
            async with asyncio.timeout(self.times.hello_s):
                line = await reader.readline()
            message = decode_line(line)
        except BadLine as wrong:
            return str(wrong)
        except ValueError:
            return "not_ascii_or_too_long"
        return message if isinstance(message, Hello) else "hello_first"

    def _why_not(self, hello: Hello, look: Look | None) -> str | None:
        if not hmac.compare_digest(hello.key.encode(), self.key.encode()):
            return "wrong_key"
        if look is None:
            return "no_such_table"
        if not look.auto:
            return "not_an_automatic_table"
        there = self._devices.get(hello.table)
        return None if there is None or there.session == hello.session else "table_has_a_device"

    async def watch(self) -> None:
        """A table that wants a card and has no device for too long halts."""
        since: dict[str, float] = {}
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(1.0, self.times.late_s / 4))
            for table in await self.tables.automatic():
                look = await self.tables.look(table)
                waits = look is not None and look.wanted is not None and table not in self._devices
                if not waits:
                    since.pop(table, None)
                elif loop.time() - since.setdefault(table, loop.time()) > self.times.late_s:
                    since.pop(table, None)
                    await self.halt(table, LOST)


def _write(writer: asyncio.StreamWriter, line: bytes) -> None:
    """A line to the peer. Not every event loop says in the same way that nobody is there any more."""
    if writer.is_closing():
        raise ConnectionResetError("the device has hung up")
    writer.write(line)


class _Device:
    """One connected device."""

    def __init__(
        self,
        house: CardDevices,
        hello: Hello,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._house, self._reader, self._writer = house, reader, writer
        self.table, self.session = hello.table, hello.session
        self._last_sent: tuple[object, ...] = ()
        self._round: tuple[int, int] | None = None
        self._asked_at: float | None = None
        self._gone = self._over = False

    def hand_over(self) -> None:
        """The same device has come back on another connection: this one ends without a word."""
        self._gone = True
        self._writer.close()

    def _say(self, word: str, *facts: object, **named: object) -> None:
        _write(self._writer, encode_line(word, *facts, **named))

    async def run(self, look: Look) -> str | None:
        """Serve the device to its end; why the table must halt, or None where it need not."""
        self._say(
            "READY",
            last=self._house.last(self.table, self.session),
            beat=int(1000 * self._house.times.beat_s),
            decks=look.decks,
            shuffle=look.shuffle,
            cut=look.cut_after,
            shoe=look.shoe,
            dealt=look.dealt,
        )
        sender = asyncio.create_task(self._send_wants())
        try:
            await self._listen()
        except (TimeoutError, ConnectionError, ValueError):
            pass  # silent, cut off, or endless lines: either way it is gone
        finally:
            self._over = True
            sender.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return None if self._gone else LOST

    async def _listen(self) -> None:
        while True:
            # Not wait_for: before Python 3.12 it loses a cancellation that comes together with a line.
            async with asyncio.timeout(self._house.times.silent_s):
                line = await self._reader.readline()
            if not line.endswith(b"\n"):
                return
            try:
                message = decode_line(line)
            except BadLine as wrong:
                self._say("NO", 0, wrong)
                await self._house.halt(self.table, UNKNOWN)
                continue
            match message:
                case Beat():
                    self._say("BEAT")
                case Numbered():
                    await self._take(message)
                case Hello():
                    self._say("NO", 0, "hello_once")

    async def _take(self, message: Numbered) -> None:
        """One numbered line: a repeated one is answered the same, one after a gap halts the table."""
        last = self._house.last(self.table, self.session)
        if message.number > last + 1 and last:
            self._say("NO", message.number, "out_of_order")
            await self._house.halt(self.table, OUT_OF_ORDER)
            return
        key = f"device:{self.table}:{self.session}:{message.number}"
        reply = await self._house.ask_until_answered(key, self.table, message.command)
        again = message.number <= last
        if not again:
            self._house.took(self.table, self.session, message.number)
        if reply.refusal is None:
            self._say("OK", message.number)
        else:
            self._say("NO", message.number, reply.refusal.code)
            if not again and isinstance(message.command, c.CardCommand):
                await self._house.halt(self.table, NOT_DUE)
        await self._send_if_new(again=True)  # what was wanted before an answer counts no longer

    async def _send_wants(self) -> None:
        """What the table wants, whenever that has changed; a card that does not come in time is missed."""
        house, loop = self._house, asyncio.get_running_loop()
        while not self._over and await self._send_if_new():
            await house.tables.news(self.table, min(1.0, house.times.late_s / 4))
            if self._asked_at is not None and loop.time() - self._asked_at > house.times.late_s:
                self._asked_at = None
                await house.halt(self.table, LATE)

    async def _send_if_new(self, *, again: bool = False) -> bool:
        """Send what is wanted where that is new, or in any case; false where the table is gone."""
        look = await self._house.tables.look(self.table)
        if look is None:
            self._say("BYE", "no_such_table")
            self._writer.close()
            return False
        now = (look.wanted, look.paused, look.round, look.draws, look.shoe)
        if now != self._last_sent:
            self._asked_at = None if look.wanted is None else asyncio.get_running_loop().time()
        if now != self._last_sent or again:
            self._last_sent = now
            self._send_look(look)
        return True

    def _send_look(self, look: Look) -> None:
        if self._round != (look.round, look.shoe):
            self._round = (look.round, look.shoe)
            self._say("ROUND", look.round, shoe=look.shoe)
        if look.paused is not None:
            self._say("STOP", look.paused)
        else:
            self._say("WANT", look.wanted or "nothing", **looking(look))


def looking(look: Look) -> dict[str, str]:
    """What a device needs in order to look at its face-down card: the up card, and what a look has found."""
    if look.wanted not in ("check", "turn") or look.up is None:
        return {}
    looks = {None: {}, True: {"blackjack": "yes"}, False: {"blackjack": "no"}}[look.looked]
    return {"up": look.up, **looks}
