"""When a terminal counts as gone.

Theory. A table knows two things of a terminal: it went away, it came back. Between the sockets and that
stands one rule, kept here for everybody who has sockets: a patron is there while one of their lines is open
and was heard of within the last 15 seconds. So

    closed      the last line closes: gone at once
    silent      nothing is heard of an open line for 15 s: gone then, though nobody closed it
    half-open   the old line hangs and a new one is opened: gone after 15 s of silence, back with the new
                line; opened within those 15 s, nothing ever happened
    reload      the line closes and another opens: gone, and back

What being gone costs is not known here: each table answers by its policy (TB-40 to TB-44).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from cutcard.table.commands import ComeBack, GoAway

SILENT_MS: Final = 15_000
"""A line of which nothing is heard for so long is as good as closed (TB-40)."""

Told = list[GoAway | ComeBack]


class Presence:
    """Whose terminals are there. It is told what happens to lines, and says what tables have to hear."""

    def __init__(self) -> None:
        self._heard: dict[str, dict[Hashable, int]] = {}
        self._there: dict[str, bool] = {}

    def expect(self, patrons: Iterable[str], at_ms: int) -> None:
        """After a restart: these were there when it stopped, and have 15 s to be heard of again."""
        for patron in patrons:
            if not self._there.get(patron):
                self._there[patron] = True
                self._heard[patron] = {None: at_ms}

    def opened(self, patron: str, line: Hashable, at_ms: int) -> Told:
        """A line was opened: whoever was gone, or never heard of, is back."""
        lines = self._heard.setdefault(patron, {})
        lines.pop(None, None)
        lines[line] = at_ms
        if self._there.get(patron):
            return []
        self._there[patron] = True
        return [ComeBack(patron)]

    def heard(self, patron: str, line: Hashable, at_ms: int) -> Told:
        """Something came over a line, if only the answer to a ping."""
        if line not in self._heard.get(patron, {}):
            return []
        return self.opened(patron, line, at_ms)

    def closed(self, patron: str, line: Hashable) -> Told:
        """A line was closed: without another one that lives, its patron is gone."""
        lines = self._heard.get(patron, {})
        lines.pop(line, None)
        if lines:
            return []
        self._heard.pop(patron, None)
        return [GoAway(patron)] if self._there.pop(patron, False) else []

    def silent(self, at_ms: int) -> Told:
        """Time has passed: who has been silent for too long is gone, though a line may still hang."""
        gone: Told = []
        for patron, there in self._there.items():
            if there and at_ms >= self._silent_at(patron):
                self._there[patron] = False
                gone.append(GoAway(patron))
        return gone

    def next_ms(self) -> int | None:
        """When to ask again who has been silent for too long."""
        times = [self._silent_at(patron) for patron, there in self._there.items() if there]
        return min(times) if times else None

    def _silent_at(self, patron: str) -> int:
        return max(self._heard[patron].values()) + SILENT_MS
