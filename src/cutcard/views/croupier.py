"""What a croupier sees: what the rules wait for, in large letters, and what may be done now (GUI-32)."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Final

from cutcard.cards import text
from cutcard.games import due
from cutcard.games.blackjack.in_step import SHARED
from cutcard.games.blackjack.play import DEALER, HandAt
from cutcard.games.reason import Reason, Refusal
from cutcard.table import commands as c
from cutcard.table.command import Source, TableCommand
from cutcard.table.correction.story import cards_of
from cutcard.table.dealing.decide import not_dealt_here
from cutcard.table.phases import unsettled
from cutcard.table.pit.croupier import (
    why_no_cut_card,
    why_no_new_shoe,
    why_no_round,
    why_not_close_bets,
    why_not_last_card,
)
from cutcard.table.pit.disputes import why_no_dispute_to_close
from cutcard.table.seating.seats import may_free
from cutcard.table.settings import seat_count
from cutcard.table.state import Phase, Table
from cutcard.table.want import Want, want
from cutcard.views.disputes import reason_key
from cutcard.views.messages.tables import CroupierView, ProposalView
from cutcard.views.names import NameOf, name_at
from cutcard.views.phase import phase_name, waits_for_fork


def croupier_view(table: Table, players: Container[str] = ()) -> CroupierView:
    """What to do next at this table. Play money, which is what ``players`` have, is never added to money."""
    wanted = want(table)
    felt = table.deal.felt
    played = unsettled(table) and felt is not None
    stakes = {patron: felt.staked(patron) for patron in felt.wagers} if played and felt else {}
    return CroupierView(
        want=None if wanted is None else wanted.value,
        next=_next(table, wanted),
        to=_destination(table) if wanted is Want.CARD else None,
        entered=tuple(text(card) for card in cards_of(table)) if played else (),
        wagers=len(felt.wagers) if played and felt else table.patrons.bettors,
        staked=sum(stake for patron, stake in stakes.items() if patron not in players),
        staked_play=sum(stake for patron, stake in stakes.items() if patron in players),
        undecided=_undecided(table),
        can=_can(table),
        disputed_by=None if table.halt.dispute is None else name_at(table, table.halt.dispute.patron),
        about=None if table.halt.dispute is None else table.halt.dispute.about,
        about_key=None if table.halt.dispute is None else reason_key(table.halt.dispute.reason),
        proposals=proposals(table, partial(name_at, table), players),
    )


def proposals(table: Table, name_of: NameOf, players: Container[str]) -> tuple[ProposalView, ...]:
    """Corrections of settled rounds that wait for a second person; money and play money move apart."""
    return tuple(
        ProposalView(
            number=number,
            by=proposal.by,
            round=proposal.of_round,
            amounts=proposal.amounts,
            names={patron: name_of(patron) for patron in proposal.amounts},
            why=proposal.why,
            house=-sum(amount for patron, amount in proposal.amounts.items() if patron not in players),
            house_play=-sum(amount for patron, amount in proposal.amounts.items() if patron in players),
            play=tuple(patron for patron in proposal.amounts if patron in players),
        )
        for number, proposal in sorted(table.past.proposals.items())
    )


def _next(table: Table, wanted: Want | None) -> Reason:
    if table.halt.paused is not None:
        return Reason("croupier.paused")
    if table.halt.dispute is not None:
        return Reason("croupier.disputed")
    if wanted is Want.CARD:
        return Reason("croupier.card", {"to": f"@{_place_key(table)}", "position": _position(table)})
    if wanted is Want.FACE_DOWN and table.deal.settings.face_down_reader:
        return Reason("croupier.face_down_reader")
    if wanted is not None:
        return Reason(f"croupier.{wanted.value}")
    return Reason(f"croupier.wait.{_waits_for(table)}")


def _waits_for(table: Table) -> str:
    """What comes next where nothing is asked of the croupier: no bets at a table that is closed."""
    if waits_for_fork(table):
        return "interrupted"
    return "closed" if table.halt.closed and table.phase is Phase.RESULT else phase_name(table)


def _to(table: Table) -> HandAt | str | None:
    wanted = table.deal.felt.due if table.deal.felt is not None else None
    return wanted.to if isinstance(wanted, due.Card) else None


def _position(table: Table) -> int:
    to = _to(table)
    return to.position if isinstance(to, HandAt) else 0


def _place_key(table: Table) -> str:
    to = _to(table)
    if to == DEALER:
        return "croupier.to.dealer"
    if to == SHARED:
        return "croupier.to.all"
    if isinstance(to, HandAt):
        return "croupier.to.seat" if seat_count(table.deal.settings) else "croupier.to.position"
    return f"croupier.to.{to}"


def _destination(table: Table) -> str | None:
    to = _to(table)
    if isinstance(to, HandAt):
        return {DEALER: "dealer", SHARED: "all"}.get(to, f"{to.position}.{to.branch}")
    return None if to is None else str(to)


def _undecided(table: Table) -> int:
    """How many patrons the open window still waits for."""
    felt = table.deal.felt
    if felt is None or not isinstance(felt.due, due.Decision):
        return 0
    return sum(bool(felt.hands_to_decide(patron)) for patron in felt.wagers)


def _can(table: Table) -> tuple[str, ...]:
    """The buttons that the table would take now, each by the predicate of what decides it."""
    can = ["call_supervisor", "pause" if table.halt.paused is None else "resume_table"]
    can += [
        name
        for name, (command, why_not) in _DEALS.items()
        if not_dealt_here(table.deal.settings, command, Source.TERMINAL) is None and why_not(table) is None
    ]
    if why_no_dispute_to_close(table) is None:
        can.append("close_dispute")
    can += [f"free_seat@{seat}" for seat in may_free(table)]
    return tuple(can)


def _why_no_round(table: Table) -> Refusal | None:
    """Why no round can be opened, even once the result has been shown: that is a matter of time."""
    return why_no_round(table, table.clock.deadline_ms or table.clock.at_ms)


_DEALS: Final[Mapping[str, tuple[type[TableCommand], Callable[[Table], Refusal | None]]]] = {
    "open_round": (c.OpenRound, _why_no_round),
    "close_bets": (c.CloseBets, why_not_close_bets),
    "change_shoe": (c.ChangeShoe, why_no_new_shoe),
    "see_cut_card": (c.SeeCutCard, why_no_cut_card),
    "correct_card": (c.CorrectCard, why_not_last_card),
}
"""What a croupier does with cards: the command, and what stands against it."""
