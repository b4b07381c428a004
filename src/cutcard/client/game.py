"""One table on a terminal: what is seen of it, and what can be done there. Judges nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cutcard.client.errors import Gone
from cutcard.client.session import KnownTable, Session
from cutcard.views.messages.tables import (
    Asked,
    HandsView,
    HandView,
    OwnView,
    PublicView,
    RoadsView,
    TableInfo,
)

Moment = tuple[int, int, int, bool, tuple[str, ...]]
"""Round, position, branch, offer, cards: a hand is asked once about the same cards."""


class Asker(Protocol):
    """As much of a terminal as a game needs."""

    @property
    def session(self) -> Session:
        """What is known."""
        ...

    async def ask(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Ask, and wait for the answer."""
        ...

    async def info(self, table: str) -> TableInfo:
        """What does not change during a round."""
        ...

    async def until(self, predicate: Callable[[], object], within_s: float | None = None) -> None:
        """Wait for news."""
        ...


class Game:
    """An open table. The views are values: each message brings new ones, and old ones stay as they were."""

    def __init__(self, terminal: Asker, table: str) -> None:
        self._terminal = terminal
        self._decided: dict[Moment, None] = {}
        self.table = table

    @property
    def _known(self) -> KnownTable:
        seen = self._terminal.session.tables.get(self.table)
        if seen is None:
            raise Gone(f"{self.table} was left")
        if seen.gone is not None:
            raise Gone(f"{self.table}: {seen.gone}")
        return seen

    @property
    def public(self) -> PublicView:
        """What everybody sees."""
        public = self._known.public
        assert public is not None, "join waits for the first view"
        return public

    @property
    def hands(self) -> HandsView:
        """The patron's own hands."""
        return self._known.hands

    @property
    def own(self) -> OwnView:
        """The patron's wagers, what is asked of them, and the buttons that work."""
        return self._known.own

    @property
    def asks(self) -> tuple[Asked, ...]:
        """Hands that need a decision and were not given one here: news may lag behind an answer."""
        return tuple(ask for ask in self.own.asks if self._moment(ask) not in self._decided)

    def hand(self, asked: Asked) -> HandView | None:
        """The hand that is asked about."""
        for hand in self.hands.hands:
            if (hand.position, hand.branch) == (asked.position, asked.branch):
                return hand
        return None

    def _moment(self, asked: Asked) -> Moment:
        hand = self.hand(asked)
        cards = () if hand is None else hand.cards
        return self.public.round, asked.position, asked.branch, asked.offer, cards

    @property
    def roads(self) -> RoadsView | None:
        """Baccarat's boards."""
        return self._known.roads

    @property
    def number(self) -> int:
        """The number of the last news."""
        return self._known.number

    async def info(self) -> TableInfo:
        """Fields, limits, rules, times."""
        return await self._terminal.info(self.table)

    async def until(self, predicate: Callable[[], object], within_s: float | None = None) -> None:
        """Wait until the predicate holds; TimeoutError after ``within_s``, Gone if the table goes."""
        await self._terminal.until(lambda: self._still(predicate), within_s)

    def _still(self, predicate: Callable[[], object]) -> object:
        seen = self._terminal.session.tables.get(self.table)
        if seen is not None and seen.gone is not None:
            raise Gone(f"{self.table}: {seen.gone}")
        return predicate()

    async def do(self, kind: str, **fields: Any) -> Mapping[str, Any]:
        """Any command of the wire, to this table."""
        return await self._terminal.ask(kind, table=self.table, **fields)

    async def place(self, bet: str, amount: int, position: int = 1) -> None:
        """A chip of so many minor units on a field."""
        await self.do("place_bet", bet=bet, amount=amount, position=position)

    async def clear(self) -> None:
        """Take every chip back."""
        await self.do("clear_all")

    async def repeat(self, times: int = 1) -> None:
        """The bets of the last round."""
        await self.do("repeat_bets", times=times)

    async def deal(self) -> None:
        """Press Deal."""
        await self.do("press_deal")

    async def decide(self, decision: str, position: int = 1, branch: int = 0) -> None:
        """hit, stand, double, split, surrender, insure or decline."""
        asked = [ask for ask in self.own.asks if (ask.position, ask.branch) == (position, branch)]
        moments = [self._moment(ask) for ask in asked]
        await self.do("decide", decision=decision, position=position, branch=branch)
        self._decided = {moment: None for moment in self._decided if moment[0] == self.public.round}
        self._decided.update(dict.fromkeys(moments))

    async def contribute(self, text: str) -> None:
        """Mix a text of one's own into the cards of the round."""
        await self.do("contribute", text=text)

    async def leave(self) -> None:
        """Close the table; only with no bet on it."""
        await self.do("leave")
        self._terminal.session.forget(self.table)
