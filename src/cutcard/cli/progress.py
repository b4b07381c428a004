"""Telling people on stderr that something takes a while. Says nothing on stdout and nothing to a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from cutcard.exact.compile_notice import listening

COMPILING = "on a machine's first use the counting is compiled, which takes about ten seconds"

_said: list[str] = []
"""What was said of a compile in this run: one line is enough for all its kernels."""


@contextmanager
def working(what: str) -> Iterator[None]:
    """A line on the terminal while something is counted, and one anywhere where a compile takes place."""
    from rich.console import Console

    console = Console(stderr=True)
    status = console.status(f"{what} …") if console.is_terminal else None

    def say_compiling() -> None:
        if status is not None:
            status.update(f"{what}; {COMPILING} …")
        elif not _said:
            _said.append(COMPILING)
            console.print(f"cutcard: {what}; {COMPILING}", soft_wrap=True, highlight=False)

    with status or nullcontext(), listening(say_compiling):
        yield


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal; what it gives is told how many are done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
