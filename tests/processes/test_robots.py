"""A crowd of robots at a real server: they bet, decide, drop and come back. Who wins is not asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.robots import run_robots
from cutcard.table import Settings
from tests.processes.damage import holds
from tests.processes.served import Served, prepared, served
from tests.soak import SEED, as_often

WANTED = ("bet", "hit", "stand", "double", "drop", "sit", "behind")
SEATED = "american-live-live"


async def crowded(house: Served, tables: list[Settings], tally: Counter[str], longest_s: int) -> None:
    dealers = asyncio.create_task(house.dealers(tables))
    house.start()
    await house.ready()
    crowd = asyncio.create_task(run_robots(house.url, 40, seed=SEED, pace=0.1, tally=tally))
    for _ in range(longest_s):
        await asyncio.sleep(1)
        if all(tally[what] for what in WANTED):
            break
    for people in (crowd, dealers):
        people.cancel()
        with suppress(asyncio.CancelledError):
            await people
    await asyncio.to_thread(house.stop)


@pytest.mark.slow
def test_a_crowd_of_robots_plays(tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    with served(tmp_path) as house:
        tables = prepared(house.folder)
        asyncio.run(crowded(house, tables, tally, as_often(150, 600)))
        assert "Traceback" not in house.said(), f"seed {SEED}: {house.said()}"
    assert not [what for what in WANTED if not tally[what]], f"seed {SEED}: {tally}"
    assert not tally["gone"], f"seed {SEED}: {tally}"
    assert holds(house.folder), f"seed {SEED}"
    store = open_store(house.folder)
    played = [entry.tag for entry in store.entries(SEATED)]
    store.close()
    assert played.count("seat_taken") > 3, f"seed {SEED}: hardly anybody sits"
    assert "bets_changed" in played, f"seed {SEED}: nobody bets at seats"
