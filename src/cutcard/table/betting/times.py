"""For how long betting is open, and where it is timed at all. Changes nothing."""

from __future__ import annotations

from cutcard.profiles import Mode
from cutcard.table import events as e
from cutcard.table.phases import takes_bets
from cutcard.table.settings import Settings
from cutcard.table.state import Place, Table


def betting_timed(settings: Settings, at_ms: int) -> e.BettingTimed:
    """The betting time, from now; at a private table the pause before a round that starts by itself."""
    times = settings.profile.table
    if settings.mode is Mode.INTERNAL:
        starts = at_ms + 1000 * times.autoplay_s
        return e.BettingTimed(starts, starts)
    last_bets = at_ms + 1000 * times.betting_s
    return e.BettingTimed(last_bets, last_bets + 1000 * times.last_bets_s)


def is_timed(table: Table, place: Place) -> bool:
    """Whether the cards come by themselves once chips lie: at a private table only where bets repeat so."""
    return takes_bets(table) and (table.deal.settings.mode is not Mode.INTERNAL or place.auto_repeat)
