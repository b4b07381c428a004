"""Coming to a table, sitting down, betting behind, going away. Who may ask is judged elsewhere."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from cutcard.profiles.profile import Speed
from cutcard.table.command import Name, Position, Seat, TableCommand


class Join(TableCommand, frozen=True, tag="join"):
    """Have this table among the open games. The venue puts in what others may call the patron."""

    keeps_reservation: ClassVar[bool] = True
    patron: str
    name: Name = ""


class Leave(TableCommand, frozen=True, tag="leave"):
    """Close it; only with no bet on it (GUI-01)."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class SetSpeed(TableCommand, frozen=True, tag="set_speed"):
    """How quickly cards are dealt and results go by at one's own table (GUI-10)."""

    patron: str
    speed: Speed


class Reserve(TableCommand, frozen=True, tag="reserve"):
    """Keep the place for a while, or take it again, as whatever else its owner does (GUI-04)."""

    keeps_reservation: ClassVar[bool] = True
    patron: str
    on: bool = True


class Contribute(TableCommand, frozen=True, tag="contribute"):
    """Mix a text of one's own into the cards of the round."""

    keeps_reservation: ClassVar[bool] = True
    patron: str
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class GoAway(TableCommand, frozen=True, tag="go_away"):
    """The patron's terminal is gone: closed, or silent to pings."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class StayAway(TableCommand, frozen=True, tag="stay_away"):
    """The patron's terminal has been gone for so long that nothing waits for it any more (MO-02)."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class ComeBack(TableCommand, frozen=True, tag="come_back"):
    """The patron's terminal is back."""

    keeps_reservation: ClassVar[bool] = True
    patron: str


class TakeSeat(TableCommand, frozen=True, tag="take_seat"):
    """Sit down; whoever sits already, and may have no more seats, changes to this one in the same step."""

    patron: str
    seat: Seat


class LeaveSeat(TableCommand, frozen=True, tag="leave_seat"):
    """Stand up; only with no bet on the seat."""

    patron: str
    seat: Seat


class FreeSeat(TableCommand, frozen=True, tag="free_seat"):
    """Free somebody's seat between rounds; a bet that lies there and is not final goes back."""

    by: Name
    seat: Seat


class SetBehind(TableCommand, frozen=True, tag="set_behind"):
    """Whether a bet behind a seat doubles and splits along."""

    patron: str
    seat: Position
    double_along: bool
    split_along: bool


class RefuseBehind(TableCommand, frozen=True, tag="refuse_behind"):
    """Take no bets behind one's seat, or take them again."""

    patron: str
    seat: Position
    refused: bool
