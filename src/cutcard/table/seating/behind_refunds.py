"""When a bet behind a seat goes back to its owner because the seat does not play (TB-22). Changes nothing.

Until no more bets a bet behind lies with whoever sat there when it was placed. It goes back as soon as that
player no longer sits there, so the next one to take the seat finds none; and at no more bets where the seat
has no main bet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.games.blackjack.wagers import MAIN
from cutcard.table.event import Wagers
from cutcard.table.phases import betting
from cutcard.table.seating.events import BehindRefunded
from cutcard.table.settings import BEHIND, has_behind
from cutcard.table.state import Place, Table, total

SEAT_LEFT: Final = "seat_left"
NO_MAIN_BET: Final = "no_main_bet"


def refund_without_player(table: Table) -> BehindRefunded | None:
    """The next bet behind a seat that its player has left."""
    if not betting(table) or not has_behind(table.deal.settings):
        return None
    for patron, place in table.patrons.places.items():
        for seat in _seats_behind(place.chips):
            if _has_no_player(table, patron, seat):
                return _refunded(patron, seat, place.chips, SEAT_LEFT)
    return None


def refunds_without_main_bet(table: Table) -> Iterator[BehindRefunded]:
    """At no more bets: every bet behind a seat that does not play, each with the chips that are left then."""
    if not has_behind(table.deal.settings):
        return
    mains = _seats_with_main_bet(table)
    for patron, place in sorted(table.patrons.places.items()):
        chips = place.chips
        for seat in _seats_behind(chips):
            if seat not in mains:
                refunded = _refunded(patron, seat, chips, NO_MAIN_BET)
                chips = refunded.chips
                yield refunded


def without_behind(chips: Wagers, seat: int) -> Wagers:
    """The chips that do not lie behind this seat."""
    return tuple(chip for chip in chips if chip.bet != BEHIND or chip.position != seat)


def wrong_refund(table: Table, event: BehindRefunded) -> str | None:
    """Why a refund on record does not follow from the table as it stood."""
    why = wrong_chips(table.patrons.places[event.patron], event)
    if why is not None:
        return why
    match event.why:
        case "seat_left":
            due = _has_no_player(table, event.patron, event.seat)
        case "no_main_bet":
            due = event.seat not in _seats_with_main_bet(table)
        case _:
            due = False
    return None if due and betting(table) else "a bet behind went back although the seat played"


def wrong_chips(place: Place, event: BehindRefunded) -> str | None:
    """Why it is not just the chips behind that seat that went back."""
    left = without_behind(place.chips, event.seat)
    if event.chips == left and event.amount == total(place.chips) - total(left):
        return None
    return "what went back is not what lay behind the seat"


def _refunded(patron: str, seat: int, chips: Wagers, why: str) -> BehindRefunded:
    left = without_behind(chips, seat)
    return BehindRefunded(patron, seat, total(chips) - total(left), why, left)


def _seats_behind(chips: Wagers) -> dict[int, None]:
    return dict.fromkeys(chip.position for chip in chips if chip.bet == BEHIND)


def _has_no_player(table: Table, patron: str, seat: int) -> bool:
    """Whether nobody else sits there: the seat is free, or is the patron's own by now."""
    return table.seating.seats.get(seat) in (None, patron)


def _seats_with_main_bet(table: Table) -> set[int]:
    return {
        chip.position for place in table.patrons.places.values() for chip in place.chips if chip.bet == MAIN
    }
