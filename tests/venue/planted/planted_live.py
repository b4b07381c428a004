"""Mistakes on purpose that belong to real cards, seats and the people of the pit. Found by the same days."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from cutcard.games import due
from cutcard.games.reason import Refusal
from cutcard.ledger import Hold, Transfer
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.felt.felt import Felt
from cutcard.table.felt.settling import insurance_stake
from cutcard.table.felt.turns import TurnsFelt
from cutcard.venue.requests import Reply, Request
from cutcard.venue.table_runner import Running
from cutcard.venue.unit_of_work import Work
from cutcard.venue.venue import Venue
from tests.venue.planted.planted import Tampers, with_work

replace = msgspec.structs.replace


class AnnouncesAnotherRefund(Tampers):
    """A bet behind a seat that does not play goes back, and its owner reads of less."""

    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        return replace(event, amount=event.amount - 1) if isinstance(event, e.BehindRefunded) else event


class GoesAlongForNothing(Tampers):
    """Bets behind double and split with their seat, and nobody pays for it."""

    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        if not isinstance(event, e.BehindFollowed):
            return event
        return e.BehindFollowed({patron: replace(share, cost=0) for patron, share in event.shares.items()})


class CorrectsNothing(Work):
    """A correction stands in the record, and no money moves."""

    def move(self, holds: tuple[Hold, ...], transfers: tuple[Transfer, ...]) -> Refusal | None:
        return super().move(holds, tuple(transfer for transfer in transfers if transfer.kind != "correction"))


class SeesTheHole(Work):
    """An interrupted game that needs the face-down card takes it before it is shown."""

    def happen(self, running: Running, event: e.AnyEvent) -> Refusal | None:
        refusal = super().happen(running, event)
        felt = running.table.deal.felt
        if not isinstance(event, e.ForkEvent) or not isinstance(felt, TurnsFelt) or felt.hole_shown:
            return refusal
        fork = felt.forked[event.seat]
        if isinstance(fork.round.due, due.Turn) and running.hole is not None:
            return super().happen(running, e.ForkTurned(fork.patron, fork.seat, running.hole))
        return refusal


class VoidForgetsInsurance(Tampers):
    """A void hands back every stake but insurance."""

    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        felt = running.table.deal.felt
        if not isinstance(event, e.RoundVoided) or felt is None or felt.dealer is None:
            return event
        shares = {patron: self._without(felt, patron, share) for patron, share in event.shares.items()}
        return replace(event, shares=shares)

    def _without(self, felt: Felt, patron: str, share: e.Refund) -> e.Refund:
        if not share.returned:
            return share
        mains = {wager.position: wager.stake for wager in felt.wagers[patron] if wager.bet == "main"}
        insured = sum(insurance_stake(mains[at]) for at in felt.insured(patron))
        return replace(share, returned=share.returned - insured)


class TakesLateDisputes(Venue):
    """A dispute after the result is settled halts the table all the same."""

    def _decide_request(self, work: Work, ask: Request) -> Reply:
        reply = super()._decide_request(work, ask)
        late = reply.refusal is not None and reply.refusal.code == "too_late_to_dispute"
        if not late or not isinstance(ask.command, c.Dispute):
            return reply
        work.happen(self.tables[ask.table], e.Disputed(ask.command.patron, ask.command.about))
        return Reply(ask.key)


class CountsCardsTwice(Venue):
    """A card that whoever deals sends again is one more card."""

    def _answer(self, work: Work, request: Request) -> Reply:
        dealt = isinstance(request.command, c.CardCommand | c.EnterCard)
        return self._decide_request(work, request) if dealt else super()._answer(work, request)


class OnePersonIsEnough(Venue):
    """Whoever wants a correction may approve it."""

    def _decide_request(self, work: Work, ask: Request) -> Reply:
        command = ask.command
        if isinstance(command, c.ApproveCorrection) and ask.table in self.tables:
            proposal = self.tables[ask.table].table.past.proposals.get(command.number)
            if proposal is not None and proposal.by == command.by:
                shares = {patron: e.CorrectionShare(amount) for patron, amount in proposal.amounts.items()}
                made = e.CorrectionMade(command.number, command.by, proposal.of_round, shares)
                return Reply(ask.key, work.happen(self.tables[ask.table], made))
        return super()._decide_request(work, ask)


class KeepsAnotherState(Work):
    """A snapshot is not of the table as it stands."""

    def keep(self, running: Running) -> None:
        super().keep(running)
        for at, snapshot in enumerate(self.snapshots):
            state = snapshot.state.replace(b'"cut_card_seen":false', b'"cut_card_seen":true')
            self.snapshots[at] = replace(snapshot, state=state, state_hash=sha256(state).digest())


OF_LIVE_TABLES: dict[str, type[Venue]] = {
    "tells another refund": with_work(AnnouncesAnotherRefund),
    "goes along behind for nothing": with_work(GoesAlongForNothing),
    "corrects without money": with_work(CorrectsNothing),
    "shows a fork the hole card": with_work(SeesTheHole),
    "forgets insurance in a void": with_work(VoidForgetsInsurance),
    "takes late disputes": TakesLateDisputes,
    "counts a repeated card twice": CountsCardsTwice,
    "lets one person correct": OnePersonIsEnough,
    "keeps a snapshot of another state": with_work(KeepsAnotherState),
}
