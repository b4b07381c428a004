"""Cards: burnt, dealt, looked at, turned. Judges nothing."""

from __future__ import annotations

from typing import ClassVar

from cutcard.table.event import Event, News, ShownIn


class CardBurned(Event, frozen=True, tag="card_burned"):
    """A card of a fresh shoe was put away, shown or not."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    card: int | None
    draw: int


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """An open card went where it was due."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    card: int
    draw: int


class FaceDownDealt(Event, frozen=True, tag="face_down_dealt"):
    """The dealer's second card lies face down; ``read`` where the system knows its face (MO-04)."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    draw: int
    read: bool = False


class Checked(Event, frozen=True, tag="checked"):
    """The dealer looked under the up card."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    blackjack: bool


class CardTurned(Event, frozen=True, tag="card_turned"):
    """The face-down card is open."""

    news: ClassVar[News] = News.EVERYBODY
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    in_story: ClassVar[bool] = True
    card: int
