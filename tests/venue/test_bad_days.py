"""Whole venues on bad days: two simulated minutes of faults, and everything agrees in the evening.

Seeds are in the tests' names; nothing here knows a game.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.record import decode_event
from cutcard.table import events as e
from tests.soak import as_often, seeds
from tests.venue.simulation import Simulation

SEEDS = as_often(35, 2_995)
BUSY = 5  # in all forty days
TWICE = as_often(10, 500)
IN_THE_PIT = (
    *("seat_taken", "seat_left", "behind_set", "behind_refused", "behind_followed"),
    *("hand_forked", "fork_decided", "fork_settled", "went_away", "came_back"),
    *("disputed", "dispute_closed", "card_corrected", "correction_proposed", "correction_made"),
    *("place_reserved", "reservation_ended", "speed_set"),
    *("paused", "resumed", "round_voided", "shoe_changed", "cut_card_seen", "supervisor_called"),
)
OVER_LINES = ("device_lost", "device_unknown_line", "device_not_asked")
ROOT = Path(__file__).parents[2]

RUN = "import sys\nfrom tests.venue.simulation import Simulation\nfor seed in sys.argv[2:]:\n    "
RUN += "sys.stdout.write(Simulation(int(seed)).run(int(sys.argv[1])) + '\\n')\n"


@pytest.mark.parametrize("seed", seeds(SEEDS, quick=1, usual=4))
def test_tb_43_a_bad_day_costs_nobody_anything(seed: int) -> None:
    day = Simulation(seed)
    day.run()
    assert day.crashes > 0
    assert day.house.shadow.settled > 20


@pytest.mark.slow
def test_a_few_bad_days_have_everything_in_them() -> None:
    """The days above would show nothing if nothing happened in them."""
    tags: set[str] = set()
    for seed in range(2_000, 2_000 + BUSY):
        day = Simulation(seed, busy=60)
        day.run()
        store = day.house.store
        entries = [entry for stream in store.streams() for entry in store.entries(stream)]
        tags.update(entry.tag for entry in entries)
        paused = [decode_event(entry, e.AnyEvent) for entry in entries if entry.tag == "paused"]
        tags.update(event.reason for event in paused if isinstance(event, e.Paused))
    assert not [tag for tag in (*IN_THE_PIT, *OVER_LINES) if tag not in tags]


def traces(hash_seed: str, seeds: list[str], ms: int) -> list[str]:
    """The traces of these days from a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", RUN, str(ms), *seeds]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.split()


@pytest.mark.long
def test_the_same_seed_gives_the_same_day_in_another_process() -> None:
    seeds = [str(1000 + number) for number in range(TWICE)]
    assert traces("1", seeds, 20_000) == traces("271828", seeds, 20_000)


def test_another_seed_gives_another_day() -> None:
    first, other = Simulation(1).run(5_000), Simulation(2).run(5_000)
    assert first != other
    assert Simulation(1).run(5_000) == first
