"""One robot: picks a table, bets, decides, comes back. It sees what a terminal sees, and no more."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

from cutcard.client import Game, Refused, Terminal
from cutcard.robots.seating import BEHIND, backed, free_seats, has_bets_behind, picked
from cutcard.robots.temper import Temper
from cutcard.robots.thinking import anything, decision, plan_for
from cutcard.robots.wagering import Places, chips
from cutcard.sim.plan import Plan
from cutcard.views.messages.tables import Asked, LobbyTable, TableInfo

Key = tuple[int, int, int, tuple[str, ...], bool]
"""Round, position, branch, cards, offer: a decision that is due once."""

IDLE_S = 90.0
"""A table where nothing happens for so long is left for another."""

WITH_DEAL_BUTTON = ("internal", "video")


class Broke(Exception):
    """The purse is too thin for any bet here."""


class Robot:
    """A patron at one terminal. ``tally`` counts what it did and how it was refused."""

    def __init__(self, terminal: Terminal, temper: Temper, chance: Random, pace: float = 1.0) -> None:
        self._terminal, self._temper, self._chance, self._pace = terminal, temper, chance, pace
        self._plan: Plan | None = None
        self._bet_on = -1
        self._seen: dict[Key, None] = {}
        self.tally: Counter[str] = Counter()

    async def visit(self, tables: Sequence[str] | None = None) -> None:
        """Some rounds at a table of the lobby, or at one of those named."""
        table = await self._picked(tables)
        game = await self._terminal.join(table)
        info = await game.info()
        self._plan = plan_for(info.profile) if info.game == "blackjack" else None
        self._bet_on = -1
        last = game.public.round + self._temper.rounds
        try:
            if info.seats and not await self._sat_down(game, info) and not has_bets_behind(info):
                self.tally["full"] += 1
                last = 0
            while game.public.round < last:
                await game.until(lambda: self._due(game), IDLE_S)
                await self._act(game, info)
            await game.until(lambda: "leave" in game.own.can, IDLE_S)
            await game.leave()
        except TimeoutError:
            self.tally["idle"] += 1
            if "leave" in game.own.can:
                await game.leave()  # a seat is for whoever plays

    async def _picked(self, tables: Sequence[str] | None) -> str:
        rows = [table for table in await self._terminal.lobby() if _fit(table, tables)]
        if not rows:
            raise Refused("no_such_table", {"table": ",".join(tables or ())})
        return picked(self._chance, rows).id

    async def _sat_down(self, game: Game, info: TableInfo) -> bool:
        """Whether there was a seat. Seats are taken between rounds, so it may take a while."""
        if game.own.seats:
            return True
        await game.until(lambda: "place" in game.own.can, IDLE_S)
        for seat in free_seats(game.public, self._chance):
            try:
                await game.do("take_seat", seat=seat)
            except Refused as refused:
                # Somebody was quicker.
                self.tally[refused.code] += 1
                continue
            await game.until(lambda at=seat: at in game.own.seats, IDLE_S)  # type: ignore[misc]
            self.tally["sit"] += 1
            if has_bets_behind(info) and self._chance.random() < self._temper.refuses_behind:
                await game.do("refuse_behind", seat=seat, refused=True)
            return True
        return False

    def _due(self, game: Game) -> bool:
        return self._may_bet(game) or self._next_ask(game) is not None

    def _may_bet(self, game: Game) -> bool:
        return "place" in game.own.can and game.public.round != self._bet_on

    def _next_ask(self, game: Game) -> Asked | None:
        """The first hand that is asked about and not thought about yet."""
        return next((ask for ask in game.own.asks if self._key(game, ask) not in self._seen), None)

    def _key(self, game: Game, asked: Asked) -> Key:
        hand = game.hand(asked)
        cards = () if hand is None else hand.cards
        return game.public.round, asked.position, asked.branch, cards, asked.offer

    async def _act(self, game: Game, info: TableInfo) -> None:
        try:
            asked = self._next_ask(game)
            if asked is not None:
                await self._decide(game, asked)
            elif self._may_bet(game):
                await self._bet(game, info)
        except Refused as refused:
            # Too late, or no longer due: what any patron hears now and then.
            self.tally[refused.code] += 1

    async def _bet(self, game: Game, info: TableInfo) -> None:
        self._bet_on = game.public.round
        if self._chance.random() < self._temper.drops:
            self._terminal.drop()
            self.tally["drop"] += 1
        await self._think(0.5)
        if self._chance.random() < self._temper.sits_out and game.public.players > 1:
            return
        purse = self._terminal.purse
        places = await self._places(game, info) if info.seats else None
        if places == Places():
            return
        wanted = chips(info, self._temper, self._chance, purse.playable if purse else 0, places)
        if not wanted:
            raise Broke
        for chip in wanted:
            try:
                await game.place(chip.bet, chip.amount, chip.position)
                self.tally["behind" if chip.bet == BEHIND else "bet"] += 1
            except Refused as refused:
                # Some bets exclude each other: what lies already is played all the same.
                self.tally[refused.code] += 1
        # The answer to a bet may come before the news of it, so the buttons are not asked.
        pressing = info.mode == "internal" or self._chance.random() < self._temper.presses_deal
        if pressing and info.mode in WITH_DEAL_BUTTON:
            await game.deal()

    async def _places(self, game: Game, info: TableInfo) -> Places:
        """Where to bet at a seated table in this round; how a bet behind goes along is said first."""
        own = game.own.seats
        behind = backed(info, game.public, own, self._temper, self._chance)
        for seat in behind:
            along = [self._chance.random() < self._temper.along for _ in range(2)]
            await game.do("set_behind", seat=seat, double_along=along[0], split_along=along[1])
        return Places(own, behind)

    async def _decide(self, game: Game, asked: Asked) -> None:
        self._seen[self._key(game, asked)] = None
        if len(self._seen) > 256:
            self._seen.pop(next(iter(self._seen)))
        if self._chance.random() < self._temper.silent and game.public.left_ms is not None:
            self.tally["silent"] += 1
            return
        await self._think(1.0)
        if self._chance.random() < self._temper.drops:
            self._terminal.drop()
            self.tally["drop"] += 1
        if self._plan is None or self._chance.random() < self._temper.off_chart:
            chosen = anything(self._chance, asked)
        else:
            chosen = decision(self._plan, game.public, game.hands, asked)
        if chosen is not None:
            await game.decide(chosen, asked.position, asked.branch)
            self.tally[chosen] += 1

    async def _think(self, share: float) -> None:
        low, high = self._temper.think_ms
        await asyncio.sleep(self._pace * share * self._chance.uniform(low, high) / 1000)


def _fit(row: LobbyTable, tables: Sequence[str] | None) -> bool:
    """Tables that are open, among those asked for."""
    named = tables is None or row.id in tables
    return named and row.phase not in ("closed", "paused")
