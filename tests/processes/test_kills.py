"""CR-1: a server killed at random instants while patrons play: what was promised is on record, once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.client import Patience
from cutcard.client.sign_in import as_guest
from cutcard.profiles import Mode
from cutcard.robots.patron import Broke, Robot
from cutcard.robots.temper import Temper, tempers
from cutcard.table import Settings
from cutcard.table.settings import seat_count
from tests.processes.damage import holds
from tests.processes.noted import Closing, Deed, NotingTerminal, on_record
from tests.processes.served import Served, prepared, served
from tests.soak import SEED, as_often

PATRONS = 56
PATIENCE = Patience(first_s=0.02, longest_s=0.3, give_up_s=120)
ALIVE_S = (0.1, 2.0)
EARLY = 0.25


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
        await terminal.until(lambda at=terminal: not at.session.owed, 60)  # type: ignore[misc]
    await asyncio.sleep(0.5)  # an answer that was heard is noted by its patron a moment later
    for game in games:
        game.cancel()
    ends = await asyncio.gather(*games, return_exceptions=True)
    assert not [end for end in ends if isinstance(end, Exception)], f"seed {SEED}: {ends}"
    for terminal in terminals:
        await terminal.close()


async def let_in(house: Served, asked: Counter[Deed], deeds: Counter[Deed]) -> list[NotingTerminal]:
    """Guests at their terminals, before anything is killed."""
    terminals = []
    for number in range(PATRONS):
        terminal = NotingTerminal(house.url, (await as_guest(house.url)).token, PATIENCE, f"t{SEED}-{number}")
        terminal.asked, terminal.deeds = asked, deeds
        await terminal.open()
        terminals.append(terminal)
    return terminals


async def killed(house: Served, deeds: Counter[Deed], chance: Random, times: int) -> int:
    """Kill it so often in the middle of play; how often it was killed in all.

    Only lives in which somebody was promised something count. Now and then it is killed once more while
    it reads its records again, and those do not count.
    """
    busy = every = 0
    while busy < times:
        assert every < 4 * times, f"seed {SEED}: nobody plays: {busy} of {every} lives"
        before = deeds.total()
        await asyncio.sleep(chance.uniform(*ALIVE_S))
        await asyncio.to_thread(house.kill)
        busy, every = busy + (deeds.total() > before), every + 1
        house.start()
        if chance.random() < EARLY:
            await asyncio.sleep(chance.random())
            await asyncio.to_thread(house.kill)
            every += 1
            house.start()
        await house.ready()
    return every


async def evening(
    house: Served, tables: list[Settings], kills: int, chance: Random
) -> tuple[Counter[Deed], Counter[Deed], str]:
    """Patrons play while the server is killed again and again; what they asked, were promised, and saw."""
    dealers = asyncio.create_task(house.dealers(tables))
    house.start()
    await house.ready()
    asked: Counter[Deed] = Counter()
    deeds: Counter[Deed] = Counter()
    terminals = await let_in(house, asked, deeds)
    kinds = tempers(chance)
    robots = [
        Robot(terminal, hurried(next(kinds)), Random(f"{SEED}/{number}"))
        for number, terminal in enumerate(terminals)
    ]
    games = [
        asyncio.create_task(plays(robot, tables[number % len(tables)].id))
        for number, robot in enumerate(robots)
    ]
    every = await killed(house, deeds, chance, kills)
    await asyncio.sleep(2)
    await counted(terminals, games)
    dealers.cancel()
    with suppress(asyncio.CancelledError):
        await dealers
    await asyncio.to_thread(house.stop)
    tally = sum((robot.tally for robot in robots), Counter[str]())
    return (
        asked,
        deeds,
        f"{every} kills, {sum(terminal.connections for terminal in terminals)} connections, {dict(tally)}",
    )


def modes_played(deeds: Counter[Deed], tables: list[Settings]) -> set[str]:
    """The modes of the tables at which something was promised; a private table is named after its offer."""
    return {table.mode.value for table in tables for deed in deeds if deed[0].startswith(table.id)}


@pytest.mark.slow
def test_cr_1_kill_9_at_random_instants_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    chance = Random(SEED)
    with served(tmp_path) as house:
        tables = prepared(house.folder)
        asked, deeds, summary = asyncio.run(evening(house, tables, as_often(30, 2_000, usual=10), chance))
        assert house.said().count("Traceback") == 0, house.said()
    store = open_store(house.folder)
    recorded, audit = on_record(store), list(store.audit())
    total = sum(purse.balance for purse in store.purses())
    store.close()
    assert (total, audit) == (0, []), f"seed {SEED}"
    assert recorded <= asked, f"seed {SEED}: {recorded - asked} was done more often than it was asked"
    assert recorded == deeds, (
        f"seed {SEED}: {recorded - deeds} only on record, {deeds - recorded} only promised"
    )
    assert modes_played(deeds, tables) == {mode.value for mode in Mode}, f"seed {SEED}: {summary}"
    seated = [table for table in tables if seat_count(table)]
    assert modes_played(deeds, seated) == {Mode.LIVE.value}, f"seed {SEED}: nobody played at seats: {summary}"
    assert deeds.total() > 5 * PATRONS, f"seed {SEED}: hardly anybody played: {summary}"
    assert holds(house.folder), f"seed {SEED}: the folder does not verify"
