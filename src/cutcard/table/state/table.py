"""A table as it stands: the fold of its events, in groups by what they are about.

It judges nothing and knows no purse.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from cutcard.cards import Shoe
from cutcard.table.settings import Settings
from cutcard.table.state.clock import Clock
from cutcard.table.state.deal import Deal
from cutcard.table.state.fairness import Fairness
from cutcard.table.state.halt import Halt
from cutcard.table.state.past import Past
from cutcard.table.state.patrons import Patrons
from cutcard.table.state.seating import Seating
from cutcard.table.state.shoe_watch import ShoeWatch


class Phase(StrEnum):
    """Where a table is in its round (TB-01)."""

    WAITING = "waiting"
    BETTING = "betting"
    LAST_BETS = "last_bets"
    PLAYING = "playing"
    DISPUTE = "dispute"
    RESULT = "result"


class Table(msgspec.Struct, kw_only=True):
    """The state of a table. A new field joins the group that it is about.

    ``settings_since`` is the round from which the settings hold, 0 where they are the first ones (TB-23).
    """

    deal: Deal
    phase: Phase = Phase.WAITING
    next_settings: Settings | None = None
    settings_since: int = 0
    clock: Clock = msgspec.field(default_factory=Clock)
    fairness: Fairness = msgspec.field(default_factory=Fairness)
    seating: Seating = msgspec.field(default_factory=Seating)
    patrons: Patrons = msgspec.field(default_factory=Patrons)
    halt: Halt = msgspec.field(default_factory=Halt)
    shoe_watch: ShoeWatch = msgspec.field(default_factory=ShoeWatch)
    past: Past = msgspec.field(default_factory=Past)


GROUPS: Final[Mapping[str, type[msgspec.Struct]]] = {
    field.name: field.type
    for field in msgspec.structs.fields(Table)
    if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
}
"""The groups by their names on a table."""


def new_table(settings: Settings) -> Table:
    """A table before its first round, with a full shoe."""
    rules = settings.profile.rules
    shoe = Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, 0)
    return Table(deal=Deal(settings=settings, shoe=shoe))
