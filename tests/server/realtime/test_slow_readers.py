"""Terminals that stop reading are dropped; all others hear everything (SC-1)."""

import asyncio
import json
import select
import socket as sockets
from typing import Any

import pytest
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tests.server.running import Served, serving, socket

TABLE = "punto-banco-video"
CLIENTS = 200
SLOW = 10
WITHIN_S = 30  # twice what is allowed: the machine may be busy


class Ear(WSListener):
    """One terminal: counts what it hears, or stops reading."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.gone, self.first = asyncio.Event(), asyncio.Event()
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            message: dict[str, Any] = json.loads(frame.get_payload_as_utf8_text())
            if message.get("table") == TABLE and message["type"] == "table":
                self.numbers.append(message["number"])
                self.first.set()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.gone.set()


WATCH = json.dumps({"ask": "w", "do": {"type": "watch", "table": TABLE}}).encode()


async def listening(served: Served) -> tuple[WSTransport, Ear]:
    """A display that reads everything."""
    transport, ear = await ws_connect(Ear, f"ws://{served.address}/ws")
    assert isinstance(ear, Ear)
    transport.send(WSMsgType.TEXT, WATCH)
    return transport, ear


async def deaf(served: Served) -> sockets.socket:
    """A display that reads nothing after its handshake; its small buffer leaves the rest with the server."""
    host, port = served.address.rsplit(":", 1)
    link = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    link.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    link.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(link, (host, int(port)))
    shake = (
        f"GET /ws HTTP/1.1\r\nHost: {served.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await loop.sock_sendall(link, shake.encode())
    assert b"101" in await loop.sock_recv(link, 200)
    # A short text frame, masked with zeros, which leave it as it is.
    await loop.sock_sendall(link, bytes([0x81, 0x80 | len(WATCH), 0, 0, 0, 0]) + WATCH)
    return link


@pytest.mark.slow
def test_sc_1_who_stops_reading_is_dropped_and_nobody_else_notices(tmp_path: Any) -> None:
    async def visit(served: Served) -> None:
        crowd = [await listening(served) for _ in range(CLIENTS - SLOW)]
        deaf_ones = [await deaf(served) for _ in range(SLOW)]
        for _, ear in crowd:
            await ear.first.wait()
        async with socket(served, served.guest()["token"]) as patron:
            await patron.ask("join", table=TABLE)
            try:
                async with asyncio.timeout(WITHIN_S):
                    while not all(cut_off(link) for link in deaf_ones):
                        await patron.ask("contribute", table=TABLE, text="seven")
                        await patron.ask("place_bet", table=TABLE, bet="player", amount=100)
                        await asyncio.sleep(0.3)
            except TimeoutError:
                left = sum(not cut_off(link) for link in deaf_ones)
                raise AssertionError(f"{left} of {SLOW} were not dropped") from None
        for _, ear in crowd:
            assert not ear.gone.is_set()
            assert ear.numbers == list(range(1, len(ear.numbers) + 1))
        for _ in range(10 * WITHIN_S):  # what is on its way arrives
            if len({len(ear.numbers) for _, ear in crowd}) == 1:
                break
            await asyncio.sleep(0.1)
        assert len({len(ear.numbers) for _, ear in crowd}) == 1
        for transport, ear in crowd:
            transport.disconnect()
            await ear.gone.wait()
        for link in deaf_ones:
            link.close()

    with serving(tmp_path / "data") as served:
        asyncio.run(visit(served))


def cut_off(link: sockets.socket) -> bool:
    """Whether the server has closed this connection, seen without reading from it."""
    seen = select.poll()
    seen.register(link, 0)
    return bool(seen.poll(0))
