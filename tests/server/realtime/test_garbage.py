"""Malformed sockets: whatever they send, the server and the other patrons go on undisturbed (FZ-5)."""

import asyncio
import json
import os
import random
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cutcard.server.realtime import commands
from tests.server.running import INTERNAL, SHARED, Served, socket
from tests.soak import as_often

SESSIONS = as_often(500, 50_000, usual=200)
AT_ONCE = 8


def message(chance: random.Random) -> str | bytes:
    """Something that is wrong in one of many ways, or right by accident."""
    tag = commands.tag_of(chance.choice(commands.message_types()))
    deep = "[" * chance.randrange(2_000)
    numbers = [0, -1, 1, 10**12, 10**30, 1.5, float("inf")]
    kinds: list[str | bytes] = [
        chance.randbytes(chance.randrange(200)),
        "".join(chr(chance.randrange(0x20, 0x3000)) for _ in range(chance.randrange(100))),
        deep,
        '{"ask":"a","do":' + deep,
        json.dumps({"ask": "x" * chance.randrange(200), "do": {"type": tag}}),
        json.dumps({"ask": chance.choice([None, 1, [], {}]), "do": {"type": tag}}),
        json.dumps(
            {"ask": "a", "do": {"type": tag, "table": chance.choice(["", "x" * 300, SHARED, "../etc"])}}
        ),
        json.dumps(
            {
                "ask": f"b{chance.randrange(10)}",
                "do": {
                    "type": tag,
                    "table": SHARED,
                    "bet": chance.choice(["main", "moon", "", 7]),
                    "amount": chance.choice(numbers),
                    "position": chance.choice([0, 1, 9, -1, "1"]),
                    "patron": "somebody else",
                    "by": "the house",
                },
            }
        ),
        json.dumps({"ask": "a", "do": {"type": "resume", "tables": {str(n): n for n in range(40)}}}),
        "\x00" * chance.randrange(100),
        '{"ask":"a","do":{"type":"' + "\\ud800" * 5 + '"}}',
        "x" * chance.choice([16_000, 17_000, 70_000]),
    ]
    return chance.choice(kinds)


async def misbehave(served: Served, token: str | None, chance: random.Random) -> None:
    with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
        async with socket(served, token) as terminal:
            for _ in range(chance.randrange(1, 30)):
                await terminal.socket.send(message(chance))
            if chance.random() < 0.3:
                terminal.socket.transport.abort()


async def raw(served: Served, chance: random.Random) -> None:
    """Bytes that are no WebSocket at all, or stop in the middle of one."""
    host, port = served.address.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port))
    shake = (
        f"GET /ws HTTP/1.1\r\nHost: {served.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    with suppress(OSError):
        writer.write(shake[: chance.randrange(len(shake))] if chance.random() < 0.5 else shake)
        writer.write(chance.randbytes(chance.randrange(500)))
        await writer.drain()
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(100), 0.05)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [int(os.environ.get("SEED", "20260101"))], ids="SEED={}".format)
def test_fz_5_malformed_sockets_disturb_nobody(served: Served, seed: int) -> None:
    tokens = [None, served.guest()["token"], served.guest()["token"]]

    async def visit() -> None:
        places = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            chance = random.Random(f"{seed}/{number}")
            async with places:
                if number % 5 == 0:
                    await raw(served, chance)
                else:
                    await misbehave(served, chance.choice(tokens), chance)

        async with socket(served, served.guest()["token"]) as patron:
            table = (await patron.ask("join", table=INTERNAL))["result"]["table"]
            crowd = [asyncio.create_task(one(number)) for number in range(SESSIONS)]
            held = 0
            while not all(task.done() for task in crowd):
                placed = await patron.ask("place_bet", table=table, bet="main", amount=100)
                held += 100
                assert placed["ok"], placed
                assert (await patron.ask("clear_all", table=table))["ok"]
                await asyncio.sleep(0.05)
            for task in crowd:
                task.result()
            numbers = [message["number"] for message in patron.heard if message.get("table") == table]
            assert numbers == list(range(1, len(numbers) + 1))
            assert held

    asyncio.run(visit())
    assert served.http("GET", "/healthz").body.items() >= {"state": "running", "frozen": []}.items()
