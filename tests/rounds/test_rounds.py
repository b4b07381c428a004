"""Every round file, read aloud: what the rules say must be what the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rounds.baccarat_table import BaccaratTable
from tests.rounds.blackjack_table import BlackjackTable
from tests.rounds.reading import check
from tests.rounds.shared_table import SharedTable

HERE = Path(__file__).parent
TABLES: dict[str, type[BlackjackTable | SharedTable | BaccaratTable]] = {
    "blackjack": BlackjackTable,
    "shared": SharedTable,
    "baccarat": BaccaratTable,
}


FILES = sorted(path for folder in TABLES for path in (HERE / folder).glob("*.round"))


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in FILES])
def test_round(path: Path) -> None:
    wrong = check(path, TABLES[path.parent.name]().tell)
    assert not wrong, "\n" + "\n".join(wrong)


def test_there_are_rounds_enough() -> None:
    assert len(FILES) >= 60
