"""The venue: all tables, the cashier, one book, one store. Time, chance and money are arguments of its step.

    step(requests) → effects  decide, evolve, write in one transaction; only then is anything sent
    next_wake_ms()            when to step again although nobody asks anything

It keeps no thread and no socket. Where the store fails, everything in memory is forgotten and read again:
what was written happened, what was not did not (TB-43, TB-44).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from cutcard.games.reason import Refusal
from cutcard.ledger import Book
from cutcard.table import Settings, new_table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.command import Source
from cutcard.table.dealing.decide import not_dealt_here
from cutcard.table.settings import faults
from cutcard.venue.answers import Answers
from cutcard.venue.best_play import BestPlay, Prepare, exact_play, nothing_to_prepare, prepare_completion
from cutcard.venue.cashier import Desk
from cutcard.venue.dealing import carry_out, move_on
from cutcard.venue.patrons.notices import Notices
from cutcard.venue.patrons.open_tables import GAMES_EACH, OpenTables
from cutcard.venue.patrons.play_money import set_apart
from cutcard.venue.patrons.premises import refuse_outsider
from cutcard.venue.patrons.presence import Presence
from cutcard.venue.patrons.private_tables import private_name
from cutcard.venue.ports import Answered, Batch, Clock, Document, Entropy, Store, Unavailable
from cutcard.venue.repeats import with_other_bets
from cutcard.venue.requests import CASHIER, UNAVAILABLE, Effects, Reply, Request
from cutcard.venue.restarting.frozen import why_frozen
from cutcard.venue.restarting.recovery import presence_document, recover
from cutcard.venue.restarting.restart import restart
from cutcard.venue.supervisor_calls import frozen_call
from cutcard.venue.table_runner import SNAPSHOT_EVERY, Running
from cutcard.venue.unit_of_work import Work

KEY_MAX = 160  # who asks, their own id and a table's name; kept with every answer
RETRY_MS = 1_000  # reading everything again is work: it is not tried more often
HERE_EVERY_MS = 60_000  # so exactly a start knows how long the house was closed (TB-43)


class Venue:
    """Runs tables. Everything it knows can be read again from its store."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        desk: Desk | None = None,
        best: BestPlay = exact_play,
        prepare: Prepare = nothing_to_prepare,
        snapshot_every: int = SNAPSHOT_EVERY,
        games_each: int = GAMES_EACH,
    ) -> None:
        self.store, self.clock, self.entropy, self.best = store, clock, entropy, best
        self.snapshot_every, self.games_each, self._prepare = snapshot_every, games_each, prepare
        self.desk, self.notices = desk or Desk(), Notices()
        self.book = Book()
        self.tables: dict[str, Running] = {}
        self.offers: dict[str, Settings] = {}
        self.frozen: dict[str, str] = {}
        self.suspended = False
        self.answers = Answers(store)
        self._doubted: Batch | None = None
        self._zero_ms = self._retry_ms = 0
        self._suspended_ms: int | None = None
        self._here_ms = 0
        self.presence = Presence()
        self._expects_connections = False
        self.open_tables = OpenTables(self.tables)
        self.recover()

    def now_ms(self) -> int:
        """The venue's own clock: steady, and going on where the record ends."""
        return self.clock.steady_ms() - self._zero_ms

    def recover(self) -> None:
        """Read everything again from the store, checked; open times begin again in full (TB-43)."""
        if self._doubted is not None:
            self.store.was_written(self._doubted)  # either way, what is read below is what happened
        self._doubted = None
        while not self._restart():
            continue  # a table that cannot go on is frozen, and all is read again without it

    def _restart(self) -> bool:
        recovered = recover(self.store, self.clock.wall_ms())
        # Who was here all the time knows by the steady clock for how long nothing could be written.
        away_ms = self._suspended_ms
        outage_ms = recovered.outage_ms if away_ms is None else self.clock.steady_ms() - away_ms
        set_apart(self.store, recovered.players)
        self.book.load(self.store.purses(), self.store.holds(), recovered.players)
        assert self.book.totals() == 0, f"the accounts are off by {self.book.totals()}"
        self.tables = {running.stream: running for running in recovered.tables}
        self.open_tables = OpenTables(self.tables)
        self.desk.load(recovered.cashier)
        self.notices.load(self.store)
        # The wall clock may have jumped meanwhile: tables go on from the time that their record ends with.
        self._zero_ms = self.clock.steady_ms() - recovered.at_ms
        self._here_ms = recovered.at_ms + HERE_EVERY_MS
        work = self._work()
        for stream, running in self.tables.items():
            if stream in self.frozen:
                continue
            try:
                restart(work, running, outage_ms)
            except Unavailable:
                raise
            except Exception as impossible:  # noqa: BLE001  # one table must not keep the house closed
                self.frozen[stream] = why_frozen(impossible)
                return False
        self._commit(work)
        for running in self.tables.values():
            prepare_completion(running.table.deal.settings, self._prepare)
        self.suspended, self._suspended_ms = False, None
        if self._expects_connections:
            self.expect_connections()
        return True

    def expect_connections(self) -> None:
        """Connections are reported from now on: who is at a table and does not connect is gone (MO-02)."""
        self._expects_connections = True
        self.presence.expect(self.open_tables, self.clock.steady_ms())

    def suspend(self) -> None:
        """Nothing counts from now on, until everything could be read again."""
        self.suspended = True
        if self._suspended_ms is None:
            self._suspended_ms = self.clock.steady_ms()

    def _still_here(self, work: Work) -> None:
        """Now and then it is written down that the house is open: a long quiet is no outage (TB-43)."""
        if work.at_ms >= self._here_ms:
            work.documents.append(presence_document(work.at_ms, work.wall_ms))
            self._here_ms = work.at_ms + HERE_EVERY_MS

    def step(self, requests: Sequence[Request] = ()) -> Effects:
        """Everything asked, and all that time brings, in one transaction."""
        if self.suspended and not self._recovers():
            return self._unavailable(requests)
        work = self._work()
        try:
            stuck = self._decide_all(work, requests)
            if stuck is not None:
                return self._freeze(*stuck, requests, work.decided)
            self._still_here(work)
            # Asked before the commit: whoever is due while it lasts has their turn in the next step.
            due = self.presence.due(work.steady_ms)
            self._commit(work)
        except Unavailable:
            self.suspend()
            return self._unavailable(requests, work.decided)
        except BaseException:
            self.suspend()
            self._forget(work.decided)
            raise
        # Only now: where nothing could be written, tables have to get this again.
        self.presence.forget_gone(due, work.steady_ms)
        return work.effects

    def _decide_all(self, work: Work, requests: Sequence[Request]) -> tuple[str, str] | None:
        """Decide all of it; where something impossible happens, at which table, and what."""
        at = ""
        try:
            for request in requests:
                at = self._stream(request)
                work.effects.replies.append(self._answer(work, request))
            # After what was asked: a last decision sent before the connection closed still counts.
            for who in self.presence.due(work.steady_ms):
                for at in self.open_tables.of(who):
                    self._update_presence(work, who, at)
            for at, running in list(self.tables.items()):
                if running.wake_ms is not None and running.wake_ms <= work.at_ms and at not in self.frozen:
                    move_on(work, running)
        except Unavailable:
            raise
        except Exception as impossible:  # noqa: BLE001  # a mistake at one table is that table's alone
            return at, why_frozen(impossible)
        return None

    def _update_presence(self, work: Work, who: str, at: str) -> None:
        """One table hears whether a patron's terminal is there."""
        running = self.tables[at]
        commands = () if at in self.frozen else self.presence.commands(who, running.table, work.steady_ms)
        if commands:
            self._bring_up(work, running, self.presence.closed_ms(who))
        for command in commands:
            refusal = carry_out(work, running, command, 0)
            assert refusal is None, f"a terminal may come and go at any time: {refusal}"
        if commands:
            move_on(work, running)

    def write(self, documents: Iterable[Document], answers: Iterable[Answered] = ()) -> None:
        """Make durable what belongs to no table, with its answers. Unavailable where that cannot be done."""
        if self.suspended:
            raise Unavailable("nothing can be written now")
        work = self._work()
        work.documents.extend(documents)
        work.answers.extend(answers)
        try:
            self._commit(work)
        except Unavailable:
            self.suspend()
            raise

    def _unavailable(self, requests: Sequence[Request], decided: Sequence[str] = ()) -> Effects:
        """Nothing of the step counts."""
        self._forget(decided)
        return Effects(replies=[Reply(request.key, UNAVAILABLE) for request in requests])

    def _forget(self, decided: Sequence[str]) -> None:
        """What was decided in a step that does not count may be decided anew; older answers stay."""
        self.answers.forget(decided)

    def next_wake_ms(self) -> int | None:
        """By the venue's clock, when the next table must be looked at, or the store tried again."""
        if self.suspended:
            return max(self.now_ms(), self._retry_ms - self._zero_ms)
        tables = self.tables.items()
        wakes = [table.wake_ms for at, table in tables if table.wake_ms is not None and at not in self.frozen]
        gone_ms = self.presence.next_ms()
        if gone_ms is not None:
            wakes.append(max(self.now_ms(), gone_ms - self._zero_ms))
        return min(wakes) if wakes else None

    def _recovers(self) -> bool:
        """Try again, but not all the time: reading everything is work."""
        if self.clock.steady_ms() < self._retry_ms:
            return False
        try:
            self.recover()
        except Unavailable:
            self._retry_ms = self.clock.steady_ms() + RETRY_MS
            return False
        return True

    def _freeze(self, table: str, why: str, requests: Sequence[Request], decided: Sequence[str]) -> Effects:
        """Something impossible happened at a table: nothing of the step counts, and it waits for a person."""
        self.frozen[table] = why
        effects = self._unavailable(requests, decided)
        effects.calls.append(frozen_call(table, why, self.clock.wall_ms()))
        # Nothing decided in memory counts any more. All tables are read again at once; this one stays frozen.
        self.suspend()
        self._recovers()
        return effects

    def _work(self) -> Work:
        return Work(
            self.book,
            self.entropy,
            self.now_ms(),
            self.clock.wall_ms(),
            steady_ms=self.clock.steady_ms(),
            best=self.best,
            snapshot_every=self.snapshot_every,
        )

    def _commit(self, work: Work) -> None:
        work.documents.extend(self.notices.documents(work.filed, work.corrected, self.store))
        batch = work.batch()
        if batch is None:
            return
        try:
            self.store.commit(batch)
        except Unavailable:
            # It may have been written all the same: recovery asks before it reads.
            self._doubted = batch
            raise
        # Durable from here on, so it may be sent.
        self.notices.keep(work.filed)
        for table, changed in work.effects.changed.items():
            if changed.everybody and table in self.tables:
                self.tables[table].number += 1
                prepare_completion(self.tables[table].table.deal.settings, self._prepare)

    def _answer(self, work: Work, request: Request) -> Reply:
        """The one answer this key has, given now or before (TB-51)."""
        known = self.answers.known(request)
        if known is not None:
            return known
        reply = self._decide_request(work, request)
        answered = self.answers.keep(request, reply)
        if reply.refusal is None:
            work.documents.extend(request.documents)
            work.answers.append(answered)
        work.decided.append(request.key)
        return reply

    def _decide_request(self, work: Work, request: Request) -> Reply:
        if len(request.key) > KEY_MAX:
            return Reply(request.key, Refusal("key_too_long", {"most": KEY_MAX}))
        if request.table == CASHIER:
            return self.desk.decide(work, request, self.open_tables.staked, self.tables)
        if isinstance(request.command, c.OpenTable):
            return self._open_table(work, request.key, request.command)
        running = refuse_outsider(request, self.tables, self.offers) or self._running(work, request)
        if isinstance(running, Refusal):
            return Reply(request.key, running)
        command = request.command
        if not isinstance(command, c.Command):
            return Reply(request.key, Refusal("not_asked_of_this_table"))
        # Before the table's own time: what may not be asked moves nothing on.
        refusal = not_dealt_here(running.table.deal.settings, command, request.source)
        if refusal is not None:
            return Reply(request.key, refusal)
        self._bring_up(work, running, request.came_ms)
        return self._decide(work, running, request.key, command, request.source)

    def _decide(self, work: Work, running: Running, key: str, command: c.Command, source: Source) -> Reply:
        """What the table makes of a command that may be asked of it."""
        who = getattr(command, "patron", None)
        if isinstance(command, c.RepeatBets | c.SetOption):
            command = with_other_bets(self.tables, running, command)
        playable = 0 if who is None else self.book.playable_of(who)
        refusal = carry_out(work, running, command, playable, source)
        if refusal is not None:
            return Reply(key, refusal)
        move_on(work, running)
        if isinstance(command, c.CloseTable):
            work.effects.closed.append(running.stream)
        if isinstance(command, c.Join):
            self.open_tables.add_patron(command.patron, running.stream)
            self.presence.review([command.patron])
        if self.frozen.pop(running.stream, None) is not None:  # a void has helped it on
            self.presence.review(running.table.patrons.places)
        return Reply(key, None, {"table": running.stream})

    def _bring_up(self, work: Work, running: Running, came_ms: int | None) -> None:
        """The time that was over at the table when the request came ends first: a late one is late (TB-29).

        One that came in time and had to wait for the house is in time.
        """
        came_ms = work.at_ms if came_ms is None else min(work.at_ms, came_ms - self._zero_ms)
        closes_ms = running.table.clock.deadline_ms
        if closes_ms is not None and closes_ms < came_ms and running.stream not in self.frozen:
            move_on(work, running)

    def _running(self, work: Work, request: Request) -> Running | Refusal:
        """The table asked for; an offer becomes a private table of whoever joins it."""
        if request.table in self.frozen and not isinstance(request.command, c.VoidRound):
            return Refusal("table_is_frozen")  # only giving everything back is sure to be right
        running = self.tables.get(request.table)
        refusal = self.open_tables.too_many(request.command, self._stream(request), self.games_each)
        if refusal is not None:
            return refusal
        if running is not None:
            return running
        offer = self.offers.get(request.table)
        if offer is None or not isinstance(request.command, c.Join):
            return Refusal("no_such_table", {"table": request.table[:64]})
        return self._private(work, offer, request.command.patron)

    def _stream(self, request: Request) -> str:
        """The record a request is about: that of the patron's own table where an offer is meant."""
        offer = self.offers.get(request.table)
        return (
            private_name(offer, request.command.patron)
            if offer and isinstance(request.command, c.Join)
            else request.table
        )

    def _private(self, work: Work, offer: Settings, who: str) -> Running | Refusal:
        name = private_name(offer, who)
        if name in self.frozen:
            return Refusal("table_is_frozen")
        if name not in self.tables:
            self._begin(work, msgspec.structs.replace(offer, id=name, owner=who))
        return self.tables[name]

    def _open_table(self, work: Work, key: str, command: c.OpenTable) -> Reply:
        settings = command.settings
        wrong = faults(settings)
        if wrong:
            return Reply(key, Refusal("settings_contradict", {"why": wrong[0]}))
        if settings.id in self.tables or settings.id in self.offers or settings.id == CASHIER:
            return Reply(key, Refusal("table_exists", {"table": settings.id}))
        self._begin(work, settings, command.by or "")
        return Reply(key, None, {"table": settings.id})

    def _begin(self, work: Work, settings: Settings, by: str = "") -> Running:
        running = Running(new_table(settings))
        self.tables[settings.id] = running
        prepare_completion(settings, self._prepare)
        work.documents.append(Document("table", settings.id, b"open"))
        work.happen(running, e.TableOpened(settings, by))
        move_on(work, running)
        return running

    def offer(self, settings: Iterable[Settings]) -> None:
        """Tables in the lobby of which each patron who joins gets one of their own (MO-01)."""
        self.offers.update((offer.id, offer) for offer in settings)
