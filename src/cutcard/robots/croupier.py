"""A simulated croupier: opens and closes bets, deals from its own shoe, asks what the croupier's screen asks.

It hears what the table waits for, and knows no rule and no wager.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import msgspec

from cutcard.cards import Shuffle, parse_card, text
from cutcard.client import Gone, Patience, Refused, Terminal, connect
from cutcard.client.session import KnownTable
from cutcard.robots.device import Place, SentAway, SimulatedDevice
from cutcard.robots.shoe import ShoeOfCards, chance

AGAIN_S = 1.0
BETTING_S = 3.0
DISPUTE_S = 15.0
"""As long as a person takes to look again, to let people bet, to check the cards; the pace scales them."""
FOREVER_S = 1e9  # 31 years: a croupier goes on trying until cancelled
CHECKED = "The cards were checked."


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How quick a croupier is: seconds for a card, give or take, before the pace is applied."""

    card_s: tuple[float, float] = (0.5, 1.4)
    look_s: tuple[float, float] = (1.0, 2.0)


class SimulatedCroupier:
    """A croupier at one table."""

    def __init__(self, terminal: Terminal, table: str, rng: Random, pace: float = 1.0) -> None:
        self._terminal, self._table, self._rng, self._pace = terminal, table, rng, pace
        self._temper = Temper()
        self._shoe = ShoeOfCards(8, rng)
        self._shoe_number = 0
        self._cut_after: int | None = None
        self._cut_seen = 0
        self._each_round = False
        self._round = 0

    async def run(self) -> None:
        """Deal until cancelled, or until the server or the table is gone."""
        info = await self._terminal.info(self._table)
        decks = int(info.rules["decks"])
        self._each_round = info.rules["shuffle"] != Shuffle.CUT_CARD.value
        self._cut_after = int(52 * decks * Fraction(str(info.rules["penetration"])))
        self._shoe = ShoeOfCards(decks, self._rng)
        await self._terminal.ask("watch", table=self._table)
        await self._terminal.until(lambda: self._known is not None)
        while True:
            try:
                await self._once()
            except Refused:
                # Somebody was quicker, or the table waits for something else: look again in a moment.
                await asyncio.sleep(AGAIN_S * max(0.05, self._pace))

    @property
    def _known(self) -> KnownTable | None:
        seen = self._terminal.session.tables.get(self._table)
        if seen is not None and seen.gone is not None:
            raise Gone(f"{self._table}: {seen.gone}")
        return seen if seen is not None and seen.public is not None and seen.croupier is not None else None

    async def _once(self) -> None:
        """One thing that is due, or some waiting for news."""
        seen = self._known
        assert seen is not None, "the table was seen before"
        view, public = seen.croupier, seen.public
        assert view is not None, "a croupier's view says what to do"
        assert public is not None, "a table that is watched shows itself"
        self._note(public.round, public.shoe)
        number = seen.number
        if view.disputed_by is not None:
            await self._pause(DISPUTE_S)
            await self._do("close_dispute", reason=CHECKED)
        elif view.want in _DEALT:
            await self._deal(
                view.want, public.dealer.cards[0] if public.dealer and public.dealer.cards else None
            )
        elif view.want == "round" or (public.phase == "result" and "open_round" in view.can):
            await self._pause(AGAIN_S)
            await self._do("open_bets")
        elif public.phase == "last_bets" and "close_bets" in view.can:
            await self._pause(BETTING_S)
            await self._do("close_bets")
        else:
            await self._terminal.until(lambda: self._known is None or self._known.number != number)

    def _note(self, round_: int, shoe: int) -> None:
        """A new shoe, or the cards of each round back in it."""
        if shoe != self._shoe_number or (self._each_round and round_ != self._round):
            self._shoe.fill()
        self._shoe_number, self._round = shoe, round_

    async def _deal(self, want: str, up: str | None) -> None:
        shoe = self._shoe
        await self._pause(
            self._rng.uniform(*(self._temper.look_s if want == "check" else self._temper.card_s))
        )
        match want:
            case "card" | "burn_shown":
                await self._do("enter_card", card=text(shoe.card()))
            case "face_down":
                shoe.face_down()
                # A reader in the table knows the face; the table takes it only where it has one.
                await self._do("deal_face_down", card=text(shoe.hole or 0))
            case "check":
                assert up is not None, "a dealer looks under an up card"
                await self._do("check", blackjack=shoe.looked(parse_card(up)))
            case "turn":
                await self._do("turn_up", card=text(shoe.turned()))
            case "burn":
                shoe.card()
                await self._do("burn")
            case _:
                raise AssertionError(f"{want} is nothing that is dealt")
        await self._say_cut()

    async def _say_cut(self) -> None:
        out = self._cut_after is not None and self._shoe.gone >= self._cut_after
        if out and not self._each_round and self._cut_seen != self._shoe_number:
            self._cut_seen = self._shoe_number
            await self._do("see_cut_card")

    async def _do(self, kind: str, **fields: object) -> None:
        await self._terminal.ask(kind, table=self._table, **fields)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(self._pace * seconds)


_DEALT = ("card", "face_down", "check", "turn", "burn", "burn_shown")


async def run_croupier(
    url: str, token: str, table: str, *, seed: int | None = None, pace: float = 1.0
) -> None:
    """A croupier at one live table, until cancelled. Gone where there is no table for one."""
    async with connect(url, token=token, patience=Patience(give_up_s=FOREVER_S)) as terminal:
        await SimulatedCroupier(terminal, table, chance(seed, table), pace).run()


async def run_dealers(
    url: str, token: str, live: Sequence[str], devices: Sequence[Place], *, pace: float = 1.0
) -> None:
    """Croupiers at all these live tables, and devices at these automatic ones, until cancelled."""
    async with asyncio.TaskGroup() as dealers:
        for table in live:
            dealers.create_task(_returning(url, token, table, pace))
        for place in devices:
            dealers.create_task(_dealing(place, pace))


async def _returning(url: str, token: str, table: str, pace: float) -> None:
    while True:
        try:
            await run_croupier(url, token, table, pace=pace)
        except (Gone, Refused):
            await asyncio.sleep(AGAIN_S)


async def _dealing(place: Place, pace: float) -> None:
    while True:
        try:
            await SimulatedDevice(place, chance(None, place.table), pace_ms=int(700 * pace)).run()
        except SentAway:
            await asyncio.sleep(AGAIN_S)
