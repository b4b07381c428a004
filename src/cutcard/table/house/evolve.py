"""How opening, settings, rounds and pauses change a table. It never judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from cutcard.cards import Pack, Shoe
from cutcard.games import baccarat
from cutcard.table import events as e
from cutcard.table.forks.evolve import forks_wait_again
from cutcard.table.seating.patrons import options
from cutcard.table.settings import baccarat_rules
from cutcard.table.state import (
    MISREAD_FACE_DOWN,
    Burns,
    Phase,
    Table,
)


def _open_table(table: Table, _event: e.TableOpened) -> None:
    """The first event: the table was made from its settings."""


def _settings_changed(table: Table, event: e.SettingsChanged) -> None:
    table.next_settings = event.settings


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


def round_opens(table: Table) -> None:
    """What ends when a round opens, with it what the house no longer offers (TB-23)."""
    offered = options(table.deal.settings)
    for place in table.patrons.places.values():
        place.locked, place.undo = False, []
        place.auto_repeat = place.auto_repeat and "auto_repeat" in offered
        place.keep_bets = place.keep_bets and "keep_bets" in offered
    table.seating.refuses_behind = {**table.seating.refuses_behind, **table.seating.refuses_next}
    table.halt.dispute, table.halt.disputing, table.halt.confirmed = None, {}, {}


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


HOUSE: Final[dict[type[msgspec.Struct], Callable[[Table, Any], None]]] = {
    e.TableOpened: _open_table,
    e.SettingsChanged: _settings_changed,
    e.RoundOpened: _round_opened,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.TableClosed: _table_closed,
}
