"""A compile is announced where one takes place, and nowhere else."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from cutcard.cli import main; main()"]


def run(folder: Path, results: str, *arguments: str) -> tuple[object, str]:
    """What a command prints, its kernels kept in a folder and its results in one below."""
    kept = {"NUMBA_CACHE_DIR": str(folder / "kernels"), "CUTCARD_CACHE": str(folder / results)}
    done = subprocess.run(
        [*COMMAND, *arguments],
        check=False,
        env={**os.environ, **kept},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_nothing_is_announced_where_nothing_is_compiled(tmp_path: Path) -> None:
    results, said = run(tmp_path, "results", "par", "punto-banco", "--bet", "tie", "--json")
    assert said == ""
    assert results


@pytest.mark.long
def test_a_cold_cache_is_announced_once_and_a_warm_one_never(tmp_path: Path) -> None:
    command = ("strategy", "multihand-etg", "--json")
    cold, said = run(tmp_path, "first", *command)
    assert len(said.splitlines()) == 1
    assert "the counting is compiled" in said
    warm, silent = run(tmp_path, "second", *command)  # counted anew with the kernels that are kept
    assert (warm, silent) == (cold, "")
