"""CR-1: a server killed at random instants while patrons play: what was promised is on record, once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from cutcard.adapters.sql_open import open_store
from cutcard.client import Patience
from cutcard.client.sign_in import as_guest
from cutcard.robots.patron import Broke, Robot
from cutcard.robots.temper import Temper, tempers
from tests.live.damage import holds
from tests.live.noted import Closing, Deed, NotingTerminal, on_record
from tests.live.served import Served, prepared, served
from tests.live.soak import SEED, as_often

PATRONS = 56
PATIENCE = Patience(first_s=0.02, longest_s=0.3, give_up_s=120)
ALIVE_S = (0.1, 2.0)


def hurried(temper: Temper) -> Temper:
    """Somebody of the same kind who stays for ever and presses Deal often, so that much happens."""
    return msgspec.structs.replace(
        temper, rounds=10**6, think_ms=(20, 300), presses_deal=0.95, sits_out=0.0, drops=temper.drops / 2
    )


async def plays(robot: Robot, table: str) -> None:
    """One patron at one table, until the house is counted."""
    with suppress(Closing, Broke):
        while True:
            await robot.visit([table])


async def counted(terminals: list[NotingTerminal], games: list[asyncio.Task[None]]) -> None:
    """Nothing new is asked; when everything asked is answered, the patrons may go."""
    for terminal in terminals:
        terminal.closing = True
    for terminal in terminals:
        await terminal.until(lambda one=terminal: not one.session.owed, 60)  # type: ignore[misc]
    for game in games:
        game.cancel()
    ends = await asyncio.gather(*games, return_exceptions=True)
    assert not [end for end in ends if isinstance(end, Exception)], f"seed {SEED}: {ends}"
    for terminal in terminals:
        await terminal.close()


async def evening(house: Served, tables: list[str], kills: int, chance: Random) -> tuple[Counter[Deed], str]:
    """Patrons play while the server is killed again and again; what they were promised, and what they saw."""
    house.start()
    await house.ready()
    deeds: Counter[Deed] = Counter()
    terminals = []
    for number in range(PATRONS):
        terminal = NotingTerminal(house.url, (await as_guest(house.url)).token, PATIENCE, f"t{SEED}-{number}")
        terminal.deeds = deeds
        await terminal.open()
        terminals.append(terminal)
    kinds = tempers(chance)
    robots = [
        Robot(terminal, hurried(next(kinds)), Random(f"{SEED}/{number}"))
        for number, terminal in enumerate(terminals)
    ]
    games = [
        asyncio.create_task(plays(robot, tables[number % len(tables)])) for number, robot in enumerate(robots)
    ]
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(*ALIVE_S))
        await asyncio.to_thread(house.kill)
        house.start()
    await house.ready()
    await asyncio.sleep(2)
    await counted(terminals, games)
    await asyncio.to_thread(house.stop)
    told = sum((robot.tally for robot in robots), Counter[str]())
    return deeds, f"{sum(one.connections for one in terminals)} connections, {dict(told)}"


@pytest.mark.slow
def test_cr_1_kill_9_at_random_instants_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    chance = Random(SEED)
    with served(tmp_path) as house:
        tables = [one.id for one in prepared(house.folder)]
        deeds, told = asyncio.run(evening(house, tables, as_often(30, 2_000), chance))
        assert house.said().count("Traceback") == 0, house.said()
    store = open_store(house.folder)
    recorded, audit = on_record(store), list(store.audit())
    total = sum(purse.balance for purse in store.purses())
    store.close()
    assert (total, audit) == (0, []), f"seed {SEED}"
    assert recorded == deeds, (
        f"seed {SEED}: {recorded - deeds} only on record, {deeds - recorded} only promised"
    )
    assert sum(deeds.values()) > 5 * PATRONS, f"seed {SEED}: hardly anybody played: {told}"
    assert holds(house.folder), f"seed {SEED}: the folder does not verify"
