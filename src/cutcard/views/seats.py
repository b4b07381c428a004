"""Seats as everybody sees them: who sits, what lies there, how the hand stands (TB-20, TB-22)."""

from __future__ import annotations

from cutcard.games.blackjack.wagers import MAIN
from cutcard.table.phases import unsettled
from cutcard.table.settings import BEHIND, seat_count
from cutcard.table.state import Place, Table
from cutcard.views.cards import hand_views
from cutcard.views.interrupted import forks_of
from cutcard.views.messages.tables import HandView, SeatView

NAME_SHOWN = 20
"""So many characters of a patron's name stand at a seat."""


def seat_views(table: Table) -> tuple[SeatView, ...]:
    """Every seat, the free ones too; none where the table has no seats."""
    return tuple(_seat(table, number) for number in range(1, seat_count(table.deal.settings) + 1))


def _seat(table: Table, number: int) -> SeatView:
    patron = table.seating.seats.get(number)
    if patron is None:
        return SeatView(seat=number)
    place = table.patrons.places.get(patron)
    return SeatView(
        seat=number,
        name=_name(place, number),
        stake=_stake(table, number, MAIN),
        behind=_behind(table, number),
        behind_refused=table.seating.refuses_behind.get(number, False),
        run=table.seating.runs.get(number, 0),
        hands=_hands(table, number),
        locked=place is not None and place.locked,
        away=place is not None and place.away,
        forked=any(fork.seat == number for fork in forks_of(table)),
        reserved=patron in table.patrons.reserved,
    )


def _name(place: Place | None, number: int) -> str:
    """What others may call whoever sits there: a name, or just the seat, never an account (TB-64)."""
    return place.name[:NAME_SHOWN] if place is not None and place.name else f"#{number}"


def _stake(table: Table, number: int, bet: str) -> int:
    """What lies on the seat's main bet, or behind it."""
    felt = table.deal.felt
    if unsettled(table) and felt is not None:
        wagers = [wager for each in felt.wagers.values() for wager in each]
    else:
        wagers = [chip for place in table.patrons.places.values() for chip in place.chips]
    return sum(wager.stake for wager in wagers if wager.position == number and wager.bet == bet)


def _behind(table: Table, number: int) -> int:
    """What lies behind the seat, with what went along with its doubles and splits."""
    felt = table.deal.felt
    if unsettled(table) and felt is not None:
        return sum(wager.stake * sum(wager.units) for wager in felt.behind if wager.seat == number)
    return _stake(table, number, BEHIND)


def _hands(table: Table, number: int) -> tuple[HandView, ...]:
    felt = table.deal.felt
    if felt is None:
        return ()
    stake = _stake(table, number, MAIN) if unsettled(table) else 0
    return tuple(
        view
        for position in felt.open_positions
        if position.number == number
        for view in hand_views(position, stake)
    )
