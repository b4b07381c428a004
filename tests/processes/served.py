"""A real server process over a data folder of quick tables: started, killed, started again. Knows no game."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from cutcard.adapters.clock import SystemClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SystemEntropy
from cutcard.client import Gone
from cutcard.client.sign_in import fetched
from cutcard.profiles import Mode
from cutcard.robots.croupier import run_dealers
from cutcard.robots.device import Place
from cutcard.server.card_sources import croupier_token
from cutcard.server.first_tables import DEALT_TO, offer_document, open_tables, usual_tables
from cutcard.table import Settings
from cutcard.table.settings import Limits
from cutcard.venue.cashier import Desk
from cutcard.venue.ports import Batch
from cutcard.venue.venue import Venue
from tests.house.checkout import ROOT

ANY_STAKE = Limits(100, 0, 0)
READY_S = 60.0
DEVICE_KEY = "a-device-of-the-tests"


def quickened(settings: Settings, betting_s: int, decision_s: int) -> Settings:
    """The same table, in a hurry, and with no upper limits."""
    times = msgspec.structs.replace(
        settings.profile.table,
        betting_s=betting_s,
        last_bets_s=0,
        decision_s=decision_s,
        result_s=1,
        animation_s=1,
        nice_win_s=0,
        big_win_s=0,
        dispute_s=1,
    )
    return msgspec.structs.replace(
        settings,
        profile=msgspec.structs.replace(settings.profile, table=times),
        card_ms=20,
        main=ANY_STAKE,
        special=ANY_STAKE,
    )


def prepared(folder: Path, betting_s: int = 2, decision_s: int = 1) -> list[Settings]:
    """A folder in which every table that a server opens by itself is open already, and quick."""
    tables = [quickened(table, betting_s, decision_s) for table in usual_tables("EUR", DEALT_TO)]
    store = open_store(folder)
    venue = Venue(store, SystemClock(), SystemEntropy(), Desk())
    store.commit(Batch(documents=[offer_document(table) for table in tables if table.mode is Mode.INTERNAL]))
    open_tables(venue, tables)
    store.close()
    return tables


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """One address and one folder, with at most one server process at a time."""

    def __init__(self, nursery: subprocess.Popen[str], folder: Path, log: Path) -> None:
        self._nursery = nursery
        self.folder, self.log = folder, log
        self._port = free_port()
        self._device_port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._child: int | None = None

    def start(self) -> None:
        """Give birth to a server; it is ready some time later."""
        assert self._child is None, "one server at a time"
        words = ["serve", "--port", str(self._port), "--data", str(self.folder)]
        words += ["--no-dealers", "--device-port", str(self._device_port)]
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write(shlex.join(words) + "\n")
        self._nursery.stdin.flush()
        self._child = int(self._nursery.stdout.readline())

    def dealers(self, tables: Sequence[Settings]) -> Coroutine[None, None, None]:
        """Croupiers and card devices at these tables, here and not beside the server: they outlive it."""
        store = open_store(self.folder)
        token = croupier_token(store, 12)
        store.close()
        live = [table.id for table in tables if table.mode is Mode.LIVE]
        places = [
            Place(host="127.0.0.1", port=self._device_port, table=table.id, key=DEVICE_KEY)
            for table in tables
            if table.mode is Mode.AUTO
        ]
        return run_dealers(self.url, token, live, places, pace=0.02)

    async def ready(self) -> None:
        """Wait until it answers."""
        give_up = time.monotonic() + READY_S
        while time.monotonic() < give_up:
            with suppress(Gone):
                await fetched(self.url, "/healthz")
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"no server after {READY_S} s: {self.said()}")

    def kill(self) -> None:
        """kill -9, as sudden as a power cut for the process."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, as an operator would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._child is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self._child, how)
        give_up = time.monotonic() + READY_S
        while _alive(self._child):
            assert time.monotonic() < give_up, f"the server does not end: {self.said()}"
            time.sleep(0.01)
        self._child = None

    def said(self) -> str:
        """The last it wrote to its log."""
        return self.log.read_text(errors="replace")[-2_000:] if self.log.exists() else ""


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def served(tmp_path: Path) -> Iterator[Served]:
    """A server that is not running yet, over a folder that is prepared beforehand."""
    log = tmp_path / "server.log"
    command = [sys.executable, "-m", "tests.processes.nursery", str(log)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "CUTCARD_DEVICE_KEY": DEVICE_KEY},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as nursery:
        served = Served(nursery, tmp_path / "data", log)
        try:
            yield served
        finally:
            served.kill()
            assert nursery.stdin is not None
            nursery.stdin.close()
            nursery.wait(30)
