"""One socket at a time, over a real connection: how it is opened, what is heard of it, how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from cutcard.server.connections import Connections, Room, http_protocol
from cutcard.server.http.edge import USUAL
from cutcard.server.metrics import Metrics
from cutcard.server.realtime.connection import (
    BUFFER_BYTES_MAX,
    GOODBYE_S,
    Connection,
    Scope,
    websocket_protocol,
)

MESSAGE_BYTES_MAX = 1_000
WITHIN_S = 30
SHAKE = (
    "GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
EMPTY_PART, LAST_PART = b"\x00\x80\0\0\0\0", b"\x80\x80\0\0\0\0"


class Hall:
    """An acceptor that lets everybody in at /ws, and notes what is heard."""

    def __init__(self) -> None:
        self.port = 0
        self.connections: list[Connection] = []
        self.heard: list[bytes] = []
        self.departed = 0
        self.scope: Scope = {}
        self.state = ServerState()
        self.book = Connections(Room(connections=50, of_one_address=50), Metrics())

    def grants(self, scope: Scope) -> bool:
        self.scope = scope
        return bool(scope["path"] == "/ws")

    def listener(self, connection: Connection, scope: Scope) -> Hall | None:
        self.connections.append(connection)
        if scope["query_string"] == b"full":
            connection.close(1013, "full")
            return None
        return self

    def arrive(self) -> None:
        self.connections[-1].send("welcome")

    def hear(self, message: bytes) -> None:
        if message == b"break":
            raise RuntimeError("something is broken")
        self.heard.append(message)

    def depart(self) -> None:
        self.departed += 1

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(WITHIN_S):
        while not holds():  # noqa: ASYNC110  # sockets set no event
            await asyncio.sleep(0.01)


@asynccontextmanager
async def opened() -> AsyncIterator[Hall]:
    """uvicorn's protocol for HTTP, with our connections for its sockets."""
    hall = Hall()
    http: Any = http_protocol(hall.book)
    sockets: Any = websocket_protocol(hall, hall.book, MESSAGE_BYTES_MAX)

    async def no_routes(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("nobody asks for a page here")

    config = Config(cast(Any, no_routes), http=http, ws=sockets, log_config=None)
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: http(config, hall.state, {}), "127.0.0.1", 0)
    hall.port = server.sockets[0].getsockname()[1]
    try:
        yield hall
    finally:
        server.close()
        for connection in list(hall.state.connections):
            cast(Any, connection).shutdown()


def visited(visit: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened() as hall:
            await visit(hall)

    asyncio.run(run())


async def closed_with(link: ClientConnection) -> tuple[int, str]:
    async with asyncio.timeout(WITHIN_S):
        await link.wait_closed()
    assert link.close_code is not None
    return link.close_code, link.close_reason or ""


async def answered(hall: Hall, asked: str) -> bytes:
    """Everything that comes back until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
    writer.write(asked.encode("latin-1"))
    try:
        return await asyncio.wait_for(reader.read(), WITHIN_S)
    finally:
        writer.close()


def test_messages_are_heard_whole_and_in_order_and_the_end_once() -> None:
    async def visit(hall: Hall) -> None:
        async with connect(hall.address) as link:
            assert await link.recv() == "welcome"
            await link.send("one")
            await link.send(["t", "", "w", "o"])
            await link.send(b"\xff")
            await until(lambda: len(hall.heard) == 3)
        await until(lambda: hall.departed)
        assert hall.heard == [b"one", b"two", b"\xff"]
        assert not hall.state.connections
        assert not hall.connections[0].open
        assert not hall.connections[0].dropped
        assert hall.departed == 1

    visited(visit)


def test_parts_without_an_end_cost_nothing_and_a_message_may_not_be_longer_by_parts() -> None:
    async def visit(hall: Hall) -> None:
        async with connect(hall.address) as link:
            link.transport.write(b"\x01\x81\0\0\0\0x" + 10_000 * EMPTY_PART)
            await asyncio.wait_for(await link.ping(), WITHIN_S)
            assert len(hall.connections[0]._parts) == 1
            link.transport.write(LAST_PART)
            await until(lambda: hall.heard)
            assert hall.heard == [b"x"]
            await link.send(["x" * 600, "x" * 600])
            assert (await closed_with(link))[0] == 1009

    visited(visit)


@pytest.mark.parametrize("size", [MESSAGE_BYTES_MAX - 1, MESSAGE_BYTES_MAX, MESSAGE_BYTES_MAX + 1])
def test_a_message_that_is_too_long_ends_the_socket(size: int) -> None:
    async def visit(hall: Hall) -> None:
        async with connect(hall.address) as link:
            await link.send("x" * size)
            if size > MESSAGE_BYTES_MAX:
                assert (await closed_with(link))[0] == 1009
            else:
                await until(lambda: hall.heard)

    visited(visit)


def test_a_request_is_refused_before_there_is_a_socket_with_the_headers_of_every_answer() -> None:
    async def visit(hall: Hall) -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{hall.port}/elsewhere")
        assert refused.value.response.status_code == 403
        for name, value in USUAL.items():
            assert refused.value.response.headers[name] == value
        assert hall.connections == []

    visited(visit)


def test_a_socket_may_be_closed_at_once_with_a_reason() -> None:
    async def visit(hall: Hall) -> None:
        async with connect(f"{hall.address}?full") as link:
            assert await closed_with(link) == (1013, "full")
        assert hall.departed == 0

    visited(visit)


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/ws", "Content-Length: 5\r\n", b"400"),
        ("/ws", "Sec-WebSocket-Version: 12\r\n", b"400"),
        ("/ws", f"Cookie: {'x' * 9_000}\r\n", b"4"),
        (f"/ws?{'x' * 9_000}", "", b"4"),
    ],
    ids=["a body", "another version", "a long header", "a long address"],
)
def test_a_request_that_is_no_handshake_is_answered_and_not_kept(path: str, more: str, status: bytes) -> None:
    async def visit(hall: Hall) -> None:
        answer = await answered(hall, SHAKE.format(path=path, more=more))
        assert answer.startswith(b"HTTP/1.1 " + status)
        assert b"x-content-type-options: nosniff" in answer.lower()
        await until(lambda: not hall.state.connections)

    visited(visit)


def test_the_request_is_shown_as_it_was_made() -> None:
    async def visit(hall: Hall) -> None:
        async with connect(f"{hall.address}?a=%20b", additional_headers={"Cookie": "c=d"}):
            pass
        assert hall.scope["path"] == "/ws"
        assert hall.scope["query_string"] == b"a=%20b"
        assert (b"cookie", b"c=d") in hall.scope["headers"]
        assert hall.scope["client"][0] == "127.0.0.1"
        answer = answered(hall, SHAKE.format(path="/%77s", more="X-Name: \xe4\r\n"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(answer, 0.2)
        assert hall.scope["path"] == "/ws"
        assert (b"x-name", b"\xe4") in hall.scope["headers"]

    visited(visit)


def test_what_goes_wrong_with_one_socket_ends_that_one_alone() -> None:
    async def visit(hall: Hall) -> None:
        async with connect(hall.address) as link, connect(hall.address) as other:
            await link.send("break")
            assert await closed_with(link) == (1011, "")
            assert await other.recv() == "welcome"
            await other.send("still here")
            await until(lambda: hall.heard == [b"still here"])
            assert hall.departed == 1

    visited(visit)


def test_a_socket_owes_nothing_once_it_is_open() -> None:
    """What was owed for its request would cut it off in the middle of a game."""

    async def visit(hall: Hall) -> None:
        async with connect(hall.address) as link:
            hall.book.sweep(asyncio.get_running_loop().time() + 3_600)
            await asyncio.wait_for(await link.ping(), WITHIN_S)

    visited(visit)


def test_who_does_not_take_the_goodbye_is_cut_off() -> None:
    async def visit(hall: Hall) -> None:
        link = await connect(hall.address)
        link.transport.pause_reading()
        hall.connections[0].close(1008, "enough")
        assert hall.departed == 1
        hall.book.sweep(asyncio.get_running_loop().time() + GOODBYE_S + 1)
        await until(lambda: not hall.state.connections)
        link.transport.abort()

    visited(visit)


def test_who_pings_without_reading_the_answers_is_dropped() -> None:
    async def visit(hall: Hall) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", hall.port, limit=1_024)
        writer.write(SHAKE.format(path="/ws", more="").encode())
        await until(lambda: hall.connections)
        most = 0
        async with asyncio.timeout(WITHIN_S):
            while hall.state.connections:
                writer.write(200 * (b"\x89\xfd\0\0\0\0" + bytes(125)))
                most = max(most, hall.connections[0]._transport.get_write_buffer_size())
                await asyncio.sleep(0)
        assert hall.connections[0].dropped
        assert most <= 2 * BUFFER_BYTES_MAX
        assert hall.departed == 1
        writer.close()

    visited(visit)


def test_when_the_server_stops_everybody_gets_a_message() -> None:
    async def visit(hall: Hall) -> None:
        async with connect(hall.address) as link:
            cast(Any, hall.connections[0]).shutdown()
            assert await closed_with(link) == (1012, "")
            assert hall.departed == 1

    visited(visit)
