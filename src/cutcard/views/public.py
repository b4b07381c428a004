"""A table as everybody sees it, and as each line of play does (TB-64). Built up field by field."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from cutcard.games import due
from cutcard.games.baccarat.roads import Result, counters, roads
from cutcard.games.reason import Reason
from cutcard.table.phases import unsettled
from cutcard.table.settings import is_baccarat
from cutcard.table.state import Phase, Table
from cutcard.views.cards import hand_views, shown
from cutcard.views.felts import picture
from cutcard.views.messages.tables import Dealt, HandsView, PublicView, RoadsView
from cutcard.views.phase import message, paused_reason, phase_name, results_shown, step_name
from cutcard.views.seats import seat_views


def public_view(table: Table, at_ms: int) -> PublicView:
    """What everybody at the table and its display sees now."""
    view = PublicView(
        phase=phase_name(table),
        round=table.deal.round,
        message=message(table),
        left_ms=_left_ms(table, at_ms),
        window_ms=_window_ms(table),
        shoe=table.deal.shoe.number,
        shoe_dealt=table.deal.shoe.dealt,
        shoe_size=52 * table.deal.shoe.decks,
        cut_card_out=table.deal.shoe.cut_card_out,
        players=len(table.patrons.places) - len(table.patrons.gone),
        wagered=_wagered(table) if unsettled(table) else table.patrons.bettors,
        finished=table.deal.felt.finished if unsettled(table) and table.deal.felt else 0,
        commitment=table.fairness.commitment,
        contributions=table.fairness.contributions,
        revealed=table.fairness.secret,
        history=tuple(Dealt(shown((card,))[0], burned) for card, burned in table.deal.dealt),
        results=_last_results(table),
        paused=None if table.halt.paused is None else paused_reason(table.halt.paused),
        dispute=None
        if table.halt.dispute is None
        else Reason("message.disputed", {"round": table.deal.round}),
        dispute_left_ms=_left_ms(table, at_ms) if table.phase is Phase.DISPUTE else None,
        seats=seat_views(table),
        turn=_turn(table),
        step=step_name(table),
        settings_since=table.settings_since,
    )
    return msgspec.structs.replace(view, **_felt_parts(table))


def _last_results(table: Table) -> tuple[str, ...]:
    """As many as the house shows (GUI-14)."""
    most = table.deal.settings.dealer_results
    return results_shown(table)[-most:] if most else ()


def _turn(table: Table) -> tuple[int, int] | None:
    """The hand whose turn it is, where hands are played one after the other."""
    felt = table.deal.felt
    if felt is None or not felt.one_by_one or table.phase is not Phase.PLAYING or felt.offering:
        return None
    if not isinstance(felt.due, due.Decision):
        return None
    return felt.due.hands[0].position, felt.due.hands[0].branch


def _wagered(table: Table) -> int:
    return len(table.deal.felt.wagers) if table.deal.felt is not None else 0


def _left_ms(table: Table, at_ms: int) -> int | None:
    """What is left of the running time; while the table halts, none runs."""
    if table.clock.deadline_ms is None or table.halt.paused is not None or table.halt.dispute is not None:
        return None
    return max(0, table.clock.deadline_ms - at_ms)


def _window_ms(table: Table) -> int | None:
    """How long the whole of the running time is, for the shrinking ring."""
    times = table.deal.settings.profile.table
    if table.clock.deadline_ms is None:
        return None
    match table.phase:
        case Phase.BETTING | Phase.LAST_BETS:
            return 1000 * (times.betting_s + times.last_bets_s)
        case Phase.PLAYING if table.clock.window_open:
            return 1000 * times.decision_s
        case Phase.PLAYING:
            return 1000 * times.delayed_result_s
        case Phase.DISPUTE:
            return 1000 * times.dispute_s
        case _:
            return table.clock.result_ms


def _felt_parts(table: Table) -> dict[str, Any]:
    """The cards on the felt: those of the running round, or of the last one until the next is dealt."""
    felt = table.deal.felt
    if felt is None:
        return {}
    over = table.phase is not Phase.PLAYING or isinstance(felt.due, due.Nothing)
    return picture(table, felt, over)


def line_key(table: Table, patron: str) -> Hashable:
    """Patrons with the same key see the same hands."""
    return patron if table.deal.felt is None else table.deal.felt.line_key(patron)


def hands_view(table: Table, patron: str) -> HandsView | None:
    """The patron's own hands, or those of the line of play they are on; None without any."""
    felt = table.deal.felt
    if felt is None or felt.dealer is None or patron not in felt.wagers:
        return None
    views = (
        view
        for position in felt.hands(patron)
        if position.main or any(wager.position == position.number for wager in felt.wagers[patron])
        for view in hand_views(position)
    )
    return HandsView(hands=tuple(views), burned=felt.burned_by(patron))


def roads_view(table: Table) -> RoadsView | None:
    """The boards of the shoe; None at blackjack or where the table shows none."""
    if not is_baccarat(table.deal.settings) or not table.deal.settings.roads:
        return None
    coups = coups_shown(table)
    board = msgspec.to_builtins(roads(coups))
    counted = msgspec.to_builtins(counters(coups))
    return RoadsView(board=board, counters=counted)


def coups_shown(table: Table) -> list[Result]:
    """The coups of the shoe, the one that may still be disputed among them (TB-30)."""
    coup = (
        table.deal.felt.coup_result()
        if table.phase is Phase.DISPUTE and table.deal.felt is not None
        else None
    )
    return table.past.coups if coup is None else [*table.past.coups, coup]
