"""A table that runs: its state, the tail of its record, and who deals to it. One writer owns it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cutcard.cards import Pack
from cutcard.record import Entry, decode_event
from cutcard.record.chain import link_fault
from cutcard.table import Table, evolve, new_table
from cutcard.table import events as e
from cutcard.table.want import times_ms
from cutcard.venue.ports import Snapshot
from cutcard.venue.random_center import RandomCenter
from cutcard.venue.restarting.snapshot import restore_table

SNAPSHOT_EVERY = 256  # the most that a start plays again of a quiet table
ENTRIES_A_PATRON = 8
"""So many entries lie at most between two snapshots, and so many more for each patron at the table: a
snapshot is as large as the table, and must not be taken for every round of a big one."""


class Running(msgspec.Struct):
    """A table and what its one writer keeps beside its state.

    ``number`` counts what everybody was sent, ``hole`` is the face-down card where a reader knows it, and
    ``forks`` are the tails of the records of interrupted games by seat, with their secrets.
    """

    table: Table
    last: Entry | None = None
    center: RandomCenter | None = None
    pack: Pack | None = None
    hole: int | None = None
    forks: dict[int, Entry] = {}
    fork_secrets: dict[int, bytes] = {}
    since_snapshot: int = 0
    number: int = 0
    wake_ms: int | None = None

    @property
    def stream(self) -> str:
        """The name of its record."""
        return self.table.deal.settings.id

    def apply(self, event: e.AnyEvent, entry: Entry) -> None:
        """One more event has happened."""
        evolve(self.table, event, entry.at_ms)
        self.last = entry
        self.since_snapshot += 1
        if isinstance(event, e.RoundOpened):
            self.pack = Pack(event.pack, sum(event.pack))
            self.hole, self.forks, self.fork_secrets = None, {}, {}

    def reckon(self, at_ms: int) -> None:
        """When this table, which has come to rest, must be looked at again if nobody asks anything."""
        # What was due by now has happened, or waits for a person: time alone will not move it.
        later = [each for each in times_ms(self.table) if each > at_ms]
        self.wake_ms = min(later) if later else None


class Damaged(Exception):
    """A record that does not hold together. The venue does not start with it; the text names the damage."""


def replay_table(stream: str, snapshot: Snapshot | None, entries: Iterable[Entry]) -> Running | None:
    """A table from its snapshot and the entries after it; None where there is no record."""
    running = None
    if snapshot is not None:
        table = restore_table(snapshot.state)
        running = Running(table, pack=table.deal.shoe.pack)
    previous: Entry | None = None
    for entry in entries:
        if snapshot is not None and entry.number == snapshot.number:
            previous = entry  # where the snapshot was taken: what follows hangs on its hash
            continue
        fault = link_fault(previous, entry)
        if fault is not None:
            raise Damaged(f"the record of {stream} does not hold: {fault.key} {dict(fault.facts)}")
        previous = entry
        event = decode_event(entry, e.AnyEvent)
        if running is None:
            assert isinstance(event, e.TableOpened), f"the record of {stream} begins with {entry.tag}"
            running = Running(new_table(event.settings))
        running.apply(event, entry)
    if running is not None:
        running.last = previous
    return running
