"""The betting buttons: what each makes of the chips, or why not (GUI-08, GUI-09). Moves nothing.

``playable`` is what the patron's purse could still stake, the chips already on this layout not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

import msgspec

from cutcard.games import baccarat
from cutcard.games.blackjack.wagers import MAIN
from cutcard.games.reason import Refusal
from cutcard.profiles import catalogue_of
from cutcard.table import commands as c
from cutcard.table.betting.betting_layout import CHIPS_KEPT, beside, field_refusal, refused, without
from cutcard.table.betting.times import betting_timed, is_timed
from cutcard.table.events import BetsChanged, Wager, Wagers
from cutcard.table.moment import NOT_HERE, Decisions, Moment
from cutcard.table.phases import betting, takes_bets
from cutcard.table.seating.seats import not_from_here
from cutcard.table.settings import BEHIND, Same, Settings, fields, seat_count
from cutcard.table.state import Place, Table, total

_CLEARS = (c.ClearLast, c.ClearAll)
"""Taking chips back is never judged: whatever has become of their fields, they can go."""

_Bet = TypeVar("_Bet", bound=c.BetCommand)
_ChipsAfter = Callable[[Table, Place, _Bet, int], Wagers | Refusal]


def place_bet(table: Table, command: c.PlaceBet, moment: Moment) -> Decisions:
    """A chip on a field."""
    return _pressed(table, command, moment, _placed)


def clear_last(table: Table, command: c.ClearLast, moment: Moment) -> Decisions:
    """The last chip back."""
    return _pressed(table, command, moment, _last_cleared)


def clear_all(table: Table, command: c.ClearAll, moment: Moment) -> Decisions:
    """Every chip back."""
    return _pressed(table, command, moment, _all_cleared)


def undo_bet(table: Table, command: c.UndoBet, moment: Moment) -> Decisions:
    """As it was before the last button."""
    return _pressed(table, command, moment, _undone)


def double_bets(table: Table, command: c.DoubleBets, moment: Moment) -> Decisions:
    """Twice every stake."""
    return _pressed(table, command, moment, _doubled)


def raise_bets(table: Table, command: c.RaiseBets, moment: Moment) -> Decisions:
    """A chip more on every bet."""
    return _pressed(table, command, moment, _raised)


def repeat_bets(table: Table, command: c.RepeatBets, moment: Moment) -> Decisions:
    """The bets of the last round."""
    return _pressed(table, command, moment, _repeated)


def bet_all(table: Table, command: c.BetAll, moment: Moment) -> Decisions:
    """A chip on every field of a position."""
    return _pressed(table, command, moment, _on_all)


def let_it_play(table: Table, command: c.LetItPlay, moment: Moment) -> Decisions:
    """The winnings of a position's main bet once more."""
    return _pressed(table, command, moment, _let_to_play)


def play_now(table: Table, command: c.PlayNow, moment: Moment) -> Decisions:
    """A chip on every main bet that has none."""
    return _pressed(table, command, moment, _on_mains)


def bets_repeated(table: Table, command: c.RepeatBets, playable: int) -> BetsChanged | Refusal:
    """The bets of the last round, where betting is timed already or another event times it."""
    return _bets_changed(table, command, playable, _repeated)


def _pressed(table: Table, command: _Bet, moment: Moment, chips_after: _ChipsAfter[_Bet]) -> Decisions:
    """What the button does to the patron's chips; the first of them may set the betting time going."""
    changed = _bets_changed(table, command, moment.playable, chips_after)
    if isinstance(changed, Refusal):
        return changed
    timed = is_timed(table, table.patrons.places[command.patron])
    if not timed or table.clock.deadline_ms is not None or not changed.chips:
        return (changed,)
    return (changed, betting_timed(table.deal.settings, moment.at_ms))


def _bets_changed(
    table: Table, command: _Bet, playable: int, chips_after: _ChipsAfter[_Bet]
) -> BetsChanged | Refusal:
    """While the table is paused chips only become fewer."""
    place = table.patrons.places.get(command.patron)
    if place is None:
        return NOT_HERE
    takes_back = isinstance(command, (*_CLEARS, c.UndoBet))
    if not (betting(table) if takes_back else takes_bets(table)):
        return Refusal("bets_are_closed")
    chips = chips_after(table, place, command, playable)
    if isinstance(chips, Refusal):
        return chips
    elsewhere = None if isinstance(command, _CLEARS) else not_from_here(table, command.patron, chips)
    if elsewhere is not None:
        return elsewhere
    more = total(chips) - total(place.chips)
    if more > 0 and not takes_bets(table):
        return Refusal("bets_are_closed")
    if more > playable:
        return Refusal("not_enough_credit", {"needed": more, "playable": playable})
    if chips == place.chips:
        return Refusal("nothing_to_change")
    return BetsChanged(command.patron, chips, command.how)


_NO_BET = Refusal("no_bet_on_the_table")


def _judged(settings: Settings, chips: Wagers) -> Wagers | Refusal:
    return refused(settings, chips) or chips


def _placed(table: Table, place: Place, command: c.PlaceBet, _playable: int) -> Wagers | Refusal:
    return _judged(table.deal.settings, (*place.chips, Wager(command.position, command.bet, command.amount)))


def _last_cleared(table: Table, place: Place, _command: c.ClearLast, _playable: int) -> Wagers | Refusal:
    return without(table.deal.settings, place.chips, len(place.chips) - 1) if place.chips else _NO_BET


def _all_cleared(_table: Table, place: Place, _command: c.ClearAll, _playable: int) -> Wagers | Refusal:
    return () if place.chips else _NO_BET


def _undone(table: Table, place: Place, _command: c.UndoBet, _playable: int) -> Wagers | Refusal:
    return _judged(table.deal.settings, place.undo[-1].chips) if place.undo else Refusal("nothing_to_undo")


def _doubled(table: Table, place: Place, _command: c.DoubleBets, _playable: int) -> Wagers | Refusal:
    doubled = tuple(Wager(chip.position, chip.bet, 2 * chip.stake) for chip in place.chips)
    return _judged(table.deal.settings, doubled) if place.chips else _NO_BET


def _raised(table: Table, place: Place, command: c.RaiseBets, playable: int) -> Wagers | Refusal:
    """One chip more on each field, in the order placed, as far as credit goes; full fields are passed."""
    chips, amount = place.chips, command.amount
    if not chips:
        return _NO_BET
    after, why = chips, Refusal("not_enough_credit", {"needed": amount, "playable": playable})
    for position, name in dict.fromkeys((chip.position, chip.bet) for chip in chips):
        if playable < amount:
            break
        more = (*after, Wager(position, name, amount))
        wrong = refused(table.deal.settings, more)
        if wrong is None:
            after, playable = more, playable - amount
        else:
            why = wrong
    return why if after == chips else after


def _repeated(table: Table, place: Place, command: c.RepeatBets, _playable: int) -> Wagers | Refusal:
    """The last round's chips again, all or nothing; they take the place of what lies there."""
    again = to_repeat(place) if place.last else _without_behind(command.other)
    if not again:
        return Refusal("nothing_to_repeat")
    times = command.times
    return _judged(
        table.deal.settings, tuple(Wager(wager.position, wager.bet, wager.stake * times) for wager in again)
    )


def to_repeat(place: Place) -> Wagers:
    """The last round's chips, but for those behind a player who has left the seat since (TB-22)."""
    return tuple(chip for chip in place.last if chip.bet != BEHIND or chip.position not in place.left_since)


def _without_behind(chips: Wagers) -> Wagers:
    """Bets behind are behind somebody: they are not carried over to another table."""
    return tuple(chip for chip in chips if chip.bet != BEHIND)


class AllPress(msgspec.Struct, frozen=True):
    """One press of Bet All: the chips it adds, and the bets it leaves out, with why."""

    added: Wagers
    left_out: tuple[tuple[str, Refusal], ...]


def press_bet_all(settings: Settings, chips: Wagers, at: int, amount: int, playable: int) -> AllPress:
    """A chip on every field of the position that takes one, main first, as far as credit goes (GUI-08).

    The screen shows beforehand what this says, and the press does it.
    """
    most = len(in_bet_all(settings, at))
    paid, room = min(playable // amount, most), min(CHIPS_KEPT - len(chips), most)
    return _press_bet_all(Same(settings), beside(chips, at), at, amount, paid, room)


@lru_cache(maxsize=1 << 13)
def _press_bet_all(same: Same, stakes: Wagers, at: int, amount: int, paid: int, room: int) -> AllPress:
    """``paid`` and ``room`` are for how many chips there is credit and room."""
    added: list[Wager] = []
    left_out: list[tuple[str, Refusal]] = []
    for name in in_bet_all(same.settings, at):
        chip = Wager(at, name, amount)
        wrong = field_refusal(same.settings, (*stakes, *added), chip)
        if wrong is None and len(added) >= room:
            wrong = Refusal("too_many_chips", {"most": CHIPS_KEPT})
        if wrong is None and len(added) >= paid:
            wrong = Refusal("not_enough_credit")
        if wrong is not None:
            left_out.append((name, wrong))
        else:
            added.append(chip)
    return AllPress(tuple(added), tuple(left_out))


def _on_all(table: Table, place: Place, command: c.BetAll, playable: int) -> Wagers | Refusal:
    amount = command.amount
    press = press_bet_all(table.deal.settings, place.chips, command.position, amount, playable)
    if press.added:
        return (*place.chips, *press.added)
    first = press.left_out[0][1] if press.left_out else Refusal("no_field_takes_it", {"amount": amount})
    short = first.code == "not_enough_credit"
    return Refusal(first.code, {"needed": amount, "playable": playable}) if short else first


def in_bet_all(settings: Settings, at: int) -> tuple[str, ...]:
    """The fields of a position that Bet All is for, in the order in which it fills them.

    Bet All is for all of them, since main goes first; Bet All Special Bets never for Bust (SB-21). What needs
    another special bet comes after all that does not (SB-50).
    """
    return _in_bet_all(Same(settings), at)


@lru_cache(maxsize=4096)
def _in_bet_all(same: Same, at: int) -> tuple[str, ...]:
    settings, catalogue = same.settings, catalogue_of(same.settings.profile.game)
    names = [name for position, name in fields(settings) if position == at and name != BEHIND]
    if settings.bet_all_specials_only:
        mains = (MAIN, *baccarat.MAIN_BETS)
        names = [name for name in names if name not in mains and catalogue[name].in_bet_all]
    return tuple(sorted(names, key=lambda name: name != MAIN and catalogue[name].needs not in (None, MAIN)))


def _let_to_play(table: Table, place: Place, command: c.LetItPlay, _playable: int) -> Wagers | Refusal:
    """The winnings of the position's main bet on the same field once more, all of them or none (GUI-09)."""
    at, most = command.position, table.deal.settings.let_it_play_max
    if at in place.let_play:
        return Refusal("already_let_play", {"position": at})
    won = place.won.get(at)
    if won is None or not won.stake:
        return Refusal("nothing_won_here", {"position": at})
    if most and won.stake > most:
        return Refusal("too_much_to_let_play", {"stake": won.stake, "most": most})
    return _judged(table.deal.settings, (*place.chips, Wager(at, won.bet, won.stake)))


def _on_mains(table: Table, place: Place, command: c.PlayNow, playable: int) -> Wagers | Refusal:
    """A chip on the main bet of each position that has none, in order, as far as credit goes.

    At a table with seats the positions are the patron's own.
    """
    settings, amount, after = table.deal.settings, command.amount, place.chips
    not_there = {chip.position for chip in place.chips if chip.bet == MAIN}
    if seat_count(settings):
        not_there |= {at for at, _ in fields(settings) if table.seating.seats.get(at) != command.patron}
    for position, name in fields(settings):
        chip = Wager(position, name, amount)
        if name != MAIN or position in not_there or playable < amount:
            continue
        if field_refusal(settings, after, chip) is None:
            after, playable = (*after, chip), playable - amount
    return Refusal("no_field_takes_it", {"amount": amount}) if after == place.chips else after
