"""How seats, shoes, disputes and corrections change a table. It never judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

import msgspec

from cutcard.cards import Pack, Shoe
from cutcard.games.blackjack.wagers import MAIN
from cutcard.profiles.profile import Interruption
from cutcard.table import events as e
from cutcard.table.correction.story import cards_of
from cutcard.table.forks.fork import Fork, evolve_fork
from cutcard.table.seating.patrons import options
from cutcard.table.settings import BEHIND, fork_wait_ms, policy
from cutcard.table.state import FREED_KEPT, OpenDispute, Phase, Proposal, Table


def seat_taken(table: Table, event: e.SeatTaken) -> None:
    """Somebody sits."""
    sit(table, event.patron, event.seat)


def sit(table: Table, patron: str, seat: int) -> None:
    """The patron has the seat from now on, and need not be told of one that was freed."""
    table.seating.seats[seat] = patron
    table.seating.runs[seat] = table.seating.idle[seat] = 0
    table.seating.freed.pop(patron, None)


def seat_changed(table: Table, event: e.SeatChanged) -> None:
    """The run of wins stays with the old seat, and so ends."""
    free_seat(table, event.left)
    sit(table, event.patron, event.seat)


def seat_freed(table: Table, event: e.SeatFreed) -> None:
    """The seat is free, and its patron is told so, now or when they are back."""
    free_seat(table, event.seat)
    table.seating.freed[event.patron] = (event.seat, event.why)
    while len(table.seating.freed) > FREED_KEPT:
        del table.seating.freed[next(iter(table.seating.freed))]


def seat_left(table: Table, event: e.SeatLeft) -> None:
    """The seat is free, and its run of wins goes with its patron."""
    free_seat(table, event.seat)


def free_seat(table: Table, seat: int) -> None:
    """Nobody sits there any more."""
    seating = table.seating
    for kept in (seating.seats, seating.runs, seating.idle, seating.refuses_behind, seating.refuses_next):
        kept.pop(seat, None)
    for place in table.patrons.places.values():
        if any(wager.position == seat and wager.bet == BEHIND for wager in place.last):
            place.left_since = tuple(sorted({*place.left_since, seat}))


def behind_refused(table: Table, event: e.BehindRefused) -> None:
    """From the next round on."""
    table.seating.refuses_next[event.seat] = event.refused


def behind_set(table: Table, event: e.BehindSet) -> None:
    """How a bet behind goes along."""
    place = table.patrons.places[event.patron]
    place.behind = {**place.behind, event.seat: (event.double_along, event.split_along)}


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


def went_away(table: Table, event: e.WentAway) -> None:
    """The patron's terminal is gone."""
    place = table.patrons.places[event.patron]
    place.away, place.away_since_ms = True, table.clock.at_ms
    table.halt.disputing.pop(event.patron, None)
    felt = table.deal.felt
    if (
        policy(table.deal.settings) is Interruption.STAND
        and table.phase is Phase.PLAYING
        and felt is not None
    ):
        place.locked = place.locked or event.patron in felt.wagers


def stayed_away(table: Table, event: e.StayedAway) -> None:
    """Nothing waits for the patron any more."""
    table.patrons.gone[event.patron] = None


def came_back(table: Table, event: e.CameBack) -> None:
    """It is back. Who was locked stays so until the next round (TB-41)."""
    table.patrons.places[event.patron].away = False
    table.patrons.gone.pop(event.patron, None)


def seats_sat_out(table: Table, wagers: Mapping[str, e.Wagers]) -> None:
    """Bets are closed: one more round for each seat without a main bet, a reserved one aside (TB-20)."""
    for seat, patron in table.seating.seats.items():
        plays = any(wager.position == seat and wager.bet == MAIN for wager in wagers.get(patron, ()))
        if plays:
            table.seating.idle[seat] = 0
        elif patron not in table.patrons.reserved:
            table.seating.idle[seat] = table.seating.idle.get(seat, 0) + 1


def correction_proposed(table: Table, event: e.CorrectionProposed) -> None:
    """It waits for a second person."""
    amounts = {patron: share.amount for patron, share in event.shares.items()}
    table.past.proposals[event.number] = Proposal(event.by, event.of_round, amounts, event.why)
    table.past.corrections = event.number


def correction_made(table: Table, event: e.CorrectionMade) -> None:
    """It is made, once."""
    table.past.proposals.pop(event.number, None)


def nothing(_table: Table, _event: e.SupervisorCalled) -> None:
    """A call changes nothing on the felt; whoever watches is told of it."""


def round_opens(table: Table) -> None:
    """What ends when a round opens, with it what the house no longer offers (TB-23)."""
    offered = options(table.deal.settings)
    for place in table.patrons.places.values():
        place.locked, place.undo = False, []
        place.auto_repeat = place.auto_repeat and "auto_repeat" in offered
        place.keep_bets = place.keep_bets and "keep_bets" in offered
    table.seating.refuses_behind = {**table.seating.refuses_behind, **table.seating.refuses_next}
    table.halt.dispute, table.halt.disputing, table.halt.confirmed = None, {}, {}


def runs_after(table: Table, shares: dict[str, e.SettledShare]) -> dict[int, int]:
    """Each seat's run of wins after a round: a win adds one, a loss ends it, a push leaves it."""
    runs = dict(table.seating.runs)
    for seat, patron in table.seating.seats.items():
        lines = shares[patron].lines if patron in shares else ()
        gain = sum(
            line.returned - line.stake for line in lines if line.position == seat and line.bet == "main"
        )
        if gain:
            runs[seat] = runs.get(seat, 0) + 1 if gain > 0 else 0
    return runs


def fork_of(table: Table, event: e.ForkRaised | e.ForkSettled | e.ForkEvent) -> Fork:
    """The interrupted game an event belongs to."""
    assert table.deal.felt is not None, "a hand is forked in a round"
    return table.deal.felt.forked[event.seat]


def in_fork(table: Table, event: e.ForkEvent) -> None:
    """What stands in the interrupted game's own record."""
    evolve_fork(fork_of(table, event), event)


def forks_wait_again(table: Table) -> None:
    """A halt is over: who is awaited in an interrupted game is awaited in full."""
    if table.deal.felt is not None:
        for fork in table.deal.felt.forked.values():
            fork.closes_ms = table.clock.at_ms + fork_wait_ms(table.deal.settings)


def forks_kept(table: Table, before: Mapping[int, Fork]) -> None:
    """The round was played again: interrupted games go on as they were, or are void with their wagers."""
    if table.deal.felt is not None:
        for seat, fork in before.items():
            fork.void = fork.void or seat not in table.deal.felt.forked
        table.deal.felt.forked = dict(before)


def forks_void(table: Table) -> None:
    """The round is void, and so are its interrupted games."""
    if table.deal.felt is not None:
        for fork in table.deal.felt.forked.values():
            fork.void = True


HOUSE: Final[dict[type[msgspec.Struct], Callable[[Table, Any], None]]] = {
    e.SeatTaken: seat_taken,
    e.SeatLeft: seat_left,
    e.SeatChanged: seat_changed,
    e.SeatFreed: seat_freed,
    e.BehindRefused: behind_refused,
    e.BehindSet: behind_set,
    e.ShoeChanged: shoe_changed,
    e.CutCardSeen: cut_card_seen,
    e.ResultShown: result_shown,
    e.Disputed: disputed,
    e.DisputeFormSet: dispute_form_set,
    e.ResultConfirmed: result_confirmed,
    e.DisputeClosed: dispute_closed,
    e.SupervisorCalled: nothing,
    e.WentAway: went_away,
    e.StayedAway: stayed_away,
    e.CameBack: came_back,
    **dict.fromkeys(get_args(e.ForkEvent), in_fork),
    e.CorrectionProposed: correction_proposed,
    e.CorrectionMade: correction_made,
}
