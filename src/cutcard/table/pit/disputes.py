"""Results that patrons confirm or dispute before they are settled (TB-03, TB-30). Changes nothing."""

from __future__ import annotations

from typing import Final

from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.moment import Decisions, Moment
from cutcard.table.phases import between_rounds
from cutcard.table.settings import Settings, has_disputes, is_baccarat
from cutcard.table.state import Phase, Table
from cutcard.table.want import dispute_ends_ms

REASONS: Final = ("card", "payout", "bet", "decision")
"""What a patron chooses from when disputing."""


def dispute_reasons(settings: Settings) -> tuple[str, ...]:
    """The reasons that mean something at this table; none where nothing is disputed."""
    if not has_disputes(settings):
        return ()
    decides = not is_baccarat(settings)
    return tuple(reason for reason in REASONS if decides or reason != "decision")


def dispute(table: Table, command: c.Dispute, moment: Moment) -> Decisions:
    """A patron with a stake says that something is wrong."""
    refusal = why_not_dispute(table, command.patron, moment.at_ms)
    if refusal is not None:
        return refusal
    if command.reason and command.reason not in dispute_reasons(table.deal.settings):
        return Refusal("no_such_reason", {"reason": command.reason})
    return (e.Disputed(command.patron, command.about.strip(), command.reason),)


def fill_dispute(table: Table, command: c.FillDispute, moment: Moment) -> Decisions:
    """The form is open: its sender is waited for beyond the dispute time, but not for ever."""
    if not command.on:
        filling = command.patron in table.halt.disputing
        return (e.DisputeFormSet(command.patron, on=False),) if filling else ()
    refusal = why_not_dispute(table, command.patron, moment.at_ms)
    if refusal is not None:
        return refusal
    return () if command.patron in table.halt.disputing else (e.DisputeFormSet(command.patron, on=True),)


def why_not_dispute(table: Table, patron: str, at_ms: int) -> Refusal | None:
    """Why this patron cannot dispute now."""
    if not has_disputes(table.deal.settings):
        return Refusal("no_disputes_here")
    if table.halt.dispute is not None:
        return Refusal("dispute_is_open")
    felt = table.deal.felt
    if between_rounds(table) or felt is None:
        return Refusal("too_late_to_dispute" if table.phase is Phase.RESULT else "deal_comes_first")
    if patron not in felt.wagers:
        return Refusal("no_wager_in_this_round")
    if table.phase is Phase.DISPUTE and _is_over(table, patron, at_ms):
        return Refusal("too_late_to_dispute")
    return None if felt.first_dealt else Refusal("deal_comes_first")


def _is_over(table: Table, patron: str, at_ms: int) -> bool:
    """Whether the dispute time is over for this patron. Without an end the result was disputed and stands.

    With the time of all the round is settled; somebody's form keeps it open for them alone.
    """
    ends_ms = dispute_ends_ms(table, patron)
    if ends_ms is None:
        return True
    return table.halt.paused is None and ends_ms != dispute_ends_ms(table) and at_ms > ends_ms


def confirm_result(table: Table, command: c.ConfirmResult, _moment: Moment) -> Decisions:
    """One patron fewer to wait for; with the last of them the round is settled."""
    refusal = why_not_confirm(table, command.patron)
    if refusal is not None:
        return refusal
    return () if command.patron in table.halt.confirmed else (e.ResultConfirmed(command.patron),)


def why_not_confirm(table: Table, patron: str) -> Refusal | None:
    """Why this patron cannot agree with a result now."""
    felt = table.deal.felt
    if table.phase is not Phase.DISPUTE or felt is None:
        return Refusal("no_result_to_confirm")
    if table.halt.dispute is not None:
        return Refusal("dispute_is_open")
    return None if patron in felt.wagers else Refusal("no_wager_in_this_round")


def why_no_dispute_to_close(table: Table) -> Refusal | None:
    """Why there is nothing to close."""
    return Refusal("no_dispute_is_open") if table.halt.dispute is None else None


def close_dispute(table: Table, command: c.CloseDispute, moment: Moment) -> Decisions:
    """A result stands and is settled at once (TB-03); in play, an open window begins again in full."""
    refusal = why_no_dispute_to_close(table)
    if refusal is not None:
        return refusal
    if not command.reason.strip():
        return Refusal("reason_is_missing")
    decision_ms = 1000 * table.deal.settings.profile.table.decision_s
    deadline = moment.at_ms + decision_ms if table.clock.window_open else None
    return (e.DisputeClosed(command.by, command.reason, deadline),)
