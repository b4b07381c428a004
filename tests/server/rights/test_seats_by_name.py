"""At a table with seats whatever is said of a decision names the seat, and no position (TB-20, TB-61)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from cutcard.games.reason import Reason
from cutcard.texts import say
from tests.server.live_table import STAKE, LiveTable, Patron, live_table
from tests.server.running import Served

pytestmark = pytest.mark.slow


def words(reason: dict[str, Any]) -> str:
    return say(msgspec.convert({"key": reason["key"], "facts": reason["facts"]}, Reason))


async def ann_is_silent(table: LiveTable) -> Patron:
    """Ann's time runs out at seat 1, Bob stands at seat 2; gives Ann."""
    ann, bob = await table.patron(1), await table.patron(2)
    for seat, patron in ((1, ann), (2, bob)):
        await patron.do("place_bet", bet="main", amount=STAKE, position=seat)
    await table.do("close_bets")
    await table.cards("5h Th 6c 7d 9s")
    await table.do("deal_face_down")
    await bob.sees("own", lambda own: own["asks"])
    await bob.decide("stand", 2)
    await table.do("turn_up", card="Kd")
    await table.cards("5c")
    await ann.sees("own", lambda own: own["lines"])
    return ann


def test_tb_20_tb_61_history_replay_and_record_name_the_seat(served: Served) -> None:
    async def visit() -> Patron:
        async with live_table(served, "american-live") as table:
            return await ann_is_silent(table)

    ann = asyncio.run(visit())
    (past,) = ann.read("/api/rounds")
    assert [words(note) for note in past["notes"]] == ["Seat 1: Stand, because time ran out."]
    steps = ann.read(f"/api/rounds/{ann.table}/1/steps")
    texts = [words(said) for step in steps for said in (step["says"], *step["automatic"])]
    assert {"Seat 1: Stand, since time was up", "Seat 2: Stand"} <= set(texts)
    record = served.http("GET", f"/api/house/rounds/{ann.table}/1", token=served.token("auditor")).body
    lines = [words(said) for line in record for said in (line["says"], *line["automatic"])]
    assert [line.split(", ", 1)[1] for line in lines if "Stand" in line] == [
        "seat 1: Stand, since time was up",
        "seat 2: Stand",
    ]
    assert not [line for line in [*texts, *lines] if "osition" in line]
