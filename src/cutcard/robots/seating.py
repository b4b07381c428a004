"""Where a robot sits down and behind whom it bets, from what its screen shows. It asks and awaits nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cutcard.robots.temper import Temper
from cutcard.views.messages.tables import LobbyTable, PublicView, TableInfo

BEHIND = "behind"
STANDING = 0.8
"""Who has no seat came to bet behind, and mostly does."""


def picked(chance: Random, rows: Sequence[LobbyTable]) -> LobbyTable:
    """A table of the lobby. Free seats draw people, so that they fill."""
    (row,) = chance.choices(rows, [1 + (row.seats_free or 0) for row in rows])
    return row


def free_seats(public: PublicView, chance: Random) -> list[int]:
    """The seats nobody sits on, in the order in which this patron would have them."""
    free = [seat.seat for seat in public.seats if seat.name is None]
    chance.shuffle(free)
    return free


def has_bets_behind(info: TableInfo) -> bool:
    """Whether anybody without a seat can bet here."""
    return any(field.bet == BEHIND for field in info.fields)


def backed(
    info: TableInfo, public: PublicView, own_seats: Sequence[int], temper: Temper, chance: Random
) -> tuple[int, ...]:
    """The seat this patron bets behind in this round, if any: one of somebody else who takes such bets."""
    if not has_bets_behind(info) or chance.random() > (temper.behind if own_seats else STANDING):
        return ()
    others = [
        seat.seat
        for seat in public.seats
        if seat.name is not None and seat.seat not in own_seats and not seat.behind_refused
    ]
    return (chance.choice(others),) if others else ()
