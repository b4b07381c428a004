"""CR-3: how much a start reads, by entries: of a table what came since the verified point, and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.store import SqlStore
from cutcard.record import Entry
from cutcard.server.config import Config
from cutcard.server.metrics import Metrics
from cutcard.server.serving import open_venue
from cutcard.server.trouble import Trouble
from cutcard.venue.ports import Batch
from cutcard.venue.requests import CASHIER
from cutcard.verification.point import faults_since, kept_point, point_document
from tests.processes.evening import Evening

TABLES = ("shared", "coup", "alone")


def played(data: Path, steps: int, seed: int) -> None:
    """An evening goes on for so long, on the records there are."""
    evening = Evening(data, seed=seed)
    evening.play(steps)
    evening.venue.store.close()


def verified(data: Path) -> dict[str, int]:
    """Move the verified point to where the records end, as a running server does; where that is."""
    store = open_store(data)
    faults, point = faults_since(store, kept_point(store))
    assert faults == []
    store.commit(Batch(documents=[point_document(point)]))
    ends = dict(store.mark().streams)
    store.close()
    return ends


def snapshots(data: Path) -> dict[str, int]:
    """Where each table's last snapshot is."""
    store = open_store(data)
    kept = {name: store.snapshot(name) for name in store.streams()}
    store.close()
    return {name: 0 if snapshot is None else snapshot.number for name, snapshot in kept.items()}


def read_at_a_start(data: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many entries of each stream a server takes out of its store to begin with."""
    read, entries = Counter[str](), SqlStore.entries

    def counting(store: SqlStore, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        for entry in entries(store, stream, after, upto):
            read[stream] += 1
            yield entry

    with monkeypatch.context() as patched:
        patched.setattr(SqlStore, "entries", counting)
        venue, _ = open_venue(Config(data=str(data)), Metrics(), Trouble(1.0), ())
    venue.store.close()
    return read


@pytest.mark.slow
def test_cr_3_a_start_reads_of_a_table_what_came_since_the_verified_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    played(data, 250, seed=3)
    ends = verified(data)
    played(data, 20, seed=4)
    store = open_store(data)
    now = dict(store.mark().streams)
    store.close()
    since_snapshot = {name: now[name] - number for name, number in snapshots(data).items()}
    read = read_at_a_start(data, monkeypatch)
    tables = [name for name in now if name != CASHIER]
    assert sum(now[name] for name in tables) > 500
    for name in tables:
        new = now[name] - ends.get(name, 0)
        # A table's state is played on from its snapshot; each of the two begins at the entry before.
        assert read[name] <= new + 1 + since_snapshot[name] + 1, name
    assert sum(now[name] - ends.get(name, 0) for name in tables) > 0, "something came since"
