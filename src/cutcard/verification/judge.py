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


def unfounded(table: Table, event: e.AnyEvent, at_ms: int, lacks: Need = Need.NOTHING) -> str | None:
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


def _asked(command: Callable[[Any], c.Command], need: Need = Need.TABLE) -> Rule:
    """The event is among those that this command leads to: the decider itself is asked again.

    Cards come from whoever holds the shoe, all else from people and the house.
    """
    source = Source.CENTER if Need.FELT in need else Source.HOUSE

    def why(table: Table, event: e.AnyEvent, at_ms: int) -> str | None:
        decided = decide(table, command(event), why_not.again(at_ms, source))
        if isinstance(decided, Refusal):
            return f"the table would have refused it: {decided.code}"
        return None if event in decided else "the table would have said otherwise"

    return Rule(why, need)


def _expected(what: Callable[[Table, Any, int], object], wrong: str) -> Rule:
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


def _shown(table: Table, _event: e.ResultShown, at_ms: int) -> object:
    closes_ms = at_ms + 1000 * table.deal.settings.profile.table.dispute_s
    return e.ResultShown(closes_ms) if has_disputes(table.deal.settings) else None


def _begun_again(table: Table, event: e.Resumed, at_ms: int) -> object:
    """Open times in full; after a long outage nobody is waited for any more (TB-43)."""
    if event.by == "restart" and table.clock.window_open and event.deadline_ms == at_ms:
        return event
    return resumed(table, event.by, at_ms)


def _decided(table: Table, event: e.Decided, at_ms: int) -> str | None:
    """A patron's own decision was theirs to make, and the house made no other than its rules say."""
    by_itself = follow(table, at_ms)
    if not event.automatic:
        house = by_itself == msgspec.structs.replace(event, automatic=True)
        return "the house decided, and not the patron" if house else None
    command = c.Complete(event.patron, event.decision, event.position, event.branch)
    return None if event == by_itself else _asked(lambda _: command).why(table, event, at_ms)


def _could_decide(table: Table, event: e.Decided, at_ms: int) -> str | None:
    if event.automatic:
        return None
    command = c.Decide(event.patron, event.decision, event.position, event.branch)
    return _asked(lambda _: command).why(table, event, at_ms)


def _freed(table: Table, event: e.SeatFreed, at_ms: int) -> object:
    if event.why != "staff":
        return follow(table, at_ms)
    decided = decide(table, c.FreeSeat(event.by, event.seat), why_not.again(at_ms))
    return event if not isinstance(decided, Refusal) and event in decided else None


def _new_shoe(event: e.ShoeChanged, table: Table) -> c.ChangeShoe:
    """What was counted, as far as what it found tells."""
    if not event.missing and not event.extra:
        return c.ChangeShoe(event.by)
    left = table.deal.shoe.pack.counts
    counted = tuple(left[card] - event.missing.count(card) + event.extra.count(card) for card in CARDS)
    return c.ChangeShoe(event.by, counted)


def _shoe_changed(table: Table, event: e.ShoeChanged, at_ms: int) -> str | None:
    command = _new_shoe(event, table)
    return _asked(lambda _: command).why(table, event, at_ms)


def _face_down(table: Table, event: e.FaceDownDealt, at_ms: int) -> str | None:
    card = next(card for card in CARDS if table.deal.shoe.pack.counts[card]) if event.read else None
    return _asked(lambda _: c.DealFaceDown(card), Need.FELT).why(table, event, at_ms)


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
    e.Joined: (_asked(lambda event: c.Join(event.patron, event.name)),),
    e.Left: (_asked(lambda event: c.Leave(event.patron)),),
    e.WentAway: (_asked(lambda event: c.GoAway(event.patron)),),
    e.StayedAway: (_asked(lambda event: c.StayAway(event.patron)),),
    e.CameBack: (_asked(lambda event: c.ComeBack(event.patron)),),
    e.OptionSet: (_when(_may_choose, "there is no such option"),),
    e.SpeedSet: (_asked(lambda event: c.SetSpeed(event.patron, event.speed)),),
    e.PlaceReserved: (_asked(lambda event: c.Reserve(event.patron)),),
    e.ReservationEnded: (
        _when(lambda table, event: event.patron in table.patrons.reserved, "no place was kept for them"),
    ),
    # Seats.
    e.SeatTaken: (_asked(lambda event: c.TakeSeat(event.patron, event.seat)),),
    e.SeatLeft: (_asked(lambda event: c.LeaveSeat(event.patron, event.seat)),),
    e.SeatChanged: (_asked(lambda event: c.TakeSeat(event.patron, event.seat)),),
    e.SeatFreed: (_expected(_freed, "the seat was not to be freed"),),
    e.BehindRefused: (_asked(lambda event: c.RefuseBehind(event.patron, event.seat, event.refused)),),
    e.BehindSet: (
        _asked(lambda event: c.SetBehind(event.patron, event.seat, event.double_along, event.split_along)),
    ),
    # Betting.
    e.RoundOpened: (Rule(why_not.other_rules), Rule(why_not.other_shoe, Need.TABLE)),
    e.Contributed: (_asked(lambda event: c.Contribute(event.patron, event.text)),),
    e.BettingTimed: (
        _expected(
            lambda table, _, at_ms: betting_timed(table.deal.settings, at_ms), "betting has another time"
        ),
    ),
    e.BettingWaits: (_when(lambda table, _: betting(table), "bets were closed"),),
    e.BetsChanged: (Rule(why_not.not_taken), Rule(why_not.over_limits, Need.TABLE)),
    e.BehindRefunded: (Rule(why_not.not_those_behind), Rule(why_not.seat_plays, Need.TABLE)),
    e.DealPressed: (_asked(lambda event: c.PressDeal(event.patron)),),
    e.LastBetsCalled: (_when(lambda table, _: betting(table), "bets were closed"),),
    e.BetsClosed: (
        Rule(why_not.not_the_chips),
        Rule(why_not.other_bets, Need.EVERYBODY),
        Rule(why_not.not_mixed_in, Need.TEXTS),
    ),
    # The play.
    e.CardBurned: (_asked(lambda event: c.Burn(event.card), Need.FELT),),
    e.CardDealt: (_asked(lambda event: c.Deal(event.card), Need.FELT),),
    e.FaceDownDealt: (Rule(_face_down, Need.FELT),),
    e.Checked: (_asked(lambda event: c.Check(event.blackjack), Need.FELT),),
    e.CardTurned: (_asked(lambda event: c.TurnUp(event.card), Need.FELT),),
    e.WindowOpened: (_expected(_follows, "decisions have another time"),),
    e.Decided: (Rule(why_not.other_cost), Rule(_could_decide, Need.FELT), Rule(_decided, Need.TABLE)),
    e.BehindFollowed: (
        Rule(why_not.surrendered_uninsured, Need.FELT),
        Rule(why_not.went_along_otherwise, Need.FELT | Need.EVERYBODY),
    ),
    e.WindowClosed: (Rule(why_not.other_silence, Need.FELT | Need.EVERYBODY),),
    e.HandForked: (Rule(why_not.not_gone, Need.TABLE),),
    e.ForkRaised: (
        Rule(why_not.too_late_to_raise, Need.FELT),
        Rule(why_not.another_fork, Need.FELT),
        Rule(why_not.other_cost),
    ),
    e.ForkSettled: (Rule(why_not.another_fork, Need.FELT),),
    # The result.
    e.ResultShown: (_expected(_shown, "the result lies for another time"),),
    e.ResultConfirmed: (_asked(lambda event: c.ConfirmResult(event.patron)),),
    e.DisputeFormSet: (_asked(lambda event: c.FillDispute(event.patron, event.on)),),
    e.Disputed: (_asked(lambda event: c.Dispute(event.patron, event.about, event.reason)),),
    e.DisputeClosed: (_asked(lambda event: c.CloseDispute(event.by, event.reason)),),
    e.CardCorrected: (Rule(why_not.other_correction, Need.FELT | Need.EVERYBODY),),
    e.RoundSettled: (Rule(why_not.other_results, Need.FELT),),
    e.RoundVoided: (
        Rule(why_not.other_void, Need.FELT),
        Rule(why_not.other_misread, Need.FELT | Need.EVERYBODY),
    ),
    e.RoundRevealed: (_asked(lambda event: c.Reveal(event.secret, event.unseen), Need.FELT),),
    # The house.
    e.ShoeChanged: (Rule(_shoe_changed, Need.TABLE),),
    e.CutCardSeen: (_asked(lambda event: c.SeeCutCard(event.by)),),
    e.SupervisorCalled: (),
    e.Paused: (),
    e.Resumed: (_expected(_begun_again, "open times did not begin again in full"),),
    e.CorrectionProposed: (
        _asked(lambda event: c.ProposeCorrection(event.by, event.of_round, _amounts(event), event.why)),
    ),
    e.CorrectionMade: (_asked(lambda event: c.ApproveCorrection(event.by, event.number)),),
    **{kind: (Rule(lambda *_: "it belongs on a record of its own"),) for kind in get_args(e.ForkEvent)},
}
"""For every event the reasons that can stand against it, in the order in which they are asked."""
