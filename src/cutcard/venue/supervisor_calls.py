"""When a table wants a supervisor, and when it no longer does (TB-30, TB-31, TB-34, MO-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cutcard.games.reason import Reason
from cutcard.table import Table
from cutcard.table import events as e
from cutcard.venue.requests import Wanted
from cutcard.views.disputes import dispute_facts
from cutcard.views.phase import paused_reason

THE_TABLE = "table"
"""Who halts a table that halts by itself."""


def call_for(table: str, event: e.AnyEvent, number: int, at_ms: int) -> Wanted | None:
    """The call that an event is: a croupier's, a dispute, a halt by whoever it was."""
    match event:
        case e.SupervisorCalled():
            why = Reason("called.supervisor", {"reason": event.reason})
            return Wanted(table, why, event.by, f"{table}:{number}", at_ms)
        case e.Disputed():
            return _dispute_call(table, event.patron, event.about, event.reason, at_ms)
        case e.Paused():
            return _pause_call(table, event.reason, "" if event.by == THE_TABLE else event.by, at_ms)
        case _:
            return None


def _dispute_call(table: str, patron: str, about: str, reason: str, at_ms: int) -> Wanted:
    why = Reason("called.disputed", dispute_facts(about, reason))
    return Wanted(table, why, patron, _disputed_id(table), at_ms, of_state=True)


def _pause_call(table: str, reason: str, by: str, at_ms: int) -> Wanted:
    return Wanted(table, paused_reason(reason), by, _paused_id(table), at_ms, of_state=True)


def frozen_call(table: str, why: str, at_ms: int) -> Wanted:
    """Something impossible happened there."""
    return Wanted(
        table, Reason("called.frozen", {"reason": why}), "", f"{table}:frozen", at_ms, of_state=True
    )


def _disputed_id(table: str) -> str:
    return f"{table}:disputed"


def _paused_id(table: str) -> str:
    return f"{table}:paused"


def calls_ended(table: str, event: e.AnyEvent) -> tuple[str, ...]:
    """The calls that are settled by an event."""
    match event:
        case e.Resumed():
            return (_paused_id(table),)
        case e.DisputeClosed():
            return (_disputed_id(table),)
        case e.RoundVoided():
            return (_paused_id(table), _disputed_id(table), f"{table}:frozen")
        case _:
            return ()


def calls_of_state(tables: Mapping[str, Table], frozen: Mapping[str, str], at_ms: int) -> Iterator[Wanted]:
    """The calls that tables make by the state they are in, when a server starts."""
    for name, why in frozen.items():
        yield frozen_call(name, why, at_ms)
    for name, table in tables.items():
        if table.halt.dispute is not None:
            dispute = table.halt.dispute
            yield _dispute_call(name, dispute.patron, dispute.about, dispute.reason, at_ms)
        if table.halt.paused is not None:
            yield _pause_call(name, table.halt.paused, "", at_ms)
