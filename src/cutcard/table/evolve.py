"""How each event changes a table. It never judges: what is in the record happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cutcard.games import baccarat, blackjack, due
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import Surrender
from cutcard.games.blackjack.wagers import MAIN
from cutcard.table import events as e
from cutcard.table.betting.evolve import BETTING, cleared
from cutcard.table.betting.winnings import won_by
from cutcard.table.correction.story import rewound
from cutcard.table.felt.kinds import felt_for
from cutcard.table.felt.wager_fates import INSURANCE, Ride
from cutcard.table.house.evolve import HOUSE, exchanged, forks_kept, forks_void, runs_after, seats_sat_out
from cutcard.table.phases import betting
from cutcard.table.settings import delays_result, is_random
from cutcard.table.state import (
    IN_A_ROW,
    PARTS_KEPT,
    RESULTS_KEPT,
    ROUNDS_KEPT,
    Destination,
    Phase,
    Table,
    total,
)
from cutcard.table.tempo import card_pause_ms, result_ms


def evolve(table: Table, event: e.AnyEvent, at_ms: int) -> None:
    """The table after this event, at this time of its own clock."""
    table.at_ms = at_ms
    kept = event.in_story and not is_random(table.settings)
    went_to = _destination(table, event) if kept else None
    CHANGES[type(event)](table, event)
    if kept:
        table.story.append((event, went_to))


def _destination(table: Table, event: e.AnyEvent) -> Destination:
    wanted = table.felt.due if isinstance(event, e.CardDealt) and table.felt is not None else None
    return wanted.to if isinstance(wanted, due.Card) else None


def _bets_closed(table: Table, event: e.BetsClosed) -> None:
    table.phase = Phase.PLAYING
    table.bets_closed_ms = table.at_ms
    table.contributions = event.contributions
    table.last_bets_ms = table.deadline_ms = None
    table.settled, table.shown, table.refunded = None, None, {}
    table.face_down_read = False
    table.dealt = []
    table.window_open = False
    table.story, table.disputed_cards = [], 0
    table.opening = table.shoe
    table.burned_first, table.burned_before = table.burn_first, table.burns_left
    wagers = {patron: share.wagers for patron, share in event.shares.items() if share.wagers}
    for patron in event.shares:
        place = table.places[patron]
        place.last, place.left_since, place.pressed = place.chips, (), False
        place.won, place.last_win = {}, 0
    for place in table.places.values():  # who has no bet has nothing to undo in the next round, either
        cleared(place)
    table.bettors = 0
    _took_part(table, tuple(wagers))
    seats_sat_out(table, wagers)
    declining = frozenset(patron for patron in wagers if not table.places[patron].insurance)
    rules = table.settings.profile.rules
    if isinstance(rules, blackjack.Rules) and rules.surrender is Surrender.EARLY_ACE:
        declining = frozenset()  # the offer is of more than insurance
    presets = {
        (patron, seat): along for patron in wagers for seat, along in table.places[patron].behind.items()
    }
    table.felt = felt_for(table.settings, wagers, declining, presets)
    _pace(table)


def _took_part(table: Table, patrons: tuple[str, ...]) -> None:
    """Remembered for as long as there is room: a settled round is put right only for them (TB-32)."""
    table.parts[table.round] = patrons
    kept = sum(len(each) for each in table.parts.values())
    while len(table.parts) > ROUNDS_KEPT or (kept > PARTS_KEPT and len(table.parts) > 1):
        kept -= len(table.parts.pop(next(iter(table.parts))))


def _card_burned(table: Table, event: e.CardBurned) -> None:
    table.draws += 1
    if event.card is None:
        table.unseen += 1
        table.unseen_in_shoe += 1
    else:
        table.shoe = table.shoe.take(event.card)
    if table.burn_first:
        rules = table.settings.profile.rules
        assert isinstance(rules, baccarat.Rules), "only baccarat burns by the first card"
        table.burn_first = False
        table.burns_left = baccarat.burn_count(rules, event.card)
    else:
        table.burns_left = max(0, table.burns_left - 1)
    _pace(table)


def _card_dealt(table: Table, event: e.CardDealt) -> None:
    felt = table.felt
    assert felt is not None, "a card is dealt in a round"
    table.draws += 1
    table.shoe = table.shoe.take(event.card)
    burned = felt.nobody_takes
    felt.take(event.card, len(table.dealt))
    table.dealt.append((event.card, burned))
    table.in_a_row = [*table.in_a_row[1 - IN_A_ROW :], event.card]
    _moved_on(table)


def _face_down_dealt(table: Table, event: e.FaceDownDealt) -> None:
    assert table.felt is not None, "a card lies in a round"
    table.draws += 1
    table.unseen += 1
    table.unseen_in_shoe += 1
    table.face_down_read = event.read
    table.felt.face_down(event.read)
    _moved_on(table)


def _checked(table: Table, event: e.Checked) -> None:
    assert table.felt is not None, "a dealer looks in a round"
    table.felt.check(event.blackjack)
    _moved_on(table)


def _card_turned(table: Table, event: e.CardTurned) -> None:
    assert table.felt is not None, "a card is turned in a round"
    table.unseen -= 1
    table.unseen_in_shoe -= 1
    table.shoe = table.shoe.take(event.card)
    table.felt.turn(event.card)
    table.dealt.append((event.card, False))
    table.face_down_read = False
    _moved_on(table)


def _window_opened(table: Table, event: e.WindowOpened) -> None:
    assert table.felt is not None, "a window opens in a round"
    table.window_open = True
    table.deadline_ms = event.closes_ms
    table.felt.window_opened()


def _decided(table: Table, event: e.Decided) -> None:
    assert table.felt is not None, "a decision is made in a round"
    table.felt.decided(event.patron, HandAt(event.position, event.branch), event.decision)
    if event.decision is Decision.INSURE:
        # Offered again after a correction, it is another wager than the one that is void.
        table.felt.void -= {Ride(event.patron, event.position, INSURANCE)}
    if table.felt.one_by_one or not isinstance(table.felt.due, due.Decision):
        _moved_on(table)


def _window_closed(table: Table, event: e.WindowClosed) -> None:
    assert table.felt is not None, "a window closes in a round"
    table.felt.window_closed(event.shares)
    _moved_on(table)


def _moved_on(table: Table) -> None:
    """The round waits for something new: an open window is over, and the pause before a card begins."""
    table.window_open = False
    table.deadline_ms = None
    over = table.felt is not None and isinstance(table.felt.due, due.Nothing)
    if over and delays_result(table.settings):
        table.deadline_ms = table.at_ms + 1000 * table.settings.profile.table.delayed_result_s
    _pace(table)


def _pace(table: Table) -> None:
    table.card_due_ms = table.at_ms + card_pause_ms(table)


def _round_settled(table: Table, event: e.RoundSettled) -> None:
    table.phase = Phase.RESULT
    table.round_over_ms = table.at_ms
    table.settled, table.shown = dict(event.shares), None
    table.window_open = False
    alike: dict[int, tuple[int, dict[int, e.Wager]]] = {}  # who wagered and played alike has one share
    for patron, share in event.shares.items():
        place = table.places.get(patron)
        if place is not None:
            won = alike.get(id(share))
            if won is None:
                won = alike[id(share)] = won_by(share), _won(share)
            place.last_win, place.won = won
    table.runs = runs_after(table, table.settled)
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
    table.result_ms = result_ms(table, (table.settled or {}).values())
    table.deadline_ms = table.at_ms + table.result_ms


def _note_result(table: Table) -> None:
    assert table.felt is not None, "a settled round lies on the felt"
    coup, noted = table.felt.coup_noted(), table.felt.noted()
    if coup is not None:
        table.coups.append(coup)
    if noted is not None:
        table.results = [*table.results[-RESULTS_KEPT + 1 :], noted]


def _round_revealed(table: Table, event: e.RoundRevealed) -> None:
    table.revealed = True
    table.secret = event.secret
    for card in event.unseen:
        table.shoe = table.shoe.take(card)
    table.unseen = table.unseen_in_shoe = 0


def _round_voided(table: Table, event: e.RoundVoided) -> None:
    if betting(table):
        table.refunded = {}
    table.phase = Phase.RESULT
    table.round_over_ms = table.at_ms
    if event.misread:
        entered, card = event.misread
        table.shoe = exchanged(table.shoe, entered, card)
    table.settled, table.shown = {}, None
    _note_refunds(table, event.shares)
    for place in table.places.values():
        cleared(place)
        place.pressed = False
    table.bettors = 0
    table.burn_first, table.burns_left = False, 0
    table.window_open = False
    _show_result(table)
    table.paused = table.dispute = None
    forks_void(table)


def _note_refunds(table: Table, shares: Mapping[str, e.Refund]) -> None:
    """What goes back to whom; before no more bets that is the chips, which nobody has taken yet."""
    for patron, share in shares.items():
        place = table.places.get(patron)
        before = table.refunded.get(patron, e.Refund(0))
        chips = total(place.chips) if place is not None else 0
        back = share.returned or chips
        table.refunded[patron] = e.Refund(before.returned + back, before.won + share.won)
        if place is not None:
            place.last_win = share.won


def _card_corrected(table: Table, event: e.CardCorrected) -> None:
    """The round as it would have gone with the right card, without the wagers this makes void."""
    assert table.felt is not None, "there is a round to correct"
    void = {
        Ride(patron, position, bet)
        for patron, share in event.shares.items()
        for position, bet in share.wagers
    }
    again = rewound(table, event.at, event.card, table.felt.void | void, evolve)
    assert isinstance(again, Table), "a correction on record can be played again"
    forks = table.felt.forked
    for name in ("felt", "shoe", "draws", "unseen", "dealt", "burn_first", "burns_left", "story"):
        setattr(table, name, getattr(again, name))
    forks_kept(table, forks)
    table.window_open = False
    _note_refunds(table, event.shares)
    assert table.felt is not None, "there is a round to correct"
    if table.phase is not Phase.DISPUTE:
        return
    table.confirmed = {}
    if isinstance(table.felt.due, due.Nothing):
        table.shown = table.felt.shares()
    else:
        table.phase, table.shown = Phase.PLAYING, None
        table.deadline_ms = None


CHANGES: Final[dict[type, Callable[[Table, Any], None]]] = {
    e.BetsClosed: _bets_closed,
    e.CardBurned: _card_burned,
    e.CardDealt: _card_dealt,
    e.FaceDownDealt: _face_down_dealt,
    e.Checked: _checked,
    e.CardTurned: _card_turned,
    e.WindowOpened: _window_opened,
    e.Decided: _decided,
    e.WindowClosed: _window_closed,
    e.RoundSettled: _round_settled,
    e.RoundRevealed: _round_revealed,
    e.RoundVoided: _round_voided,
    e.CardCorrected: _card_corrected,
    **BETTING,
    **HOUSE,
}
