"""The message line: which step a table is at, in a key and its facts (TB-01, GUI-03)."""

from __future__ import annotations

from cutcard.games import due
from cutcard.games.blackjack.dealer import HIDDEN
from cutcard.games.reason import Reason
from cutcard.table.evolve import result_noted
from cutcard.table.felt_coup import CoupFelt
from cutcard.table.state import Phase, Table


def phase_name(table: Table) -> str:
    """The step of the round, as screens name it."""
    if table.paused is not None:
        return "paused"
    if table.dispute is not None:
        return "dispute"
    if table.phase is Phase.WAITING:
        return "closed" if table.closed else "waiting"
    if table.phase is not Phase.PLAYING:
        return table.phase.value
    return _play_name(table)


def _play_name(table: Table) -> str:
    felt = table.felt
    assert felt is not None, "a round that is played lies on the felt"
    if isinstance(felt, CoupFelt):
        return "dealing"
    if isinstance(felt.due, due.Decision):
        return "offer" if felt.offering else "decisions"
    return felt.round.stage.value if felt.round.stage.value == "dealer" else "dealing"


def message(table: Table) -> Reason:
    """What the message line says to everybody."""
    name = phase_name(table)
    if name == "paused":
        return paused_reason(table.paused or "")
    if table.dispute is not None:
        return Reason("message.disputed", {"round": table.round})
    if name == "dispute":
        result = _result(table)
        return Reason("message.dispute", {**result.facts, "result": f"@{result.key}"})
    if name == "betting" and table.deadline_ms is None and not table.bettors:
        return Reason("message.bets_open", {"round": table.round})
    if name == "result":
        return _result(table)
    return Reason(f"message.{name}", {"round": table.round})


def paused_reason(reason: str) -> Reason:
    """Why a table halts: what the table itself found is worded, what a person wrote is quoted."""
    found, _, card = reason.partition(" ")
    if found in FOUND:
        return Reason(f"message.paused.{found}", {"card": card})
    return Reason("message.paused", {"reason": reason})


FOUND = (
    *("impossible_card", "unshuffled_shoe", "shoe_does_not_add_up"),
    *("impossible_face_down", "misread_face_down"),
    *("device_lost", "device_late", "device_out_of_order", "device_unknown_line", "device_not_asked"),
)


def results_shown(table: Table) -> tuple[str, ...]:
    """The results of the last rounds, the one that may still be disputed among them (TB-30)."""
    noted = result_noted(table.felt) if table.phase is Phase.DISPUTE and table.felt is not None else None
    return (*table.results, *(() if noted is None else (noted,)))


def _result(table: Table) -> Reason:
    broken = isinstance(table.felt, CoupFelt) and table.felt.broken
    if broken or (table.settled is not None and not table.settled):
        return Reason("message.void", {"round": table.round})
    results = results_shown(table)
    last = results[-1] if results else ""
    kind = "dealer" if last.isdigit() else last
    if last == HIDDEN and not _lies_face_down(table):
        kind = "undrawn"
    return Reason(f"message.result.{kind}", {"total": last, "round": table.round})


def _lies_face_down(table: Table) -> bool:
    felt = table.felt
    return felt is not None and not isinstance(felt, CoupFelt) and felt.round.dealer.face_down
