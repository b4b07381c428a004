"""Copies of the data: taken while they are written, checked, put back. What is in them is not asked."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.cli import main
from cutcard.venue.ports import Batch
from cutcard.venue.requests import CASHIER
from tests.store.batches import cash, contents, paid_in


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which a command was refused."""
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    (line,) = output.err.splitlines()
    return line


def written(folder: Path, upto: int) -> None:
    store, last = open_store(folder), None
    for number in range(1, upto + 1):
        batch = paid_in(last, "ann", number)
        store.commit(batch)
        (last,) = batch.entries
    store.close()


def test_a_backup_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy, other = tmp_path / "data", tmp_path / "copy", tmp_path / "other"
    written(data, 5)
    main(["backup", str(copy), "--data", str(data), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document == {"file": str(copy), "bytes": copy.stat().st_size, "commits": 5}
    main(["restore", str(copy), "--data", str(other), "--json"])
    assert json.loads(capsys.readouterr().out) == {"data": str(other), "commits": 5}
    first, second = open_store(data), open_store(other)
    assert contents(first) == contents(second)
    first.close()
    second.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data", "other"]


def test_a_backup_is_taken_while_the_server_writes(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    over = threading.Event()
    done: list[int] = []

    def write() -> None:
        last = None
        while not over.is_set():
            batch = paid_in(last, "ann", 1)
            store.commit(batch)
            (last,) = batch.entries
            done.append(last.number)

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
    store.commit(Batch(transfers=[cash("ann", 4)]))
    crashed.mkdir()
    for name in ("cutcard.sqlite", "cutcard.sqlite-wal"):
        (crashed / name).write_bytes((data / name).read_bytes())
    store.close()
    main(["restore", str(copy), "--data", str(crashed), "--force"])
    again = open_store(crashed)
    assert [entry.number for entry in again.entries(CASHIER)] == [1, 2, 3]
    assert again.mark().transfer == 3
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


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE entries SET at_ms = at_ms + 1 WHERE number = 2", "hash differs"),
        ("UPDATE entries SET hash = randomblob(32) WHERE number = 2", "hash differs"),
        ("UPDATE entries SET public = CAST(x'ff' AS TEXT) WHERE number = 2", "cannot be read"),
    ],
)
def test_a_folder_that_no_house_has_opened_yet_is_judged_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, says: str
) -> None:
    """Its hashes as well as its sums: as ``verify`` judges it, so does ``backup``."""
    data = tmp_path / "data"
    written(data, 3)
    with closing(sqlite3.connect(data / "cutcard.sqlite")) as link, link:
        assert link.execute(change).rowcount == 1
    line = refused(capsys, "backup", str(tmp_path / "copy"), "--data", str(data))
    assert "does not hold" in line
    assert says in line
    assert not (tmp_path / "copy").exists()


def test_where_there_is_nothing_the_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no cutcard.sqlite" in refused(capsys, "backup", "x", "--data", str(tmp_path / "nowhere"))
    assert "no file" in refused(capsys, "restore", str(tmp_path / "none"), "--data", str(tmp_path))


def test_a_bad_source_replaces_no_good_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy, bad = tmp_path / "data", tmp_path / "copy", tmp_path / "bad"
    written(data, 3)
    main(["backup", str(copy), "--data", str(data)])
    capsys.readouterr()
    before = copy.read_bytes()
    bad.mkdir()
    source = bad / "cutcard.sqlite"
    for content, said in ((b"", "is not a Cutcard database"), (b"not a database" * 300, "cannot be read")):
        source.write_bytes(content)
        line = refused(capsys, "backup", str(copy), "--data", str(bad), "--force")
        assert line.startswith(f"cutcard: {source} {said}")
        assert said in refused(capsys, "backup", str(tmp_path / "new"), "--data", str(bad))
    source.write_bytes(before)
    off = sqlite3.connect(source)
    off.execute("UPDATE accounts SET balance = balance + 1 WHERE account = 'patron:ann'")
    off.commit()
    off.close()
    assert "does not add up" in refused(capsys, "backup", str(copy), "--data", str(bad), "--force")
    assert copy.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "copy", "data"]


def test_a_backup_touches_no_other_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, mine, link = tmp_path / "data", tmp_path / "copy.part", tmp_path / "link"
    written(data, 3)
    mine.write_text("mine")
    main(["backup", str(tmp_path / "copy"), "--data", str(data)])
    assert mine.read_text() == "mine"
    link.symlink_to(tmp_path / "copy")
    main(["backup", str(link), "--data", str(data), "--force"])
    assert link.is_symlink()
    os.mkfifo(tmp_path / "pipe")
    capsys.readouterr()
    line = refused(capsys, "backup", str(tmp_path / "pipe"), "--data", str(data), "--force")
    assert "no ordinary file" in line
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("name", ["cutcard.sqlite", "cutcard.sqlite-wal", "cutcard.sqlite-journal", "lock"])
def test_the_data_are_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    data = tmp_path / "data"
    written(data, 3)
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    line = refused(capsys, "backup", str(data / name), "--data", str(data), "--force")
    assert "part of the data" in line
    line = refused(capsys, "export", "--out", str(data / name), "--data", str(data))
    assert "part of the data" in line
    assert {path.name: path.read_bytes() for path in data.iterdir() if path.name in before} == before


def test_names_that_cannot_be_get_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy, endless = tmp_path / "data", tmp_path / "copy", str(tmp_path / ("a" * 300))
    written(data, 1)
    main(["backup", str(copy), "--data", str(data)])
    capsys.readouterr()
    at = ("--data", str(data))
    for words in (("backup", f"{copy}/x", *at), ("export", "--out", f"{copy}/x", *at)):
        assert "cannot be written: Not a directory" in refused(capsys, *words)
    for out in ("", "/"):
        assert "Is a directory" in refused(capsys, "export", "--out", out, *at)
    assert "no ordinary file" in refused(capsys, "backup", "/", "--force", *at)
    for words in (
        ("backup", endless, *at),
        ("backup", "x", "--data", endless),
        ("restore", endless, *at),
        ("restore", str(copy), "--data", endless),
        ("export", "--out", endless, *at),
        ("export", "--out", "x", "--data", endless),
    ):
        assert "File name too long" in refused(capsys, *words)
