"""``cutcard verify DATA`` beside a server at whose tables robots play: it holds, whenever it looks (CR-3)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

LOOKS = 4
WITHIN_S = 60


def rounds(served: Served) -> float:
    """How many rounds are over, at all tables."""
    text = served.http("GET", "/metrics", token=served.token("auditor")).body.decode()
    lines = [line for line in text.splitlines() if line.startswith("cutcard_rounds_total")]
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines)


def more_rounds(served: Served, than: float) -> float:
    give_up = time.monotonic() + WITHIN_S
    while (now := rounds(served)) <= than:
        assert time.monotonic() < give_up, "the robots play"
        time.sleep(0.2)
    return now


def looked(data: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "cutcard", "verify", str(data), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_cr_3_a_record_verifies_while_robots_play_on_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--robots", "12", "--no-dealers") as served:
        over = more_rounds(served, 0)
        for _ in range(LOOKS):
            before = over
            assert looked(data)["holds"]
            over = more_rounds(served, before)
