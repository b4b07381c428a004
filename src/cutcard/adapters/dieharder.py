"""R. G. Brown's dieharder, where it is installed, reading bytes. What they stand for is not known here."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO, Final

from cutcard.analysis.randomness.outside import DieharderLine

QUICK: Final = (0, 8, 10, 11, 15, 100, 101)
"""Birthdays, ones of a stream, parking lot, minimal distance, runs; STS monobit, runs: 80 MB each at most."""

STDIN: Final = "200"
"""The number by which dieharder knows a generator that it reads from its stdin."""

FIELDS: Final = 6


def dieharder_program() -> str | None:
    """Where the program is, if it is."""
    return shutil.which("dieharder")


def run_dieharder(
    program: str,
    tests: Iterable[int] | None,
    stream: Callable[[], Iterator[bytes]],
    watch: Callable[[], None] = lambda: None,
) -> Iterator[DieharderLine]:
    """What it finds by each of these tests, all of its own where none are named, on one stream."""
    blocks = stream()
    for chosen in [["-a"]] if tests is None else [["-d", str(test)] for test in tests]:
        yield from _one_process([program, "-g", STDIN, *chosen], blocks)
        watch()


def _one_process(command: list[str], blocks: Iterator[bytes]) -> Iterator[DieharderLine]:
    # Its answers are few lines, which a pipe holds until all is asked.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:  # noqa: S603
        assert program.stdin is not None
        assert program.stdout is not None
        try:
            _feed(program.stdin, blocks)
        except BaseException:
            program.kill()
            raise
        yield from read_lines(program.stdout.read().decode(errors="replace"))


def _feed(stdin: IO[bytes], blocks: Iterator[bytes]) -> None:
    """Until it has read enough and goes."""
    with suppress(BrokenPipeError):
        for block in blocks:
            stdin.write(block)
    with suppress(BrokenPipeError):
        stdin.close()


def read_lines(printed: str) -> Iterator[DieharderLine]:
    """The lines of its table."""
    for line in printed.splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == FIELDS and fields[1].isdigit():
            test, pattern, _, samples, p, assessment = fields
            yield DieharderLine(test, int(pattern), int(samples), float(p), assessment)
