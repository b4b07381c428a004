"""Betting: open, waiting, last bets, closed, and what was laid meanwhile. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from cutcard.table.event import Event, News, ShownIn, Wagers


class BettingTimed(Event, frozen=True, tag="betting_timed"):
    """The first bet lies: the betting time runs."""

    news: ClassVar[News] = News.EVERYBODY
    last_bets_ms: int
    closes_ms: int


class BettingWaits(Event, frozen=True, tag="betting_waits"):
    """The time ran out with no bet on the table: it runs again from the next first bet."""

    news: ClassVar[News] = News.EVERYBODY


class BetsChanged(Event, frozen=True, tag="bets_changed"):
    """A patron's chips, all of them, in the order placed. ``how`` names the button."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS
    patron: str
    chips: Wagers
    how: str


class OptionSet(Event, frozen=True, tag="option_set"):
    """A patron chose how the table treats them. ``option`` is one of ``patrons.OPTIONS``.

    Where the house switched it off, since bets could not be repeated, ``why`` says what stood against them.
    """

    news: ClassVar[News] = News.PATRON
    patron: str
    option: str
    on: bool
    why: str = ""


class DealPressed(Event, frozen=True, tag="deal_pressed"):
    """A patron is ready for the cards."""

    news: ClassVar[News] = News.PATRON
    patron: str


class LastBetsCalled(Event, frozen=True, tag="last_bets_called"):
    """Last bets."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD


class BetsShare(msgspec.Struct, frozen=True, gc=False):
    """What one patron has wagered when bets close."""

    wagers: Wagers


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    """No more bets: every bet is final, and so are the contributions (TB-29)."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    frames_story: ClassVar[bool] = True
    contributions: str
    texts: tuple[str, ...]
    shares: Mapping[str, BetsShare]
