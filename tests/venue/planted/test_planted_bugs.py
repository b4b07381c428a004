"""A simulated day finds every mistake that was planted, and none where there is none.

How a mistake is made is not known here.
"""

from __future__ import annotations

import pytest

from cutcard.adapters.card_device import CardDevices
from cutcard.adapters.database.errors import Contradiction
from cutcard.venue.table_runner import Damaged
from cutcard.venue.venue import Venue
from tests.venue.planted.planted import OF_ANY_TABLE
from tests.venue.planted.planted_lines import OF_DEVICE_LINES
from tests.venue.planted.planted_live import OF_LIVE_TABLES
from tests.venue.shadow import Violation
from tests.venue.simulation import Simulation, Weather

pytestmark = pytest.mark.slow

PLANTED = {**OF_ANY_TABLE, **OF_LIVE_TABLES}
DAYS = 20
MS = 60_000
BUSY = 120
"""How often supervisors do something without need, in thousandths: in these days, often."""


def found(
    make: type[Venue], listener: type[CardDevices] = CardDevices, days: range = range(DAYS)
) -> str | None:
    """What the first of a few short days finds."""
    storm = Weather(disk_full=8, crash_at_write=8, doubtful=8)
    fair = Weather(disk_full=0, crash_at_write=0, doubtful=0, gusts=False)
    for seed in days:
        try:
            Simulation(seed, make, fair if seed % 2 else storm, BUSY, listener).run(MS)
        except (Violation, Contradiction, Damaged) as wrong:
            return f"{type(wrong).__name__}: {wrong}"
    return None


@pytest.mark.long
@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_mistake_is_found(bug: str) -> None:
    assert found(PLANTED[bug]) is not None


@pytest.mark.parametrize("bug", OF_DEVICE_LINES)
def test_a_mistake_planted_in_the_devices_lines_is_found(bug: str) -> None:
    assert found(Venue, OF_DEVICE_LINES[bug]) is not None


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, DAYS, 5))
def test_nothing_is_found_where_nothing_was_planted(first: int) -> None:
    assert found(Venue, days=range(first, first + 5)) is None


def test_there_are_mistakes_enough() -> None:
    assert len(OF_ANY_TABLE) >= 20
    assert len(OF_LIVE_TABLES) >= 5
