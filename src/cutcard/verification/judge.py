"""Why an event does not follow from the table as it stood before: the one list of reasons."""

from __future__ import annotations

from cutcard.games.blackjack.options import Decision
from cutcard.table import Table
from cutcard.table import events as e
from cutcard.table.behind_refunds import wrong_refund
from cutcard.table.felt_shared import SharedFelt
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.forking import forked
from cutcard.table.patrons import bets_closed
from cutcard.table.phases import betting, unsettled
from cutcard.table.voids import refunds, stakes_back


def unfounded(table: Table, event: e.AnyEvent) -> str | None:
    """Why an event that decides over money does not follow from the table as it stood before."""
    felt = table.felt
    match event:
        case e.BetsChanged() if not betting(table):
            return "a bet was taken when bets were closed"
        case e.BehindRefunded() | e.BehindFollowed():
            return _unfounded_behind(table, event)
        case e.BetsClosed() if event.shares != bets_closed(table).shares:
            return "the wagers are not the chips that lay"
        case e.WindowClosed() if not isinstance(felt, SharedFelt | TurnsFelt):
            return "there was no window to close"
        case e.WindowClosed() if _silence(felt) != event.shares:
            return "silence was taken otherwise"
        case e.HandForked() if (event.patron, event.seat) not in _gone_at_deadline(table):
            return "a hand was forked whose patron was there"
        case e.ForkRaised() if isinstance(felt, TurnsFelt) and felt.hole_shown:
            return "a stake was raised after the face-down card was shown"
        case e.RoundSettled() if felt is None or event.shares != felt.shares():
            return "the cards and the wagers come to other results"
        case e.RoundVoided() if felt is not None and not betting(table) and _in_play(table):
            back = stakes_back(table) if event.misread else refunds(table)
            return None if event.shares == back else "a void hands back what was staked"
        case _:
            return None


def _silence(felt: object) -> dict[str, e.WindowShare]:
    return felt.left_undecided() if isinstance(felt, SharedFelt | TurnsFelt) else {}


def _unfounded_behind(table: Table, event: e.BehindRefunded | e.BehindFollowed) -> str | None:
    if isinstance(event, e.BehindRefunded):
        return wrong_refund(table, event)
    behind = table.felt.behind if isinstance(table.felt, TurnsFelt) else []
    insured = {(bet.patron, bet.seat) for bet in behind if bet.insured}
    for patron, share in event.shares.items():
        stays = share.decision is Decision.SURRENDER and not share.along
        if stays and (patron, share.seat) not in insured:
            return "a bet behind that was not insured stayed when its seat surrendered"
    return None


def _gone_at_deadline(table: Table) -> list[tuple[str, int]]:
    return [(one.patron, one.seat) for one in forked(table, 0)]


def _in_play(table: Table) -> bool:
    return unsettled(table)
