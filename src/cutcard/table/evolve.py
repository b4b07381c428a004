"""How each event changes a table. It never judges: what is in the record happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cutcard.games import baccarat, due
from cutcard.games.blackjack.rules import Surrender
from cutcard.games.blackjack.wagers import MAIN
from cutcard.table import events as e
from cutcard.table.betting.evolve import BETTING, cleared
from cutcard.table.betting.winnings import won_by
from cutcard.table.correction.story import played_again
from cutcard.table.dealing.evolve import begun, deal_on
from cutcard.table.felt.wager_fates import Ride
from cutcard.table.forks.evolve import FORKS, forks_kept, forks_void
from cutcard.table.house.evolve import HOUSE
from cutcard.table.phases import betting
from cutcard.table.pit.evolve import PIT, exchanged
from cutcard.table.seating.evolve import SEATING, runs_after, seats_sat_out
from cutcard.table.settings import blackjack_rules, delays_result
from cutcard.table.state import (
    IN_A_ROW,
    PARTS_KEPT,
    RESULTS_KEPT,
    ROUNDS_KEPT,
    Burns,
    Deal,
    Phase,
    Table,
    felt_of,
    total,
)
from cutcard.table.tempo import card_pause_ms, result_ms


def evolve(table: Table, event: e.AnyEvent, at_ms: int) -> None:
    """The table after this event, at this time of its own clock."""
    table.clock.at_ms = at_ms
    # The cards first: what an event does besides may hang on what is due now.
    if event.in_story:
        deal_on(table.deal, event)
    CHANGES[type(event)](table, event)


def _bets_closed(table: Table, event: e.BetsClosed) -> None:
    table.phase = Phase.PLAYING
    table.clock.bets_closed_ms = table.clock.at_ms
    table.fairness.contributions = event.contributions
    table.clock.last_bets_ms = table.clock.deadline_ms = None
    table.past.settled, table.past.shown, table.past.refunded = None, None, {}
    table.shoe_watch.face_down_read = False
    table.clock.window_open = False
    table.halt.disputed_cards = 0
    wagers = {patron: share.wagers for patron, share in event.shares.items() if share.wagers}
    for patron in event.shares:
        place = table.patrons.places[patron]
        place.last, place.left_since, place.pressed = place.chips, (), False
        place.won, place.last_win = {}, 0
    # Who has no bet has nothing to undo in the next round, either.
    for place in table.patrons.places.values():
        cleared(place)
    table.patrons.bettors = 0
    _took_part(table, tuple(wagers))
    seats_sat_out(table, wagers)
    declining = frozenset(patron for patron in wagers if not table.patrons.places[patron].insurance)
    rules = blackjack_rules(table.deal.settings)
    if rules is not None and rules.surrender is Surrender.EARLY_ACE:
        declining = frozenset()  # the offer is of more than insurance
    presets = {
        (patron, seat): along
        for patron in wagers
        for seat, along in table.patrons.places[patron].behind.items()
    }
    table.deal = begun(table.deal, wagers, declining, presets)
    _pace(table)


def _took_part(table: Table, patrons: tuple[str, ...]) -> None:
    """Remembered for as long as there is room: a settled round is put right only for them (TB-32)."""
    table.patrons.parts[table.deal.round] = patrons
    kept = sum(len(each) for each in table.patrons.parts.values())
    while len(table.patrons.parts) > ROUNDS_KEPT or (kept > PARTS_KEPT and len(table.patrons.parts) > 1):
        # The oldest: a dictionary keeps the order in which rounds were put in.
        kept -= len(table.patrons.parts.pop(next(iter(table.patrons.parts))))


def _only_on_the_felt(_table: Table, _event: e.AnyEvent) -> None:
    """The deal has changed, and nothing else."""


def _card_burned(table: Table, event: e.CardBurned) -> None:
    if event.card is None:
        table.shoe_watch.unseen_in_shoe += 1
    _pace(table)


def _card_dealt(table: Table, event: e.CardDealt) -> None:
    table.shoe_watch.in_a_row = [*table.shoe_watch.in_a_row[1 - IN_A_ROW :], event.card]
    _moved_on(table, event)


def _face_down_dealt(table: Table, event: e.FaceDownDealt) -> None:
    table.shoe_watch.unseen_in_shoe += 1
    table.shoe_watch.face_down_read = event.read
    _moved_on(table, event)


def _card_turned(table: Table, event: e.CardTurned) -> None:
    table.shoe_watch.unseen_in_shoe -= 1
    table.shoe_watch.face_down_read = False
    _moved_on(table, event)


def _window_opened(table: Table, event: e.WindowOpened) -> None:
    assert table.deal.felt is not None, "a window opens in a round"
    table.clock.window_open = True
    table.clock.deadline_ms = event.closes_ms
    table.deal.felt.window_opened()


def _decided(table: Table, event: e.Decided) -> None:
    felt = felt_of(table.deal)
    # In step the window stays open until the last patron has decided.
    if felt.one_by_one or not isinstance(felt.due, due.Decision):
        _moved_on(table, event)


def _moved_on(table: Table, _event: e.AnyEvent) -> None:
    """The round waits for something new: an open window is over, and the pause before a card begins."""
    table.clock.window_open = False
    table.clock.deadline_ms = None
    settings = table.deal.settings
    if delays_result(settings) and isinstance(felt_of(table.deal).due, due.Nothing):
        table.clock.deadline_ms = table.clock.at_ms + 1000 * settings.profile.table.delayed_result_s
    _pace(table)


def _pace(table: Table) -> None:
    table.clock.card_due_ms = table.clock.at_ms + card_pause_ms(table)


def _round_settled(table: Table, event: e.RoundSettled) -> None:
    table.phase = Phase.RESULT
    table.clock.round_over_ms = table.clock.at_ms
    table.past.settled, table.past.shown = dict(event.shares), None
    table.clock.window_open = False
    alike: dict[int, tuple[int, dict[int, e.Wager]]] = {}  # who wagered and played alike has one share
    for patron, share in event.shares.items():
        place = table.patrons.places.get(patron)
        if place is not None:
            won = alike.get(id(share))
            if won is None:
                won = alike[id(share)] = won_by(share), _won(share)
            place.last_win, place.won = won
    table.seating.runs = runs_after(table, table.past.settled)
    _note_result(table)
    _show_result(table)


def _won(share: e.SettledShare) -> dict[int, e.Wager]:
    """The main bet that won on each position, and what it gained on top of its stakes.

    All hands of a split are one bet. On a coup one of the main bets wins at most.
    """
    gained: dict[tuple[int, str], int] = {}
    for line in share.lines:
        if line.bet in (MAIN, *baccarat.MAIN_BETS):
            at = (line.position, line.bet)
            gained[at] = gained.get(at, 0) + line.returned - line.stake
    return {position: e.Wager(position, bet, gain) for (position, bet), gain in gained.items() if gain > 0}


def _show_result(table: Table) -> None:
    table.clock.result_ms = result_ms(table, (table.past.settled or {}).values())
    table.clock.deadline_ms = table.clock.at_ms + table.clock.result_ms


def _note_result(table: Table) -> None:
    assert table.deal.felt is not None, "a settled round lies on the felt"
    coup, noted = table.deal.felt.coup_result(), table.deal.felt.result_word()
    if coup is not None:
        table.past.coups.append(coup)
    if noted is not None:
        table.past.results = [*table.past.results[-RESULTS_KEPT + 1 :], noted]


def _round_revealed(table: Table, event: e.RoundRevealed) -> None:
    table.fairness.revealed = True
    table.fairness.secret = event.secret
    for card in event.unseen:
        table.deal.shoe = table.deal.shoe.take(card)
    table.deal.unseen = table.shoe_watch.unseen_in_shoe = 0


def _round_voided(table: Table, event: e.RoundVoided) -> None:
    # What was handed back so far was of the round before.
    if betting(table):
        table.past.refunded = {}
    table.phase = Phase.RESULT
    table.clock.round_over_ms = table.clock.at_ms
    if event.misread:
        entered, card = event.misread
        table.deal.shoe = exchanged(table.deal.shoe, entered, card)
    table.past.settled, table.past.shown = {}, None
    _note_refunds(table, event.shares)
    for place in table.patrons.places.values():
        cleared(place)
        place.pressed = False
    table.patrons.bettors = 0
    table.deal.burns = Burns()
    table.clock.window_open = False
    _show_result(table)
    table.halt.paused = table.halt.dispute = None
    forks_void(table)


def _note_refunds(table: Table, shares: Mapping[str, e.Refund]) -> None:
    """What goes back to whom; before no more bets that is the chips, which nobody has taken yet."""
    for patron, share in shares.items():
        place = table.patrons.places.get(patron)
        before = table.past.refunded.get(patron, e.Refund(0))
        chips = total(place.chips) if place is not None else 0
        back = share.returned or chips
        table.past.refunded[patron] = e.Refund(before.returned + back, before.won + share.won)
        if place is not None:
            place.last_win = share.won


def _card_corrected(table: Table, event: e.CardCorrected) -> None:
    """The round as it would have gone with the right card, without the wagers this makes void."""
    before = felt_of(table.deal)
    void = {
        Ride(patron, position, bet)
        for patron, share in event.shares.items()
        for position, bet in share.wagers
    }
    again = played_again(table.deal, event.at, event.card, before.void | void)
    assert isinstance(again, Deal), "a correction on record can be played again"
    table.deal = again
    felt = felt_of(again)
    forks_kept(table, before.forked)
    table.clock.window_open = False
    _note_refunds(table, event.shares)
    if table.phase is not Phase.DISPUTE:
        return
    table.halt.confirmed = {}
    if isinstance(felt.due, due.Nothing):
        table.past.shown = felt.shares()
    else:
        table.phase, table.past.shown = Phase.PLAYING, None
        table.clock.deadline_ms = None


CHANGES: Final[dict[type, Callable[[Table, Any], None]]] = {
    e.BetsClosed: _bets_closed,
    e.CardBurned: _card_burned,
    e.CardDealt: _card_dealt,
    e.FaceDownDealt: _face_down_dealt,
    e.Checked: _moved_on,
    e.CardTurned: _card_turned,
    e.WindowOpened: _window_opened,
    e.Decided: _decided,
    e.WindowClosed: _moved_on,
    **dict.fromkeys((e.BehindFollowed, e.HandForked, e.ForkRaised, e.ForkSettled), _only_on_the_felt),
    e.RoundSettled: _round_settled,
    e.RoundRevealed: _round_revealed,
    e.RoundVoided: _round_voided,
    e.CardCorrected: _card_corrected,
    **BETTING,
    **SEATING,
    **PIT,
    **FORKS,
    **HOUSE,
}
