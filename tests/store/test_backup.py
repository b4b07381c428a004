"""Copies of the data: taken while they are written, checked, put back. What is in them is not asked."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path

import pytest

from cutcard.adapters.sql_open import open_store
from cutcard.cli import main
from cutcard.venue.ports import Batch
from tests.store.batches import cash, contents, entry


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which a command was refused."""
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    return line


def written(folder: Path, upto: int) -> None:
    store = open_store(folder)
    for number in range(1, upto + 1):
        store.commit(Batch(entries=[entry("one", number)], transfers=[cash("ann", number)]))
    store.close()


def test_a_backup_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy, other = tmp_path / "data", tmp_path / "copy", tmp_path / "other"
    written(data, 5)
    main(["backup", str(copy), "--data", str(data), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told == {"file": str(copy), "bytes": copy.stat().st_size, "commits": 5}
    main(["restore", str(copy), "--data", str(other), "--json"])
    assert json.loads(capsys.readouterr().out) == {"data": str(other), "commits": 5}
    first, second = open_store(data), open_store(other)
    assert contents(first) == contents(second)
    first.close()
    second.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copy", "data", "other"]


def test_a_backup_is_taken_while_the_server_writes(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    over = threading.Event()
    done: list[int] = []

    def write() -> None:
        while not over.is_set():
            number = len(done) + 1
            store.commit(Batch(entries=[entry("one", number)], transfers=[cash("ann", 1)]))
            done.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for turn in range(5):
            before = len(done)
            main(["backup", str(tmp_path / f"copy {turn}"), "--data", str(tmp_path / "data")])
            with sqlite3.connect(tmp_path / f"copy {turn}") as link:
                ((count,),) = link.execute("SELECT count(*) FROM entries").fetchall()
            link.close()
            assert before <= count <= len(done) + 1
    finally:
        over.set()
        writer.join()
        store.close()


def test_nothing_is_overwritten_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    written(data, 3)
    main(["backup", str(copy), "--data", str(data)])
    written_before = (data / "cutcard.sqlite").read_bytes()
    capsys.readouterr()
    assert "exists already" in refused(capsys, "backup", str(copy), "--data", str(data))
    assert "exists already" in refused(capsys, "restore", str(copy), "--data", str(data))
    assert (data / "cutcard.sqlite").read_bytes() == written_before
    main(["restore", str(copy), "--data", str(data), "--force"])
    main(["backup", str(copy), "--data", str(data), "--force"])


def test_a_log_left_by_a_crash_does_not_reach_the_restored_data(tmp_path: Path) -> None:
    data, copy, crashed = tmp_path / "data", tmp_path / "copy", tmp_path / "crashed"
    written(data, 3)
    main(["backup", str(copy), "--data", str(data)])
    store = open_store(data)
    store.commit(Batch(entries=[entry("one", 4)]))
    crashed.mkdir()
    for name in ("cutcard.sqlite", "cutcard.sqlite-wal"):
        (crashed / name).write_bytes((data / name).read_bytes())
    store.close()
    main(["restore", str(copy), "--data", str(crashed), "--force"])
    again = open_store(crashed)
    assert [one.number for one in again.entries("one")] == [1, 2, 3]
    again.close()


def test_a_running_server_is_not_restored_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    written(data, 1)
    main(["backup", str(copy), "--data", str(data)])
    capsys.readouterr()
    store = open_store(data)
    line = refused(capsys, "restore", str(copy), "--data", str(data), "--force")
    assert "in use by another process" in line
    store.close()


def test_a_damaged_or_foreign_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy, foreign = tmp_path / "data", tmp_path / "copy", tmp_path / "foreign"
    written(data, 3)
    main(["backup", str(copy), "--data", str(data)])
    capsys.readouterr()
    whole = copy.read_bytes()
    copy.write_bytes(whole[:-5000])
    assert "is damaged" in refused(capsys, "restore", str(copy), "--data", str(tmp_path / "new"))
    copy.write_bytes(b"not a database at all" * 300)
    assert "is damaged" in refused(capsys, "restore", str(copy), "--data", str(tmp_path / "new"))
    sqlite3.connect(foreign).close()
    assert "not a Cutcard database" in refused(
        capsys, "restore", str(foreign), "--data", str(tmp_path / "new")
    )
    copy.write_bytes(whole)
    link = sqlite3.connect(copy)
    link.execute("UPDATE accounts SET balance = balance + 1 WHERE account = 'patron:ann'")
    link.commit()
    link.close()
    assert "does not add up" in refused(capsys, "restore", str(copy), "--data", str(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


def test_where_there_is_nothing_the_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no cutcard.sqlite" in refused(capsys, "backup", "x", "--data", str(tmp_path / "nowhere"))
    assert "no file" in refused(capsys, "restore", str(tmp_path / "none"), "--data", str(tmp_path))
    assert "pg_dump" in refused(capsys, "backup", "x", "--data", "postgresql://somewhere/venue")
    assert "pg_restore" in refused(capsys, "restore", "x", "--data", "postgresql://somewhere/venue")
