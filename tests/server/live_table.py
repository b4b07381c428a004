"""A live table of a real server with a croupier who deals chosen cards, and patrons at sockets of their own.

It knows how people sit down, bet, are cut off and come back; what must come of it is said by the tests.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Self

from tests.server.running import Served, Terminal, socket

QUICK = {"decision_s": 4, "result_s": 0, "animation_s": 0, "nice_win_s": 0, "big_win_s": 0, "dispute": False}
STAKE = 500
WAIT_S = 45


class Patron:
    """One guest. A lost connection is a socket that is closed; coming back is another one."""

    def __init__(self, served: Served, table: str) -> None:
        self.served, self.table = served, table
        guest = served.guest()
        self.id, self._token = str(guest["patron"]), str(guest["token"])
        self._stack = AsyncExitStack()
        self.terminal: Terminal

    async def arrive(self) -> Self:
        """Connect; a table that is open already comes by itself."""
        self._stack = AsyncExitStack()
        self.terminal = await self._stack.enter_async_context(socket(self.served, self._token))
        return self

    async def vanish(self) -> None:
        """The connection is lost."""
        await self._stack.aclose()

    async def do(self, kind: str, **fields: Any) -> None:
        answer = await self.ask(kind, **fields)
        assert answer["ok"], f"{kind} {fields}: {answer}"

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.terminal.ask(kind, table=self.table, **fields)

    async def sees(self, part: str, holds: Callable[[Any], object]) -> Any:
        """What is sent of a part of the table as soon as this is so."""
        async with asyncio.timeout(WAIT_S):
            while True:
                seen = self.terminal.last(self.table, part)
                if seen is not None and holds(seen):
                    return seen
                await self.terminal.hear()

    async def decide(self, decision: str, position: int, branch: int = 0) -> None:
        await self.do("decide", decision=decision, position=position, branch=branch)

    def purse(self) -> dict[str, Any]:
        """What the patron has, as the server says now."""
        body: dict[str, Any] = self.served.http("GET", "/api/me/purse", token=self._token).body
        return body

    def read(self, path: str) -> Any:
        """A page as this patron may read it."""
        return self.served.http("GET", path, token=self._token).body

    def round_file(self, number: int) -> list[dict[str, Any]]:
        """The events of a round as this patron may read them."""
        path = f"/api/rounds/{self.table}/{number}"
        entries = self.served.http("GET", path, token=self._token).body["entries"]
        return [
            {
                key: value
                for leaf in entry["leaves"]
                if "body" in leaf
                for key, value in json.loads(leaf["body"]).items()
            }
            for entry in entries
        ]


class LiveTable:
    """The table, and its croupier."""

    def __init__(self, served: Served, table: str, croupier: Terminal) -> None:
        self.served, self.table, self.croupier = served, table, croupier
        self.patrons: list[Patron] = []

    async def patron(self, seat: int | None = None) -> Patron:
        """Somebody comes to the table, and sits down."""
        patron = await Patron(self.served, self.table).arrive()
        self.patrons.append(patron)
        await patron.do("join")
        if seat is not None:
            await patron.do("take_seat", seat=seat)
        return patron

    async def do(self, kind: str, **fields: Any) -> None:
        """What the croupier does. A result that is still shown is waited for."""
        async with asyncio.timeout(WAIT_S):
            answer = await self.croupier.ask(kind, table=self.table, **fields)
            while not answer["ok"] and answer["refusal"]["code"] == "round_is_running":
                await asyncio.sleep(0.1)
                answer = await self.croupier.ask(kind, table=self.table, **fields)
        assert answer["ok"], f"{kind} {fields}: {answer}"

    async def cards(self, cards: str) -> None:
        for card in cards.split():
            await self.do("enter_card", card=card)


@asynccontextmanager
async def live_table(
    served: Served, profile: str, policy: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[LiveTable]:
    """A table of its own, with bets open."""
    name = f"{profile}-{os.urandom(4).hex()}"
    new = {
        "ask": served.ask_id(),
        "id": name,
        "name": name,
        "profile": profile,
        "mode": "live",
        "times": QUICK,
        "policy": policy or {},
        "settings": settings,
    }
    made = served.http("POST", "/api/house/tables", new, served.token("operator"))
    assert made.status == 201, made
    async with socket(served, served.token("croupier")) as croupier:
        table = LiveTable(served, name, croupier)
        try:
            await table.do("open_bets")
            yield table
        finally:
            for patron in table.patrons:
                await patron.vanish()
