"""Seats and bets behind them: what may be taken, left, set and wagered on (TB-20, TB-22). Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.events import Wager, Wagers
from cutcard.table.settings import BEHIND, has_behind, seat_count
from cutcard.table.state import Table, between_rounds, wagers_of

SeatCommand = c.TakeSeat | c.LeaveSeat | c.SetBehind | c.RefuseBehind


def seat(table: Table, command: SeatCommand) -> Sequence[e.AnyEvent] | Refusal:
    """What a command about a seat leads to."""
    if not 1 <= command.seat <= seat_count(table.settings):
        return Refusal("no_such_seat", {"seat": command.seat})
    owner = table.seats.get(command.seat)
    match command:
        case c.TakeSeat():
            return _take(table, command, owner)
        case c.LeaveSeat():
            return _leave(table, command, owner)
        case c.SetBehind():
            if not has_behind(table.settings):
                return Refusal("no_bets_behind")
            return (e.BehindSet(command.patron, command.seat, command.double_along, command.split_along),)
        case c.RefuseBehind():
            if not has_behind(table.settings):
                return Refusal("no_bets_behind")
            if owner != command.patron:
                return Refusal("not_your_seat", {"seat": command.seat})
            return (e.BehindRefused(command.patron, command.seat, command.refused),)


def refuses_behind(table: Table, seat: int) -> bool:
    """Whether the seat takes no bets behind, from the next round on."""
    return table.refuses_next.get(seat, table.refuses_behind.get(seat, False))


def _take(table: Table, command: c.TakeSeat, owner: str | None) -> Sequence[e.AnyEvent] | Refusal:
    if owner == command.patron:
        return ()
    if owner is not None:
        return Refusal("seat_is_taken", {"seat": command.seat})
    if not between_rounds(table):
        return Refusal("seats_between_rounds")
    held = sum(patron == command.patron for patron in table.seats.values())
    if held >= table.settings.seats_each:
        return Refusal("seats_enough", {"most": table.settings.seats_each})
    return (e.SeatTaken(command.patron, command.seat),)


def _leave(table: Table, command: c.LeaveSeat, owner: str | None) -> Sequence[e.AnyEvent] | Refusal:
    if owner != command.patron:
        return Refusal("not_your_seat", {"seat": command.seat})
    if not between_rounds(table):
        return Refusal("seats_between_rounds")
    chips = table.places[command.patron].chips
    if any(one.position == command.seat and one.bet != BEHIND for one in chips):
        return Refusal("bets_on_the_table")
    return (e.SeatLeft(command.patron, command.seat),)


def not_from_here(table: Table, patron: str, chips: Wagers) -> Refusal | None:
    """Why a patron may not bet on a field of a seated table: not one's seat, or behind oneself."""
    if not seat_count(table.settings):
        return None
    for one in wagers_of(chips):
        owner = table.seats.get(one.position)
        if one.bet != BEHIND:
            if owner != patron:
                return Refusal("not_your_seat", {"seat": one.position})
        elif owner is None:
            return Refusal("seat_is_free", {"seat": one.position})
        elif owner == patron:
            return Refusal("not_behind_oneself", {"seat": one.position})
        elif table.refuses_behind.get(one.position):
            return Refusal("behind_is_refused", {"seat": one.position})
    return None


def played(table: Table, wagers: dict[str, Wagers]) -> dict[str, Wagers]:
    """The wagers that are played: a bet behind a seat that does not play goes back at once (TB-22)."""
    if not seat_count(table.settings):
        return wagers
    seats = {one.position for each in wagers.values() for one in each if one.bet == MAIN}
    return {patron: tuple(one for one in each if _counts(one, seats)) for patron, each in wagers.items()}


def _counts(one: Wager, seats: set[int]) -> bool:
    return one.bet != BEHIND or one.position in seats
