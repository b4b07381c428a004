"""A venue with one automatic table, its listener for a card device, and the device as a process of its own.

It knows how these are put together and refuses to know what is tried with them.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

from cutcard.adapters.card_device import CardDevices, Times
from cutcard.adapters.clock import SystemClock
from cutcard.adapters.device_lines import Look, look_at
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import escrow
from cutcard.profiles import Mode
from cutcard.record import decode_event
from cutcard.table import Phase, Settings, Table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.requests import CASHIER, Reply, Request, Wanted
from cutcard.venue.venue import Venue
from cutcard.verification.folder import verify_folder

KEY = "the-device-key"
ANN = "ann"
QUICK = Times(beat_s=0.2, silent_s=1.5, late_s=2.5, hello_s=5)
PATIENCE_S = 40.0


class InProcess:
    """A venue on the event loop itself, with the operating system's clock."""

    def __init__(self, settings: Settings) -> None:
        self.store = MemoryStore()
        self.venue = Venue(self.store, SystemClock(), SeededEntropy(11))
        self.calls: list[Wanted] = []
        self.keys = count(1)
        self.name = settings.id
        self.step(c.OpenTable(settings))
        self.step(ce.CashIn(ANN, 900_000, "desk"), CASHIER)
        self.step(c.Join(ANN))

    def step(self, command: c.Command | ce.Command, table: str = "") -> Reply:
        """One ask that nobody else knows of."""
        return self._asked(f"test-{next(self.keys)}", table or self.name, command)

    def _asked(self, key: str, table: str, command: c.Command | ce.Command) -> Reply:
        effects = self.venue.step([Request(key, table, command)])
        assert not self.venue.frozen, self.venue.frozen
        self.calls += effects.calls
        return effects.replies[0]

    def tick(self) -> None:
        """Let time do its work."""
        self.calls += self.venue.step().calls

    @property
    def table(self) -> Table:
        return self.venue.tables[self.name].table

    def events(self) -> list[e.AnyEvent]:
        """The table's whole record."""
        return [decode_event(entry, e.AnyEvent) for entry in self.store.entries(self.name)]

    def sound(self) -> None:
        """The books balance, nothing lies in escrow but open stakes, and the record replays."""
        table = self.table
        playing = table.phase in (Phase.PLAYING, Phase.DISPUTE) and table.deal.felt is not None
        staked = (
            sum(table.deal.felt.staked(patron) for patron in table.deal.felt.wagers)
            if playing and table.deal.felt
            else 0
        )
        assert self.venue.book.balance(escrow(self.name)) == staked
        assert self.venue.book.totals() == 0
        assert list(verify_folder(self.store)) == []

    # What the listener needs.

    async def ask(self, key: str, table: str, command: c.Command) -> Reply:
        return self._asked(key, table, command)

    async def look(self, table: str) -> Look | None:
        running = self.venue.tables.get(table)
        return None if running is None else look_at(running.table)

    async def news(self, table: str, within_s: float) -> None:
        await asyncio.sleep(min(0.02, within_s))
        self.tick()

    async def automatic(self) -> Sequence[str]:
        tables = self.venue.tables.items()
        return [name for name, running in tables if running.table.deal.settings.mode is Mode.AUTO]

    async def until(self, what: Callable[[], object]) -> None:
        """Wait for something to be so; much longer than it can take."""
        async with asyncio.timeout(PATIENCE_S):
            while not what():
                await asyncio.sleep(0.02)
                self.tick()

    async def bet(self, bet: str, amount: int = 1000) -> None:
        """A bet, as soon as bets are open, and no more bets."""
        await self.until(
            lambda: self.table.phase in (Phase.BETTING, Phase.LAST_BETS) and not self.table.halt.paused
        )
        assert self.step(c.PlaceBet(ANN, bet, amount)).refusal is None
        assert self.step(c.CloseBets("croupier")).refusal is None


class Listening:
    """The listener and where it listens."""

    def __init__(self, house: InProcess, devices: CardDevices, port: int) -> None:
        self.house, self.devices, self.port = house, devices, port


@asynccontextmanager
async def listening(house: InProcess, times: Times = QUICK) -> AsyncIterator[Listening]:
    """The listener for devices, at a free port."""
    devices = CardDevices(house, KEY, times)
    port = await devices.start("127.0.0.1", 0)
    try:
        yield Listening(house, devices, port)
    finally:
        await devices.stop()


@asynccontextmanager
async def device(
    at: Listening, *more: str, pace_ms: int = 20, seed: int = 5
) -> AsyncIterator[asyncio.subprocess.Process]:
    """``cutcard device`` as a process, connected, and ended with the test."""
    program = Path(sys.executable).parent / "cutcard"
    command: list[str | Path] = [
        program,
        "device",
        "--connect",
        f"127.0.0.1:{at.port}",
        "--table",
        at.house.name,
    ]
    process = await asyncio.create_subprocess_exec(
        *command,
        *("--pace-ms", str(pace_ms), "--seed", str(seed), *more),
        env={**os.environ, "CUTCARD_DEVICE_KEY": KEY},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        await at.house.until(lambda: at.house.name in at.devices.connected())
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await process.communicate()
