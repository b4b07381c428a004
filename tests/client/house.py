"""A small house that speaks the wire over a real socket and can be made to misbehave. It knows no game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve

WELCOME = {
    "type": "welcome",
    "protocol": 2,
    "patron": "ann",
    "name": "Ann",
    "roles": ["patron"],
    "language": "en",
    "now_ms": 0,
}

NOT_NOW = ("unavailable", "busy")
PURSE = {"type": "purse", "currency": "EUR", "balance": 1000, "held": 0, "playable": 1000}


def public(round_: int = 1, phase: str = "betting") -> dict[str, Any]:
    """The least a table shows."""
    return {
        "phase": phase,
        "round": round_,
        "message": {"type": "reason", "key": "message.betting", "facts": {}},
    }


class House:
    """Answers each ask once, and the same again. ``lose`` answers are lost with their connections.

    ``unsure`` asks are done, but answered with this refusal, as where the store's word of a write is lost.
    """

    def __init__(self) -> None:
        self.url = ""
        self.done: list[dict[str, Any]] = []
        self.sent: list[str] = []
        self.hellos: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []
        self.unsure: list[dict[str, Any]] = []
        self.tokens: list[str] = []
        self.lose = 0
        self.welcome: dict[str, Any] = dict(WELCOME)
        self.sockets: list[ServerConnection] = []
        self.number = 7

    async def serve(self, socket: ServerConnection) -> None:
        """One connection."""
        self.sockets.append(socket)
        await self.send_message({**self.welcome, "patron": None, "roles": []})
        async for frame in socket:
            message = json.loads(frame)
            if message["do"]["type"] == "hello":
                self.hellos.append(message["do"])
                await self._hello(message["ask"], message["do"].get("token", ""))
                continue
            self.sent.append(message["ask"])
            await self._answered(message["ask"], message["do"], socket)

    async def _hello(self, ask: str, token: str) -> None:
        self.tokens.append(token)
        known = self.welcome["patron"] is not None
        if known:
            await self.send_message(self.welcome)
            await self.send_message(PURSE)
        refusal = None if known else {"code": "not_signed_in", "facts": {}, "text": "Nobody."}
        await self.send_message({"type": "answer", "ask": ask, "ok": known, "refusal": refusal})

    async def _answered(self, ask: str, do: dict[str, Any], socket: ServerConnection) -> None:
        answer = self._answer(ask, do)
        if self.lose:
            self.lose -= 1
            socket.transport.abort()
            return
        if do["type"] in ("join", "resume"):
            await self.table(public=public(), own={"bet": 5})
        await self.send_message({"type": "answer", "ask": ask, **answer})

    def _answer(self, ask: str, do: dict[str, Any]) -> dict[str, Any]:
        """What is kept under this id; "not now" is kept by no house."""
        if ask not in self.answers:
            if self.refusals:
                refusal = self.refusals.pop(0)
                refused = {"ok": False, "refusal": refusal}
                if refusal["code"] in NOT_NOW:
                    return refused
                self.answers[ask] = refused
            else:
                self.done.append(do)
                self.answers[ask] = {"ok": True, "result": {"table": do.get("table", "")}}
                if self.unsure:
                    return {"ok": False, "refusal": self.unsure.pop(0)}
        return self.answers[ask]

    async def table(self, **parts: Any) -> None:
        """News of the one table."""
        await self.send_message({"type": "table", "table": "one", "number": self.number, **parts})

    async def send_message(self, message: dict[str, Any]) -> None:
        """Say something on the latest connection."""
        await self.sockets[-1].send(json.dumps(message))


@asynccontextmanager
async def a_house() -> AsyncIterator[House]:
    """A house on a free port."""
    house = House()
    server: Server = await serve(house.serve, "127.0.0.1", 0, compression=None)
    port = next(iter(server.sockets)).getsockname()[1]
    house.url = f"http://127.0.0.1:{port}"
    try:
        yield house
    finally:
        server.close()
        await asyncio.wait_for(server.wait_closed(), 10)
