"""One table replayed from its first entry on: every event judged, evolved, and its money counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from cutcard.cards import NotInPack
from cutcard.ledger import Book
from cutcard.record import Entry, opened
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.felt_turns import TurnsFelt
from cutcard.table.forks import fork_stream
from cutcard.table.state import MISREAD_FACE_DOWN
from cutcard.venue.kept import is_current, state_hash
from cutcard.venue.ports import Snapshot
from cutcard.venue.projection import moves
from cutcard.verification.fork import Live, fork_fault
from cutcard.verification.judge import unfounded

Fault = tuple[str, int, str]
"""The stream, the round (0 outside any), and what is wrong there."""

IMPOSSIBLE: Final = (AssertionError, KeyError, IndexError, ValueError, TypeError, AttributeError, NotInPack)
"""What comes of events that no table could have made."""

Read = Callable[[str], Iterable[Entry]]
"""The entries of another stream: those of interrupted games."""


class Replay:
    """One table, from its first entry on."""

    def __init__(self, stream: str, counted: Book, read: Read | None = None) -> None:
        self.stream = stream
        self.counted = counted
        self.read = read
        self.hang_on: dict[int, tuple[int, str]] = {}
        self.live = Live()
        self.table: Table | None = None

    def all(self, entries: Iterable[Entry], snapshot: Snapshot | None = None) -> Iterator[Fault]:
        """Every entry in order, up to the first that does not fit."""
        for entry in entries:
            fault = self.one(entry)
            if fault is not None:
                yield self.stream, entry.round, f"entry {entry.number}, {entry.tag}: {fault}"
                return
            if snapshot is None or self.table is None or entry.number != snapshot.number:
                continue
            if is_current(snapshot.state) and state_hash(self.table) != snapshot.state_hash:
                yield self.stream, entry.round, "the snapshot is of another state"

    def one(self, entry: Entry) -> str | None:
        """The next entry: what is wrong with it, if anything is."""
        try:
            event = opened(entry, e.AnyEvent)
            if self.table is None:
                if not isinstance(event, e.TableOpened):
                    return "a record begins with its table's opening"
                self.table = new_table(event.settings)
            why = unfounded(self.table, event) or self._forks(entry, event)
            holds, transfers = moves(self.stream, entry.round, event, self.counted.play)
            evolve(self.table, event, entry.at_ms)
            self._noted(self.table, event, entry.at_ms)
        except (*IMPOSSIBLE, msgspec.DecodeError) as wrong:
            return f"it cannot be replayed: {wrong}"
        for hold in holds:
            self.counted.put(hold)
        for transfer in transfers:
            self.counted.apply(transfer)
        return why

    def _noted(self, table: Table, event: e.AnyEvent, at_ms: int) -> None:
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
        if isinstance(table.felt, TurnsFelt) and table.felt.hole_shown and self.live.hole_ms is None:
            self.live.hole_ms = at_ms

    def _forks(self, entry: Entry, event: e.AnyEvent) -> str | None:
        """With the result of a round, its interrupted games are judged by their own records."""
        felt = self.table.felt if self.table is not None else None
        if isinstance(event, e.HandForked):
            self.hang_on[event.seat] = (entry.number, entry.hash.hex())
        if not isinstance(event, e.RoundSettled) or not isinstance(felt, TurnsFelt) or self.read is None:
            return None
        assert self.table is not None, "a round is settled at a table"
        for seat, fork in felt.forked.items():
            stream = fork_stream(self.stream, self.table.round, seat)
            why = fork_fault(self.table, fork, self.hang_on[seat], self.read(stream), self.live)
            if why is not None:
                return f"seat {seat}: {why}"
        return None
