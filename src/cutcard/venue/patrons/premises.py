"""Tables that are played on the premises alone (PF-03). Where the premises are is not known here."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.games.reason import Refusal
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.requests import Request
from cutcard.venue.table_runner import Running


def refuse_from_outside(settings: Settings) -> Refusal | None:
    """Why a patron who is not on the premises is not let in, where a table is for those who are."""
    return None if settings.profile.table.internet else Refusal("floor_only", {"table": settings.name})


def refuse_outsider(
    request: Request, tables: Mapping[str, Running], offers: Mapping[str, Settings]
) -> Refusal | None:
    """Why a request from outside is not for this table. Who is outside may always leave."""
    if not request.from_outside or isinstance(request.command, c.Leave):
        return None
    running = tables.get(request.table)
    settings = offers.get(request.table) if running is None else running.table.deal.settings
    return None if settings is None else refuse_from_outside(settings)
