"""LG-2: one purse staked whole by many at once, over real sockets: one of them has it, nothing is lost."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cutcard.client import Game, Refused, connect
from cutcard.client.sign_in import as_guest
from tests.processes.damage import holds
from tests.processes.served import Served, prepared, served
from tests.soak import as_often

TABLES = (
    "punto-banco-internal",
    "dai-bacc-internal",
    "koi-bacc-internal",
    "punto-banco-no-commission-internal",
)
SOCKETS = 8
AT_ONCE = 64


async def staked(game: Game, amount: int) -> str:
    """What a client hears who stakes everything on Player."""
    try:
        await game.place("player", amount)
    except Refused as refused:
        return refused.code
    return "placed"


async def races(house: Served, times: int) -> None:
    """The same purse, raced for again and again, from several sockets at several tables."""
    house.start()
    await house.ready()
    guest = await as_guest(house.url)
    async with AsyncExitStack() as stack:
        terminals = [
            await stack.enter_async_context(connect(house.url, token=guest.token)) for _ in range(SOCKETS)
        ]
        games = [[await terminal.join(table) for table in TABLES] for terminal in terminals]
        purse = terminals[0].purse
        assert purse is not None
        for time in range(times):
            asked = [games[n % SOCKETS][n // SOCKETS % len(TABLES)] for n in range(AT_ONCE)]
            heard = await asyncio.gather(*(staked(game, purse.balance) for game in asked))
            assert sorted(heard) == ["not_enough_credit"] * (AT_ONCE - 1) + ["placed"], (
                f"time {time}: {heard}"
            )
            await asyncio.gather(*(game.clear() for game in games[time % SOCKETS]), return_exceptions=True)
            await terminals[0].until(lambda: terminals[0].purse == purse, 30)
    await asyncio.to_thread(house.stop)


@pytest.mark.slow
def test_lg_2_a_purse_is_staked_whole_by_one_of_64(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        prepared(house.folder)
        asyncio.run(races(house, as_often(50, 1_000, usual=20)))
        assert "Traceback" not in house.said(), house.said()
    assert holds(house.folder)
