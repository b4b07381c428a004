"""What patrons do at a table besides bets and decisions: come, go, be ready, choose. Changes nothing."""

from __future__ import annotations

from itertools import compress

import msgspec

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.record.fairness import contributions_hash
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.moment import NOT_HERE, Decisions, Moment
from cutcard.table.phases import playing, takes_bets
from cutcard.table.seating.behind_refunds import refunds_without_main_bet
from cutcard.table.seating.seats import played
from cutcard.table.settings import Settings, has_deal_button
from cutcard.table.state import Table, wagers_of
from cutcard.table.tempo import speeds

CONTRIBUTIONS_MAX = 10_000  # all are hashed together at no more bets; more is refused
CONTRIBUTIONS_EACH = 16
"""So many texts one patron mixes into a round, so that there is room for everybody's."""

AUTO_REPEAT = "auto_repeat"
OPTIONS = ("insurance", AUTO_REPEAT, "keep_bets", "display")


def options(settings: Settings) -> tuple[str, ...]:
    """What a patron may switch on here; switching off is always possible."""
    times = settings.profile.table
    offered = (
        bool(getattr(settings.profile.rules, "insurance", False)),
        times.autoplay,
        times.keep_bets_on and settings.mode is Mode.INTERNAL,
        settings.mode is Mode.INTERNAL and not settings.public_display,
    )
    return tuple(compress(OPTIONS, offered))


def leave(table: Table, command: c.Leave, _moment: Moment) -> Decisions:
    """Close the table; only with no bet on it."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    return why_not_leave(table, command.patron) or _left(table, command.patron)


def set_speed(table: Table, command: c.SetSpeed, _moment: Moment) -> Decisions:
    """How quickly cards are dealt at one's own table."""
    place = table.patrons.places.get(command.patron)
    if place is None:
        return NOT_HERE
    if command.speed not in speeds(table.deal.settings):
        return Refusal("no_such_speed", {"speed": command.speed.value})
    return () if command.speed is place.speed else (e.SpeedSet(command.patron, command.speed),)


def why_not_leave(table: Table, patron: str) -> Refusal | None:
    """Why the patron cannot close the table."""
    lies = table.patrons.places[patron].chips or playing(table, patron)
    return Refusal("bets_on_the_table") if lies else None


def why_no_reservation(table: Table, patron: str) -> Refusal | None:
    """Why no place can be kept for the patron."""
    return why_not_leave(table, patron) if table.deal.settings.reserve_s else Refusal("no_reservations_here")


def reserve(table: Table, command: c.Reserve, moment: Moment) -> Decisions:
    """Kept once for the whole time: asking again does not put its end off."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    reserved = command.patron in table.patrons.reserved
    if not command.on:
        return (e.ReservationEnded(command.patron),) if reserved else ()
    refusal = why_no_reservation(table, command.patron)
    if refusal is not None:
        return refusal
    until_ms = moment.at_ms + 1000 * table.deal.settings.reserve_s
    return () if reserved else (e.PlaceReserved(command.patron, until_ms),)


def go_away(table: Table, command: c.GoAway, _moment: Moment) -> Decisions:
    """Silence by itself costs nothing; what follows by the table's policy follows by itself."""
    place = table.patrons.places.get(command.patron)
    if place is None:
        return NOT_HERE
    return () if place.away else (e.WentAway(command.patron),)


def come_back(table: Table, command: c.ComeBack, _moment: Moment) -> Decisions:
    """The patron's terminal is back."""
    place = table.patrons.places.get(command.patron)
    if place is None:
        return NOT_HERE
    return (e.CameBack(command.patron),) if place.away else ()


def is_kept(table: Table, patron: str) -> bool:
    """Whether a patron whom nothing waits for is still at the table.

    They are for a stake, a seat, or a reservation, and at a table of their own, which nobody else waits at.
    """
    if (
        table.deal.settings.owner is not None
        or patron in table.patrons.reserved
        or patron in table.seating.seats.values()
    ):
        return True
    return bool(table.patrons.places[patron].chips) or playing(table, patron)


def stay_away(table: Table, command: c.StayAway, _moment: Moment) -> Decisions:
    """Not back in time: nothing waits for the patron, least of all the cards of who is ready (MO-02)."""
    patron = command.patron
    if patron not in table.patrons.places:
        return NOT_HERE
    if patron in table.patrons.gone:
        return ()
    if not is_kept(table, patron):
        return _left(table, patron)
    stayed = e.StayedAway(patron)
    return (stayed, bets_closed(table)) if _waits_for_nobody_but(table, patron) else (stayed,)


def join(table: Table, command: c.Join, _moment: Moment) -> Decisions:
    """Have the table open; once is enough."""
    if table.halt.closed:
        return Refusal("table_is_closed")
    owner = table.deal.settings.owner
    if owner is not None and owner != command.patron:
        return Refusal("not_your_table")
    return () if command.patron in table.patrons.places else (e.Joined(command.patron, command.name),)


def contribute(table: Table, command: c.Contribute, _moment: Moment) -> Decisions:
    """A text for the cards of the round."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    if not takes_bets(table):
        return Refusal("bets_are_closed")
    if table.fairness.contributed.get(command.patron, 0) >= CONTRIBUTIONS_EACH:
        return Refusal("contributed_enough", {"most": CONTRIBUTIONS_EACH})
    if len(table.fairness.texts) >= CONTRIBUTIONS_MAX:
        return Refusal("too_many_contributions", {"most": CONTRIBUTIONS_MAX})
    return (e.Contributed(command.patron, command.text),)


def why_not_deal(table: Table, patron: str) -> Refusal | None:
    """Why pressing Deal would do nothing, if it would not."""
    if not has_deal_button(table.deal.settings):
        return Refusal("no_deal_button")
    if not takes_bets(table):
        return Refusal("bets_are_closed")
    place = table.patrons.places[patron]
    if not place.chips:
        return Refusal("no_bet_on_the_table")
    return Refusal("nothing_to_change") if place.pressed else None


def press_deal(table: Table, command: c.PressDeal, _moment: Moment) -> Decisions:
    """Ready for the cards."""
    if command.patron not in table.patrons.places:
        return NOT_HERE
    wrong = why_not_deal(table, command.patron)
    if wrong is not None:
        return wrong
    if table.deal.settings.mode is Mode.INTERNAL:
        return (bets_closed(table),)
    pressed = e.DealPressed(command.patron)
    return (pressed, bets_closed(table)) if _all_ready_but(table, command.patron) else (pressed,)


def _all_ready_but(table: Table, patron: str) -> bool:
    """Whether the cards need not wait for anybody else who is present (MO-02)."""
    if not table.deal.settings.early_start:
        return False
    missing = {*table.patrons.reserved, *table.patrons.gone, patron}
    others = [place for name, place in table.patrons.places.items() if name not in missing]
    return all(
        other.pressed or (table.deal.settings.jackpot_in_progress and not other.chips) for other in others
    )


def _waits_for_nobody_but(table: Table, patron: str) -> bool:
    """Whether somebody has pressed Deal, and the cards wait for this patron alone."""
    ready = any(place.pressed for name, place in table.patrons.places.items() if name != patron)
    return ready and takes_bets(table) and _all_ready_but(table, patron)


def _left(table: Table, patron: str) -> Decisions:
    """Gone; where all who stay have pressed Deal, nobody is left to wait for."""
    left = e.Left(patron)
    return (left, bets_closed(table)) if _waits_for_nobody_but(table, patron) else (left,)


def no_more_bets(table: Table) -> tuple[e.AnyEvent, ...]:
    """Every bet is final; those behind a seat that does not play go back first.

    Where nobody plays, no round is begun for bets behind alone: betting waits for a bet (TB-22).
    """
    back = tuple(refunds_without_main_bet(table))
    closed = bets_closed(table)
    shares = {patron: share for patron, share in closed.shares.items() if share.wagers}
    return (*back, msgspec.structs.replace(closed, shares=shares) if shares else e.BettingWaits())


def bets_closed(table: Table) -> e.BetsClosed:
    """No more bets: what lies is final."""
    wagers = {
        patron: wagers_of(place.chips)
        for patron, place in sorted(table.patrons.places.items())
        if place.chips
    }
    shares = {patron: e.BetsShare(each) for patron, each in played(table, wagers).items()}
    return e.BetsClosed(contributions_hash(table.fairness.texts).hex(), tuple(table.fairness.texts), shares)
