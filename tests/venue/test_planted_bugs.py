"""A simulated day finds every mistake that was planted, and none where there is none.

How a mistake is made is not known here.
"""

from __future__ import annotations

import pytest

from cutcard.adapters.sql_errors import Contradiction
from cutcard.venue.running import Damaged
from cutcard.venue.venue import Venue
from tests.venue.planted import PLANTED
from tests.venue.shadow import Violation
from tests.venue.simulation import Simulation, Weather

DAYS = 6
MS = 60_000


def found(make: type[Venue]) -> str | None:
    """What the first of a few short days finds."""
    storm = Weather(disk_full=8, crash_at_write=8, doubtful=8)
    fair = Weather(disk_full=0, crash_at_write=0, doubtful=0, gusts=False)
    for seed in range(DAYS):
        try:
            Simulation(seed, make, fair if seed % 2 else storm, voids=True).run(MS)
        except (Violation, Contradiction, Damaged, AssertionError) as wrong:
            return f"{type(wrong).__name__}: {wrong}"
    return None


@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_mistake_is_found(bug: str) -> None:
    assert found(PLANTED[bug]) is not None


@pytest.mark.slow
def test_nothing_is_found_where_nothing_was_planted() -> None:
    assert found(Venue) is None


def test_there_are_mistakes_enough() -> None:
    assert len(PLANTED) >= 12
