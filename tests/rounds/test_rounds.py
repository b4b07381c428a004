"""Every round file, read aloud: what is called out must be what the file says (``README.md``)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rounds.reader import differences

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.round"))
AT_LEAST = {"baccarat": 59, "blackjack": 139, "live": 57, "shared": 24, "tables": 64}
HEADING = re.compile(r".+[.:]   ((BJ|BA|SB|PF|TB|MO|GUI)-\d\d ?)+")


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in FILES])
def test_round(path: Path) -> None:
    wrong = differences(path)
    assert not wrong, "\n" + "\n".join(wrong)


def test_no_folder_of_rounds_is_left_out() -> None:
    read = [path.parent.name for path in FILES]
    assert {folder: read.count(folder) for folder in set(read)}.keys() == AT_LEAST.keys()
    assert all(read.count(folder) >= least for folder, least in AT_LEAST.items())


@pytest.mark.parametrize("folder", AT_LEAST)
def test_every_round_says_what_it_proves(folder: str) -> None:
    for path in FILES:
        if path.parent.name == folder:
            assert HEADING.fullmatch(heading(path)), f"{path.name}: {heading(path)}"


def heading(path: Path) -> str:
    """The comment at the top: what the round shows, and the rules it is about."""
    lines = path.read_text(encoding="utf-8").splitlines()
    end = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return " ".join(line.removeprefix("# ") for line in lines[:end])
