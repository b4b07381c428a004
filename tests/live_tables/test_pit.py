"""Every file of the pit, read aloud: seats, bets behind, disputes, voids, corrections, shoes (TB-20 to 34).

What is called out is in the files; here they are only found, read and replayed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live_tables.pit import Pit
from tests.rounds.reading import check

FILES = sorted((Path(__file__).parents[1] / "rounds" / "live").glob("*.round"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_pit(file: Path) -> None:
    pit = Pit()
    assert check(file, pit.tell) == []
    pit.replays()


def test_there_are_files() -> None:
    assert len(FILES) > 20
