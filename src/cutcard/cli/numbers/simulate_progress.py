"""A progress bar on stderr for a run, where there is somebody to see it. Counts nothing."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from cutcard.analysis.public.simulate import largest_error
from cutcard.sim.report.tally import Tally


class Progress:
    """Shows how far a run is, and ends it when its error is small enough."""

    def __init__(self, rounds: int, until_error: float | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} rounds"),
            TimeRemainingColumn(),
        )
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=rounds)
        self._until_error = until_error

    def __enter__(self) -> Self:
        if self._bar.console.is_terminal:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._bar.console.is_terminal:
            self._bar.stop()

    def __call__(self, tally: Tally) -> bool:
        """Told the tally so far; false where it is enough."""
        self._bar.update(self._task, completed=tally.rounds)
        return self._until_error is None or largest_error(tally) > self._until_error
