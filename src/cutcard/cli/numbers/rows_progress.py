"""A progress bar on stderr for many questions, where there is somebody to see it. Answers none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter

from cutcard.analysis.asking import WORKERS_MAX, Watch, silent
from cutcard.cli.progress import COMPILING, working
from cutcard.cli.refusal import BadInput
from cutcard.exact.compile_notice import listening

Workers = Annotated[
    int | None, Parameter(help="How many processes count; as many as there are cores unless given.")
]


def check_workers(workers: int | None) -> None:
    """Refuses a number of processes that makes no sense."""
    if workers is not None and not 1 <= workers <= WORKERS_MAX:
        raise BadInput(f"--workers is 1 to {WORKERS_MAX}, not {workers}")


@contextmanager
def rows_progress(what: str) -> Iterator[Watch]:
    """Who is told how many of how many are answered, and shows it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        with working(what):
            yield silent
        return
    counts = TextColumn("{task.completed:,.0f} of {task.total:,.0f} done, {task.remaining:,.0f} left")
    columns = (TextColumn("{task.description}"), BarColumn(), counts, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=1)

        def watch(done: int, of: int) -> None:
            bar.update(task, completed=done, total=max(of, 1))

        with listening(lambda: bar.update(task, description=f"{what}; {COMPILING} …")):
            yield watch
