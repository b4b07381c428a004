"""How coming, sitting down, going away and bets behind change a table. It never judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cutcard.games.blackjack.wagers import MAIN
from cutcard.profiles.profile import Interruption
from cutcard.table import events as e
from cutcard.table.seating.behind_refunds import without_behind
from cutcard.table.settings import BEHIND, policy
from cutcard.table.state import (
    FREED_KEPT,
    Layout,
    Phase,
    Place,
    Table,
)


def _joined(table: Table, event: e.Joined) -> None:
    table.patrons.places.setdefault(event.patron, Place(name=event.name))


def _left(table: Table, event: e.Left) -> None:
    table.patrons.places.pop(event.patron, None)
    table.patrons.reserved.pop(event.patron, None)
    if event.patron not in table.patrons.gone:
        table.seating.freed.pop(event.patron, None)  # who is gone is notified on return
    table.patrons.gone.pop(event.patron, None)
    for seat in [seat for seat, patron in table.seating.seats.items() if patron == event.patron]:
        free_seat(table, seat)


def _speed_set(table: Table, event: e.SpeedSet) -> None:
    table.patrons.places[event.patron].speed = event.speed


def _place_reserved(table: Table, event: e.PlaceReserved) -> None:
    table.patrons.reserved[event.patron] = event.until_ms


def _reservation_ended(table: Table, event: e.ReservationEnded) -> None:
    table.patrons.reserved.pop(event.patron, None)


def _contributed(table: Table, event: e.Contributed) -> None:
    table.fairness.texts.append(event.text)
    table.fairness.contributed[event.patron] = table.fairness.contributed.get(event.patron, 0) + 1


def went_away(table: Table, event: e.WentAway) -> None:
    """The patron's terminal is gone."""
    place = table.patrons.places[event.patron]
    place.away, place.away_since_ms = True, table.clock.at_ms
    table.halt.disputing.pop(event.patron, None)
    felt = table.deal.felt
    if (
        policy(table.deal.settings) is Interruption.STAND
        and table.phase is Phase.PLAYING
        and felt is not None
    ):
        place.locked = place.locked or event.patron in felt.wagers


def stayed_away(table: Table, event: e.StayedAway) -> None:
    """Nothing waits for the patron any more."""
    table.patrons.gone[event.patron] = None


def came_back(table: Table, event: e.CameBack) -> None:
    """It is back. Who was locked stays so until the next round (TB-41)."""
    table.patrons.places[event.patron].away = False
    table.patrons.gone.pop(event.patron, None)


def seat_taken(table: Table, event: e.SeatTaken) -> None:
    """Somebody sits."""
    sit(table, event.patron, event.seat)


def sit(table: Table, patron: str, seat: int) -> None:
    """The patron has the seat from now on, and needs no notice of one that was freed."""
    table.seating.seats[seat] = patron
    table.seating.runs[seat] = table.seating.idle[seat] = 0
    table.seating.freed.pop(patron, None)


def seat_changed(table: Table, event: e.SeatChanged) -> None:
    """The run of wins stays with the old seat, and so ends."""
    free_seat(table, event.left)
    sit(table, event.patron, event.seat)


def seat_freed(table: Table, event: e.SeatFreed) -> None:
    """The seat is free, and its patron is notified, now or when they are back."""
    free_seat(table, event.seat)
    table.seating.freed[event.patron] = (event.seat, event.why)
    while len(table.seating.freed) > FREED_KEPT:
        del table.seating.freed[next(iter(table.seating.freed))]


def seat_left(table: Table, event: e.SeatLeft) -> None:
    """The seat is free, and its run of wins goes with its patron."""
    free_seat(table, event.seat)


def free_seat(table: Table, seat: int) -> None:
    """Nobody sits there any more."""
    seating = table.seating
    for kept in (seating.seats, seating.runs, seating.idle, seating.refuses_behind, seating.refuses_next):
        kept.pop(seat, None)
    for place in table.patrons.places.values():
        if any(wager.position == seat and wager.bet == BEHIND for wager in place.last):
            place.left_since = tuple(sorted({*place.left_since, seat}))
        forget_behind(place, seat)
        # What was preset for one player is not for the next. An older record says itself who stayed behind.
        place.behind = {at: along for at, along in place.behind.items() if at != seat}


def forget_behind(place: Place, seat: int) -> None:
    """No undoing puts a bet behind this seat again: somebody else may sit there by then (TB-22)."""
    steps: list[Layout] = []
    for layout in place.undo:
        kept = Layout(without_behind(layout.chips, seat), layout.let_play)
        if not steps or kept != steps[-1]:
            steps.append(kept)
    while steps and steps[-1].chips == place.chips:
        steps.pop()
    place.undo = steps


def behind_refused(table: Table, event: e.BehindRefused) -> None:
    """From the next round on."""
    table.seating.refuses_next[event.seat] = event.refused


def behind_set(table: Table, event: e.BehindSet) -> None:
    """How a bet behind goes along."""
    place = table.patrons.places[event.patron]
    place.behind = {**place.behind, event.seat: (event.double_along, event.split_along)}


def seats_sat_out(table: Table, wagers: Mapping[str, e.Wagers]) -> None:
    """Bets are closed: one more round for each seat without a main bet, a reserved one aside (TB-20)."""
    for seat, patron in table.seating.seats.items():
        plays = any(wager.position == seat and wager.bet == MAIN for wager in wagers.get(patron, ()))
        if plays:
            table.seating.idle[seat] = 0
        elif patron not in table.patrons.reserved:
            table.seating.idle[seat] = table.seating.idle.get(seat, 0) + 1


def runs_after(table: Table, shares: dict[str, e.SettledShare]) -> dict[int, int]:
    """Each seat's run of wins after a round: a win adds one, a loss ends it, a push leaves it."""
    runs = dict(table.seating.runs)
    for seat, patron in table.seating.seats.items():
        lines = shares[patron].lines if patron in shares else ()
        gain = sum(
            line.returned - line.stake for line in lines if line.position == seat and line.bet == "main"
        )
        if gain:
            runs[seat] = runs.get(seat, 0) + 1 if gain > 0 else 0
    return runs


SEATING: Final[dict[type[msgspec.Struct], Callable[[Table, Any], None]]] = {
    e.Joined: _joined,
    e.Left: _left,
    e.SpeedSet: _speed_set,
    e.PlaceReserved: _place_reserved,
    e.ReservationEnded: _reservation_ended,
    e.Contributed: _contributed,
    e.WentAway: went_away,
    e.StayedAway: stayed_away,
    e.CameBack: came_back,
    e.SeatTaken: seat_taken,
    e.SeatLeft: seat_left,
    e.SeatChanged: seat_changed,
    e.SeatFreed: seat_freed,
    e.BehindRefused: behind_refused,
    e.BehindSet: behind_set,
}
