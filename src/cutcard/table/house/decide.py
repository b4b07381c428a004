"""What the house does to a table: opens it and its rounds, halts it, ends it. Changes nothing."""

from __future__ import annotations

from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.betting.times import betting_timed
from cutcard.table.moment import Decisions, Moment
from cutcard.table.opening import round_opened
from cutcard.table.phases import betting, staked_before_close, unsettled
from cutcard.table.pit.croupier import why_no_round
from cutcard.table.pit.voids import refunds
from cutcard.table.settings import faults
from cutcard.table.state import Phase, Table
from cutcard.table.want import Want, want


def open_table(_table: Table, command: c.OpenTable, _moment: Moment) -> Decisions:
    """The first event of every table."""
    return (e.TableOpened(command.settings, command.by or ""),)


def close_table(table: Table, command: c.CloseTable, _moment: Moment) -> Decisions:
    """No further round."""
    return () if table.halt.closed else (e.TableClosed(command.by),)


def open_round(table: Table, command: c.OpenRound, moment: Moment) -> Decisions:
    """Bets please."""
    return why_no_round(table, moment.at_ms) or (round_opened(table, command.commitment),)


def reveal(table: Table, command: c.Reveal, _moment: Moment) -> Decisions:
    """The round's secret, once nothing hangs on it any more."""
    hidden = want(table) is Want.REVEAL
    return (e.RoundRevealed(command.secret, command.unseen),) if hidden else Refusal("nothing_to_reveal")


def pause(table: Table, command: c.Pause, _moment: Moment) -> Decisions:
    """Halted, and why: patrons read the reason, so there is no halt without one (TB-31)."""
    if table.halt.paused is not None:
        return Refusal("table_is_paused")
    if not command.reason.strip():
        return Refusal("reason_is_missing")
    return (e.Paused(command.reason, command.by),)


def resume(table: Table, command: c.Resume, moment: Moment) -> Decisions:
    """Go on."""
    paused = table.halt.paused is not None
    return (resumed(table, command.by, moment.at_ms),) if paused else Refusal("table_is_not_paused")


def change_settings(table: Table, command: c.ChangeSettings, _moment: Moment) -> Decisions:
    """Other settings from the next round on, for a table that stays what it is."""
    wrong = faults(command.settings)
    if wrong:
        return Refusal("settings_contradict", {"why": wrong[0]})
    same = command.settings.id == table.deal.settings.id and command.settings.mode == table.deal.settings.mode
    if not same or command.settings.profile.game != table.deal.settings.profile.game:
        return Refusal("not_the_same_table")
    return (e.SettingsChanged(command.settings, command.by),)


def resumed(table: Table, by: str, at_ms: int) -> e.Resumed:
    """Go on, every open time begun again in full: after a pause, or when the venue was away (TB-43)."""
    times = table.deal.settings.profile.table
    if table.clock.deadline_ms is None:
        return e.Resumed(by)
    match table.phase:
        case Phase.BETTING | Phase.LAST_BETS:
            timed = betting_timed(table.deal.settings, at_ms)
            return e.Resumed(by, timed.closes_ms, timed.last_bets_ms)
        case Phase.PLAYING if table.clock.window_open:
            return e.Resumed(by, at_ms + 1000 * times.decision_s)
        case Phase.PLAYING:
            return e.Resumed(by, at_ms + 1000 * times.delayed_result_s)
        case Phase.DISPUTE:
            return e.Resumed(by, at_ms + 1000 * times.dispute_s)
        case _:
            return e.Resumed(by, at_ms + table.clock.result_ms)


def void_round(table: Table, command: c.VoidRound, _moment: Moment) -> Decisions:
    """Every wager of the unsettled round goes back (TB-31)."""
    reason, by = command.reason, command.by
    if betting(table):
        return (e.RoundVoided(reason, by, {patron: e.Refund(0) for patron in staked_before_close(table)}),)
    if not unsettled(table) or table.deal.felt is None:
        return Refusal("no_round_to_void")
    return (e.RoundVoided(reason, by, refunds(table)),)
