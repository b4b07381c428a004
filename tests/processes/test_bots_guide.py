"""The guide's bot, run as it is printed against a real server. What it wins is not known here."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.checkout import ROOT
from tests.processes.served import prepared, served

GUIDE = ROOT / "docs" / "guide" / "bots.md"
LINES_MAX = 30


def program() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def test_the_bot_is_as_short_as_the_guide_says() -> None:
    assert len([line for line in program().splitlines() if line.strip()]) <= LINES_MAX


@pytest.mark.slow
def test_the_guides_bot_plays(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(program(), encoding="utf-8")
    with served(tmp_path) as house:
        prepared(house.folder)
        house.start()
        asyncio.run(house.ready())
        command = [sys.executable, str(bot), house.url, "10"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert re.fullmatch(r"p[0-9a-f]+ has \d+\.\d\d EUR\n", done.stdout), done.stdout
        house.stop()
