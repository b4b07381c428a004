"""When two patrons have the same things before them, and when a table's news can change what they have.

It must name everything that ``views.own`` looks at; a test compares the two over whole rounds. No view is
built here. Only tables that can have a crowd are worth it: elsewhere everything counts as different.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import msgspec

from cutcard.games import due
from cutcard.profiles import Mode
from cutcard.table.betting.buttons import Bettor, dearest
from cutcard.table.betting.stakes import first_chip
from cutcard.table.events import Wagers
from cutcard.table.felt.felt import Felt
from cutcard.table.phases import betting
from cutcard.table.settings import seat_count
from cutcard.table.state import Phase, Place, Table
from cutcard.views.phase import message, phase_name
from cutcard.views.public import public_view

_encode: Final = msgspec.json.Encoder().encode

_OF_PLACE: Final = tuple(name for name in Place.__struct_fields__ if name not in ("undo", "away_since_ms"))


def has_a_crowd(table: Table) -> bool:
    """Whether any number of patrons play here without seats, and a center deals."""
    settings = table.deal.settings
    return settings.mode in (Mode.VIDEO, Mode.AUTO) and not seat_count(settings)


def moment_of(table: Table) -> Hashable:
    """As long as this stays the same, a patron's own part changes only by what they do themselves."""
    if not has_a_crowd(table):
        return object()
    felt = table.deal.felt
    asking = felt is not None and isinstance(felt.due, due.Decision)
    return (
        table.phase,
        table.halt.paused is None,
        table.halt.closed,
        table.deal.round,
        table.clock.window_open,
        table.clock.deadline_ms,
        table.past.settled is None,
        len(table.past.refunded),
        table.halt.dispute,
        table.past.corrections,
        len(table.past.proposals),
        table.deal.draws if asking else -1,
        asking and felt is not None and felt.offering,
        _hands_lie(felt),
    )


def _hands_lie(felt: Felt | None) -> int:
    """How many positions have cards: with the first one each patron's stakes lie on hands."""
    return 0 if felt is None else sum(bool(first) for _, first in felt.first_cards())


def news_key(table: Table) -> Hashable:
    """As long as this stays the same, nothing but counts has changed in what everybody sees.

    With a crowd it is found from what its public part is made of; elsewhere the part itself is compared.
    """
    if has_a_crowd(table):
        said = message(table)
        return moment_of(table), phase_name(table), said.key, tuple(said.facts.items())
    return _encode(msgspec.structs.replace(public_view(table, 0), players=0, wagered=0, finished=0))


def own_key(table: Table, patron: str, playable: int, chip: int = 0, other: Wagers = ()) -> Hashable:
    """Patrons with the same key, at the same instant, have equal own parts.

    ``chip`` and ``other`` are what the view is built with: the chip in hand, and what Repeat has elsewhere.
    """
    place = table.patrons.places.get(patron)
    if place is None or not has_a_crowd(table):
        return patron, chip
    settled = None if table.past.settled is None else table.past.settled.get(patron)
    felt = table.deal.felt
    line = None if felt is None or felt.dealer is None else felt.line_key(patron)
    things = tuple(_frozen(getattr(place, name)) for name in _OF_PLACE)
    kept = table.patrons.reserved.get(patron)
    bets = _at_betting(table, place, Bettor(patron, chip or first_chip(table.deal.settings), playable, other))
    back = table.past.refunded.get(patron)
    return line, things, kept, settled, back, bets, _in_round(table, patron, playable)


def _frozen(value: object) -> Hashable:
    if isinstance(value, dict):
        return tuple(value.items())
    assert isinstance(value, Hashable), f"a place keeps {value!r}"
    return value


def _at_betting(table: Table, place: Place, bettor: Bettor) -> Hashable:
    """What the betting buttons depend on, beyond the chips that lie."""
    if not betting(table):
        return bettor.chip, bool(bettor.other)  # whether there is anything to repeat by itself later
    undone = place.undo[-1] if place.undo else None
    # No button costs more than the dearest, so beyond that it does not matter how much there is.
    enough = -1 if bettor.playable >= dearest(table, place, bettor) else bettor.playable
    return bettor.chip, bettor.other, undone, enough


def _in_round(table: Table, patron: str, playable: int) -> Hashable:
    felt = table.deal.felt
    if felt is None or patron not in felt.wagers:
        return None
    staked = felt.staked(patron)
    if felt.dealer is None or table.phase is not Phase.PLAYING:
        return felt.wagers[patron], staked
    # No decision costs more than what lies already, so beyond that it does not matter how much there is.
    enough = -1 if playable >= staked else playable
    return felt.wagers[patron], staked, felt.insured(patron), felt.asked(patron), enough
