"""How quickly a table goes on: the pause before a card, how grand a win is, how long a result lies.

It knows no clock: times are lengths, and somebody else says when they begin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cutcard.profiles import Mode
from cutcard.profiles.profile import Grade, Speed, win_lasts_s
from cutcard.table.betting.winnings import won_by
from cutcard.table.events import SettledShare
from cutcard.table.settings import Settings, law_of
from cutcard.table.state import Table

IN_HUNDREDTHS: Final = {Speed.SLOW: 80, Speed.NORMAL: 50, Speed.FAST: 25, Speed.TURBO: 10}
"""A private table's pauses, as parts of a shared one's, which leaves everybody time to follow."""


def speeds(settings: Settings) -> tuple[Speed, ...]:
    """What a patron may choose between; nothing where everybody has the same cards (GUI-10)."""
    table = settings.profile.table
    if settings.mode is not Mode.INTERNAL:
        return ()
    if table.speed:
        return (Speed.SLOW, Speed.NORMAL, Speed.FAST)
    return (Speed.NORMAL, Speed.TURBO) if table.turbo else ()


def card_pause_ms(table: Table) -> int:
    """The pause before the next card."""
    return table.deal.settings.card_ms * _hundredths(table) // 100


def _hundredths(table: Table) -> int:
    if table.deal.settings.mode is not Mode.INTERNAL:
        return 100
    place = table.patrons.places.get(table.deal.settings.owner or "")
    return IN_HUNDREDTHS[Speed.NORMAL if place is None else place.speed]


def grade_of(settings: Settings, share: SettledShare) -> Grade | None:
    """How grand a patron's win with all wagers is; nothing where none of them has won."""
    table = settings.profile.table
    won = won_by(share)
    if not won:
        return None
    if won >= table.big_win_from * share.staked:
        return Grade.BIG
    return Grade.NICE if won >= table.nice_win_from * share.staked else Grade.REGULAR


def result_ms(table: Table, shares: Iterable[SettledShare]) -> int:
    """How long a result lies: the table's own time, or as long as the grandest win is celebrated (GUI-12).

    A private round lasts no shorter than the law has it; elsewhere the table's times see to that (PF-03).
    """
    times = table.deal.settings.profile.table
    own_ms = 10 * times.result_s * _hundredths(table)
    each = {id(share): share for share in shares}  # patrons who wagered and played alike have one share
    grades = {grade_of(table.deal.settings, share) for share in each.values()}
    wins = [1000 * win_lasts_s(times, grade) for grade in Grade if grade in grades]
    still_ms = table.clock.bets_closed_ms + 1000 * law_of(table.deal.settings).round_s_min - table.clock.at_ms
    return max(own_ms, *wins, still_ms if table.deal.settings.mode is Mode.INTERNAL else 0)
