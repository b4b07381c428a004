"""What ends because its time is over: betting, the window of a decision. Changes nothing."""

from __future__ import annotations

from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.forks.decide import forked
from cutcard.table.moment import Decisions, Moment
from cutcard.table.phases import halted
from cutcard.table.seating.patrons import no_more_bets
from cutcard.table.state import Phase, Table


def tick(table: Table, _command: c.Tick, moment: Moment) -> Decisions:
    """Time has passed; most of the time nothing comes of it."""
    at_ms = moment.at_ms
    if halted(table):
        return ()
    over = table.clock.deadline_ms is not None and at_ms >= table.clock.deadline_ms
    match table.phase:
        case Phase.BETTING | Phase.LAST_BETS if over:
            return (e.BettingWaits(),) if _owner_is_gone(table) else no_more_bets(table)
        case Phase.BETTING if table.clock.last_bets_ms is not None and at_ms >= table.clock.last_bets_ms:
            return (e.LastBetsCalled(),)
        case Phase.PLAYING if over and table.clock.window_open:
            assert table.deal.felt is not None, "a round that is played lies on the felt"
            return (*forked(table, at_ms), e.WindowClosed(table.deal.felt.left_undecided()))
        case _:
            return ()


def _owner_is_gone(table: Table) -> bool:
    """Nothing starts by itself at a private table before which nobody is."""
    place = table.patrons.places.get(table.deal.settings.owner or "")
    return place is not None and place.away
