"""How bets, and what goes along with them, change a table. It never judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from cutcard.table import events as e
from cutcard.table.seating.evolve import forget_behind
from cutcard.table.state import (
    UNDO_KEPT,
    Layout,
    Phase,
    Place,
    Table,
)


def _option_set(table: Table, event: e.OptionSet) -> None:
    setattr(table.patrons.places[event.patron], event.option, event.on)


def _betting_timed(table: Table, event: e.BettingTimed) -> None:
    table.clock.last_bets_ms, table.clock.deadline_ms = event.last_bets_ms, event.closes_ms


def _betting_waits(table: Table, _event: e.BettingWaits) -> None:
    table.phase = Phase.BETTING
    table.clock.last_bets_ms = table.clock.deadline_ms = None


def _bets_changed(table: Table, event: e.BetsChanged) -> None:
    place = table.patrons.places[event.patron]
    table.patrons.bettors += bool(event.chips) - bool(place.chips)
    if event.how == "undo" and place.undo:
        place.let_play = place.undo[-1].let_play
        place.undo = place.undo[:-1]
    elif event.how == "undo":  # an old record may put back what lay in an earlier round
        place.let_play = _let_play(place, event)
    else:
        place.undo = [*place.undo[-UNDO_KEPT + 1 :], Layout(place.chips, place.let_play)]
        place.let_play = _let_play(place, event)
    place.chips = event.chips
    place.pressed = False


def _let_play(place: Place, event: e.BetsChanged) -> tuple[int, ...]:
    """The positions whose winnings lie there again: the chip of Let It Play is always the last one."""
    if event.how == "let_it_play":
        return (*place.let_play, event.chips[-1].position)
    lie = {chip.position for chip in event.chips}
    return tuple(at for at in place.let_play if at in lie)


def _behind_refunded(table: Table, event: e.BehindRefunded) -> None:
    place = table.patrons.places[event.patron]
    table.patrons.bettors += bool(event.chips) - bool(place.chips)
    place.chips = event.chips
    place.pressed = False
    forget_behind(place, event.seat)


def cleared(place: Place) -> None:
    """No chip lies there any more, and nothing can be undone."""
    place.chips, place.let_play, place.undo = (), (), []


def _deal_pressed(table: Table, event: e.DealPressed) -> None:
    table.patrons.places[event.patron].pressed = True


def _last_bets_called(table: Table, _event: e.LastBetsCalled) -> None:
    table.phase = Phase.LAST_BETS


BETTING: Final[dict[type[msgspec.Struct], Callable[[Table, Any], None]]] = {
    e.OptionSet: _option_set,
    e.BettingTimed: _betting_timed,
    e.BettingWaits: _betting_waits,
    e.BetsChanged: _bets_changed,
    e.BehindRefunded: _behind_refunded,
    e.DealPressed: _deal_pressed,
    e.LastBetsCalled: _last_bets_called,
}
