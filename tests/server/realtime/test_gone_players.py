"""MO-02 over real connections: a closed browser holds nothing up, is not counted, and comes back later."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from tests.server.running import SHARED, Served, Terminal, serving, socket

pytestmark = pytest.mark.slow

GONE_S = 15


def players(served: Served) -> int:
    rows = served.http("GET", "/api/tables").body
    return int(next(row["players"] for row in rows if row["id"] == SHARED))


async def lobby_counts(served: Served, count: int) -> None:
    """The lobby says so, which over HTTP is a moment old."""
    give_up = monotonic() + GONE_S
    while players(served) != count:
        assert monotonic() < give_up, f"{players(served)} are counted, not {count}"
        await asyncio.sleep(0.1)


async def ready(terminal: Terminal) -> None:
    placed = await terminal.ask("place_bet", table=SHARED, bet="main", amount=500)
    pressed = await terminal.ask("press_deal", table=SHARED)
    assert placed["ok"], placed
    assert pressed["ok"], pressed


async def dealt(terminal: Terminal) -> None:
    phases = ("betting", "last_bets")
    await terminal.until(
        lambda message: (
            message["type"] == "table" and "public" in message and message["public"]["phase"] not in phases
        )
    )


async def one_leaves(served: Served) -> None:
    first, second = served.guest()["token"], served.guest()["token"]
    async with socket(served, first) as ann:
        await ann.ask("join", table=SHARED)
        async with socket(served, second) as bob:
            await bob.ask("join", table=SHARED)
            await lobby_counts(served, 2)
        left = monotonic()
        await ready(ann)
        await asyncio.wait_for(dealt(ann), 2 * GONE_S)
        assert GONE_S - 5 < monotonic() - left < GONE_S + 8, "neither at once nor at the end"
        await lobby_counts(served, 1)
        async with socket(served, second) as bob:
            answer = await bob.ask("resume", tables={SHARED: 3})
            assert answer["ok"], answer
            while (bob.last(SHARED, "own") or {}).get("can") is None:
                await bob.hear()
            await lobby_counts(served, 2)  # whoever resumes a table is at it again (GUI-19)


def test_mo_02_one_closed_browser_does_not_disable_early_dealing(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-dealers") as served:
        asyncio.run(one_leaves(served))
