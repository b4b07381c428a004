"""What is asked about seats: take one, leave it, have it freed (TB-20). Who may ask is judged elsewhere."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cutcard.table.command import TableCommand

Seat = Annotated[int, msgspec.Meta(ge=1, le=7)]
Name = Annotated[str, msgspec.Meta(max_length=64)]


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
