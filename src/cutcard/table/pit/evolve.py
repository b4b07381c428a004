"""How a croupier's and a supervisor's calls change a table. It never judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from cutcard.cards import Pack, Shoe
from cutcard.table import events as e
from cutcard.table.correction.story import cards_of
from cutcard.table.forks.evolve import forks_wait_again
from cutcard.table.state import (
    OpenDispute,
    Phase,
    Proposal,
    Table,
)


def shoe_changed(table: Table, event: e.ShoeChanged) -> None:
    """Full again."""
    rules = table.deal.settings.profile.rules
    table.deal.shoe = Shoe.fresh(rules.decks, rules.shuffle, rules.penetration, event.number)
    table.shoe_watch.unseen_in_shoe = 0
    table.shoe_watch.cut_card_seen = False
    table.shoe_watch.in_a_row = []


def exchanged(shoe: Shoe, entered: int, card: int) -> Shoe:
    """The shoe that the right card has left, and not the one that was entered for it."""
    counts = list(shoe.pack.counts)
    counts[entered] += 1
    counts[card] -= bool(counts[card])  # an impossible card stays impossible
    return msgspec.structs.replace(shoe, pack=Pack(tuple(counts), sum(counts)))


def cut_card_seen(table: Table, _event: e.CutCardSeen) -> None:
    """This round is the last of the shoe."""
    table.shoe_watch.cut_card_seen = True


def result_shown(table: Table, event: e.ResultShown) -> None:
    """Open to dispute."""
    assert table.deal.felt is not None, "a result lies on the felt"
    table.phase = Phase.DISPUTE
    table.clock.deadline_ms = event.closes_ms
    table.halt.confirmed = {}
    table.past.shown = table.deal.felt.shares()


def disputed(table: Table, event: e.Disputed) -> None:
    """The table halts."""
    table.halt.dispute = OpenDispute(event.patron, event.about, event.reason)
    table.halt.disputing = {}
    table.halt.disputed_cards = len(cards_of(table))


def dispute_form_set(table: Table, event: e.DisputeFormSet) -> None:
    """One more form to wait for, or one less."""
    if event.on:
        table.halt.disputing[event.patron] = None
        table.halt.confirmed.pop(event.patron, None)
    else:
        table.halt.disputing.pop(event.patron, None)


def result_confirmed(table: Table, event: e.ResultConfirmed) -> None:
    """One patron less to wait for."""
    table.halt.confirmed[event.patron] = None
    table.halt.disputing.pop(event.patron, None)


def dispute_closed(table: Table, event: e.DisputeClosed) -> None:
    """The table goes on."""
    table.halt.dispute = None
    table.clock.deadline_ms = event.deadline_ms
    table.clock.card_due_ms = table.clock.at_ms
    forks_wait_again(table)


def nothing(_table: Table, _event: e.SupervisorCalled) -> None:
    """A call changes nothing on the felt; whoever watches hears of it."""


def correction_proposed(table: Table, event: e.CorrectionProposed) -> None:
    """It waits for a second person."""
    amounts = {patron: share.amount for patron, share in event.shares.items()}
    table.past.proposals[event.number] = Proposal(event.by, event.of_round, amounts, event.why)
    table.past.corrections = event.number


def correction_made(table: Table, event: e.CorrectionMade) -> None:
    """It is made, once."""
    table.past.proposals.pop(event.number, None)


PIT: Final[dict[type[msgspec.Struct], Callable[[Table, Any], None]]] = {
    e.ShoeChanged: shoe_changed,
    e.CutCardSeen: cut_card_seen,
    e.ResultShown: result_shown,
    e.Disputed: disputed,
    e.DisputeFormSet: dispute_form_set,
    e.ResultConfirmed: result_confirmed,
    e.DisputeClosed: dispute_closed,
    e.SupervisorCalled: nothing,
    e.CorrectionProposed: correction_proposed,
    e.CorrectionMade: correction_made,
}
