"""Who came, sat down, bet behind, went away and came back. Judges nothing."""

from __future__ import annotations

from typing import ClassVar

from cutcard.profiles.profile import Speed
from cutcard.table.event import Event, News, ShownIn, Wagers


class Joined(Event, frozen=True, tag="joined"):
    """A patron has this table among the open games; ``name`` is what others there call them."""

    news: ClassVar[News] = News.PATRON
    patron: str
    name: str = ""


class Left(Event, frozen=True, tag="left"):
    """A patron has closed it."""

    news: ClassVar[News] = News.PATRON
    patron: str


class SpeedSet(Event, frozen=True, tag="speed_set"):
    """A patron chose how quickly cards are dealt at their own table."""

    news: ClassVar[News] = News.PATRON
    patron: str
    speed: Speed


class PlaceReserved(Event, frozen=True, tag="place_reserved"):
    """A patron's place is kept for them until then (GUI-04)."""

    news: ClassVar[News] = News.EVERYBODY
    patron: str
    until_ms: int


class ReservationEnded(Event, frozen=True, tag="reservation_ended"):
    """The patron is back, or their time is over."""

    news: ClassVar[News] = News.EVERYBODY
    patron: str


class Contributed(Event, frozen=True, tag="contributed"):
    """A patron mixed something of their own into the round's cards (TB-62)."""

    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS
    patron: str
    text: str


class WentAway(Event, frozen=True, tag="went_away"):
    """A patron's terminal is gone."""

    news: ClassVar[News] = News.PATRON
    patron: str


class StayedAway(Event, frozen=True, tag="stayed_away"):
    """It did not come back in time: nothing waits for the patron, who leaves once nothing keeps them here."""

    news: ClassVar[News] = News.PATRON
    patron: str


class CameBack(Event, frozen=True, tag="came_back"):
    """A patron's terminal is back."""

    news: ClassVar[News] = News.PATRON
    patron: str


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """A patron sits (TB-20)."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat is free again."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int


class SeatChanged(Event, frozen=True, tag="seat_changed"):
    """A patron went from the seat ``left`` to a free one in one step (TB-20)."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat", "left")
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int
    left: int


class SeatFreed(Event, frozen=True, tag="seat_freed"):
    """The house has freed a seat (TB-20); ``by`` is who did, empty where nobody had to.

    ``why``: ``idle`` for rounds sat out, ``away`` for a terminal that did not come back, ``reservation`` for
    one that has run out, ``settings`` where the table has no such seat any more, ``staff``.
    """

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int
    why: str
    by: str = ""


class BehindRefused(Event, frozen=True, tag="behind_refused"):
    """A seated patron takes no bets behind, or takes them again, from the next round on (TB-22)."""

    open_fields: ClassVar[tuple[str, ...]] = ("seat", "refused")
    news: ClassVar[News] = News.EVERYBODY
    patron: str
    seat: int
    refused: bool


class BehindSet(Event, frozen=True, tag="behind_set"):
    """What a bet behind a seat does when the seat doubles or splits."""

    news: ClassVar[News] = News.PATRON
    patron: str
    seat: int
    double_along: bool
    split_along: bool


class BehindRefunded(Event, frozen=True, tag="behind_refunded"):
    """A bet behind a seat that does not play went back to its owner before it was final (TB-22).

    ``why`` is ``seat_left`` where its player no longer sits there, or ``no_main_bet`` where the seat has none
    at no more bets. ``chips`` are all that the patron still has on the layout.
    """

    open_fields: ClassVar[tuple[str, ...]] = ("seat",)
    news: ClassVar[News] = News.PATRON
    shown_in: ClassVar[ShownIn] = ShownIn.STEPS | ShownIn.RECORD
    patron: str
    seat: int
    amount: int
    why: str
    chips: Wagers
