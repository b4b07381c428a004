"""What was decided about hands, and what a round came to. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.table.event import Event, News, ShownIn


class WindowOpened(Event, frozen=True, tag="window_opened"):
    """Decisions please, until then; without a time, for as long as it takes."""

    news: ClassVar[News] = News.EVERYBODY
    closes_ms: int | None


class Decided(Event, frozen=True, tag="decided"):
    """A patron decided for a hand, or the house did for them."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    patron: str
    position: int
    branch: int
    decision: Decision
    cost: int = 0
    automatic: bool = False


class Act(msgspec.Struct, frozen=True, cache_hash=True):
    """What the house did with a hand that was left undecided."""

    position: int
    branch: int
    decision: Decision


class WindowShare(msgspec.Struct, frozen=True, cache_hash=True):
    """The hands of one patron that got a strike, and what was done for them (TB-12, TB-13)."""

    struck: tuple[tuple[int, int], ...] = ()
    acts: tuple[Act, ...] = ()


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """The window's time is up, or everybody has answered."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    shares: Mapping[str, WindowShare]


class BehindShare(msgspec.Struct, frozen=True):
    """Whether one patron's bet behind went along with the seat, and what that cost."""

    seat: int
    branch: int
    decision: Decision
    along: bool
    cost: int = 0


class BehindFollowed(Event, frozen=True, tag="behind_followed"):
    """A seat doubled or split, and those behind it went along or did not.

    Of a surrender, only the insured bets are named: they do not go along, and stay in play as if the seat had
    stood. Where a record says nothing, they surrendered with the seat.
    """

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.RECORD
    in_story: ClassVar[bool] = True
    shares: Mapping[str, BehindShare]


class LineShare(msgspec.Struct, frozen=True):
    """One wager, how it ended and what it returned. ``kept`` is a fraction lost to rounding (BJ-23)."""

    position: int
    branch: int
    bet: str
    outcome: str
    pays: str
    stake: int
    returned: int
    kept: str = ""


class SettledShare(msgspec.Struct, frozen=True):
    """One patron's round."""

    staked: int
    returned: int
    lines: tuple[LineShare, ...]


class RoundSettled(Event, frozen=True, tag="round_settled"):
    """The result, and everybody's money in one step (TB-03)."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    frames_story: ClassVar[bool] = True
    shares: Mapping[str, SettledShare]
