"""What a line of a round file asks for besides the commands of a table: money, time, questions.

Nothing is done here.
"""

from __future__ import annotations

import msgspec

from cutcard.table import commands as c


class Lay(msgspec.Struct, frozen=True):
    """Which table the round is played at. ``kind`` is a mode, or how the rules alone are played."""

    profile: str
    kind: str


class Set(msgspec.Struct, frozen=True):
    """House choices, before the round; ``later`` while the table is running."""

    changes: dict[str, str]
    later: bool = False


class Enable(msgspec.Struct, frozen=True):
    """The special bets that the table takes."""

    bets: tuple[str, ...]


class Come(msgspec.Struct, frozen=True):
    """A patron comes to the table with money."""

    patron: str
    money: int


class CashOut(msgspec.Struct, frozen=True):
    """A patron takes all their money home."""

    patron: str


class Wait(msgspec.Struct, frozen=True):
    """Time goes by; at the rules alone, which have no clock, until the window is over."""

    seconds: float | None


class SetWallClock(msgspec.Struct, frozen=True):
    """The clock on the wall is put forward."""

    seconds: int


class Crash(msgspec.Struct, frozen=True):
    """The server is gone, and back with what it had stored."""


class Stack(msgspec.Struct, frozen=True):
    """The cards that a random table will draw in this round, in that order."""

    cards: tuple[int, ...]


class CountShoe(msgspec.Struct, frozen=True):
    """A new shoe, after the old one was counted: whole, or with cards more or fewer than it should have."""

    more: tuple[int, ...] = ()
    fewer: tuple[int, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """What a purse holds, how often a seat has won in a row, how many are done, what is waited for."""

    about: str
    whom: str = ""


Deed = c.Command | Lay | Set | Enable | Come | CashOut | Wait | SetWallClock | Crash | Stack | CountShoe | Ask
