"""Whole streams: every entry's link, and every finished round in them.

Entries are read once, one round in memory at a time. Where they come from is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cutcard.games.reason import Reason
from cutcard.record.chain import NOTHING_BEFORE, link_fault
from cutcard.record.entry import Entry
from cutcard.verification.chain import round_checks
from cutcard.verification.facts import EntryBodies, gather_facts


class StreamVerdict(msgspec.Struct, frozen=True):
    """What a stream holds, and the first thing in it that does not hold. ``head`` is its last hash."""

    stream: str
    entries: int
    rounds: int
    head: str
    round: int = 0
    check: str = ""
    reason: Reason | None = None

    @property
    def holds(self) -> bool:
        """Whether everything in the stream holds."""
        return self.reason is None


Fault = tuple[int, str, Reason]


def verify_stream(stream: str, entries: Iterable[Entry]) -> StreamVerdict:
    """Every link and every finished round of a stream, up to the first fault. The last round may be open."""
    reading = Reading(stream)
    for entry in entries:
        fault = reading.link(entry) or reading.gather(entry)
        if fault is not None:
            return reading.verdict(fault)
    return reading.verdict(reading.end())


class Reading:
    """How far a stream has been read: its last entry, and those of the round it is in."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.before: Entry | None = None
        self.rounds = 0
        self.gathered: list[Entry] = []

    def link(self, entry: Entry) -> Fault | None:
        """Take the next entry, if it follows the one before."""
        reason = link_fault(self.before, entry)
        if self.before is None and entry.stream != self.stream:
            reason = Reason("record.other_stream", {"number": entry.number, "stream": entry.stream})
        if reason is not None:
            return entry.round, "chain", reason
        self.before = entry
        return None

    def gather(self, entry: Entry) -> Fault | None:
        """Put the entry to its round; where another round begins, judge the one before."""
        if self.gathered and entry.round not in (0, self.gathered[0].round):
            fault = _round_fault(self.gathered)
            if fault is not None:
                return fault
            self.rounds += 1
            self.gathered = []
        if entry.round:
            self.gathered.append(entry)
        return None

    def end(self) -> Fault | None:
        """Judge the last round; it may still be open."""
        fault = _round_fault(self.gathered) if self.gathered else None
        if fault is not None and fault[2].key == "record.round_is_open":
            return None
        self.rounds += fault is None and bool(self.gathered)
        return fault

    def verdict(self, fault: Fault | None) -> StreamVerdict:
        """What has been found."""
        before = self.before
        head = before.hash if before else NOTHING_BEFORE
        number = before.number if before else 0
        return StreamVerdict(self.stream, number, self.rounds, head.hex(), *(fault or ()))


def _round_fault(entries: list[Entry]) -> Fault | None:
    number = entries[0].round
    whole = gather_facts(
        EntryBodies(entry.number, entry.tag, entry.public, entry.private) for entry in entries
    )
    for check in round_checks(number, whole):
        if check.reason is not None:
            return number, check.name, check.reason
    return None
