"""A simulated card device: deals from a shoe of its own over the line protocol, and can misbehave (MO-03).

It knows what the protocol says and nothing else: no rule, no wager, no patron.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import StrEnum
from random import Random
from secrets import token_hex

import msgspec

from cutcard.adapters.device_lines import VERSION, encode_line, facts
from cutcard.cards import parse_card, text
from cutcard.robots.shoe import ShoeOfCards

RESEND_S = 2.0  # a lost line is only noticed by its missing answer
AWAY_S = 1.0  # between two attempts to connect
FAULT_AFTER = 3
"""So many cards come as they should before something goes wrong."""


class Misbehaviour(StrEnum):
    """What a device can be made to do wrong."""

    DROP = "drop"
    REPEAT = "repeat"
    LATE = "late"
    IMPOSSIBLE = "impossible"
    UNSHUFFLED = "unshuffled"


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a device deals, and by which key it is let in."""

    host: str
    port: int
    table: str
    key: str


class SentAway(Exception):
    """The table does not want this device; the text is its word for why."""


class SimulatedDevice:
    """A device with its shoe, through as many connections as it takes."""

    def __init__(
        self, place: Place, rng: Random, *, pace_ms: int = 700, misbehave: Misbehaviour | None = None
    ) -> None:
        self._place, self._rng = place, rng
        self._pace_s, self._misbehave = pace_ms / 1000, misbehave
        self._session = token_hex(8)
        self._number = 0
        self._unanswered: dict[int, bytes] = {}
        self._shoe: ShoeOfCards | None = None
        self._shuffle, self._cut_after, self._shoe_number = "", 0, 0
        self._cut_said = self._owes_shoe = False
        self._cards = 0
        self._writer: asyncio.StreamWriter | None = None
        self._dealing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Deal for as long as there is a table; come back when cut off. SentAway ends it."""
        while True:
            with suppress(OSError):
                await self._connected()
            await asyncio.sleep(AWAY_S)

    async def _connected(self) -> None:
        reader, self._writer = await asyncio.open_connection(self._place.host, self._place.port)
        self._say("HELLO", VERSION, self._place.table, self._place.key, self._session)
        beating = asyncio.create_task(self._beat())
        try:
            while line := await reader.readline():
                self._heard(line.decode("ascii", "replace").split())
        finally:
            for task in (beating, self._dealing):
                if task is not None:
                    task.cancel()
                    with suppress(asyncio.CancelledError, OSError):
                        await task
            self._writer.close()

    async def _beat(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(RESEND_S / 4)
            self._say("BEAT")
            beats += 1
            if beats % 4 == 0:
                self._send_again()

    def _send_again(self) -> None:
        for line in self._unanswered.values():
            self._write(line)

    def _heard(self, words: list[str]) -> None:
        match words:
            case ["READY", *rest]:
                self._ready(facts(rest))
            case ["ROUND", _, *rest]:
                self._round(int(facts(rest)["shoe"]))
            case ["WANT", wanted, *rest]:
                self._wanted(wanted, facts(rest))
            case ["STOP", *_]:
                self._stop()
            case ["OK" | "NO" as word, number, *_]:
                said = self._unanswered.pop(int(number), b"")
                if word == "NO" and said.startswith(b"SHOE"):
                    self._owes_shoe = True
            case ["BYE", why]:
                raise SentAway(why)
            case _:
                pass  # a newer table may say more

    def _ready(self, facts: dict[str, str]) -> None:
        self._shuffle, self._cut_after = facts["shuffle"], int(facts["cut"])
        self._send_again()
        if self._shoe is not None:
            return  # it was only the line that was cut
        shuffled = self._misbehave is not Misbehaviour.UNSHUFFLED
        self._shoe = ShoeOfCards(int(facts["decks"]), self._rng, shuffled=shuffled)
        self._shoe_number = int(facts["shoe"])
        if int(facts["dealt"]) and self._shuffle == "cut-card":
            self._numbered("SHOE")  # the table counts on a shoe that this device does not hold

    def _round(self, shoe: int) -> None:
        assert self._shoe is not None, "a table says that it is ready first"
        if shoe != self._shoe_number or self._shuffle != "cut-card":
            self._shoe.fill()
            self._cut_said = False
        self._shoe_number = shoe
        if self._owes_shoe:
            self._owes_shoe = False
            self._numbered("SHOE")

    def _stop(self) -> None:
        if self._dealing is not None:
            self._dealing.cancel()
            self._dealing = None

    def _wanted(self, wanted: str, facts: dict[str, str]) -> None:
        self._stop()
        if wanted != "nothing" and not self._unanswered:  # else it comes again with the answer
            self._dealing = asyncio.create_task(self._deal(wanted, facts))

    async def _deal(self, wanted: str, facts: dict[str, str]) -> None:
        await asyncio.sleep(self._pace_s)
        self._cards += 1
        due = self._cards == FAULT_AFTER
        if due and self._misbehave is Misbehaviour.LATE:
            return
        if due and self._misbehave is Misbehaviour.DROP:
            assert self._writer is not None, "it deals on a connection"
            self._writer.transport.abort()
            return
        self._answer(wanted, facts)
        self._say_cut()

    def _answer(self, wanted: str, facts: dict[str, str]) -> None:
        shoe = self._shoe
        assert shoe is not None, "a device deals from its shoe"
        match wanted:
            case "card":
                self._numbered("CARD", self._open_card(shoe))
            case "facedown":
                shoe.face_down()
                self._numbered("FACEDOWN")
            case "check":
                self._numbered("CHECK", "yes" if shoe.looked(parse_card(facts["up"])) else "no")
            case "turn":
                found = {"yes": True, "no": False}.get(facts.get("blackjack", ""))
                up = facts.get("up")
                self._numbered("TURN", text(shoe.turned(parse_card(up) if up else None, found)))
            case "burn":
                shoe.card()
                self._numbered("BURN")
            case "burn-shown":
                self._numbered("BURN", text(shoe.card()))
            case _:
                pass  # what a newer table may want, it does not get

    def _open_card(self, shoe: ShoeOfCards) -> str:
        card = text(shoe.card())
        return "As" if self._misbehave is Misbehaviour.IMPOSSIBLE else card

    def _say_cut(self) -> None:
        assert self._shoe is not None, "a device deals from its shoe"
        if self._shuffle == "cut-card" and self._shoe.gone >= self._cut_after and not self._cut_said:
            self._cut_said = True
            self._numbered("CUT")

    def _numbered(self, word: str, *facts: str) -> None:
        self._number += 1
        line = encode_line(word, self._number, *facts)
        self._unanswered[self._number] = line
        self._write(line)
        if self._misbehave is Misbehaviour.REPEAT:
            self._write(line)

    def _say(self, word: str, *facts: str) -> None:
        self._write(encode_line(word, *facts))

    def _write(self, line: bytes) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(line)
