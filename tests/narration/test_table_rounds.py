"""Every table's round file, read aloud: what happens must be what the file says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.narration.pit import Pit
from tests.rounds.reading import check

HERE = Path(__file__).parent
FILES = sorted((HERE.parent / "rounds" / "tables").glob("*.round"))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_round_at_a_table(path: Path) -> None:
    wrong = check(path, Pit().tell)
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_round_says_what_it_proves() -> None:
    assert len(FILES) >= 25
    for path in FILES:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert re.fullmatch(r"# .+[.:]   ((BJ|BA|SB|TB|MO|GUI)-\d\d ?)+", first), f"{path.name}: {first}"
