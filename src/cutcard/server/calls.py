"""Calls for a person: a patron wants an attendant, a table a supervisor. Kept only while the server runs."""

from __future__ import annotations

from itertools import count
from typing import Final

import msgspec

CALLS_MAX: Final = 500


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is wanted. ``wanted`` is the role, ``by`` whoever called, ``table`` where."""

    id: str
    wanted: str
    by: str
    reason: str
    table: str = ""
    at_ms: int = 0


class Calls:
    """Those not answered yet, oldest first. One caller calls once."""

    def __init__(self) -> None:
        self._open: dict[str, Call] = {}
        self._numbers = count(1)

    def make(self, wanted: str, by: str, reason: str, table: str, at_ms: int) -> Call:
        """A call; the same caller's call from the same place is the one there is already."""
        for call in self._open.values():
            if (call.wanted, call.by, call.table) == (wanted, by, table):
                return call
        if len(self._open) >= CALLS_MAX:
            del self._open[next(iter(self._open))]
        call = Call(
            id=str(next(self._numbers)), wanted=wanted, by=by, reason=reason, table=table, at_ms=at_ms
        )
        self._open[call.id] = call
        return call

    def waiting(self) -> tuple[Call, ...]:
        """Those that nobody has answered."""
        return tuple(self._open.values())

    def answer(self, id_: str) -> Call | None:
        """Somebody is on the way."""
        return self._open.pop(id_, None)
