"""Telling people on stderr that something takes a while. Says nothing on stdout and nothing to a pipe."""

from __future__ import annotations

from collections.abc import Iterator
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
