"""A table opened and closed, its rounds begun and revealed, what it was set to. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cutcard.table.event import Event, News, ShownIn
from cutcard.table.settings import Settings


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The table exists from here on. ``by`` is empty where nobody opened it: at a start, for a patron."""

    news: ClassVar[News] = News.LATER
    shown_in: ClassVar[ShownIn] = ShownIn.AUDIT
    settings: Settings
    by: str = ""


class SettingsChanged(Event, frozen=True, tag="settings_changed"):
    """From the next round on the table runs with these settings (TB-23)."""

    news: ClassVar[News] = News.LATER
    shown_in: ClassVar[ShownIn] = ShownIn.AUDIT
    settings: Settings
    by: str


class RoundOpened(Event, frozen=True, tag="round_opened"):
    """Bets please. Complete enough for the round to be read without the product (TB-60).

    ``profile_version`` and ``profile_hash`` say which edition of the profile the table was opened with.
    """

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    round: int
    profile: str
    game: str
    mode: str
    rules: Mapping[str, bool | int | str]
    commitment: str
    shoe_number: int
    pack: tuple[int, ...]
    paytables: Mapping[str, Mapping[str, str]]
    profile_version: int = 0
    profile_hash: str = ""


class RoundRevealed(Event, frozen=True, tag="round_revealed"):
    """The round's secret, and the cards of the round that nobody was shown."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS
    secret: str
    unseen: tuple[int, ...] = ()


class Paused(Event, frozen=True, tag="paused"):
    """The table halts, and says why."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD | ShownIn.AUDIT
    reason: str
    by: str


class Resumed(Event, frozen=True, tag="resumed"):
    """The table goes on. Open times begin again in full."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD | ShownIn.AUDIT
    by: str
    deadline_ms: int | None = None
    last_bets_ms: int | None = None


class TableClosed(Event, frozen=True, tag="table_closed"):
    """The table takes no more rounds."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.AUDIT
    by: str
