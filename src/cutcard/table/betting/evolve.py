"""How joining, betting and the house's own calls change a table. It never judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cutcard.cards import Pack, Shoe
from cutcard.games import baccarat
from cutcard.table import events as e
from cutcard.table.house.evolve import forks_wait_again, free_seat, round_opens
from cutcard.table.seating.behind_refunds import without_behind
from cutcard.table.settings import baccarat_rules
from cutcard.table.state import MISREAD_FACE_DOWN, UNDO_KEPT, Burns, Layout, Phase, Place, Table


def _settings_changed(table: Table, event: e.SettingsChanged) -> None:
    table.next_settings = event.settings


def _joined(table: Table, event: e.Joined) -> None:
    table.patrons.places.setdefault(event.patron, Place(name=event.name))


def _left(table: Table, event: e.Left) -> None:
    table.patrons.places.pop(event.patron, None)
    table.patrons.reserved.pop(event.patron, None)
    if event.patron not in table.patrons.gone:
        table.seating.freed.pop(event.patron, None)  # who is gone is told on return
    table.patrons.gone.pop(event.patron, None)
    for seat in [seat for seat, patron in table.seating.seats.items() if patron == event.patron]:
        free_seat(table, seat)


def _option_set(table: Table, event: e.OptionSet) -> None:
    setattr(table.patrons.places[event.patron], event.option, event.on)


def _speed_set(table: Table, event: e.SpeedSet) -> None:
    table.patrons.places[event.patron].speed = event.speed


def _place_reserved(table: Table, event: e.PlaceReserved) -> None:
    table.patrons.reserved[event.patron] = event.until_ms


def _reservation_ended(table: Table, event: e.ReservationEnded) -> None:
    table.patrons.reserved.pop(event.patron, None)


def _round_opened(table: Table, event: e.RoundOpened) -> None:
    if table.next_settings is not None:
        table.deal.settings, table.next_settings = table.next_settings, None
        table.settings_since = event.round
    rules = table.deal.settings.profile.rules
    pack = Pack(event.pack, sum(event.pack))
    fresh = pack.size == 52 * rules.decks
    if event.shoe_number != table.deal.shoe.number:
        table.shoe_watch.unseen_in_shoe = 0
        table.shoe_watch.cut_card_seen = False
        table.shoe_watch.in_a_row = []
    table.deal.shoe = Shoe(rules.decks, rules.shuffle, rules.penetration, pack, event.shoe_number)
    table.deal.round = event.round
    table.phase = Phase.BETTING
    table.fairness.commitment, table.fairness.contributions = event.commitment, ""
    table.fairness.texts, table.fairness.contributed = [], {}
    table.fairness.revealed = False
    table.deal.draws = table.deal.unseen = 0
    table.clock.last_bets_ms = table.clock.deadline_ms = None
    round_opens(table)
    coups = baccarat_rules(table.deal.settings)
    if fresh and coups is not None:
        table.past.coups = []
        shown = baccarat.shows_first_card(coups)
        table.deal.burns = Burns(first=True) if shown else Burns(left=baccarat.burn_count(coups, None))


def _contributed(table: Table, event: e.Contributed) -> None:
    table.fairness.texts.append(event.text)
    table.fairness.contributed[event.patron] = table.fairness.contributed.get(event.patron, 0) + 1


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
    _forget_behind(place, event.seat)


def _forget_behind(place: Place, seat: int) -> None:
    """What went back is not put there again by undoing: somebody else may sit there by then (TB-22)."""
    steps: list[Layout] = []
    for layout in place.undo:
        kept = Layout(without_behind(layout.chips, seat), layout.let_play)
        if not steps or kept != steps[-1]:
            steps.append(kept)
    while steps and steps[-1].chips == place.chips:
        steps.pop()
    place.undo = steps


def cleared(place: Place) -> None:
    """No chip lies there any more, and nothing can be undone."""
    place.chips, place.let_play, place.undo = (), (), []


def _deal_pressed(table: Table, event: e.DealPressed) -> None:
    table.patrons.places[event.patron].pressed = True


def _last_bets_called(table: Table, _event: e.LastBetsCalled) -> None:
    table.phase = Phase.LAST_BETS


def _paused(table: Table, event: e.Paused) -> None:
    table.halt.paused = event.reason
    table.shoe_watch.in_a_row = []
    if event.by == "table" and event.reason == MISREAD_FACE_DOWN:
        # The supervisor looks at the card itself, which is right (TB-33).
        table.shoe_watch.face_down_read = False


def _resumed(table: Table, event: e.Resumed) -> None:
    table.halt.paused = None
    table.clock.deadline_ms, table.clock.last_bets_ms = event.deadline_ms, event.last_bets_ms
    table.clock.card_due_ms = table.clock.at_ms
    forks_wait_again(table)


def _table_closed(table: Table, _event: e.TableClosed) -> None:
    table.halt.closed = True


def _opened(table: Table, _event: e.TableOpened) -> None:
    """The first event: the table was made from its settings."""


BETTING: Final[dict[type, Callable[[Table, Any], None]]] = {
    e.TableOpened: _opened,
    e.SettingsChanged: _settings_changed,
    e.Joined: _joined,
    e.Left: _left,
    e.OptionSet: _option_set,
    e.SpeedSet: _speed_set,
    e.PlaceReserved: _place_reserved,
    e.ReservationEnded: _reservation_ended,
    e.RoundOpened: _round_opened,
    e.Contributed: _contributed,
    e.BettingTimed: _betting_timed,
    e.BettingWaits: _betting_waits,
    e.BetsChanged: _bets_changed,
    e.BehindRefunded: _behind_refunded,
    e.DealPressed: _deal_pressed,
    e.LastBetsCalled: _last_bets_called,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.TableClosed: _table_closed,
}
