"""A run on a cluster gives the counts of one machine, even when a worker dies over it."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from cutcard.profiles import load
from cutcard.sim.cluster import NoCluster, simulate_on_cluster
from cutcard.sim.report.tally import Tally
from cutcard.sim.request import simulation_request
from cutcard.sim.run import CHUNK, Request, simulate

pytestmark = pytest.mark.slow


def request_of(rounds: int) -> Request:
    return simulation_request(load("punto-banco"), rounds, 5, 1, (), None).request


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "moon", "tcp://"])
def test_a_missing_cluster_is_refused_with_one_line(address: str) -> None:
    with pytest.raises(NoCluster) as refused:
        simulate_on_cluster(request_of(CHUNK), address, lambda _: True)
    assert "\n" not in str(refused.value)


def children() -> list[int]:
    """Processes that descend from this one."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(status.parent.name)] = int(fields[1])
    found = [os.getpid()]
    for parent_pid in found:
        found.extend(pid for pid, parent in parents.items() if parent == parent_pid)
    return found[1:]


@pytest.mark.long
def test_a_killed_worker_loses_nothing_and_counts_nothing_twice() -> None:
    request = request_of(12 * CHUNK)
    seen: list[int] = []
    killed: list[int] = []

    def kill_one() -> None:
        while not seen:
            time.sleep(0.02)
        # The deepest processes are the workers; their keepers start new ones.
        killed.append(max(children()))
        os.kill(killed[0], signal.SIGKILL)

    def note(so_far: Tally) -> bool:
        seen.append(so_far.rounds)
        return True

    killer = threading.Thread(target=kill_one)
    killer.start()
    tally = simulate_on_cluster(request, "local", note)
    killer.join()
    assert killed
    assert tally == simulate(request, 2)
    assert seen == sorted(seen)
