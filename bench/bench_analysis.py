"""Questions over many rules: a sweep by two processes beside one, and answers that are kept beside new ones.

Each sweep is a whole command with an empty cache of its own, turn by turn, so only the ratios mean anything,
and these only on a machine with two cores to itself. The kernels are compiled beforehand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from bench.ratio import interleaved
from cutcard.exact.cache import VARIABLE

COMMAND = "from cutcard.cli import main; main()"
SWEEP = (
    "sweep multihand-online --over decks=2,4,6,8 dealer_hits_soft_17=true,false surrender=none,late "
    "double_after_split=no,any double_on=any,9-11,10-11"
)
ROWS = 96
COMPARE = "compare live-seven american-live"


def command(line: str, folder: Path) -> None:
    environment = {**os.environ, VARIABLE: str(folder)}
    words = [sys.executable, "-c", COMMAND, *line.split()]
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        place, numbers = Path(name), count()
        kept = place / "kept"
        command(SWEEP, kept)
        command(COMPARE, kept)
        timings = interleaved(
            {
                "one": lambda: command(f"{SWEEP} --workers 1", place / f"{next(numbers)}"),
                "two": lambda: command(f"{SWEEP} --workers 2", place / f"{next(numbers)}"),
                "kept": lambda: command(SWEEP, kept),
                "compare": lambda: command(COMPARE, kept),
                "roads": lambda: command("roads PB", kept),
            },
            repeats=3,
        )
    best = {name: timing.best for name, timing in timings.items()}
    print(f"cutcard sweep, {ROWS} rows: {best['one']:.2f} s by one process, {best['two']:.2f} s by two")
    print(f"two processes are {best['one'] / best['two']:.2f} x as fast as one")
    print(f"once kept: {best['kept']:.2f} s; `cutcard {COMPARE}`: {best['compare']:.2f} s")
    print(
        f"comparing takes {best['compare'] / best['roads']:.1f} x `cutcard roads PB` ({best['roads']:.2f} s)"
    )
