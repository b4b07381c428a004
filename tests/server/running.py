"""A real server in a process of its own, and terminals that speak to it. It judges nothing it hears."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

COMMAND = [sys.executable, "-c", "from cutcard.cli import main; main()", "serve"]
START_S = 60
ANSWER_S = 30


class Answered(msgspec.Struct):
    """What HTTP answered."""

    status: int
    body: Any
    headers: dict[str, str]


class Served:
    """One running server."""

    def __init__(self, process: subprocess.Popen[str], url: str, passwords: dict[str, str]) -> None:
        self.process, self.url, self.passwords = process, url, passwords
        self.address = urlsplit(url).netloc
        self._tokens: dict[str, str] = {}
        self._described: dict[str, Any] | None = None

    def http(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answered:
        """Ask over HTTP."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        with closing(HTTPConnection(self.address, timeout=ANSWER_S)) as link:
            link.request(method, path, body=data, headers=sent)
            answer = link.getresponse()
            raw = answer.read()
        headers_sent = {name.lower(): value for name, value in answer.getheaders()}
        is_json = "json" in headers_sent.get("content-type", "")
        answered = Answered(answer.status, json.loads(raw) if is_json and raw else raw, headers_sent)
        self._check_described(method, path, answered)
        return answered

    def _check_described(self, method: str, path: str, answered: Answered) -> None:
        """Whatever a route refuses with is named in the server's own description of it."""
        body = answered.body if isinstance(answered.body, dict) else {}
        code = body.get("refusal", body).get("code") if answered.status >= 400 else None
        if code in (None, "no_such_page") or answered.status in (405, 413):
            return
        known = self.described_refusals(method, urlsplit(path).path)
        if known is None:
            assert not path.startswith("/api/"), f"{method} {path} refuses with {code}, and is not described"
            return
        assert (str(answered.status), code) in known, (
            f"{method} {path} refuses with {answered.status} {code}: name it in route_refusals.py"
        )

    def described_refusals(self, method: str, path: str) -> set[tuple[str, str]] | None:
        """Status and code of every refusal that is described; None where the route is none of the API's."""
        if self._described is None:
            self._described = self.http("GET", "/api/openapi.json").body["paths"]
        asked = re.sub("^/api/(?!v1/)", "/api/v1/", path)
        fits = [name for name in self._described if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", name), asked)]
        verb = "get" if method == "HEAD" else method.lower()
        found = [self._described[name][verb] for name in sorted(fits, key=lambda name: name.count("{"))[:1]]
        if not found:
            return None
        described = found[0]["responses"].items()
        return {(status, code) for status, response in described for code in response.get("x-refusals", ())}

    def guest(self) -> dict[str, Any]:
        """A new guest."""
        made = self.http("POST", "/api/guest")
        assert made.status == 201, made
        guest: dict[str, Any] = made.body
        return guest

    def patron(self, amount: int = 0) -> dict[str, Any]:
        """A patron with an account, signed in, with so much house money."""
        made = {"name": f"Patron {os.urandom(4).hex()}", "password": "a long password", "roles": ["patron"]}
        assert self.http("POST", "/api/people", made, self.token("operator")).status == 201
        signed = self.http("POST", "/api/login", {"name": made["name"], "password": made["password"]})
        account: dict[str, Any] = signed.body
        if amount:
            cash = {"ask": self.ask_id(), "patron": account["patron"], "amount": amount}
            assert self.http("POST", "/api/cashier/cash-in", cash, self.token("attendant")).status == 201
        return account

    def token(self, role: str) -> str:
        """The token of somebody with this role, signed in once."""
        if role not in self._tokens:
            self._tokens[role] = self.guest()["token"] if role == "patron" else self.sign_in(role)
        return self._tokens[role]

    def sign_in(self, role: str) -> str:
        """A fresh session of a member of staff."""
        signed = self.http("POST", "/api/login", {"name": role, "password": self.passwords[role]})
        assert signed.status == 201, signed
        return str(signed.body["token"])

    def ask_id(self) -> str:
        """An id that was not used before."""
        return f"test-{os.urandom(8).hex()}"

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=START_S)


def started(
    data: Path, *options: str, program: Sequence[str] = COMMAND, env: Mapping[str, str] | None = None
) -> Served:
    """A server on these data, ready; at any free port where none is named."""
    port = () if "--port" in options else ("--port", "0")
    folder = () if env is not None and "CUTCARD_DATABASE" in env else ("--data", str(data))
    command = [*program, *port, *folder, "--demo-staff", *options]
    with Path(f"{data}.log").open("a") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
    passwords: dict[str, str] = {}
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.fullmatch(r"account (\w+), password (\S+)\n", line):
            passwords[found[1]] = found[2]
        if found := re.fullmatch(r"Cutcard serves at (http://\S+)/\n", line):
            return Served(process, found[1], passwords)
    raise AssertionError(f"the server ended with {process.wait()} before it was ready")


@contextmanager
def serving(
    data: Path, *options: str, program: Sequence[str] = COMMAND, env: Mapping[str, str] | None = None
) -> Iterator[Served]:
    """A server as long as it is needed; ``program`` and ``env`` are for one that is not like the others."""
    served = started(data, *options, program=program, env=env)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.stop()
        assert served.process.stdout is not None
        served.process.stdout.close()


def logged(data: Path) -> list[dict[str, Any]]:
    """The lines that a server with JSON logs has written so far."""
    lines = Path(f"{data}.log").read_text().splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


class Terminal:
    """One socket, and everything it heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self._asked = self._from = 0

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), ANSWER_S))
        self.heard.append(message)
        return message

    async def ask(self, kind: str, /, *, id: str | None = None, **fields: Any) -> dict[str, Any]:  # noqa: A002
        """Ask, and give the answer; what came in between is in ``heard``."""
        self._asked += 1
        ask = id or f"{self._asked}-{os.urandom(6).hex()}"
        await self.socket.send(json.dumps({"ask": ask, "do": {"type": kind, **fields}}))
        while True:
            message = await self.hear()
            if message["type"] == "answer" and message["ask"] == ask:
                return message

    async def until(self, wanted: Any) -> dict[str, Any]:
        """The first message from now on that is wanted."""
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    def forget(self) -> None:
        """Only what is heard from now on counts as heard."""
        self._from = len(self.heard)

    def last(self, table: str, part: str) -> Any:
        """What was last sent of a part of a table."""
        messages = (
            message
            for message in reversed(self.heard[self._from :])
            if message["type"] == "table" and message["table"] == table
        )
        return next((message[part] for message in messages if part in message), None)


@asynccontextmanager
async def socket(served: Served, token: str | None = None, **options: Any) -> AsyncIterator[Terminal]:
    """A terminal that is connected and welcome."""
    if token:
        options.setdefault("additional_headers", {})["Cookie"] = f"cutcard_session={token}"
    address = f"ws://{served.address}/ws"
    async with connect(address, open_timeout=ANSWER_S, close_timeout=5, **options) as connection:
        terminal = Terminal(connection)
        await terminal.until(lambda message: message["type"] == "welcome")
        yield terminal


INTERNAL = "multihand-online-internal"
SHARED = "multihand-etg-video"


async def played(terminal: Terminal, table: str, stake: int = 500) -> None:
    """One private round from a bet to its result, as quickly as it goes, standing on everything."""
    hurried = await terminal.ask("set_speed", table=table, speed="turbo")
    if not hurried["ok"]:  # a table without turbo has slow, normal and fast
        hurried = await terminal.ask("set_speed", table=table, speed="fast")
    assert hurried["ok"], hurried
    placed = await terminal.ask("place_bet", table=table, bet="main", amount=stake)
    assert placed["ok"], placed
    while (terminal.last(table, "own") or {}).get("bet") != stake:
        await terminal.hear()
    terminal.forget()  # what is sent from here on is of this round
    dealt = await terminal.ask("press_deal", table=table)
    assert dealt["ok"], dealt
    while True:
        own = terminal.last(table, "own") or {"lines": (), "asks": ()}
        if own["lines"] and not own["asks"]:
            return
        if not own["asks"]:
            await terminal.hear()
            continue
        asked = own["asks"][0]
        open_to = [choice["decision"] for choice in asked["choices"] if choice["available"]]
        decision = "stand" if "stand" in open_to else "decline"
        where = {"position": asked["position"], "branch": asked["branch"]}
        terminal.forget()
        await terminal.ask("decide", table=table, decision=decision, **where)
