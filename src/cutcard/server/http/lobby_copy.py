"""The lobby over HTTP: one copy for each language, made anew at most every so often. Judges nobody.

Whatever happens at any table changes a row, and the rows are built on the venue's thread: built for each ask,
strangers who do nothing but ask would keep the tables waiting. What staff open, change or close is in the
next answer all the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from cutcard.server.runtime import House

COPY_S: Final = 0.5  # for a person a row is still of now; the venue builds the rows twice a second at most


class _Copy(msgspec.Struct, frozen=True):
    """The rows as they are sent, and when they were made."""

    made_s: float
    rows: bytes


class LobbyCopies:
    """The copies of one server; of each there is one in the making at most."""

    def __init__(self, now_s: Callable[[], float] = monotonic) -> None:
        self._now_s = now_s
        self._copies: dict[str, _Copy] = {}
        self._turn = asyncio.Lock()
        self._changes = 0

    async def rows(self, house: House, language: str) -> bytes:
        """The lobby's rows in this language, as JSON."""
        copy = self._fresh(language)
        if copy is not None:
            return copy.rows
        async with self._turn:
            copy = self._fresh(language)  # others may have waited for the same
            if copy is None:
                made_s, before = self._now_s(), self._changes
                rows = await house.call(
                    lambda _: msgspec.json.encode(house.subscriptions.lobby.rows(language))
                )
                copy = _Copy(made_s, rows)
                if self._changes == before:  # else the rows may have been made before the change
                    self._copies[language] = copy
        return copy.rows

    def _fresh(self, language: str) -> _Copy | None:
        copy = self._copies.get(language)
        return copy if copy is not None and self._now_s() < copy.made_s + COPY_S else None

    def forget(self) -> None:
        """Tables were opened, changed or closed."""
        self._changes += 1
        self._copies.clear()
