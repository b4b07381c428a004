"""A crowd of robots at one server, each on a socket of its own. Keeps going until it is cancelled."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

from cutcard.client import Gone, Patience, Refused, connect
from cutcard.robots.patron import Broke, Robot
from cutcard.robots.temper import Temper, tempers

PAUSE_S = 1.0  # after a refusal, so that a crowd does not ask in a circle
ARRIVE_S = 0.05  # one after the other, twenty a second


async def run_robots(
    url: str,
    count: int,
    *,
    seed: int,
    tables: Sequence[str] | None = None,
    pace: float = 1.0,
    tally: Counter[str] | None = None,
) -> None:
    """So many patrons play at the server of this address until this is cancelled.

    Each goes to a table of the lobby, or of those named, plays some rounds and picks another. Who has
    lost everything goes, and somebody new comes. ``pace`` stretches their thinking: 0 is at once. The
    seed fixes who they are and what they fancy, not what the cards make of it.
    """
    counts: Counter[str] = Counter() if tally is None else tally
    kinds = tempers(Random(f"{seed}/tempers"))
    async with asyncio.TaskGroup() as crowd:
        for index in range(count):
            chance = Random(f"{seed}/{index}")
            crowd.create_task(_places_taken(url, next(kinds), chance, tables, pace, counts))
            await asyncio.sleep(ARRIVE_S * min(1.0, pace))


async def _places_taken(
    url: str,
    temper: Temper,
    chance: Random,
    tables: Sequence[str] | None,
    pace: float,
    tally: Counter[str],
) -> None:
    """One place in the crowd: a guest after another, for as long as there is a server."""
    while True:
        try:
            await _one_guest(url, temper, chance, tables, pace, tally)
        except Broke:
            tally["broke"] += 1
        except Gone:
            tally["gone"] += 1
        except Refused as refused:
            tally[refused.code] += 1
        await asyncio.sleep(PAUSE_S * max(0.1, pace) * (1 + chance.random()))


async def _one_guest(
    url: str,
    temper: Temper,
    chance: Random,
    tables: Sequence[str] | None,
    pace: float,
    tally: Counter[str],
) -> None:
    async with connect(url, guest=True, patience=Patience(give_up_s=600)) as terminal:
        robot = Robot(terminal, temper, chance, pace)
        robot.tally = tally
        while True:
            await robot.visit(tables)
