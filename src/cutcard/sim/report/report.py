"""A run as it is reported: what was run, on what, and what it said. Prints nothing and measures nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cutcard.sim.report.statistics import Statistics


class SimulationRun(msgspec.Struct, frozen=True, kw_only=True):
    """One run.

    ``rules`` are the values in force as they are shown, ``strategy`` says what the patron played by,
    ``device`` what it ran on, ``exact_of`` what the exact values beside it are values of, ``command``
    how to run it again. ``names`` are what own bets call themselves, by id, and their lines by both ids:
    of shipped ones the texts know it.
    """

    profile: str
    name: str
    game: str
    version: str
    rules: Mapping[str, object]
    seed: int
    device: str
    threads: int
    seconds: float
    statistics: Statistics
    strategy: str = ""
    paytables: Mapping[str, str] = {}
    names: Mapping[str | tuple[str, str], str] = {}
    exact_of: str = ""
    command: str = ""
    notes: tuple[str, ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.statistics.rounds

    @property
    def positions(self) -> int:
        """How many positions were played in each of them."""
        return self.statistics.positions

    @property
    def rounds_per_second(self) -> float | None:
        """How many of them there were in a second; none where no time passed."""
        return self.rounds / self.seconds if self.seconds > 0 else None
