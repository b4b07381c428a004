"""Many bare sockets for the server's benchmark, and the bare servers it is held against. It knows no figure.

A load's socket decodes as little as it can, so that what is measured is the server and not the measuring.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

ROOT = Path(__file__).parents[1]
OPENED_AT_ONCE = 64
STARTED_S = 60.0
ANSWER = b'{"type":"answer","ask":"'

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Player(WSListener):
    """A socket that times its answers and notes when each message came."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.link: WSTransport | None = None
        self.sent: dict[bytes, float] = {}
        self.took: list[float] = []
        self.refused: list[bytes] = []
        self.heard: Callable[[Player, bytes, float], None] | None = None
        self.echoes = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The socket is open."""
        self.link = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002  # picows' shape
        """An answer is timed, anything else is handed on."""
        now = perf_counter()
        payload = frame.get_payload_as_bytes()
        if self.echoes:
            self._answered(payload[8 : payload.index(b'"', 8)], now)
        elif payload.startswith(ANSWER):
            self._answered(payload[len(ANSWER) : payload.index(b'"', len(ANSWER))], now)
            if b'"ok":false' in payload:
                self.refused.append(payload)
        elif self.heard is not None:
            self.heard(self, payload, now)

    def _answered(self, ask: bytes, now: float) -> None:
        since = self.sent.pop(ask, None)
        if since is not None:
            self.took.append(now - since)

    def ask(self, kind: str, **fields: Any) -> None:
        """Ask, and note when."""
        assert self.link is not None, "asked after connecting"
        made = f"{self.number}-{len(self.took)}-{len(self.sent)}-{perf_counter():.6f}"
        self.sent[made.encode()] = perf_counter()
        self.link.send(WSMsgType.TEXT, msgspec.json.encode({"ask": made, "do": {"type": kind, **fields}}))


async def open_players(addresses: list[str]) -> list[Player]:
    """A player at each address, a few connecting at a time."""
    places = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(number: int, address: str) -> Player:
        player = Player(number)
        async with places:
            await ws_connect(lambda: player, address, websocket_handshake_timeout=60)
        return player

    return list(await asyncio.gather(*(one(number, each) for number, each in enumerate(addresses))))


def closed(players: list[Player]) -> None:
    """Hang up."""
    for player in players:
        if player.link is not None:
            player.link.disconnect()


def many_files() -> int:
    """As many open sockets as the system allows; how many that is."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(*words: str, port: int) -> Iterator[None]:
    """A program of ours as a process, from when it listens until it is ended."""
    quiet = subprocess.DEVNULL
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, *words], cwd=ROOT, env=environment, stdout=quiet, stderr=quiet
    ) as process:
        try:
            _await_port(port, process)
            yield
        finally:
            process.terminate()
            process.wait(30)


def _await_port(port: int, program: subprocess.Popen[bytes]) -> None:
    give_up = perf_counter() + STARTED_S
    while perf_counter() < give_up:
        with socket.socket() as probe:
            probe.settimeout(0.1)
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        assert program.poll() is None, "the program ended before it listened"
    raise AssertionError("the program does not listen")


def bare(app: str, port: int) -> tuple[str, ...]:
    """The words that start uvicorn with one of the bare applications below."""
    listen = ("--port", str(port), "--ws", "websockets-sansio", "--loop", "uvloop", "--log-level", "error")
    return ("-m", "uvicorn", f"bench.server_load:{app}", *listen, "--ws-per-message-deflate", "false")


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The least a server can do: say back what was said."""
    await _said_back(scope, receive, send, lambda _: None)


async def durable_echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The least a server can do that loses nothing: say back what was said once it is on the disk."""
    await _said_back(scope, receive, send, _written_down)


async def _said_back(scope: Scope, receive: Receive, send: Send, first: Callable[[str], None]) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        first(str(message.get("text")))
        await send({"type": "websocket.send", "text": message.get("text")})


_file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # open as long as the server runs


def _written_down(text: str) -> None:
    _file.write(text.encode())
    os.fdatasync(_file.fileno())


_everybody: dict[int, Send] = {}


async def broadcast(scope: Scope, receive: Receive, send: Send) -> None:
    """The least a server can do for many: what one sends, all receive."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    _everybody[id(send)] = send
    while (message := await receive())["type"] == "websocket.receive":
        for each in list(_everybody.values()):
            await each({"type": "websocket.send", "text": message.get("text")})
    del _everybody[id(send)]
