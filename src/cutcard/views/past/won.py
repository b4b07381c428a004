"""What the round on the felt came to for one patron, and how grandly it is celebrated. Settles nothing."""

from __future__ import annotations

from cutcard.table.betting.winnings import Handed, handed, winnings
from cutcard.table.events import Refund, SettledShare
from cutcard.table.phases import betting
from cutcard.table.state import Table
from cutcard.table.tempo import grade_of
from cutcard.views.messages.money import PaidView, RoundMoney


def share_shown(table: Table, patron: str) -> SettledShare | None:
    """What the patron's wagers came to while the round lies on the felt, paid or open to dispute (TB-30)."""
    return (table.past.settled or table.past.shown or {}).get(patron)


def pending(table: Table, patron: str) -> int | None:
    """What comes back once the result that is shown is settled."""
    share = (table.past.shown or {}).get(patron)
    return None if share is None else share.returned


def win_grade(table: Table, patron: str) -> str | None:
    """How grandly the patron's win is celebrated, until the result makes way for the next bets (GUI-12)."""
    share = share_shown(table, patron)
    return None if share is None or betting(table) else grade_of(table.deal.settings, share)


def round_result(table: Table, patron: str) -> RoundMoney | None:
    """What the round on the felt came to for the patron, once its result is shown."""
    share, refund = share_shown(table, patron), table.past.refunded.get(patron)
    void = share is None and table.past.settled is not None
    if share is None and (refund is None or not void):
        return None
    back = refund or Refund(0)
    return _round_money(table.deal.round - betting(table), handed(share, back.returned, back.won), void=void)


def _round_money(round_: int, came: Handed, *, void: bool = False) -> RoundMoney:
    """A patron's round as it is shown."""
    return RoundMoney(
        round=round_,
        staked=came.staked,
        won=came.won,
        stakes_back=came.stakes_back,
        net=came.net,
        void=void,
    )


def paid_fields(table: Table, patron: str) -> tuple[PaidView, ...]:
    """The fields that have won, while the round lies on the felt."""
    share = share_shown(table, patron)
    fields_won: dict[tuple[int, str], int] = {}
    for line in () if share is None else share.lines:
        at = (line.position, line.bet)
        fields_won[at] = fields_won.get(at, 0) + winnings(line)
    return tuple(PaidView(position=at, bet=bet, won=won) for (at, bet), won in fields_won.items() if won)
