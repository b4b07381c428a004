"""Repeating bets where a table has no last round of its own (GUI-08)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cutcard.table import commands as c
from cutcard.venue.running import Running


def with_other_bets(tables: Mapping[str, Running], running: Running, command: c.RepeatBets) -> c.RepeatBets:
    """What to repeat where this table has no last round: that of a table of the same kind."""
    place = running.table.places.get(command.patron)
    if place is None or place.last:
        return command
    kind = running.table.settings.profile.id
    for other in tables.values():
        there = other.table.places.get(command.patron)
        if there is not None and there.last and other.table.settings.profile.id == kind:
            return msgspec.structs.replace(command, other=there.last)
    return command
