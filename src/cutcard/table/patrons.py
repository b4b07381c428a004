"""What patrons do at a table besides bets and decisions: come, go, be ready, contribute. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.record.fairness import contributions_hash
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.seats import played
from cutcard.table.state import Place, Table, betting, playing, wagers_of

Events = Sequence[e.AnyEvent] | Refusal

CONTRIBUTIONS_MAX = 10_000
OPTIONS = ("insurance", "auto_repeat", "keep_bets")

PatronCommand = c.Join | c.Leave | c.SetOption | c.Contribute | c.PressDeal | c.GoAway | c.ComeBack


def patron(table: Table, command: PatronCommand) -> Events:
    """What a patron's command leads to."""
    if isinstance(command, c.Join):
        return _join(table, command)
    place = table.places.get(command.patron)
    if place is None:
        return Refusal("not_at_this_table")
    match command:
        case c.GoAway():
            return _go_away(table, command.patron)
        case c.ComeBack():
            return (e.CameBack(command.patron),) if place.away else ()
        case _:
            return _here(table, place, command)


def _here(table: Table, place: Place, command: c.Leave | c.SetOption | c.Contribute | c.PressDeal) -> Events:
    match command:
        case c.Leave():
            if place.chips or playing(table, command.patron):
                return Refusal("bets_on_the_table")
            return _leave(table, command.patron)
        case c.SetOption():
            if command.option not in OPTIONS:
                return Refusal("no_such_option", {"option": command.option})
            return (e.OptionSet(command.patron, command.option, command.on),)
        case c.Contribute():
            return _contribute(table, command)
        case c.PressDeal():
            return _press_deal(table, command)


def _go_away(table: Table, patron: str) -> Events:
    """Silence by itself costs nothing; what follows by the table's policy follows by itself."""
    return () if table.places[patron].away else (e.WentAway(patron),)


def _join(table: Table, command: c.Join) -> Events:
    if table.closed:
        return Refusal("table_is_closed")
    owner = table.settings.owner
    if owner is not None and owner != command.patron:
        return Refusal("not_your_table")
    return () if command.patron in table.places else (e.Joined(command.patron),)


def _contribute(table: Table, command: c.Contribute) -> Events:
    if not betting(table):
        return Refusal("bets_are_closed")
    if len(table.texts) >= CONTRIBUTIONS_MAX:
        return Refusal("too_many_contributions", {"most": CONTRIBUTIONS_MAX})
    return (e.Contributed(command.patron, command.text),)


def _press_deal(table: Table, command: c.PressDeal) -> Events:
    if not table.settings.profile.table.deal_button or table.settings.mode not in (Mode.INTERNAL, Mode.VIDEO):
        return Refusal("no_deal_button")
    if not betting(table):
        return Refusal("bets_are_closed")
    place = table.places[command.patron]
    if not place.chips:
        return Refusal("no_bet_on_the_table")
    if table.settings.mode is Mode.INTERNAL:
        return (bets_closed(table),)
    if place.pressed:
        return ()
    pressed = e.DealPressed(command.patron)
    return (pressed, bets_closed(table)) if _all_ready_but(table, command.patron) else (pressed,)


def _all_ready_but(table: Table, patron: str) -> bool:
    """Whether the cards need not wait for anybody else who has the table open (MO-02)."""
    others = [one for name, one in table.places.items() if name != patron]
    waits = any(not one.pressed and not table.settings.jackpot_in_progress for one in others)
    return table.settings.early_start and not waits


def _leave(table: Table, patron: str) -> Events:
    """Gone; where all who stay have pressed Deal, nobody is left to wait for."""
    left = e.Left(patron)
    stay = any(one.pressed for name, one in table.places.items() if name != patron)
    if stay and betting(table) and _all_ready_but(table, patron):
        return (left, bets_closed(table))
    return (left,)


def bets_closed(table: Table) -> e.BetsClosed:
    """No more bets: what lies is final."""
    wagers = {patron: wagers_of(place.chips) for patron, place in sorted(table.places.items()) if place.chips}
    shares = {patron: e.BetsShare(each) for patron, each in played(table, wagers).items()}
    return e.BetsClosed(contributions_hash(table.texts).hex(), tuple(table.texts), shares)
