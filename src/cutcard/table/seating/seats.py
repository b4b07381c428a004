"""Seats and bets behind them: what may be taken, left, set and wagered on (TB-20, TB-22). Changes nothing."""

from __future__ import annotations

from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.events import Wager, Wagers
from cutcard.table.moment import NOT_HERE, Decisions, Moment
from cutcard.table.phases import between_rounds, takes_bets
from cutcard.table.settings import BEHIND, has_behind, seat_count
from cutcard.table.state import Table, wagers_of
from cutcard.table.want import seat_kept_until_ms


def set_behind(table: Table, command: c.SetBehind, _moment: Moment) -> Decisions:
    """How a bet behind a seat goes along."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    refusal = _why_no_seat(table, command.seat)
    if refusal is not None:
        return refusal
    if not has_behind(table.deal.settings):
        return Refusal("no_bets_behind")
    return (e.BehindSet(command.patron, command.seat, command.double_along, command.split_along),)


def refuse_behind(table: Table, command: c.RefuseBehind, _moment: Moment) -> Decisions:
    """No bets behind one's own seat, or again some."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    refusal = why_not_refuse_behind(table, command.patron, command.seat)
    return refusal or (e.BehindRefused(command.patron, command.seat, command.refused),)


def _why_no_seat(table: Table, seat: int) -> Refusal | None:
    there = 1 <= seat <= seat_count(table.deal.settings)
    return None if there else Refusal("no_such_seat", {"seat": seat})


def why_not_refuse_behind(table: Table, patron: str, seat: int) -> Refusal | None:
    """Why the patron has no say in the bets behind this seat."""
    refusal = _why_no_seat(table, seat)
    if refusal is not None:
        return refusal
    if not has_behind(table.deal.settings):
        return Refusal("no_bets_behind")
    return None if table.seating.seats.get(seat) == patron else Refusal("not_your_seat", {"seat": seat})


def refuses_behind(table: Table, seat: int) -> bool:
    """Whether the seat takes no bets behind, from the next round on."""
    return table.seating.refuses_next.get(seat, table.seating.refuses_behind.get(seat, False))


def why_not_take(table: Table, patron: str, seat: int) -> Refusal | None:
    """Why the patron cannot sit down there, or change to it."""
    refusal = _why_no_seat(table, seat)
    if refusal is not None:
        return refusal
    if seat in table.seating.seats:
        return Refusal("seat_is_taken", {"seat": seat})
    if not between_rounds(table):
        return Refusal("seats_between_rounds")
    held = _seats_of(table, patron)
    if len(held) < table.deal.settings.seats_each:
        return None
    if len(held) > 1:
        # Nobody says which one to leave.
        return Refusal("seats_enough", {"most": table.deal.settings.seats_each})
    return Refusal("bets_on_the_table") if _own_chips(table, patron, held[0]) else None


def _seats_of(table: Table, patron: str) -> list[int]:
    return [seat for seat, owner in table.seating.seats.items() if owner == patron]


def take_seat(table: Table, command: c.TakeSeat, _moment: Moment) -> Decisions:
    """Sit down; whoever may have no more seats changes to this one."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    if table.seating.seats.get(command.seat) == command.patron and _why_no_seat(table, command.seat) is None:
        return ()
    refusal = why_not_take(table, command.patron, command.seat)
    if refusal is not None:
        return refusal
    held = _seats_of(table, command.patron)
    if len(held) < table.deal.settings.seats_each:
        return (e.SeatTaken(command.patron, command.seat),)
    return (e.SeatChanged(command.patron, command.seat, held[0]),)


def why_not_leave(table: Table, patron: str, seat: int) -> Refusal | None:
    """Why the patron cannot stand up from there."""
    refusal = _why_no_seat(table, seat)
    if refusal is not None:
        return refusal
    if table.seating.seats.get(seat) != patron:
        return Refusal("not_your_seat", {"seat": seat})
    if not between_rounds(table):
        return Refusal("seats_between_rounds")
    return Refusal("bets_on_the_table") if _own_chips(table, patron, seat) else None


def leave_seat(table: Table, command: c.LeaveSeat, _moment: Moment) -> Decisions:
    """Stand up; only with no bet on the seat."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    left = e.SeatLeft(command.patron, command.seat)
    return why_not_leave(table, command.patron, command.seat) or (left,)


def why_not_free(table: Table, seat: int) -> Refusal | None:
    """Why staff cannot free the seat."""
    refusal = _why_no_seat(table, seat)
    if refusal is not None:
        return refusal
    if seat not in table.seating.seats:
        return Refusal("seat_is_free", {"seat": seat})
    return None if between_rounds(table) else Refusal("seats_between_rounds")


def free_seat(table: Table, command: c.FreeSeat, _moment: Moment) -> Decisions:
    """Staff frees a seat; what lies there is not final yet, and goes back to its owner."""
    refusal = why_not_free(table, command.seat)
    if refusal is not None:
        return refusal
    owner = table.seating.seats[command.seat]
    freed = e.SeatFreed(owner, command.seat, "staff", command.by)
    lying = _own_chips(table, owner, command.seat)
    if not lying:
        return (freed,)
    left = tuple(chip for chip in table.patrons.places[owner].chips if chip not in lying)
    return (e.BetsChanged(owner, left, "seat_freed"), freed)


def _own_chips(table: Table, patron: str, seat: int) -> tuple[Wager, ...]:
    """The chips that the patron has on their own seat."""
    chips = table.patrons.places[patron].chips
    return tuple(chip for chip in chips if chip.position == seat and chip.bet != BEHIND)


def may_take(table: Table, patron: str) -> tuple[int, ...]:
    """The free seats that the patron may take now, or change to."""
    seats = range(1, seat_count(table.deal.settings) + 1)
    return tuple(seat for seat in seats if why_not_take(table, patron, seat) is None)


def may_leave(table: Table, patron: str) -> tuple[int, ...]:
    """The seats that the patron may leave now."""
    return tuple(seat for seat in sorted(table.seating.seats) if why_not_leave(table, patron, seat) is None)


def may_bet_behind(table: Table, patron: str) -> tuple[int, ...]:
    """The seats that take a bet of the patron behind them now, whatever its amount."""
    if not has_behind(table.deal.settings) or not takes_bets(table):
        return ()
    chips = {seat: (Wager(seat, BEHIND, table.deal.settings.unit),) for seat in sorted(table.seating.seats)}
    return tuple(seat for seat, chip in chips.items() if not_from_here(table, patron, chip) is None)


def may_free(table: Table) -> tuple[int, ...]:
    """The seats that staff may free now."""
    return tuple(seat for seat in sorted(table.seating.seats) if why_not_free(table, seat) is None)


def may_refuse_behind(table: Table, patron: str) -> tuple[int, ...]:
    """The patron's own seats behind which bets can be refused, or taken again."""
    return tuple(
        seat for seat in sorted(table.seating.seats) if why_not_refuse_behind(table, patron, seat) is None
    )


def seat_to_free(table: Table, at_ms: int) -> e.SeatFreed | None:
    """The next seat that is kept no longer, between rounds (TB-20, TB-23, GUI-04)."""
    for seat, patron in sorted(table.seating.seats.items()):
        why = _why_freed(table, seat, patron, at_ms)
        if why is not None:
            return e.SeatFreed(patron, seat, why)
    return None


def _why_freed(table: Table, seat: int, patron: str, at_ms: int) -> str | None:
    if seat > seat_count(table.deal.settings):
        return "settings"
    if patron in table.patrons.reserved:
        return "reservation" if at_ms >= table.patrons.reserved[patron] else None
    if _own_chips(table, patron, seat):
        return None
    most = table.deal.settings.seat_idle_rounds
    if most and table.seating.idle.get(seat, 0) >= most:
        return "idle"
    kept_until_ms = seat_kept_until_ms(table, patron)
    return "away" if kept_until_ms is not None and at_ms >= kept_until_ms else None


def not_from_here(table: Table, patron: str, chips: Wagers) -> Refusal | None:
    """Why a patron may not bet on a field of a seated table: not one's seat, or behind oneself."""
    if not seat_count(table.deal.settings):
        return None
    for wager in wagers_of(chips):
        owner = table.seating.seats.get(wager.position)
        if wager.bet != BEHIND:
            if owner != patron:
                return Refusal("not_your_seat", {"seat": wager.position})
        elif owner is None:
            return Refusal("seat_is_free", {"seat": wager.position})
        elif owner == patron:
            return Refusal("not_behind_oneself", {"seat": wager.position})
        elif table.seating.refuses_behind.get(wager.position):
            return Refusal("behind_is_refused", {"seat": wager.position})
    return None


def played(table: Table, wagers: dict[str, Wagers]) -> dict[str, Wagers]:
    """The wagers that are played: a bet behind a seat that does not play goes back at once (TB-22)."""
    if not seat_count(table.deal.settings):
        return wagers
    seats = {wager.position for each in wagers.values() for wager in each if wager.bet == MAIN}
    return {
        patron: tuple(wager for wager in each if _counts(wager, seats)) for patron, each in wagers.items()
    }


def _counts(wager: Wager, seats: set[int]) -> bool:
    return wager.bet != BEHIND or wager.position in seats
