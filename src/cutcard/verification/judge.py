"""Why an event does not follow from the table as it stood before: the one list of reasons.

A folder, the file of a round and a patron's copy are all judged by it. What a source does not show it names
as what it ``lacks``, and a rule that needs just that is left out there. Wherever a decider can be asked
again, it is: whether an event could have come about is written down once, where it is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args

import msgspec

from cutcard.cards import CARDS
from cutcard.games.reason import Refusal
from cutcard.table import Table, decide, follow
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.betting.times import betting_timed
from cutcard.table.command import Source
from cutcard.table.house.decide import resumed
from cutcard.table.phases import betting
from cutcard.table.seating.patrons import OPTIONS, options
from cutcard.table.settings import has_disputes
from cutcard.verification import judge_round as why_not
from cutcard.verification.need import Need

Why = Callable[[Table, Any, int], str | None]
"""What is wrong with an event at this time, with the table as it stood before."""


class Rule(NamedTuple):
    """A reason that can stand against an event, and what has to be known to see it."""

    why: Why
    need: Need = Need.NOTHING


def event_fault(table: Table, event: e.AnyEvent, at_ms: int, lacks: Need = Need.NOTHING) -> str | None:
    """The first thing that stands against an event, as far as can be seen."""
    for why, need in RULES[type(event)]:
        if not need & lacks:
            wrong = why(table, event, at_ms)
            if wrong is not None:
                return wrong
    return None


def unmet(event: e.AnyEvent, lacks: Need) -> Need:
    """What would have been needed to judge all of the event, and is not there."""
    unmet_needs = Need.NOTHING
    for rule in RULES[type(event)]:
        unmet_needs |= rule.need & lacks
    return unmet_needs


def _follows_command(command: Callable[[Any], c.Command], need: Need = Need.TABLE) -> Rule:
    """The event is among those that this command leads to: the decider itself is asked again.

    Cards come from whoever holds the shoe, all else from people and the house.
    """
    source = Source.CENTER if Need.FELT in need else Source.HOUSE

    def why(table: Table, event: e.AnyEvent, at_ms: int) -> str | None:
        outcome = decide(table, command(event), why_not.again(at_ms, source))
        if isinstance(outcome, Refusal):
            return f"the table would have refused it: {outcome.code}"
        return None if event in outcome else "the table would have said otherwise"

    return Rule(why, need)


def _matches(what: Callable[[Table, Any, int], object], wrong: str) -> Rule:
    """The event is just the one that this table comes to at this time."""

    def why(table: Table, event: e.AnyEvent, at_ms: int) -> str | None:
        return None if what(table, event, at_ms) == event else wrong

    return Rule(why, Need.TABLE)


def _when(holds: Callable[[Table, Any], bool], wrong: str) -> Rule:
    """What has to be so before the event."""

    def why(table: Table, event: e.AnyEvent, _at_ms: int) -> str | None:
        return None if holds(table, event) else wrong

    return Rule(why, Need.TABLE)


def _follows(table: Table, _event: e.AnyEvent, at_ms: int) -> object:
    return follow(table, at_ms)


def _expected_result(table: Table, _event: e.ResultShown, at_ms: int) -> object:
    closes_ms = at_ms + 1000 * table.deal.settings.profile.table.dispute_s
    return e.ResultShown(closes_ms) if has_disputes(table.deal.settings) else None


def _expected_resumption(table: Table, event: e.Resumed, at_ms: int) -> object:
    """Open times in full; after a long outage nobody is waited for any more (TB-43)."""
    if event.by == "restart" and table.clock.window_open and event.deadline_ms == at_ms:
        return event
    return resumed(table, event.by, at_ms)


def _decision_fault(table: Table, event: e.Decided, at_ms: int) -> str | None:
    """A patron's own decision was theirs to make, and the house made no other than its rules say."""
    by_itself = follow(table, at_ms)
    if not event.automatic:
        house = by_itself == msgspec.structs.replace(event, automatic=True)
        return "the house decided, and not the patron" if house else None
    command = c.Complete(event.patron, event.decision, event.position, event.branch)
    return None if event == by_itself else _follows_command(lambda _: command).why(table, event, at_ms)


def _patron_decision_fault(table: Table, event: e.Decided, at_ms: int) -> str | None:
    if event.automatic:
        return None
    command = c.Decide(event.patron, event.decision, event.position, event.branch)
    return _follows_command(lambda _: command).why(table, event, at_ms)


def _expected_freeing(table: Table, event: e.SeatFreed, at_ms: int) -> object:
    if event.why != "staff":
        return follow(table, at_ms)
    outcome = decide(table, c.FreeSeat(event.by, event.seat), why_not.again(at_ms))
    return event if not isinstance(outcome, Refusal) and event in outcome else None


def _new_shoe(event: e.ShoeChanged, table: Table) -> c.ChangeShoe:
    """What was counted, as far as what it found shows."""
    if not event.missing and not event.extra:
        return c.ChangeShoe(event.by)
    left = table.deal.shoe.pack.counts
    counted = tuple(left[card] - event.missing.count(card) + event.extra.count(card) for card in CARDS)
    return c.ChangeShoe(event.by, counted)


def _shoe_fault(table: Table, event: e.ShoeChanged, at_ms: int) -> str | None:
    command = _new_shoe(event, table)
    return _follows_command(lambda _: command).why(table, event, at_ms)


def _face_down_fault(table: Table, event: e.FaceDownDealt, at_ms: int) -> str | None:
    card = next(card for card in CARDS if table.deal.shoe.pack.counts[card]) if event.read else None
    return _follows_command(lambda _: c.DealFaceDown(card), Need.FELT).why(table, event, at_ms)


def _same_table(table: Table, event: e.SettingsChanged) -> bool:
    now, then = event.settings, table.deal.settings
    return (now.id, now.mode, now.profile.game) == (then.id, then.mode, then.profile.game)


def _may_choose(table: Table, event: e.OptionSet) -> bool:
    return event.option in (options(table.deal.settings) if event.on else OPTIONS)


def _amounts(event: e.CorrectionProposed) -> dict[str, int]:
    return {patron: share.amount for patron, share in event.shares.items()}


RULES: Final[Mapping[type, tuple[Rule, ...]]] = {
    # The table, and who is there.
    e.TableOpened: (
        _when(lambda table, _: not table.clock.at_ms and not table.deal.round, "a table is opened once"),
    ),
    e.SettingsChanged: (_when(_same_table, "they are another table's settings"),),
    e.TableClosed: (),
    e.Joined: (_follows_command(lambda event: c.Join(event.patron, event.name)),),
    e.Left: (_follows_command(lambda event: c.Leave(event.patron)),),
    e.WentAway: (_follows_command(lambda event: c.GoAway(event.patron)),),
    e.StayedAway: (_follows_command(lambda event: c.StayAway(event.patron)),),
    e.CameBack: (_follows_command(lambda event: c.ComeBack(event.patron)),),
    e.OptionSet: (_when(_may_choose, "there is no such option"),),
    e.SpeedSet: (_follows_command(lambda event: c.SetSpeed(event.patron, event.speed)),),
    e.PlaceReserved: (_follows_command(lambda event: c.Reserve(event.patron)),),
    e.ReservationEnded: (
        _when(lambda table, event: event.patron in table.patrons.reserved, "no place was kept for them"),
    ),
    # Seats.
    e.SeatTaken: (_follows_command(lambda event: c.TakeSeat(event.patron, event.seat)),),
    e.SeatLeft: (_follows_command(lambda event: c.LeaveSeat(event.patron, event.seat)),),
    e.SeatChanged: (_follows_command(lambda event: c.TakeSeat(event.patron, event.seat)),),
    e.SeatFreed: (_matches(_expected_freeing, "the seat was not to be freed"),),
    e.BehindRefused: (
        _follows_command(lambda event: c.RefuseBehind(event.patron, event.seat, event.refused)),
    ),
    e.BehindSet: (
        _follows_command(
            lambda event: c.SetBehind(event.patron, event.seat, event.double_along, event.split_along)
        ),
    ),
    # Betting.
    e.RoundOpened: (Rule(why_not.rules_fault), Rule(why_not.shoe_fault, Need.TABLE)),
    e.Contributed: (_follows_command(lambda event: c.Contribute(event.patron, event.text)),),
    e.BettingTimed: (
        _matches(
            lambda table, _, at_ms: betting_timed(table.deal.settings, at_ms), "betting has another time"
        ),
    ),
    e.BettingWaits: (_when(lambda table, _: betting(table), "bets were closed"),),
    e.BetsChanged: (Rule(why_not.bet_fault), Rule(why_not.limits_fault, Need.TABLE)),
    e.BehindRefunded: (Rule(why_not.behind_refund_fault), Rule(why_not.refunded_seat_fault, Need.TABLE)),
    e.DealPressed: (_follows_command(lambda event: c.PressDeal(event.patron)),),
    e.LastBetsCalled: (_when(lambda table, _: betting(table), "bets were closed"),),
    e.BetsClosed: (
        Rule(why_not.chips_fault),
        Rule(why_not.closed_bets_fault, Need.EVERYBODY),
        Rule(why_not.contributions_fault, Need.TEXTS),
    ),
    # The play.
    e.CardBurned: (_follows_command(lambda event: c.Burn(event.card), Need.FELT),),
    e.CardDealt: (_follows_command(lambda event: c.Deal(event.card), Need.FELT),),
    e.FaceDownDealt: (Rule(_face_down_fault, Need.FELT),),
    e.Checked: (_follows_command(lambda event: c.Check(event.blackjack), Need.FELT),),
    e.CardTurned: (_follows_command(lambda event: c.TurnUp(event.card), Need.FELT),),
    e.WindowOpened: (_matches(_follows, "decisions have another time"),),
    e.Decided: (
        Rule(why_not.cost_fault),
        Rule(_patron_decision_fault, Need.FELT),
        Rule(_decision_fault, Need.TABLE),
    ),
    e.BehindFollowed: (
        Rule(why_not.uninsured_fault, Need.FELT),
        Rule(why_not.behind_fault, Need.FELT | Need.EVERYBODY),
    ),
    e.WindowClosed: (Rule(why_not.silence_fault, Need.FELT | Need.EVERYBODY),),
    e.HandForked: (Rule(why_not.fork_fault, Need.TABLE),),
    e.ForkRaised: (
        Rule(why_not.late_raise_fault, Need.FELT),
        Rule(why_not.fork_outcome_fault, Need.FELT),
        Rule(why_not.cost_fault),
    ),
    e.ForkSettled: (Rule(why_not.fork_outcome_fault, Need.FELT),),
    # The result.
    e.ResultShown: (_matches(_expected_result, "the result lies for another time"),),
    e.ResultConfirmed: (_follows_command(lambda event: c.ConfirmResult(event.patron)),),
    e.DisputeFormSet: (_follows_command(lambda event: c.FillDispute(event.patron, event.on)),),
    e.Disputed: (_follows_command(lambda event: c.Dispute(event.patron, event.about, event.reason)),),
    e.DisputeClosed: (_follows_command(lambda event: c.CloseDispute(event.by, event.reason)),),
    e.CardCorrected: (Rule(why_not.correction_fault, Need.FELT | Need.EVERYBODY),),
    e.RoundSettled: (Rule(why_not.results_fault, Need.FELT),),
    e.RoundVoided: (
        Rule(why_not.void_fault, Need.FELT),
        Rule(why_not.misread_fault, Need.FELT | Need.EVERYBODY),
    ),
    e.RoundRevealed: (_follows_command(lambda event: c.Reveal(event.secret, event.unseen), Need.FELT),),
    # The house.
    e.ShoeChanged: (Rule(_shoe_fault, Need.TABLE),),
    e.CutCardSeen: (_follows_command(lambda event: c.SeeCutCard(event.by)),),
    e.SupervisorCalled: (),
    e.Paused: (),
    e.Resumed: (_matches(_expected_resumption, "open times did not begin again in full"),),
    e.CorrectionProposed: (
        _follows_command(
            lambda event: c.ProposeCorrection(event.by, event.of_round, _amounts(event), event.why)
        ),
    ),
    e.CorrectionMade: (_follows_command(lambda event: c.ApproveCorrection(event.by, event.number)),),
    **{kind: (Rule(lambda *_: "it belongs on a record of its own"),) for kind in get_args(e.ForkEvent)},
}
"""For every event the reasons that can stand against it, in the order in which they are asked."""
