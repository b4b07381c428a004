"""Mistakes on purpose, each in a venue of its own: what a simulated day has to find.

Every one is a small subclass put in through the place where a venue is made; nothing is patched.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cutcard.cards import Pack
from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt, Play
from cutcard.games.reason import Refusal
from cutcard.ledger import Hold, Posting, Transfer
from cutcard.record import commitment
from cutcard.table import Phase
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.events import WindowShare
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.strikes import Strikes
from cutcard.venue.ports import Secret, Unavailable
from cutcard.venue.random_center import RandomCenter
from cutcard.venue.requests import Effects, Reply, Request
from cutcard.venue.table_runner import Running
from cutcard.venue.unit_of_work import Work
from cutcard.venue.venue import Venue

replace = msgspec.structs.replace


class WrongWork(Venue):
    """A venue whose steps are done by another kind of work."""

    kind: type[Work] = Work

    def _work(self) -> Work:
        right = super()._work()
        return self.kind(**{name: getattr(right, name) for name in right.__struct_fields__})


class SettlesTwice(Work):
    def move(self, holds: tuple[Hold, ...], transfers: tuple[Transfer, ...]) -> Refusal | None:
        again = transfers if transfers and transfers[0].kind == "settle" else ()
        return super().move(holds, (*transfers, *again))


class ForgetsEscrow(Work):
    def move(self, holds: tuple[Hold, ...], transfers: tuple[Transfer, ...]) -> Refusal | None:
        def to_house(posting: Posting) -> Posting:
            return Posting(posting.account.replace("escrow:", "house:"), posting.amount)

        wrong = (
            replace(transfer, postings=tuple(map(to_house, transfer.postings))) for transfer in transfers
        )
        return super().move(holds, tuple(wrong))


class Tampers(Work):
    """Another event happens than the one that was decided."""

    def happen(self, running: Running, event: e.AnyEvent) -> Refusal | None:
        return super().happen(running, self.other(running, event))

    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        return event


class RoundsUp(Tampers):
    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        if not isinstance(event, e.RoundSettled):
            return event
        return e.RoundSettled(
            {patron: replace(s, returned=s.returned + 1) for patron, s in event.shares.items()}
        )


class PaysAnotherLine(Tampers):
    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        if not isinstance(event, e.RoundSettled):
            return event
        return e.RoundSettled({patron: self._paid(share) for patron, share in event.shares.items()})

    def _paid(self, share: e.SettledShare) -> e.SettledShare:
        lines = tuple(
            replace(line, outcome="win", pays="1:1", returned=2 * line.stake) for line in share.lines
        )
        return e.SettledShare(share.staked, sum(line.returned for line in lines), lines)


class InsuresTwice(Tampers):
    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        insured = isinstance(event, e.Decided) and event.decision is Decision.INSURE
        return replace(event, cost=2 * event.cost) if insured and isinstance(event, e.Decided) else event


class RefundsNothing(Tampers):
    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        return replace(event, shares={}) if isinstance(event, e.RoundVoided) else event


class DoublesForNothing(Tampers):
    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        return replace(event, cost=0) if isinstance(event, e.Decided) else event


class ForgetsOneBettor(Tampers):
    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        if not isinstance(event, e.BetsClosed) or len(event.shares) < 2:
            return event
        return replace(event, shares=dict(list(event.shares.items())[1:]))


class OneStrike(Strikes):
    """Out at the first strike, whatever the number of hands."""

    def share(
        self, rules: Rules, patron: str, line: int, play: Play, hands: tuple[HandAt, ...]
    ) -> WindowShare:
        self.needed = dict.fromkeys(self.needed, 1)
        return super().share(rules, patron, line, play, hands)


class StrikesOut(Work):
    def happen(self, running: Running, event: e.AnyEvent) -> Refusal | None:
        refusal = super().happen(running, event)
        felt = running.table.deal.felt
        if isinstance(event, e.BetsClosed) and isinstance(felt, SharedFelt):
            felt.strikes = OneStrike()
        return refusal


class WrongPack(Work):
    """The center draws from a full pack, whatever has been dealt."""

    def happen(self, running: Running, event: e.AnyEvent) -> Refusal | None:
        if isinstance(event, e.BetsClosed) and running.center is not None:
            running.center = RandomCenter(running.center.secret, Pack.of_decks(1))
        return super().happen(running, event)


class SkipsCommitment(Tampers):
    """What is published before the round is the hash of something else."""

    def other(self, running: Running, event: e.AnyEvent) -> e.AnyEvent:
        if not isinstance(event, e.RoundOpened):
            return event
        return replace(event, commitment=commitment(b"another secret").hex())


class ForgetsHolds(Venue):
    """After a crash, chips on the layout are free to be staked elsewhere."""

    def recover(self) -> None:
        super().recover()
        for hold in self.book.holds():
            self.book.put(replace(hold, amount=0))


class DrawsAgain(Venue):
    """After a crash the running round goes on with another secret."""

    def recover(self) -> None:
        super().recover()
        for running in self.tables.values():
            if running.center is not None and running.table.phase is Phase.PLAYING:
                running.center = RandomCenter(self.entropy.random_bytes(32), running.center.pack)


class IgnoresKeys(Venue):
    """Every ask is new, however often it was sent."""

    def _known(self, key: str) -> Reply | None:
        return None

    def _answer(self, work: Work, request: Request) -> Reply:
        return self._decide_request(work, request)


class AnswersTooEarly(Venue):
    """Who asked is answered before anything is durable."""

    def recover(self) -> None:
        self.early: list[Effects] = []
        super().recover()

    def step(self, asks: Any = ()) -> Effects:
        self.early = []
        after = super().step(asks)
        return self.early[0] if self.early and self.early[0].replies else after

    def _commit(self, work: Work) -> None:
        try:
            super()._commit(work)
        except Unavailable:
            self.early.append(work.effects)
            raise


class TakesLateBets(Venue):
    """A chip that came too late lies all the same."""

    def _decide_request(self, work: Work, ask: Request) -> Reply:
        reply = super()._decide_request(work, ask)
        late = reply.refusal is not None and reply.refusal.code == "bets_are_closed"
        command = ask.command
        if not late or not isinstance(command, c.PlaceBet):
            return reply
        wager = e.Wager(command.position, command.bet, command.amount)
        work.happen(self.tables[ask.table], e.BetsChanged(command.patron, (wager,), "place"))
        return Reply(ask.key)


class RefusesAndTakes(Venue):
    """The patron is refused, and the money moves."""

    def _decide_request(self, work: Work, ask: Request) -> Reply:
        reply = super()._decide_request(work, ask)
        if reply.refusal is None and isinstance(ask.command, c.PlaceBet):
            return Reply(ask.key, Refusal("bets_are_closed"))
        return reply


class TimesByTheWall(Venue):
    """Timers follow the wall clock, which jumps."""

    def now_ms(self) -> int:
        return self.clock.wall_ms() - 1_767_225_600_000 + 10**6


class ChangesInPassing(Venue):
    """What is in memory is not what is on record."""

    def _commit(self, work: Work) -> None:
        super()._commit(work)
        for running in self.tables.values():
            for place in running.table.patrons.places.values():
                place.insurance = False


class ForgetsASecret(Work):
    """The round's secret is not the one that was kept for it."""

    def batch(self) -> Any:
        self.secrets = [Secret(secret.stream, secret.round, bytes(32)) for secret in self.secrets]
        return super().batch()


def with_work(kind: type[Work]) -> type[Venue]:
    """A venue whose steps are done by this kind of work."""
    return type(f"With{kind.__name__}", (WrongWork,), {"kind": kind})


OF_ANY_TABLE: dict[str, type[Venue]] = {
    "settles twice": with_work(SettlesTwice),
    "forgets escrow": with_work(ForgetsEscrow),
    "rounds a payout up": with_work(RoundsUp),
    "pays another line": with_work(PaysAnotherLine),
    "counts an insurance twice": with_work(InsuresTwice),
    "refunds nothing on a void": with_work(RefundsNothing),
    "doubles and splits for nothing": with_work(DoublesForNothing),
    "forgets a bettor": with_work(ForgetsOneBettor),
    "strikes out too early": with_work(StrikesOut),
    "draws from the wrong pack": with_work(WrongPack),
    "skips the commitment": with_work(SkipsCommitment),
    "keeps another secret": with_work(ForgetsASecret),
    "forgets holds in a crash": ForgetsHolds,
    "draws again after a crash": DrawsAgain,
    "ignores keys": IgnoresKeys,
    "answers too early": AnswersTooEarly,
    "takes late bets": TakesLateBets,
    "refuses and takes": RefusesAndTakes,
    "times by the wall clock": TimesByTheWall,
    "changes in passing": ChangesInPassing,
}
