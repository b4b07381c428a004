"""A whole server as it is served: live and automatic tables deal by themselves, and its data verify.

The croupiers and devices are the shipped ones; nothing is known here of how they deal.
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from cutcard.client import Terminal, connect

PROGRAM = Path(sys.executable).parent / "cutcard"
PATIENCE_S = 150.0


@contextmanager
def served(data: Path, *more: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    command: list[str | Path] = [PROGRAM, "serve", "--port", "0", "--data", data, *more]
    log = data.with_suffix(".log")  # a file, since a pipe that nobody reads would stop the server one day
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT) as server:
        try:
            yield _address(log), server
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


def _address(log: Path) -> str:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for line in log.read_text().splitlines():
            if "serves at" in line:
                return line.split()[-1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


def tables(url: str) -> dict[str, dict[str, object]]:
    with urlopen(f"{url}api/tables", timeout=60) as answer:
        return {row["id"]: row for row in json.load(answer)}


async def played(url: str, *names: str) -> None:
    """A guest bets on Player at each of these tables, and waits for the result."""
    async with connect(url.rstrip("/"), guest=True) as terminal, asyncio.TaskGroup() as games:
        for name in names:
            games.create_task(_played(terminal, name))


async def _played(terminal: Terminal, name: str) -> None:
    game = await terminal.join(name)
    await game.until(lambda: "place" in game.own.can, PATIENCE_S)
    await game.place("player", 1000)
    playing = game.public.round
    await game.until(lambda: game.own.lines and game.public.round == playing, PATIENCE_S)
    assert game.public.paused is None


def verified(data: Path) -> None:
    done = subprocess.run([PROGRAM, "verify", data], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


TABLES = ("punto-banco-live", "punto-banco-auto")


@pytest.mark.long
def test_mo_03_mo_04_tb_43_live_and_automatic_tables_deal_by_themselves(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(data) as (url, server):
        asyncio.run(played(url, *TABLES))
        server.kill()
        server.wait()
    verified(data)
    with served(data) as (url, _):
        asyncio.run(played(url, *TABLES))
        phases = {str(row["phase"]) for row in tables(url).values()}
        assert "paused" not in phases
    verified(data)


@pytest.mark.slow
def test_without_dealers_there_are_no_tables_for_them(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--no-dealers") as (url, _):
        modes = {str(row["mode"]) for row in tables(url).values()}
    assert modes == {"internal", "video"}
