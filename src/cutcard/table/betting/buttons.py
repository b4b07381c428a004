"""Which betting buttons a patron is offered: those that the table would take now, and no others (GUI-08).

Each is tried on the function that decides it, so that what is offered and what is accepted are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.table import commands as c
from cutcard.table.betting.betting_layout import CHIPS_KEPT, beside, closed_beside
from cutcard.table.betting.decide import press_bet_all
from cutcard.table.dispatch import decide
from cutcard.table.events import Wager, Wagers
from cutcard.table.moment import Moment
from cutcard.table.phases import betting, takes_bets
from cutcard.table.seating.patrons import AUTO_REPEAT, why_not_deal
from cutcard.table.seating.seats import not_from_here
from cutcard.table.settings import fields, seat_count
from cutcard.table.state import Place, Table, total


class Bettor(msgspec.Struct, frozen=True):
    """What a patron bets with: the chip in hand, what the purse can pay, what another table has to repeat."""

    patron: str
    chip: int
    playable: int
    other: Wagers = ()


_LIMITS: Final = ("below_the_minimum", "above_the_maximum", "not_in_whole_units", "more_than_main_bet")
_CLASHES: Final = ("not_both_sides", "no_tie_with_side", "bets_exclude_each_other")
_LEFT_OUT: Final = {
    **dict.fromkeys(_LIMITS, "limit"),
    **dict.fromkeys(_CLASHES, "excluded"),
    **dict.fromkeys(("main_bet_first", "other_bet_first"), "missing"),
    "could_win_too_much": "payout",
    "not_enough_credit": "credit",
    "too_many_special_bets": "specials",
    "too_many_chips": "chips",
}
"""Why Bet All leaves a field out, in a word, for every refusal of a chip beside others."""


class AllOffer(msgspec.Struct, frozen=True):
    """What one press of Bet All costs on a position, and which bets it leaves out, each with why."""

    cost: int
    left_out: tuple[tuple[str, str], ...]


def last_elsewhere(tables: Iterable[Table], table: Table, patron: str) -> Wagers:
    """What Repeat repeats where this table has no last round: the last one at a table of the same kind."""
    place = table.patrons.places.get(patron)
    if place is None or place.last:
        return ()
    kind = table.deal.settings.profile.id
    played = (
        other
        for other in tables
        if other.deal.settings.profile.id == kind
        and patron in other.patrons.places
        and other.patrons.places[patron].last
    )
    latest = max(played, key=lambda other: other.clock.bets_closed_ms, default=None)
    return () if latest is None else latest.patrons.places[patron].last


def offered(table: Table, bettor: Bettor) -> Iterator[str]:
    """The names of the betting buttons that would do something."""
    if not betting(table):
        return  # nothing of this would be taken, and most of a round is not betting
    if takes_bets(table):
        yield "place"
    for name, command in _buttons(table, bettor):
        if _is_taken(table, command, bettor):
            yield name
    if why_not_deal(table, bettor.patron) is None:
        yield "deal"


def may_auto_repeat(table: Table, bettor: Bettor) -> bool:
    """Whether bets can be made to repeat by themselves now, the first time at once where bets are taken."""
    switched_on = c.SetOption(bettor.patron, AUTO_REPEAT, on=True, other=bettor.other)
    return _is_taken(table, switched_on, bettor)


def _is_taken(table: Table, command: c.BetCommand | c.SetOption, bettor: Bettor) -> bool:
    """Whether the decider does not refuse it; how long betting would be open does not matter here."""
    return not isinstance(
        decide(table, command, Moment(table.clock.at_ms, playable=bettor.playable)), Refusal
    )


def _buttons(table: Table, bettor: Bettor) -> Iterator[tuple[str, c.BetCommand]]:
    """Every button with what it asks for."""
    patron = bettor.patron
    yield "clear", c.ClearLast(patron)
    yield "undo", c.UndoBet(patron)
    yield "double", c.DoubleBets(patron)
    yield "raise", c.RaiseBets(patron, bettor.chip)
    yield "repeat", c.RepeatBets(patron, 1, bettor.other)
    yield "repeat_double", c.RepeatBets(patron, 2, bettor.other)
    yield "play_now", c.PlayNow(patron, bettor.chip)
    for position in table.patrons.places[patron].won:
        yield f"let_it_play@{position}", c.LetItPlay(patron, position)


def bet_all_offers(table: Table, bettor: Bettor) -> dict[int, AllOffer]:
    """What Bet All would cost on each position where it would be taken."""
    if not takes_bets(table):
        return {}
    chips = table.patrons.places[bettor.patron].chips
    found = {}
    for position in _positions(table):
        pressed = c.BetAll(bettor.patron, bettor.chip, position)
        if _is_taken(table, pressed, bettor):
            press = press_bet_all(table.deal.settings, chips, position, bettor.chip, bettor.playable)
            left_out = tuple((name, _LEFT_OUT[why.code]) for name, why in press.left_out)
            found[position] = AllOffer(total(press.added), left_out)
    return found


def closed_fields(table: Table, bettor: Bettor) -> dict[tuple[int, str], str]:
    """The fields that would not take the chip in hand, with why not; nothing while no bets are taken."""
    if not takes_bets(table):
        return {}
    settings, chips = table.deal.settings, table.patrons.places[bettor.patron].chips
    found = {}
    closed: dict[int, Mapping[str, str]] = {
        position: closed_beside(settings, beside(chips, position), position, bettor.chip)
        for position in _positions(table)
    }
    seats, dear = seat_count(settings), bettor.chip > bettor.playable
    for position, name in fields(settings):
        why = closed[position].get(name)
        if why is None and seats:
            chip = Wager(position, name, bettor.chip)
            elsewhere = not_from_here(table, bettor.patron, (chip,))
            why = None if elsewhere is None else elsewhere.code
        if why is None and len(chips) >= CHIPS_KEPT:
            why = "too_many_chips"
        if why is None and dear:
            why = "not_enough_credit"
        if why is not None:
            found[position, name] = why
    return found


def _positions(table: Table) -> range:
    return range(1, fields(table.deal.settings)[-1][0] + 1)


def dearest(table: Table, place: Place, bettor: Bettor) -> int:
    """No betting button costs more than this: beyond it, it does not matter how much a purse holds."""
    undone = total(place.undo[-1].chips) if place.undo else 0
    let_play = max((won.stake for won in place.won.values()), default=0)
    again = 2 * total(place.last or bettor.other)
    # A raise goes to no more fields than there are, nor does Bet All.
    return max(total(place.chips), undone, let_play, again, bettor.chip * len(fields(table.deal.settings)))
