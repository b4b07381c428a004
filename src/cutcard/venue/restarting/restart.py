"""A table after the venue was away: open times begin again, and what a long outage ends (TB-43).

How long the venue was away is passed in; what the record says is never doubted here.
"""

from __future__ import annotations

from cutcard.games.reason import Refusal
from cutcard.profiles.profile import Interruption
from cutcard.table import Moment, Phase, Table, decide
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.command import Source
from cutcard.table.house.decide import resumed
from cutcard.table.phases import halted
from cutcard.table.settings import is_random, policy
from cutcard.venue.dealing import move_on
from cutcard.venue.restarting.recovery import OUTAGE_MS_MAX
from cutcard.venue.table_runner import Running
from cutcard.venue.unit_of_work import Work

BY = "restart"


def restart(work: Work, running: Running, outage_ms: int) -> None:
    """Every open time begins again once in full; after a long outage nobody is waited for any more."""
    table = running.table
    if outage_ms > OUTAGE_MS_MAX:
        if table.phase is Phase.PLAYING and not is_random(table.deal.settings):
            _void(work, running)
        _mark_away(work, running)
    if not halted(table) and _has_open_times(table):
        if outage_ms > OUTAGE_MS_MAX and table.clock.window_open:
            work.happen(running, e.Resumed(BY, deadline_ms=work.at_ms))
        else:
            work.happen(running, resumed(table, BY, work.at_ms))
    move_on(work, running)


def _void(work: Work, running: Running) -> None:
    """Real cards that lay for so long cannot be vouched for. A result already shown stands."""
    decided = decide(running.table, c.VoidRound(BY, "outage"), Moment(work.at_ms, Source.CENTER))
    assert not isinstance(decided, Refusal), f"a running round can be void: {decided}"
    for event in decided:
        refusal = work.happen(running, event)
        assert refusal is None, f"a void only gives back: {refusal}"


def _mark_away(work: Work, running: Running) -> None:
    """Whoever had a private round open is gone since then at the latest: its wait has begun (TB-42)."""
    table = running.table
    if policy(table.deal.settings) is not Interruption.RESUME or table.phase is not Phase.PLAYING:
        return
    for patron, place in sorted(table.patrons.places.items()):
        if not place.away:
            work.happen(running, e.WentAway(patron))


def _has_open_times(table: Table) -> bool:
    forks = table.deal.felt is not None and table.deal.felt.forks_open
    return (table.clock.deadline_ms is not None or forks) and table.phase is not Phase.RESULT
