"""What was compiled is kept on disk, and a version of ours with other named tuples is not stopped by it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

KERNEL = """
from typing import NamedTuple

from cutcard.exact.compiling import njit


class {name}(NamedTuple):
    stake: int
    won: int


@njit(nogil=True)
def paid(both):
    return both.stake + both.won


print(paid({name}(2, 3)))
"""


def run(folder: Path, name: str) -> str:
    (folder / "payments.py").write_text(KERNEL.format(name=name), encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept")}
    command = [sys.executable, "-c", "import payments"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_named_tuple_that_was_renamed_is_compiled_anew(tmp_path: Path) -> None:
    assert run(tmp_path, "Both") == "5"
    assert list((tmp_path / "kept").rglob("*.nbi"))
    assert run(tmp_path, "Payment") == "5"
    assert run(tmp_path, "Payment") == "5"
