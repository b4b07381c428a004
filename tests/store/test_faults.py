"""Stores when things go wrong: a full disk, a killed database, a killed process, a second process, damage.

What a venue does about it is not asked here.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cutcard.adapters.database.errors import CannotOpen, Contradiction
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import SqliteDriver
from cutcard.adapters.database.store import SqlStore
from cutcard.adapters.memory_store import Crash, MemoryStore, Moment
from cutcard.ledger import Hold, patron
from cutcard.venue.ports import Answered, Batch, Unavailable
from tests.house.checkout import ROOT
from tests.soak import as_often, seeds
from tests.store.batches import cash, contents, entry
from tests.store.postgres_server import Server

ATTEMPTS_MAX = 3_000
FIVE = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, as_often(5, 200)))]


def program(module: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def one_more(number: int) -> Batch:
    return Batch(
        entries=[entry("one", number, number, ("ann", b"leaf"))],
        transfers=[cash("ann", 10)],
        holds=[Hold(patron("ann"), "one", number % 10)],
        answers=[Answered(str(number), b"done")],
    )


def committed(store: SqlStore | MemoryStore, batch: Batch) -> int:
    """The batch is committed, however often it takes; how often it was unavailable."""
    for attempt in range(ATTEMPTS_MAX):
        try:
            store.commit(batch)
        except Unavailable:
            threading.Event().wait(0.02)
            continue
        return attempt
    raise AssertionError("the store never came back")


def whole_up_to(store: SqlStore | MemoryStore, upto: int) -> None:
    assert [each.number for each in store.entries("one")] == list(range(1, upto + 1))
    assert contents(store)["purses"] == {"desk": (-10 * upto, 0), patron("ann"): (10 * upto, upto % 10)}
    assert list(store.audit()) == []


@pytest.mark.parametrize("seed", FIVE)
def test_dk_1_disk_full_at_random_moments(tmp_path: Path, seed: int) -> None:
    with program("tests.store.full_disk", str(seed), str(tmp_path / "data")) as lived:
        count, wrong = lived.communicate(timeout=120)
    assert lived.returncode == 0, f"seed {seed}: {wrong}"
    assert int(count) > 0


@pytest.mark.parametrize("seed", FIVE)
def test_db_1_postgresql_backends_killed(postgres: Server, seed: int) -> None:
    """Backends are killed all the while; every batch is written once, whatever the moment."""
    address = postgres.database()
    store = open_store(address)
    rng, over = Random(seed), threading.Event()
    killed = []

    def kill() -> None:
        while not over.wait(rng.random() * 0.05):
            killed.append(postgres.end_backends(address))

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        for number in range(1, 61):
            committed(store, one_more(number))
    finally:
        over.set()
        killer.join()
    whole_up_to(store, 60)
    store.close()
    assert sum(killed) > 0


@pytest.mark.parametrize("seed", seeds(2, usual=1))
def test_db_1_postgresql_restarted_at_once(postgres: Server, seed: int) -> None:
    store = open_store(postgres.database())
    for number in range(1, 16):
        restart = threading.Thread(target=postgres.restart_at_once)
        if number % 5 == seed:
            restart.start()
        committed(store, one_more(number))
        if number % 5 == seed:
            restart.join()
    whole_up_to(store, 15)
    store.close()


def test_db_1_a_dropped_connection_is_made_again(postgres: Server) -> None:
    address = postgres.database()
    store = open_store(address)
    store.commit(one_more(1))
    assert postgres.end_backends(address) >= 1
    assert [each.number for each in store.entries("one")] == [1]
    with pytest.raises(Unavailable):
        store.commit(one_more(2))
    assert committed(store, one_more(2)) == 0
    whole_up_to(store, 2)
    store.close()


def test_a_second_process_is_refused_in_one_line(address: str) -> None:
    store = open_store(address)
    store.commit(one_more(1))
    with program("tests.store.writes_until_killed", address) as second:
        _, wrong = second.communicate(timeout=60)
    assert second.returncode == 1
    line = wrong.strip().splitlines()[-1]
    assert "in use by another process" in line
    if "://" not in address:
        assert f"({os.getpid()})" in line
    store.close()


def opened(address: str) -> SqlStore:
    """PostgreSQL takes a moment to notice that its client is gone."""
    for _ in range(ATTEMPTS_MAX):
        try:
            return open_store(address)
        except CannotOpen:
            threading.Event().wait(0.02)
    raise AssertionError("the store was never let go of")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_cr_1_what_a_killed_process_called_durable_is_there(address: str, seed: int) -> None:
    rng = Random(seed)
    with program("tests.store.writes_until_killed", address) as writing:
        assert writing.stdout is not None
        durable = [int(writing.stdout.readline()) for _ in range(rng.randrange(1, 30))]
        writing.kill()
        durable += [int(line) for line in writing.stdout.read().split("\n") if line]
    store = opened(address)
    numbers = [each.number for each in store.entries("one")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) - durable[-1] in {0, 1}
    assert store.answer(str(durable[-1])) == b"done"
    assert list(store.audit()) == []
    store.close()


def test_in_one_process_a_store_is_opened_once(address: str) -> None:
    store = open_store(address)
    with pytest.raises(CannotOpen, match="in use by another process"):
        open_store(address)
    store.close()
    open_store(address).close()


def test_a_closed_store_is_unavailable(durable: SqlStore) -> None:
    durable.close()
    with pytest.raises(Unavailable):
        durable.commit(Batch())
    with pytest.raises(Unavailable):
        durable.answer("key")


def test_a_cut_or_changed_file_is_named(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for number in range(1, 40):
        store.commit(one_more(number))
    store.close()
    path = tmp_path / "cutcard.sqlite"
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:-4096], b"x" * 100 + whole[100:], whole[:4000]):
        path.write_bytes(damaged)
        with pytest.raises(CannotOpen, match=r"cutcard\.sqlite"):
            open_store(tmp_path)
    path.write_bytes(whole)
    again = open_store(tmp_path)
    assert len(list(again.entries("one"))) == 39
    again.close()


def test_cr_3_a_cut_log_recovers_to_a_whole_transaction(tmp_path: Path) -> None:
    """The write-ahead log is cut at random bytes: what is left is the first so many transactions, whole."""
    store = open_store(tmp_path / "data")
    store.commit(one_more(1))
    kept = {}
    for number in range(2, 12):
        store.commit(one_more(number))
    for name in ("cutcard.sqlite", "cutcard.sqlite-wal"):
        kept[name] = (tmp_path / "data" / name).read_bytes()
    store.close()
    rng = Random(3)
    counts = set()
    for cut in range(20):
        folder = tmp_path / str(cut)
        folder.mkdir()
        log = kept["cutcard.sqlite-wal"]
        (folder / "cutcard.sqlite").write_bytes(kept["cutcard.sqlite"])
        (folder / "cutcard.sqlite-wal").write_bytes(log[: rng.randrange(len(log))])
        again = open_store(folder)
        upto = len(list(again.entries("one")))
        counts.add(upto)
        if upto:
            whole_up_to(again, upto)
        again.close()
    assert len(counts) > 2


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    link = sqlite3.connect(tmp_path / "cutcard.sqlite")
    link.execute("UPDATE alembic_version SET version_num = '9999'")
    link.commit()
    link.close()
    with pytest.raises(CannotOpen, match="newer Cutcard"):
        open_store(tmp_path)


@pytest.mark.parametrize("address", ["mysql://somewhere", "postgresql://127.0.0.1:1/nothing"])
def test_an_address_that_leads_nowhere(address: str) -> None:
    with pytest.raises(CannotOpen):
        open_store(address)


class Faulty:
    """Raises what it is given, once, at the moment it is given."""

    def __init__(self, moment: Moment, wrong: BaseException) -> None:
        self._moment = moment
        self._wrong: BaseException | None = wrong

    def __call__(self, moment: Moment, batch: Batch) -> None:
        if moment == self._moment and self._wrong is not None:
            wrong, self._wrong = self._wrong, None
            raise wrong


@pytest.mark.parametrize("moment", ["before", "after"])
def test_in_memory_too_a_batch_is_written_once(moment: Moment) -> None:
    store = MemoryStore(Faulty(moment, Unavailable("no answer")))
    assert committed(store, one_more(1)) == 1
    committed(store, one_more(2))
    whole_up_to(store, 2)


def test_another_batch_cannot_follow_one_that_was_written_after_all() -> None:
    store = MemoryStore(Faulty("after", Unavailable("no answer")))
    with pytest.raises(Unavailable):
        store.commit(one_more(1))
    for _ in range(2):
        with pytest.raises(Contradiction, match="after all"):
            store.commit(Batch(answers=[Answered("other", b"")]))
    assert store.was_written(one_more(1))
    assert not store.was_written(one_more(1)), "the doubt is over"
    store.commit(Batch(answers=[Answered("other", b"")]))


class LostAnswer:
    """A database whose answer to a commit is lost, once, before or after it wrote."""

    def __init__(self, driver: Any, moment: Moment) -> None:
        self._driver, self._moment, self._lost = driver, moment, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    def write(self, link: Any, steps: Any, serial: int) -> None:
        if self._lost:
            self._driver.write(link, steps, serial)
            return
        self._lost = True
        if self._moment == "after":
            self._driver.write(link, steps, serial)
        raise sqlite3.OperationalError("the answer is lost")


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("way", ["again", "asked", "other"])
def test_a_lost_answer_is_settled_by_the_database(tmp_path: Path, moment: Moment, way: str) -> None:
    store = SqlStore(LostAnswer(SqliteDriver(tmp_path), moment))
    with pytest.raises(Unavailable):
        store.commit(one_more(1))
    if way == "asked":
        assert store.was_written(one_more(1)) == (moment == "after")
    elif way == "other" and moment == "after":
        with pytest.raises(Contradiction, match="after all"):
            store.commit(Batch(answers=[Answered("other", b"")]))
    if way == "again" or moment == "before":
        store.commit(one_more(1))
    elif way == "other":
        assert store.was_written(one_more(1))
    store.commit(one_more(2))
    whole_up_to(store, 2)
    store.close()


@pytest.mark.parametrize(("moment", "left"), [("before", 0), ("after", 1)])
def test_a_crash_leaves_what_was_written(moment: Moment, left: int) -> None:
    store = MemoryStore(Faulty(moment, Crash()))
    with pytest.raises(Crash):
        store.commit(one_more(1))
    assert len(list(store.reopen().entries("one"))) == left
