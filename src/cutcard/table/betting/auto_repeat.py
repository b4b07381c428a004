"""Bets that repeat by themselves, and the private round that then starts by itself (GUI-08). Changes nothing.

What a touch is, which ends it, the screen knows: here it is switched off like any option.
"""

from __future__ import annotations

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.betting.decide import bets_repeated
from cutcard.table.betting.times import betting_timed
from cutcard.table.moment import NOT_HERE, Decisions, Moment
from cutcard.table.phases import takes_bets
from cutcard.table.seating.patrons import AUTO_REPEAT, OPTIONS, options
from cutcard.table.state import Table


def set_option(table: Table, command: c.SetOption, moment: Moment) -> Decisions:
    """An option switched; bets that are to repeat by themselves are placed at once where betting is open."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    if command.option not in (options(table.deal.settings) if command.on else OPTIONS):
        return Refusal("no_such_option", {"option": command.option})
    switched = e.OptionSet(command.patron, command.option, command.on)
    if command.option != AUTO_REPEAT:
        return (switched,)
    if not command.on:
        return (switched, *_waits_again(table))
    placed = _placed_at_once(table, command, moment.playable)
    if isinstance(placed, Refusal):
        return placed
    lies = bool(placed) or bool(table.patrons.places[command.patron].chips)
    starts = lies and takes_bets(table) and table.clock.deadline_ms is None
    return (*placed, switched, *((betting_timed(table.deal.settings, moment.at_ms),) if starts else ()))


def _placed_at_once(
    table: Table, command: c.SetOption, playable: int
) -> tuple[()] | tuple[e.BetsChanged] | Refusal:
    place = table.patrons.places[command.patron]
    if not (place.chips or place.last or command.other):
        return Refusal("nothing_to_repeat")
    if table.halt.paused is not None:
        return Refusal("table_is_paused")
    if not takes_bets(table) or place.chips:
        return ()
    changed = bets_repeated(table, c.RepeatBets(command.patron, 1, command.other), playable)
    return changed if isinstance(changed, Refusal) else (changed,)


def _waits_again(table: Table) -> tuple[()] | tuple[e.BettingWaits]:
    """A private round that was about to start by itself waits for Deal again."""
    private = table.deal.settings.mode is Mode.INTERNAL
    return (
        (e.BettingWaits(),) if private and takes_bets(table) and table.clock.deadline_ms is not None else ()
    )
