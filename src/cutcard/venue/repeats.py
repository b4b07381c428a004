"""Repeating bets where a table has no last round of its own (GUI-08)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cutcard.table import commands as c
from cutcard.table.betting.buttons import last_elsewhere
from cutcard.venue.table_runner import Running


def with_other_bets(
    tables: Mapping[str, Running], running: Running, command: c.RepeatBets | c.SetOption
) -> c.RepeatBets | c.SetOption:
    """With what is repeated where this table has no last round: that of a table of the same kind."""
    other = last_elsewhere((other.table for other in tables.values()), running.table, command.patron)
    return msgspec.structs.replace(command, other=other) if other else command
