"""A patron's terminal: asks that are answered once, tables as they are shown, a connection that comes back.

    async with connect("http://localhost:8000", guest=True) as terminal:
        game = await terminal.join("multihand-etg-video")
        await game.place("main", 500)

It keeps no rule: what may be done arrives in ``game.own``. What is known and owed is kept by ``Session``;
here are only the waiting and the reconnecting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from random import Random
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import msgspec

from cutcard.client.errors import Gone, Refused
from cutcard.client.game import Game
from cutcard.client.link import Link, open_link
from cutcard.client.session import Session
from cutcard.client.sign_in import as_guest, fetched
from cutcard.client.wire import NotUnderstood
from cutcard.views.messages.tables import LobbyTable, PurseView, TableInfo
from cutcard.views.messages.terminal import Answer

ASKS_AT_ONCE = 64  # further asks wait here instead of filling the server's inbox
NOT_NOW = ("unavailable", "busy")


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """How a terminal comes back: the first pause, the longest, and after how long it gives up."""

    first_s: float = 0.05
    longest_s: float = 2.0
    give_up_s: float = 60.0


class Terminal:
    """One socket and up to four tables on it. Made by ``connect``."""

    def __init__(self, url: str, token: str, patience: Patience, name: str) -> None:
        self.url, self.token = url, token
        self._patience = patience
        self._chance = Random(name)
        self._session = Session(name, token)
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._waiting: dict[asyncio.Future[None], Callable[[], object]] = {}
        self._places = asyncio.Semaphore(ASKS_AT_ONCE)
        self._link: Link | None = None
        self._ended: Gone | None = None
        self._task: asyncio.Task[None] | None = None
        self.connections = 0

    @property
    def patron(self) -> str:
        """Who this terminal plays for."""
        welcome = self._session.welcome
        assert welcome is not None, "connect waits for the welcome"
        assert welcome.patron is not None, "a welcome to nobody ends the terminal"
        return welcome.patron

    @property
    def purse(self) -> PurseView | None:
        """The credit meter as last received."""
        return self._session.purse

    @property
    def session(self) -> Session:
        """Everything that is known, for those who want to look closer."""
        return self._session

    async def ask(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Ask anything of the wire's; the result, or Refused. Sent again until it is answered."""
        waits = self._pauses_s()
        made: str | None = None
        while True:
            answer = await self._answer({"type": kind, **fields}, made)
            if answer.ok:
                return answer.result or {}
            refused = Refused.from_message(answer.refusal)
            # The house will be back by itself (TB-44). It may have done what was asked and lost the word of
            # it, so only the same id is safe to ask under again (TB-51).
            if refused.code not in NOT_NOW or (pause_s := next(waits, None)) is None:
                raise refused
            made = answer.ask
            await asyncio.sleep(pause_s)

    async def _answer(self, do: Mapping[str, Any], again: str | None) -> Answer:
        async with self._places:
            if self._ended is not None:
                raise self._ended
            made, frame = self._session.ask(do, again)
            future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._answers[made] = future
            if self._link is not None:
                self._link.send(frame)
            try:
                return await future
            finally:
                self._answers.pop(made, None)
                self._session.given_up(made)

    async def lobby(self) -> tuple[LobbyTable, ...]:
        """The tables there are now."""
        before = self._session.lobby
        await self.ask("lobby")
        await self.until(lambda: self._session.lobby is not before)
        return self._session.lobby

    async def info(self, table: str) -> TableInfo:
        """What does not change during a round: fields, limits, rules, times."""
        waits = self._pauses_s()
        while True:
            try:
                read = await fetched(self.url, f"/api/v1/tables/{quote(table)}", token=self.token)
            except Gone:
                if (pause_s := next(waits, None)) is None:
                    raise
                await asyncio.sleep(pause_s)
            else:
                return msgspec.convert(read, TableInfo)

    async def join(self, table: str) -> Game:
        """Open a table; an offer becomes a table of one's own, and the game says its name."""
        result = await self.ask("join", table=table)
        name = str(result.get("table", table))
        # A goodbye from an earlier visit may still be on its way, so a table that is gone is waited for.
        await self.until(lambda: self._session.shown(name))
        return Game(self, name)

    async def until(self, predicate: Callable[[], object], within_s: float | None = None) -> None:
        """Wait until the predicate holds. It is asked after every message, so nothing is missed."""
        if predicate():
            return
        if self._ended is not None:
            raise self._ended
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = predicate
        try:
            # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the news.
            async with asyncio.timeout(within_s):
                await future
        finally:
            self._waiting.pop(future, None)

    def drop(self) -> None:
        """Cut the connection as a pulled cable would; the terminal comes back by itself."""
        if self._link is not None:
            self._link.drop()

    async def _run(self) -> None:
        """Stay connected until closed, sent away, or out of patience."""
        try:
            self._end(await self._connected())
        except (Gone, NotUnderstood) as wrong:
            self._end(str(wrong))
        except Exception as wrong:
            self._end(f"{type(wrong).__name__}: {wrong}")
            raise

    async def _connected(self) -> str:
        """Connect, again and again; why there is no more sense in it."""
        loop = asyncio.get_running_loop()
        failures, since = 0, loop.time()
        while loop.time() - since < self._patience.give_up_s:
            self._session.cut()
            try:
                self._link = await open_link(self.url, self._heard)
                self.connections += 1
                since = loop.time()
                for frame in self._session.opening_frames():
                    self._link.send(frame)
                await self._link.ended()
                # A server that hangs up at once is no better than one that is not there.
                failures = 0 if loop.time() - since > self._patience.longest_s else failures + 1
                since = loop.time()
            except OSError:
                failures += 1
            finally:
                self._link = None
            await asyncio.sleep(self._pause_s(failures))
        return f"{self.url} could not be reached for {self._patience.give_up_s:g} s"

    def _pauses_s(self) -> Iterator[float]:
        """How long to wait before each further attempt, until patience ends."""
        waited_s, attempt = 0.0, 0
        while waited_s < self._patience.give_up_s:
            pause_s = self._pause_s(attempt)
            waited_s, attempt = waited_s + pause_s, attempt + 1
            yield pause_s

    def _pause_s(self, failures: int) -> float:
        """Longer each time, and never the same for two terminals that were cut off together."""
        pause = min(self._patience.first_s * 2.0 ** min(failures, 30), self._patience.longest_s)
        return pause * (0.5 + self._chance.random() / 2)

    def _heard(self, frame: bytes) -> None:
        heard = self._session.heard(frame)
        for owed in heard.send:
            if self._link is not None:
                self._link.send(owed)
        if heard.answer is not None:
            future = self._answers.get(heard.answer.ask)
            if future is not None and not future.done():
                future.set_result(heard.answer)
        if self._session.not_welcome:
            raise Gone("the token is not valid, or no longer")
        self._wake_waiting()

    def _wake_waiting(self) -> None:
        for future, predicate in list(self._waiting.items()):
            if future.done():
                continue
            try:
                held = predicate()
            except Exception as wrong:  # noqa: BLE001  # it is the waiter's own, and raised there
                future.set_exception(wrong)
                continue
            if held:
                future.set_result(None)

    def _end(self, why: str) -> None:
        self._ended = Gone(why)
        waiting: list[asyncio.Future[Any]] = [*self._answers.values(), *self._waiting]
        for future in waiting:
            if not future.done():
                future.set_exception(Gone(why))

    async def open(self) -> None:
        """Connect, and wait for the welcome."""
        self._task = asyncio.create_task(self._run())
        await self.until(self._let_in)

    def _let_in(self) -> bool:
        """Welcome; and who plays has a purse."""
        welcome = self._session.welcome
        return welcome is not None and (self.purse is not None or "patron" not in welcome.roles)

    async def close(self) -> None:
        """Leave. Bets stay on the table, as they would behind a dark screen."""
        if self._task is None:
            return
        link, self._link = self._link, None
        if link is not None:
            link.close()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        self._task = None
        self._end("the terminal was closed")


@asynccontextmanager
async def connect(
    url: str,
    *,
    token: str | None = None,
    guest: bool = False,
    patience: Patience | None = None,
    name: str | None = None,
) -> AsyncIterator[Terminal]:
    """A terminal at the server of this address, for the patron of a session's token or for a new guest.

    ``name`` begins the ids of its asks, and is random unless given.
    """
    if (token is None) is not guest:
        raise ValueError("a terminal needs a token, or guest=True, and not both")
    if token is None:
        token = (await as_guest(url)).token
    terminal = Terminal(url, token, patience or Patience(), name or token_hex(8))
    try:
        await terminal.open()
        yield terminal
    finally:
        await terminal.close()
