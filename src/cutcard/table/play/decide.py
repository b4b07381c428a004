"""A patron's decision for a hand: whether it is to be had, and what it leads to. Changes nothing."""

from __future__ import annotations

from cutcard.games import due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.forks.decide import decide_in_fork, of_fork, why_not_in_fork
from cutcard.table.moment import Decisions, Moment
from cutcard.table.phases import halted
from cutcard.table.state import Phase, Table


def decide_hand(table: Table, command: c.Decide, moment: Moment) -> Decisions:
    """The decision, and what those behind the seat do with it."""
    refusal = _why_not_at_any_price(table, command)
    if refusal is not None:
        return refusal
    felt, hand = table.deal.felt, HandAt(command.position, command.branch)
    assert felt is not None, "a decision is refused where nothing is played"
    cost = felt.cost(command.patron, hand, command.decision)
    if cost > moment.playable:
        return _too_dear(cost, moment.playable)
    if of_fork(table, command) is not None:
        return decide_in_fork(command, cost)
    decided = e.Decided(command.patron, command.position, command.branch, command.decision, cost)
    behind = felt.follows(hand, command.decision, moment.others)
    if not behind:
        return (decided,)
    followed = e.BehindFollowed(behind)
    # Who stays in play must be known before the surrender lets the round go on, perhaps to its end.
    return (followed, decided) if command.decision is Decision.SURRENDER else (decided, followed)


def why_not_decide(table: Table, command: c.Decide, playable: int) -> Refusal | None:
    """Why the patron cannot decide so for this hand, be it that the purse cannot pay for it."""
    refusal = _why_not_at_any_price(table, command)
    if refusal is not None:
        return refusal
    assert table.deal.felt is not None, "a decision is refused where nothing is played"
    hand = HandAt(command.position, command.branch)
    cost = table.deal.felt.cost(command.patron, hand, command.decision)
    return _too_dear(cost, playable) if cost > playable else None


def _too_dear(cost: int, playable: int) -> Refusal:
    return Refusal("not_enough_credit", {"needed": cost, "playable": playable})


def _why_not_at_any_price(table: Table, command: c.Decide) -> Refusal | None:
    if halted(table):
        return Refusal("table_is_paused")
    fork = of_fork(table, command)
    if fork is not None:
        return why_not_in_fork(table, fork, command)
    felt = table.deal.felt
    if table.phase is not Phase.PLAYING or felt is None or command.patron not in felt.wagers:
        return Refusal("no_decision_is_due", {"position": command.position})
    if not isinstance(felt.due, due.Decision):
        return Refusal("no_decision_is_due", {"position": command.position})
    return felt.why_not(command.patron, HandAt(command.position, command.branch), command.decision)
