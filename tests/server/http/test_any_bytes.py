"""No bytes make the server fail: every answer is below 500 or a closed connection; no traceback is logged.

Against a real server: hypothesis makes up headers, paths, queries, cookies, bodies and frames (FZ-4, FZ-5).
"""

import asyncio
import base64
import os
import socket as sockets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.running import INTERNAL, Served, serving, socket
from tests.soak import as_often

MADE_UP = settings(
    max_examples=as_often(50, 5_000),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
DEEP = b"[" * 30_000
WAIT_S = 30
MOMENT_S = 0.1


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose log is read at the end."""
    data = tmp_path_factory.mktemp("watched") / "data"
    with serving(data, "--no-dealers") as started:
        yield started
        assert started.http("GET", "/healthz").body.items() >= {"state": "running", "frozen": []}.items()
    log = Path(f"{data}.log").read_text()
    assert "Traceback" not in log, log[-4_000:]
    assert " error " not in log, log[-4_000:]


def say(served: Served, sent: bytes) -> bytes:
    """Send raw bytes and give everything that comes back. Who is kept waiting says no more after a moment."""
    host, port = served.address.rsplit(":", 1)
    heard = b""
    with sockets.create_connection((host, int(port)), timeout=MOMENT_S) as link, suppress(ConnectionError):
        link.sendall(sent)
        try:
            while more := link.recv(65_536):
                heard += more
        except TimeoutError:
            link.settimeout(WAIT_S)
            link.shutdown(sockets.SHUT_WR)
            while more := link.recv(65_536):
                heard += more
    return heard


def check(heard: bytes) -> None:
    """Whatever was answered, it was no failure of the server."""
    for line in heard.split(b"\r\n"):
        if line.startswith(b"HTTP/1.1 "):
            assert line[9:10] in b"1234", heard[:500]


METHODS = st.sampled_from(
    [b"GET", b"POST", b"PUT", b"PATCH", b"DELETE", b"HEAD", b"OPTIONS", b"TRACE", b"moo"]
)
PATHS = st.sampled_from(
    [
        *(b"/", b"/ws", b"/api/login", b"/api/guest", b"/api/tables", b"/api/rounds", b"/api/me/language"),
        *(b"/api/cashier/redeem", b"/api/people", b"/api/audit", b"/metrics", b"/assets/", b"/play"),
    ]
)
BYTES = st.binary(max_size=40)
TEXTS = st.one_of(
    BYTES,
    st.sampled_from(
        [b"http://[", b"%", b"%ff%00", b"..%2f..%2fetc", b"\xff\xfe", b"[::1", b"1e999", b"-1", b"0" * 5_000]
    ),
)
NAMES = st.sampled_from(
    [
        *(
            b"Origin",
            b"Host",
            b"Cookie",
            b"Authorization",
            b"Content-Type",
            b"Content-Length",
            b"Accept-Language",
        ),
        *(
            b"Transfer-Encoding",
            b"Expect",
            b"Upgrade",
            b"Connection",
            b"Accept-Encoding",
            b"Range",
            b"If-None-Match",
        ),
        *(
            b"X-Forwarded-For",
            b"Forwarded",
            b"Sec-WebSocket-Key",
            b"Sec-WebSocket-Version",
            b"Content-Encoding",
        ),
    ]
)
HEADERS = st.lists(st.tuples(NAMES, TEXTS), max_size=6)
BODIES = st.one_of(
    BYTES,
    st.sampled_from(
        [DEEP, b'{"name":' + DEEP, b'{"name":"\\ud800","password":"x"}', b"null", b"1" * 5_000, b"\x00"]
    ),
)


def request(method: bytes, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    plain = [(b"Host", b"house"), (b"Content-Type", b"application/json"), (b"Connection", b"close")]
    plain.append((b"Content-Length", str(len(body)).encode()))
    lines = [
        name + b": " + value.replace(b"\r", b"").replace(b"\n", b"") for name, value in (*plain, *headers)
    ]
    return method + b" " + target + b" HTTP/1.1\r\n" + b"\r\n".join(lines) + b"\r\n\r\n" + body


@MADE_UP
@given(METHODS, PATHS, TEXTS, TEXTS, HEADERS, BODIES)
@example(b"POST", b"/api/login", b"", b"", [(b"Origin", b"http://[")], b"{}")
@example(b"POST", b"/api/login", b"", b"", [], DEEP)
@example(b"PUT", b"/api/me/language", b"", b"", [], b'{"language":' + DEEP)
@example(b"GET", b"/api/rounds", b"", b"table=%ff&after=zz", [(b"Cookie", b"cutcard_session=\xff\xfe")], b"")
@example(b"GET", b"/api/tables/", b"%ff%00", b"", [], b"")
@example(b"GET", b"/", b"", b"", [(b"Cookie", b"=;=;\x80")], b"")
def test_fz_4_no_request_makes_the_server_fail(
    watched: Served,
    method: bytes,
    path: bytes,
    more: bytes,
    query: bytes,
    headers: list[tuple[bytes, bytes]],
    body: bytes,
) -> None:
    printable = bytes(byte for byte in more + b"?" + query if 0x20 < byte < 0x7F)
    check(say(watched, request(method, path + printable, headers, body)))


@MADE_UP
@given(st.binary(max_size=300), st.booleans())
@example(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcdeGARBAGE\r\n\r\n", False)
@example(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n\x00\x01\r\n\r\n", False)
@example(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", False)
@example(b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", False)
@example(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", False)
@example(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", False)
@example(b"X: " + b"y" * 70_000 + b"\r\n", True)
def test_fz_4_no_raw_bytes_make_the_server_fail(watched: Served, sent: bytes, begun: bool) -> None:
    check(say(watched, b"GET / HTTP/1.1\r\nHost: x\r\n" + sent if begun else sent))


def handshake(served: Served, headers: list[tuple[bytes, bytes]], target: bytes = b"/ws") -> bytes:
    key = base64.b64encode(os.urandom(16))
    plain = [(b"Host", served.address.encode()), (b"Upgrade", b"websocket"), (b"Connection", b"Upgrade")]
    plain += [(b"Sec-WebSocket-Key", key), (b"Sec-WebSocket-Version", b"13")]
    lines = [
        name + b": " + value.replace(b"\r", b"").replace(b"\n", b"") for name, value in (*plain, *headers)
    ]
    return b"GET " + target + b" HTTP/1.1\r\n" + b"\r\n".join(lines) + b"\r\n\r\n"


@MADE_UP
@given(HEADERS, TEXTS, st.binary(max_size=200))
@example([(b"Origin", b"http://[")], b"", b"")
@example([(b"Cookie", b"cutcard_session=\xff\xfe\x80")], b"", b"")
@example([], b"?token=%ff&%zz", b"")
@example([], b"", b"\x81\xfe\xff\xff" + b"\x00" * 4)
@example([], b"", b"\xf1\x80\x00\x00\x00\x00")
@example([(b"X", b"y" * 9_000)], b"", b"")
@example([(b"X%d" % number, b"y") for number in range(200)], b"", b"")
def test_fz_5_no_handshake_and_no_raw_frame_makes_the_server_fail(
    watched: Served, headers: list[tuple[bytes, bytes]], query: bytes, frames: bytes
) -> None:
    target = b"/ws" + bytes(byte for byte in query if 0x20 < byte < 0x7F)
    check(say(watched, handshake(watched, headers, target) + frames))


FRAMES = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60),
    st.sampled_from(
        [
            "[" * 8_000,
            '{"ask":"a","do":' + "[" * 8_000,
            "[" * 30_000,
            '{"ask":"a","do":' + "[" * 30_000,
            '{"ask":"a","do":{"type":"hello","token":"\\ud800"}}',
            '{"ask":"a","do":{"type":"hello","token":"\\u0000é"}}',
            '{"ask":"\\ud800","do":{"type":"lobby"}}',
            '{"ask":"a","do":{"type":"resume","tables":{"\\ud83d":0}}}',
            '{"ask":"a","do":{"type":"watch","table":"\\"}"}}',
            '{"ask":"a","do":{"type":"redeem_voucher","code":"٣"}}',
            '{"ask":"a","do":{"type":"hold_chip","table":"x","amount":99999999999999999999}}',
        ]
    ),
)


@MADE_UP
@given(st.lists(FRAMES, min_size=1, max_size=8), st.booleans())
@example(["[" * 30_000, '{"ask":"a","do":' + "[" * 30_000, "[" * 8_000], True)
@example(['{"ask":"a","do":{"type":"hello","token":"\\ud800"}}'], False)
def test_fz_5_no_message_makes_the_server_fail(
    watched: Served, messages: list[str | bytes], known: bool
) -> None:
    """And whoever plays beside it plays on."""

    async def visit() -> None:
        headers = {"Cookie": f"cutcard_session={watched.token('patron')}"} if known else {}
        with suppress(ConnectionClosed, InvalidHandshake):
            async with connect(f"ws://{watched.address}/ws", additional_headers=headers) as link:
                for message in messages:
                    await link.send(message)
                await asyncio.wait_for(await link.ping(), WAIT_S)
        async with socket(watched) as beside:
            assert (await beside.ask("watch", table=INTERNAL))["refusal"]["code"] == "no_such_table"

    asyncio.run(visit())
