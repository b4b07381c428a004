"""What each person sees, held against the record whenever the screens are at rest.

The record is folded by itself, from the data folder; nothing that the server says is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep

from cutcard.cards import text
from cutcard.games.blackjack.wagers import MAIN
from cutcard.ledger.accounts import play_patron
from cutcard.table import Table
from cutcard.table.correction.story import cards_of
from cutcard.table.events import Wagers
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from cutcard.table.phases import playing
from cutcard.table.settings import fields, seat_count
from cutcard.table.state import Phase, wagers_of
from cutcard.views.phase import phase_name
from tests.nights.house import House, Recorded
from tests.nights.people import Croupier, Patron, Person, Supervisor
from tests.nights.said_at_rest import differs, said_at_terminal, said_at_the_shoe

REST_S = 45.0
IN_ROUND = (Phase.PLAYING, Phase.DISPUTE, Phase.RESULT)


def all_agree(house: House, table: str, *people: Person) -> None:
    """Everybody's screen comes to show what is on record, and nothing has gone wrong on any of them."""
    until = monotonic() + REST_S
    while True:
        recorded = house.recorded(table)
        wrong = [difference for person in people for difference in differences(person, recorded)]
        if not wrong:
            break
        assert monotonic() < until, "\n".join(wrong)
        sleep(0.2)
    assert [error for person in people for error in person.errors] == []


def differences(person: Person, recorded: Recorded) -> Iterator[str]:
    """Where the screen of this person says something else than the record."""
    if isinstance(person, Patron):
        yield from (f"patron {person.id}: {fault}" for fault in _at_terminal(person, recorded))
    elif isinstance(person, Croupier):
        yield from (f"croupier: {fault}" for fault in _at_the_shoe(person, recorded))
    elif isinstance(person, Supervisor):
        yield from (f"supervisor: {fault}" for fault in _at_the_desk(person, recorded))


def _at_terminal(patron: Patron, recorded: Recorded) -> Iterator[str]:
    table, terminal = recorded.table, patron.terminal
    shown = terminal.by(f"game-{table.deal.settings.id}").first.get_attribute("data-phase")
    yield from differs("the phase", shown, phase_name(table))
    yield from differs("the round", terminal.round(), table.deal.round)
    yield from differs("the purse", terminal.balance(), recorded.purses[play_patron(patron.id)])
    yield from said_at_terminal(patron, recorded)
    if table.phase in IN_ROUND:
        yield from _cards(patron, recorded)
    if seat_count(table.deal.settings):
        yield from _seats(patron, recorded)
    elif table.phase is not Phase.RESULT:  # then the chips of the last round are still being taken off
        yield from _stakes(patron, recorded)


def _cards(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """Every open card on the felt, where it lies."""
    terminal, felt = patron.terminal, recorded.table.deal.felt
    if isinstance(felt, CoupFelt):
        for side, cards in (("player", felt.coup.player), ("banker", felt.coup.banker)):
            yield from differs(side, terminal.cards(f"side-{side}"), [text(card) for card in cards])
        return
    if not isinstance(felt, TurnsFelt | SharedFelt):
        return
    due = [text(card) for card in felt.round.dealer.cards]
    shown = [card for card in terminal.cards("dealer") if card != "??"] if due else []
    yield from differs("the dealer's hand", shown, due)
    shared = isinstance(felt, SharedFelt)
    own = {wager.position for wager in felt.wagers.get(patron.id, ())}
    for position in felt.hands(patron.id) if isinstance(felt, SharedFelt) else felt.round.positions:
        # Cards of positions that one did not bet on lie there dimmed (TB-10).
        kind = "unbet" if shared and position.number not in own else "hand"
        for branch, hand in enumerate(position.branches):
            name = f"{kind}-{position.number}-{branch}"
            if hand.cards:
                yield from differs(name, terminal.cards(name), [text(card) for card in hand.cards])


def _own_wagers(patron: Patron, table: Table) -> Wagers:
    """What lies there of one's own: chips, or the stakes of the round."""
    if playing(table, patron.id) and table.deal.felt is not None:
        return table.deal.felt.wagers[patron.id]
    return wagers_of(table.patrons.places[patron.id].chips)


def _stakes(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """One's own stakes on every field; a doubled or split hand shows its own beside the cards."""
    own = {(wager.position, wager.bet): wager.stake for wager in _own_wagers(patron, recorded.table)}
    for position, bet in fields(recorded.table.deal.settings):
        shown = patron.terminal.by(f"field-{bet}-{position}").first.get_attribute("data-stake")
        yield from differs(f"the stake on {bet} {position}", shown, str(own.get((position, bet), 0)))


def _seats(patron: Patron, recorded: Recorded) -> Iterator[str]:
    """Who sits where, what lies there of one's own, and what is marked on the seat."""
    table, terminal = recorded.table, patron.terminal
    own = _own_wagers(patron, table)
    for seat in range(1, seat_count(table.deal.settings) + 1):
        owner = table.seating.seats.get(seat)
        if owner == patron.id:
            laid = sum(wager.stake for wager in own if (wager.position, wager.bet) == (seat, MAIN))
            shown = terminal.by(f"field-main-{seat}").first.get_attribute("data-stake")
            yield from differs(f"the stake at seat {seat}", shown, str(laid))


def _at_the_shoe(croupier: Croupier, recorded: Recorded) -> Iterator[str]:
    table = recorded.table
    root = croupier.page.get_by_test_id("croupier").first
    yield from differs("the phase", root.get_attribute("data-phase"), phase_name(table))
    if table.phase in (Phase.PLAYING, Phase.DISPUTE):
        lying = croupier.page.get_by_test_id("entered").first.locator("[data-testid=card]").all()
        shown = [str(card.get_attribute("data-card")) for card in lying]
        yield from differs("what was entered", shown, [text(card) for card in cards_of(table)])
    halted = croupier.page.get_by_test_id("paused-notice").count() > 0
    yield from differs("the halt", halted, table.halt.paused is not None)
    yield from said_at_the_shoe(croupier, recorded)
    disputed = croupier.page.get_by_test_id("dispute").count() > 0
    yield from differs("the dispute", disputed, table.halt.dispute is not None)


def _at_the_desk(supervisor: Supervisor, recorded: Recorded) -> Iterator[str]:
    """The supervisor reads the round's open cards, that it is disputed or halted, and what is proposed."""
    table, page = recorded.table, supervisor.page
    forked = isinstance(table.deal.felt, TurnsFelt) and bool(table.deal.felt.forked)
    # An interrupted game adds cards from a record of its own.
    if table.phase in IN_ROUND and not supervisor.looks_back and not forked:
        record = page.locator(f"[data-testid=record][data-round='{table.deal.round}']")
        lying = record.locator("[data-testid=card]:not([data-card='??'])").all()
        shown = [str(card.get_attribute("data-card")) for card in lying]
        yield from differs("the round's cards", shown, recorded.cards)
    proposals = page.locator("[data-testid^=proposal-]").count()
    yield from differs("what waits for a second person", proposals, len(table.past.proposals))
    disputed = page.get_by_test_id("disputed").count() > 0
    yield from differs("the dispute", disputed, table.halt.dispute is not None)
    paused = page.get_by_test_id(f"resume-{table.deal.settings.id}").count() > 0
    yield from differs("the halt", paused, table.halt.paused is not None)
