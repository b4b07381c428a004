"""Mistakes on purpose in the listener for card devices. Found by the same days, through lines."""

from __future__ import annotations

from cutcard.adapters.card_device import CardDevices
from cutcard.table import commands as c
from cutcard.venue.requests import Reply


class AsksAnew(CardDevices):
    """A line that is said again is asked under another key."""

    async def ask_until_answered(self, key: str, table: str, command: c.Command) -> Reply:
        return await super().ask_until_answered(f"{key}:{self._fresh()}", table, command)


class AlwaysOk(CardDevices):
    """A card that was refused is answered as if it lay there."""

    async def ask_until_answered(self, key: str, table: str, command: c.Command) -> Reply:
        return Reply((await super().ask_until_answered(key, table, command)).key)


class ForgetsTheSession(CardDevices):
    """Numbers are counted by table alone, so that a device switched on anew says what was said before."""

    async def ask_until_answered(self, key: str, table: str, command: c.Command) -> Reply:
        halt = isinstance(command, c.Pause)
        number = key.rpartition(":")[2]
        return await super().ask_until_answered(key if halt else f"device:{table}:{number}", table, command)


OF_DEVICE_LINES: dict[str, type[CardDevices]] = {
    "asks anew what is said again": AsksAnew,
    "answers every line with yes": AlwaysOk,
    "takes one session for another": ForgetsTheSession,
}
