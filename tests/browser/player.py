"""A player beside the browser: a terminal of the client library, on a thread and an event loop of its own.

While a browser lives its event loop lies under the thread of the tests, so the player's runs elsewhere.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from cutcard.client import Game, Terminal, connect

T = TypeVar("T")
WAIT_S = 90.0


class Player:
    """One guest, at one table."""

    def __init__(self, loop: asyncio.AbstractEventLoop, terminal: Terminal, game: Game) -> None:
        self._loop, self.terminal, self.game = loop, terminal, game

    def do(self, what: Coroutine[Any, Any, T]) -> T:
        """Have the player do something, and wait until it is done."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(WAIT_S)

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until the player sees it."""
        self.do(self.game.until(holds, WAIT_S))

    def bet(self, bet: str, amount: int) -> None:
        """A chip on a field, as soon as bets are taken."""
        self.until(lambda: self.game.public.phase == "betting")
        self.do(self.game.place(bet, amount))

    @property
    def name(self) -> str:
        """Who plays."""
        return self.terminal.patron


@contextmanager
def player_at(url: str, table: str, token: str | None = None) -> Iterator[Player]:
    """A guest who has opened this table, or the patron of a token."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def wait(what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, loop).result(WAIT_S)

    opened = connect(url, token=token, guest=token is None)
    terminal = wait(opened.__aenter__())
    try:
        yield Player(loop, terminal, wait(terminal.join(table)))
    finally:
        wait(opened.__aexit__(None, None, None))
        loop.call_soon_threadsafe(loop.stop)
        thread.join(WAIT_S)
        loop.close()
