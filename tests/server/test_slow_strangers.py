"""Strangers who say what they want a byte at a time, or never read: cut when their time is over, not before.

The time limits are those of a real server, made short; the bytes go over real connections.
"""

from __future__ import annotations

import asyncio
import select
import socket as sockets
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from itertools import cycle
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cutcard.server.config import Config
from tests.server.impatient import BODY_S, HEADER_S, UNREAD_S
from tests.server.running import ANSWER_S, Served, serving

IMPATIENT = (sys.executable, "-m", "tests.server.impatient")
DRIP_S = 0.1
USUAL = Config()
CROWDED = "there are too many sockets from this address"

HEADER = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
HANDSHAKE = b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Slow: "
BODY = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("impatient") / "data", program=IMPATIENT) as served:
        yield served


def reached(served: Served) -> sockets.socket:
    host, port = served.address.rsplit(":", 1)
    return sockets.create_connection((host, int(port)), timeout=ANSWER_S)


def is_cut(link: sockets.socket, within_s: float) -> bool:
    """Whether the other side has hung up; what it has sent is left unread."""
    poll = select.poll()
    poll.register(link, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    return bool(poll.poll(within_s * 1000))


def cut_after_s(served: Served, begun: bytes, drip: bytes) -> float:
    """How long a connection lasts on which a byte comes every now and then."""
    start = time.monotonic()  # before the connection, whose time begins when the server takes it
    with reached(served) as link:
        link.sendall(begun)
        for byte in cycle(drip):
            if is_cut(link, DRIP_S):
                return time.monotonic() - start
            with suppress(ConnectionError):
                link.sendall(bytes([byte]))
    raise AssertionError("a drip never ends")


@pytest.mark.parametrize(
    ("begun", "limit_s", "usual_s"),
    [
        pytest.param(b"", HEADER_S, USUAL.header_s, id="header"),
        pytest.param(HEADER, HEADER_S, USUAL.header_s, id="a header's value"),
        pytest.param(HANDSHAKE, HEADER_S, USUAL.header_s, id="handshake"),
        pytest.param(BODY, BODY_S, USUAL.body_s, id="body"),
    ],
)
def test_who_says_it_a_byte_at_a_time_has_so_long_and_no_longer(
    impatient: Served, begun: bytes, limit_s: float, usual_s: float
) -> None:
    lasted_s = cut_after_s(impatient, begun, HEADER if not begun else b"a")
    assert limit_s <= lasted_s < usual_s


def test_who_never_reads_the_answers_has_so_long_and_no_longer(impatient: Served) -> None:
    """So many answers that no buffer holds them: the server waits for the reader, and then no more."""
    start = time.monotonic()
    with reached(impatient) as link:
        link.setblocking(False)
        ask = b"GET /api/messages.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100
        while not is_cut(link, DRIP_S):
            with suppress(BlockingIOError, ConnectionError):
                link.send(ask)
        assert UNREAD_S <= time.monotonic() - start < USUAL.unread_s


def test_who_says_all_of_it_in_time_is_answered_however_slowly(impatient: Served) -> None:
    """Requests one after the other, each in pieces, together longer than any one may take."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with reached(impatient) as link:
        start = time.monotonic()
        for _ in range(6):
            link.sendall(ask[:9])
            time.sleep(HEADER_S / 5)
            link.sendall(ask[9:])
            answer = b""
            while b'"state"' not in answer:
                part = link.recv(65_536)
                assert part, "cut in the middle of what was said in time"
                answer += part
            assert answer.startswith(b"HTTP/1.1 200")
        assert time.monotonic() - start > HEADER_S


def test_sockets_are_capped_by_the_address_that_a_proxy_names(tmp_path: Path) -> None:
    most = 3
    options = ("--no-dealers", "--trusted-proxy", "127.0.0.0/8,::1", "--connections-per-address", str(most))

    async def visit(served: Served) -> None:
        async with AsyncExitStack() as stack:

            async def arrive(address: str) -> ClientConnection:
                from_there = connect(
                    f"ws://{served.address}/ws", additional_headers={"X-Forwarded-For": address}
                )
                return await stack.enter_async_context(from_there)

            async def turned_away(address: str) -> bool:
                link = await arrive(address)
                with suppress(ConnectionClosed):
                    await asyncio.wait_for(link.recv(), ANSWER_S)
                    return False
                return (link.close_code, link.close_reason) == (1013, CROWDED)

            links = [await arrive("198.51.100.7") for _ in range(most)]
            for link in links:
                await asyncio.wait_for(link.recv(), ANSWER_S)  # let in, and welcome
            assert await turned_away("198.51.100.7")
            assert not await turned_away("203.0.113.9"), "another address has room of its own"
            assert not await turned_away("127.0.0.1"), "and this machine is not counted"
            await links[0].close()
            give_up = time.monotonic() + ANSWER_S
            while await turned_away("198.51.100.7"):  # until the server has seen it go
                assert time.monotonic() < give_up
            assert await turned_away("198.51.100.7"), "one place was free, and one was taken"

    with serving(tmp_path / "data", *options) as served:
        asyncio.run(visit(served))
