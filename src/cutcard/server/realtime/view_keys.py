"""When two patrons have the same things before them, and when a table's news can change what they have.

Found from the table's own fields: all of them count, but for those that are named here and that a test holds
``views.patron`` against. No view is built here. Only tables that can have a crowd are worth it: elsewhere
everything counts as different.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from operator import attrgetter
from types import NoneType
from typing import Any, Final, get_args, get_origin

import msgspec

from cutcard.games import due
from cutcard.profiles import Mode
from cutcard.table.betting.buttons import Bettor, dearest
from cutcard.table.betting.stakes import first_chip
from cutcard.table.events import Wagers
from cutcard.table.felt.felt import Felt
from cutcard.table.phases import betting
from cutcard.table.settings import Same, seat_count
from cutcard.table.state import Place, Table
from cutcard.table.state.table import GROUPS, Phase
from cutcard.views.phase import message, phase_name
from cutcard.views.public import public_view

_encode: Final = msgspec.json.Encoder().encode

LEFT_OUT: Final = frozenset(
    {
        *("next_settings", "settings_since", "clock.card_due_ms", "patrons.bettors", "patrons.parts"),
        *("deal.shoe", "deal.draws", "deal.unseen", "deal.dealt", "deal.burns", "deal.story"),
        *("deal.begun_with", "past.results", "past.coups"),
        *(f"fairness.{field.name}" for field in msgspec.structs.fields(GROUPS["fairness"])),
        *(f"shoe_watch.{field.name}" for field in msgspec.structs.fields(GROUPS["shoe_watch"])),
    }
)
"""What no patron's own part is made of. A field that is forgotten here costs time, and never news."""

APART: Final = frozenset({"clock.at_ms", "deal.settings", "deal.felt", "patrons.places", "past.proposals"})
"""What is asked in a way of its own, below. The time is the same for all who get it at once."""

OF_PLACE: Final = tuple(
    name for name in Place.__struct_fields__ if name not in ("name", "undo", "away_since_ms")
)
"""A patron's place but for their name, for all that can be undone, which is named below, and since when."""


def _fields() -> Iterator[tuple[str, Any]]:
    """Every field that counts, as it is reached from a table, and its type."""
    for field in msgspec.structs.fields(Table):
        if field.name not in GROUPS:
            yield field.name, field.type
    for name, group in GROUPS.items():
        yield from ((f"{name}.{field.name}", field.type) for field in msgspec.structs.fields(group))


def _value_by_patron(kind: Any) -> Any:
    """What is kept for each patron, where that is what the field holds."""
    mappings = [each for each in (kind, *get_args(kind)) if get_origin(each) is dict]
    values = (get_args(each)[1] for each in mappings if get_args(each)[0] is str)
    return next((NoneType if value is None else value for value in values), None)


def _may_change(kind: Any) -> bool:
    """Whether a value of this type may be changed where it is, so that a key needs one of its own."""
    return any(get_origin(each) in (dict, list, set) for each in (kind, *get_args(kind)))


def _reader(names: Iterable[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads these fields, all at once."""
    each = tuple(names)
    assert len(each) > 1, "of one field alone it would be no tuple"
    return attrgetter(*each)


_COUNT: Final = {name: kind for name, kind in _fields() if name not in LEFT_OUT | APART}
_VALUES: Final = {name: _value_by_patron(kind) for name, kind in _COUNT.items()}
_FOR_ALL: Final = {name: kind for name, kind in _COUNT.items() if _VALUES[name] is None}
_fixed_for_all: Final = _reader(name for name, kind in _FOR_ALL.items() if not _may_change(kind))
_mappings_for_all: Final = _reader(name for name, kind in _FOR_ALL.items() if _may_change(kind))
_by_patron: Final = _reader(name for name, value in _VALUES.items() if value not in (None, NoneType))
_members: Final = _reader(name for name, value in _VALUES.items() if value is NoneType)
_results: Final = _reader(name for name, value in _VALUES.items() if value and name.startswith("past."))
_IN_PLACE: Final = {
    field.name: field.type for field in msgspec.structs.fields(Place) if field.name in OF_PLACE
}
_fixed_in_place: Final = _reader(name for name, kind in _IN_PLACE.items() if not _may_change(kind))
_mappings_in_place: Final = _reader(name for name, kind in _IN_PLACE.items() if _may_change(kind))


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
        Same(table.deal.settings),
        _fixed_for_all(table),
        tuple([tuple(each.items()) if each else () for each in _mappings_for_all(table)]),
        # These are written for many at once: what each of them has there is in their own keys.
        tuple([-1 if shares is None else len(shares) for shares in _results(table)]),
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
    felt = table.deal.felt
    line = None if felt is None or felt.dealer is None else felt.line_key(patron)
    things = tuple([tuple(each.items()) if each else () for each in _mappings_in_place(place)])
    kept = tuple([of_all.get(patron) if of_all else None for of_all in _by_patron(table)])
    among = tuple([patron in members for members in _members(table)])
    bets = _at_betting(table, place, Bettor(patron, chip or first_chip(table.deal.settings), playable, other))
    return line, _fixed_in_place(place), things, kept, among, bets, _in_round(table, patron, playable)


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
    return felt.wagers[patron], staked, felt.insured(patron), felt.hands_to_decide(patron), enough
