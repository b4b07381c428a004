"""How long players wait for their answers while strangers flood the server, over real connections.

Ten players at tables of their own place a chip and take it back, ten times a second each. Meanwhile strangers
from another address send so many requests a second: the lobby again and again, whole views of a table,
voucher codes, calls for an attendant, new guests, lists of tables over HTTP, wrong passwords. In turns nobody
floods; and in turns the same flood goes to an echo that answers everything, which shows what sending it alone
takes of the same cores. Only the ratios of the waits mean anything.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import tempfile
from contextlib import AsyncExitStack, suppress
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.server_load import bare, free_port, running
from tests.server.running import INTERNAL, Served, Terminal, serving, socket

PLAYERS = 10
BETWEEN_S = 0.1
TURNS = 4
TURN_S = 8
STRANGERS = 8
FLOOD_PER_S = 400
FAR: Final = {"X-Forwarded-For": "198.51.100.7"}
THERE_AND_BACK: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("place_bet", {"bet": "main", "amount": 500}),
    ("undo_bet", {}),
)
ASKS: Final = (
    {"type": "lobby"},
    {"type": "redeem_voucher", "code": "00000000000000000000"},
    {"type": "call_attendant"},
    {"type": "watch", "table": "punto-banco-video"},
    {"type": "resume", "tables": {"punto-banco-video": 0}},
)
REQUESTS: Final = (
    ("POST /api/guest", b""),
    ("GET /api/tables", b""),
    ("POST /api/login", b'{"name":"operator","password":"not the password"}'),
)
NOBODY, ECHO, SERVER = "nobody", "an echo", "the server"


async def playing(terminal: Terminal, table: str, until: float) -> list[float]:
    """How long each answer took."""
    took = []
    while perf_counter() < until:
        for kind, fields in THERE_AND_BACK:
            asked = perf_counter()
            answer = await terminal.ask(kind, table=table, **fields)
            took.append(perf_counter() - asked)
            assert answer["ok"], answer
            await asyncio.sleep(BETWEEN_S)
        terminal.heard.clear()
        terminal.forget()
    return took


async def _flood_socket(address: str, until: float) -> None:
    with suppress(WebSocketException, OSError, TimeoutError):
        async with connect(address, additional_headers=FAR) as stranger:
            reading = asyncio.create_task(_read(stranger))
            for number, asked in enumerate(cycle(ASKS)):
                if perf_counter() > until:
                    break
                await stranger.send(json.dumps({"ask": f"{number}-{id(stranger)}", "do": asked}))
                await asyncio.sleep(STRANGERS / FLOOD_PER_S)
            reading.cancel()


async def _read(stranger: Any) -> None:
    with suppress(WebSocketException):
        async for _ in stranger:
            pass


async def _flood_requests(host: str, port: int, until: float, asked: tuple[str, bytes]) -> None:
    """The same request again and again, a connection each, as a stranger's script would make them."""
    line, body = asked
    head = f"{line} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    while perf_counter() < until:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(head.encode() + body)
            await reader.read()
            writer.close()
        await asyncio.sleep(STRANGERS / FLOOD_PER_S)


def flood(address: str, seconds: float) -> None:
    """In a process of its own: so many requests a second for so many seconds."""

    async def all_of_them() -> None:
        until = perf_counter() + seconds
        place = urlsplit(address)
        sockets = [_flood_socket(address, until) for _ in range(STRANGERS - len(REQUESTS))]
        host, port = str(place.hostname), place.port or 0
        await asyncio.gather(*sockets, *(_flood_requests(host, port, until, asked) for asked in REQUESTS))

    asyncio.run(all_of_them())


async def waits(served: Served, echo: str) -> dict[str, list[float]]:
    """Of each turn, to whom the flood goes and what the players waited."""
    took: dict[str, list[float]] = {NOBODY: [], ECHO: [], SERVER: []}
    floods = {NOBODY: None, ECHO: echo, SERVER: f"ws://{served.address}/ws"}
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(socket(served, served.guest()["token"])) for _ in range(PLAYERS)
        ]
        tables = [(await player.ask("join", table=INTERNAL))["result"]["table"] for player in players]
        for name, address in [*floods.items()] * TURNS:
            flooding = multiprocessing.Process(target=flood, args=(address, TURN_S)) if address else None
            if flooding is not None:
                flooding.start()
            until = perf_counter() + TURN_S - 1
            turns = await asyncio.gather(
                *(playing(player, table, until) for player, table in zip(players, tables, strict=True))
            )
            took[name] += [wait for each in turns for wait in each]
            if flooding is not None:
                await asyncio.to_thread(flooding.join)
    return took


def main() -> None:
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--no-dealers", "--trusted-proxy", "127.0.0.0/8,::1") as served,
        running(*bare("echo", port), port=port),
    ):
        took = asyncio.run(waits(served, f"ws://127.0.0.1:{port}/ws"))
    late = {}
    for name, seconds in took.items():
        late[name] = quantiles(seconds, n=20)[-1]
        figures = f"median {1000 * median(seconds):.1f} ms, p95 {1000 * late[name]:.1f} ms"
        print(f"players' answers while strangers flood {name}: {figures}")
    print(f"p95 flooded to not flooded: {late[SERVER] / late[NOBODY]:.2f} x")
    print(f"p95 where the flood only takes the cores to not flooded: {late[ECHO] / late[NOBODY]:.2f} x")


if __name__ == "__main__":
    main()
