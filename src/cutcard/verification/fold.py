"""A table from its events: each is judged, its money counted, and then it happens.

``Fold`` is for any source of events; ``Replay`` is a whole stream of a store, from its first entry on.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

import msgspec

from cutcard.ledger import Book, escrow, play
from cutcard.record import Entry, decode_event
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.forks.fork import fork_stream
from cutcard.table.state import MISREAD_FACE_DOWN
from cutcard.venue.money import Moves, moves
from cutcard.venue.ports import Snapshot
from cutcard.venue.restarting.snapshot import is_current, state_hash
from cutcard.verification.fork import ForkOnTable, Live, fork_fault
from cutcard.verification.judge import event_fault
from cutcard.verification.need import Need
from cutcard.verification.verdict import IMPOSSIBLE

Fault = tuple[str, int, str]
"""The stream, the round (0 outside any), and what is wrong there."""

Read = Callable[[str], Iterable[Entry]]
"""The entries of another stream: those of interrupted games."""


class Fold:
    """One table. ``lacks`` is what its source does not show, ``players`` are those who have play money."""

    def __init__(self, table: Table, lacks: Need = Need.NOTHING, players: Container[str] = ()) -> None:
        self.table = table
        self.lacks = lacks
        self.players = players
        self.in_escrow = 0
        stream = table.deal.settings.id
        self._escrows = (escrow(stream), play(escrow(stream)))

    def happen(self, event: e.AnyEvent, round_: int, at_ms: int) -> tuple[str | None, Moves]:
        """The next event: what stands against it, if anything does, and what it moves."""
        why = event_fault(self.table, event, at_ms, self.lacks)
        moved = moves(self.table.deal.settings.id, round_, event, self.players)
        for transfer in moved[1]:
            for posting in transfer.postings:
                if posting.account in self._escrows:
                    self.in_escrow += posting.amount
        evolve(self.table, event, at_ms)
        if why is None and self.in_escrow and isinstance(event, e.RoundSettled | e.RoundVoided):
            why = f"{self.in_escrow} of what was staked went to nobody"
        return why, moved


class Replay:
    """One table, from its first entry on."""

    def __init__(self, stream: str, counted: Book, read: Read | None = None) -> None:
        self.stream = stream
        self.counted = counted
        self.read = read
        self.hang_on: dict[int, tuple[int, str]] = {}
        self.raised: dict[int, list[e.ForkRaised]] = {}
        self.live = Live()
        self.fold: Fold | None = None

    def all(self, entries: Iterable[Entry], snapshot: Snapshot | None = None) -> Iterator[Fault]:
        """Every entry in order, up to the first that does not fit."""
        for entry in entries:
            fault = self.judge_entry(entry)
            if fault is not None:
                # The first alone: whatever hangs on it would be a fault for the same reason.
                yield self.stream, entry.round, f"entry {entry.number}, {entry.tag}: {fault}"
                return
            if snapshot is None or self.fold is None or entry.number != snapshot.number:
                continue
            if is_current(snapshot.state) and state_hash(self.fold.table) != snapshot.state_hash:
                yield self.stream, entry.round, "the snapshot is of another state"

    def judge_entry(self, entry: Entry) -> str | None:
        """The next entry: what is wrong with it, if anything is."""
        try:
            event = decode_event(entry, e.AnyEvent)
            if self.fold is None:
                if not isinstance(event, e.TableOpened) or event.settings.id != self.stream:
                    return "a record begins with its table's opening"
                self.fold = Fold(new_table(event.settings), players=self.counted.play)
            # Before the table changes: the forks are judged against the felt on which they hang.
            in_forks = self._forks(self.fold.table, entry, event)
            why, (holds, transfers) = self.fold.happen(event, entry.round, entry.at_ms)
            self._note_times(self.fold.table, event, entry.at_ms)
        except (*IMPOSSIBLE, msgspec.DecodeError) as wrong:
            return f"it cannot be replayed: {wrong}"
        for hold in holds:
            self.counted.put(hold)
        for transfer in transfers:
            self.counted.apply(transfer)
        return why or in_forks

    def _note_times(self, table: Table, event: e.AnyEvent, at_ms: int) -> None:
        """When the cards of the round came, against which its interrupted games are judged."""
        match event:
            case e.BetsClosed():
                self.live = Live()
            case e.CardDealt() | e.CardTurned():
                self.live.cards_ms.append(at_ms)
            case e.CardCorrected():
                self.live.corrected = True
            case e.Paused(by="table", reason=reason) if reason == MISREAD_FACE_DOWN:
                self.live.misread = True
            case _:
                pass
        if table.deal.felt is not None and table.deal.felt.hole_shown and self.live.hole_ms is None:
            self.live.hole_ms = at_ms

    def _forks(self, table: Table, entry: Entry, event: e.AnyEvent) -> str | None:
        """With the result of a round, its interrupted games are judged by their own records."""
        felt = table.deal.felt
        match event:
            case e.HandForked():
                self.hang_on[event.seat] = (entry.number, entry.hash.hex())
                self.raised[event.seat] = []
            case e.ForkRaised():
                self.raised[event.seat].append(event)
            case _:
                pass
        if not isinstance(event, e.RoundSettled) or felt is None or self.read is None:
            return None
        for seat, fork in felt.forked.items():
            on_table = ForkOnTable(*self.hang_on[seat], tuple(self.raised[seat]))
            stream = fork_stream(self.stream, table.deal.round, seat)
            why = fork_fault(table, fork, on_table, self.read(stream), self.live)
            if why is not None:
                return f"seat {seat}: {why}"
        return None
