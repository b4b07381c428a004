"""One step's work: what has been decided so far and is to be made durable together."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from cutcard.games.reason import Refusal
from cutcard.ledger import Book, Hold, Transfer, patrons_among
from cutcard.record import SALT_BYTES, Entry, seal
from cutcard.table import events as e
from cutcard.table.event import News
from cutcard.table.forks.evolve import fork_of
from cutcard.table.forks.fork import evolve_fork, fork_stream
from cutcard.venue.best_play import BestPlay, exact_play
from cutcard.venue.money import moves
from cutcard.venue.patrons.notices import (
    NOTHING_BEFORE,
    Before,
    Corrected,
    Filed,
    Posted,
    before,
    corrected_key,
    file_notices,
)
from cutcard.venue.ports import Answered, Batch, Document, Entropy, Secret, Snapshot
from cutcard.venue.requests import CALL, Changed, Effects, call_document
from cutcard.venue.restarting.snapshot import snapshot_of
from cutcard.venue.supervisor_calls import call_for, calls_ended
from cutcard.venue.table_runner import ENTRIES_A_PATRON, SNAPSHOT_EVERY, Running


class Work(msgspec.Struct):
    """A batch under construction, and the effects it will have once it is durable.

    ``decided`` are the keys of what was answered for the first time in this step, ``filed`` the notices and
    ``corrected`` the corrections of past rounds that it brings. ``steady_ms`` is its time by the clock that
    no recovery turns back.
    """

    book: Book
    entropy: Entropy
    at_ms: int
    wall_ms: int
    entries: list[Entry] = []
    transfers: list[Transfer] = []
    holds: list[Hold] = []
    answers: list[Answered] = []
    secrets: list[Secret] = []
    snapshots: list[Snapshot] = []
    documents: list[Document] = []
    decided: list[str] = []
    filed: list[Filed] = []
    corrected: Corrected = {}
    effects: Effects = msgspec.field(default_factory=Effects)
    steady_ms: int = 0
    best: BestPlay = exact_play
    snapshot_every: int = SNAPSHOT_EVERY

    def happen(self, running: Running, event: e.AnyEvent) -> Refusal | None:
        """Make an event happen: its money first, which may be refused, then the record, then the table."""
        if isinstance(event, e.ForkEvent):
            self._happen_in_fork(running, event)
            return None
        round_ = event.round if isinstance(event, e.RoundOpened) else running.table.deal.round
        holds, transfers = moves(running.stream, round_, event, self.book.play)
        if holds or transfers:
            refusal = self.move(holds, transfers)
            if refusal is not None:
                return refusal
        salt = self.entropy.random_bytes(SALT_BYTES)
        entry = seal(running.last, running.stream, round_, self.at_ms, self.wall_ms, event, salt)
        self.entries.append(entry)
        # What the event is about to overwrite: a notice says what was and what is.
        was = before(running.table, event)
        running.apply(event, entry)
        if isinstance(event, e.CorrectionMade):
            at = corrected_key(running.stream, event.of_round)
            self.corrected.setdefault(at, []).append(Posted(entry.number, was.why))
        self._notify(running, event, round_, entry, was)
        self._mark_changed(running, event)
        return None

    def _notify(
        self, running: Running, event: e.AnyEvent, round_: int, entry: Entry, was: Before = NOTHING_BEFORE
    ) -> None:
        """What patrons are to see of it, now or when they are back."""
        for notice in file_notices(running.table, event, round_, entry, was):
            self.filed.append(notice)
            self.effects.notices[notice.patron] = None

    def _happen_in_fork(self, running: Running, event: e.ForkEvent) -> None:
        """An interrupted game has a record of its own. Its money moves with the events of its table."""
        fork, seat = fork_of(running.table, event), event.seat
        stream = fork_stream(running.stream, fork.of_round, seat)
        salt = self.entropy.random_bytes(SALT_BYTES)
        # Round 0: the stream is this one game, whose round is in its name.
        entry = seal(running.forks.get(seat), stream, 0, self.at_ms, self.wall_ms, event, salt)
        self.entries.append(entry)
        running.forks[seat] = entry
        evolve_fork(fork, event)
        self._notify(running, event, fork.of_round, entry)
        self._mark_changed(running, event)

    def move(self, holds: tuple[Hold, ...], transfers: tuple[Transfer, ...]) -> Refusal | None:
        """Move money in the book, to be written with everything else."""
        refused = self.book.make(holds, transfers)
        if refused is not None:
            return Refusal(refused.code, refused.facts)
        self.holds.extend(holds)
        self.transfers.extend(transfers)
        # Whose credit meter has changed is known only now that the book has taken all of it.
        moved = [hold.account for hold in holds]
        for transfer in transfers:
            moved += [posting.account for posting in transfer.postings]
        self.effects.purses.update(dict.fromkeys(patrons_among(moved)))
        return None

    def _mark_changed(self, running: Running, event: e.AnyEvent) -> None:
        changed = self.effects.changed.setdefault(running.stream, Changed())
        self._call(running, event)
        if event.news is News.EVERYBODY:
            changed.everybody = True
            changed.round_over = changed.round_over or isinstance(event, e.RoundSettled | e.RoundVoided)
        patron = getattr(event, "patron", None)
        if patron is not None:
            changed.patrons[patron] = None

    def _call(self, running: Running, event: e.AnyEvent) -> None:
        """Whom this calls, and whose call it settles: written with what happened."""
        number = 0 if running.last is None else running.last.number
        wanted = call_for(running.stream, event, number, self.wall_ms)
        if wanted is not None:
            self.effects.calls.append(wanted)
            self.documents.append(call_document(wanted))
        for ended in calls_ended(running.stream, event):
            self.effects.settled_calls.append(ended)
            self.documents.append(Document(CALL, ended, None))

    def keep(self, running: Running) -> None:
        """A snapshot of a table that has just opened a round, now and then."""
        assert running.last is not None, "a table that runs has a record"
        if running.since_snapshot >= self.snapshot_every + ENTRIES_A_PATRON * len(
            running.table.patrons.places
        ):
            snapshot = snapshot_of(running.table)
            number, hashed = running.last.number, sha256(snapshot).digest()
            self.snapshots.append(Snapshot(running.stream, number, snapshot, hashed))
            running.since_snapshot = 0

    def batch(self) -> Batch | None:
        """What is to be written; None where there is nothing."""
        if not (self.entries or self.answers or self.documents or self.holds):
            return None
        return Batch(
            entries=self.entries,
            transfers=self.transfers,
            holds=self.holds,
            answers=self.answers,
            secrets=self.secrets,
            snapshots=self.snapshots,
            documents=self.documents,
        )
