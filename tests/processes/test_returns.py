"""NW-5: a whole crowd is cut off in its decisions and comes back: all see what the house sees."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cutcard.client import Game, Patience, Terminal
from cutcard.client.sign_in import as_guest
from tests.processes.served import Served, prepared, served
from tests.soak import as_often

CLIENTS = 200
TABLE = "multihand-etg-video"
PATIENCE = Patience(first_s=0.2, longest_s=1.0, give_up_s=60)

Views = dict[str, Any]


def views(game: Game) -> Views:
    """All a patron sees of a table, but for the time that runs."""
    public = msgspec.structs.replace(game.public, left_ms=None)
    return {"public": public, "hands": game.hands, "own": game.own}


async def seated(house: Served, number: int) -> tuple[Terminal, Game]:
    """A guest at the table."""
    guest = await as_guest(house.url)
    terminal = Terminal(house.url, guest.token, PATIENCE, f"nw-{number}")
    await terminal.open()
    return terminal, await terminal.join(TABLE)


async def fresh_views(house: Served, token: str) -> Views:
    """What the house tells the same patron on a connection that has heard nothing before."""
    terminal = Terminal(house.url, token, PATIENCE, "fresh")
    await terminal.open()
    await terminal.until(lambda: terminal.session.shown(TABLE))
    seen = views(Game(terminal, TABLE))
    await terminal.close()
    return seen


async def all_alike(house: Served, crowd: list[tuple[Terminal, Game]]) -> None:
    """Everybody sees what a fresh connection is sent. News on the way are waited for."""
    for terminal, game in crowd:
        expected = await fresh_views(house, terminal.token)
        await game.until(lambda game=game, expected=expected: views(game) == expected, 20)  # type: ignore[misc]


async def decided(game: Game, number: int) -> None:
    """Every open hand of a patron: some hit once, and all stand in the end."""
    first = True
    while game.public.phase in ("offer", "decisions"):
        for asked in game.own.asks:
            calm = "decline" if asked.offer else "stand"
            wanted = "hit" if first and number % 3 == 0 and not asked.offer else calm
            await game.decide(wanted, asked.position, asked.branch)
        first = False
        before = game.number
        await game.until(lambda before=before: game.number != before, 90)  # type: ignore[misc]


async def round_played(house: Served, crowd: list[tuple[Terminal, Game]]) -> bool:
    """A round with a cut in its decisions; False where the cards asked for none."""
    for _, game in crowd:
        await game.until(lambda game=game: game.public.phase == "betting", 60)  # type: ignore[misc]
    await asyncio.gather(*(game.place("main", 500) for _, game in crowd))
    await asyncio.gather(*(game.deal() for _, game in crowd))
    asked = [game.until(lambda game=game: game.own.asks or game.own.lines, 60) for _, game in crowd]  # type: ignore[misc]
    await asyncio.gather(*asked)
    if crowd[0][1].own.lines:
        return False
    before = [terminal.connections for terminal, _ in crowd]
    for terminal, _ in crowd:
        terminal.drop()
    for (terminal, _), was in zip(crowd, before, strict=True):
        await terminal.until(lambda terminal=terminal, was=was: terminal.connections > was, 20)  # type: ignore[misc]
    await all_alike(house, crowd)
    await asyncio.gather(*(decided(game, number) for number, (_, game) in enumerate(crowd)))
    return True


async def evening(house: Served, times: int) -> None:
    house.start()
    await house.ready()
    crowd = [await seated(house, number) for number in range(CLIENTS)]
    done = 0
    for _ in range(20 * times):
        done += await round_played(house, crowd)
        if done == times:
            break
    assert done == times, "the dealer had blackjack every time"
    assert sum(terminal.session.gaps for terminal, _ in crowd) == 0
    for terminal, _ in crowd:
        await terminal.close()
    await asyncio.to_thread(house.stop)


@pytest.mark.slow
def test_nw_5_a_crowd_that_was_cut_off_sees_what_the_house_sees(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        prepared(house.folder, betting_s=60, decision_s=25)  # ended by the crowd, not by a slow machine
        asyncio.run(evening(house, as_often(1, 50)))
        assert "Traceback" not in house.said(), house.said()
