"""The lobby over HTTP: built now and then, however often it is asked for, with all that staff did."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from cutcard.server.http.lobby_copy import COPY_S, LobbyCopies
from tests.server.running import SHARED, Served


class Venue:
    """Says which lobby is built by how often one was."""

    def __init__(self) -> None:
        self.built: list[str] = []
        self.subscriptions = SimpleNamespace(lobby=self)

    def rows(self, language: str) -> tuple[str, int]:
        self.built.append(language)
        return language, len(self.built)

    async def call(self, work: Any) -> Any:
        await asyncio.sleep(0)
        return work(None)


def test_a_flood_builds_the_lobby_once_for_each_language_until_it_is_old() -> None:
    async def visit() -> None:
        now_s, venue = [0.0], Venue()
        house: Any = venue
        copies = LobbyCopies(lambda: now_s[0])
        copied = await asyncio.gather(*(copies.rows(house, "en") for _ in range(100)))
        assert {json.dumps(json.loads(rows)) for rows in copied} == {'["en", 1]'}
        await asyncio.gather(*(copies.rows(house, "de") for _ in range(100)))
        assert venue.built == ["en", "de"]
        now_s[0] = COPY_S / 2
        await copies.rows(house, "en")
        assert venue.built == ["en", "de"]
        now_s[0] = COPY_S
        assert json.loads(await copies.rows(house, "en")) == ["en", 3]
        copies.forget()
        assert json.loads(await copies.rows(house, "en")) == ["en", 4]

    asyncio.run(visit())


def test_rows_that_were_in_the_making_when_staff_changed_something_are_not_kept() -> None:
    async def visit() -> None:
        venue = Venue()
        house: Any = venue
        copies = LobbyCopies(lambda: 0.0)
        making = asyncio.create_task(copies.rows(house, "en"))
        await asyncio.sleep(0)  # it has begun, and waits for the venue
        copies.forget()
        await making
        assert json.loads(await copies.rows(house, "en")) == ["en", 2]
        assert json.loads(await copies.rows(house, "en")) == ["en", 2]

    asyncio.run(visit())


def lobby(served: Served, language: str = "en") -> dict[str, Any]:
    rows = served.http("GET", f"/api/tables?language={language}").body
    return {row["id"]: row for row in rows}


def test_what_staff_open_change_and_close_is_in_the_next_lobby(served: Served) -> None:
    operator = served.token("operator")
    for language in ("en", "de", "en"):
        assert SHARED in lobby(served, language)
    table = f"lobby-{served.process.pid}"
    path = f"/api/house/tables/{table}"
    new = {"id": table, "profile": "multihand-etg", "mode": "video", "name": "New"}
    assert served.http("POST", "/api/house/tables", {"ask": served.ask_id(), **new}, operator).status == 201
    assert table in lobby(served)
    assert table in lobby(served, "de")
    assert served.http("POST", f"{path}/close", {"ask": served.ask_id()}, operator).status == 201
    assert table not in lobby(served)
    assert table not in lobby(served, "de")
