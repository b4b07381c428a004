"""Where an export goes: a file replaced whole, a link followed, a pipe written to. Knows no entry."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.cli import main
from cutcard.venue.ports import Batch
from tests.store.batches import entry

ENTRIES = 5


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a few entries."""
    store = open_store(tmp_path / "data")
    for number in range(1, ENTRIES + 1):
        store.commit(Batch(entries=[entry("one", number)]))
    store.close()
    return tmp_path / "data"


def lines(content: bytes) -> int:
    return len(content.splitlines())


def test_a_file_of_ones_own_beside_it_stays(tmp_path: Path, data: Path) -> None:
    mine = tmp_path / "out.part"
    mine.write_text("mine")
    main(["export", "--data", str(data), "--out", str(tmp_path / "out")])
    assert mine.read_text() == "mine"
    assert lines((tmp_path / "out").read_bytes()) == ENTRIES
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "out", "out.part"]


def test_a_link_is_followed(tmp_path: Path, data: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("real")
    main(["export", "--data", str(data), "--out", str(link)])
    assert link.is_symlink()
    assert lines((tmp_path / "real").read_bytes()) == ENTRIES


def test_a_link_that_leads_nowhere_stays(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")
    with pytest.raises(SystemExit):
        main(["export", "--data", str(data), "--out", str(link)])
    assert "cannot be written" in capsys.readouterr().err
    assert link.is_symlink()


def test_a_pipe_is_written_to_and_stays(tmp_path: Path, data: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    main(["export", "--data", str(data), "--out", str(pipe)])
    reader.join(20)
    assert lines(read[0]) == ENTRIES
    assert pipe.is_fifo()


def test_on_stdout_there_are_the_entries_and_nothing_else(tmp_path: Path, data: Path) -> None:
    """Through a pipe and into a file, which are different things behind the same name."""
    program = [sys.executable, "-c", "from cutcard.cli import main; main()", "export"]
    words = [*program, "--data", str(data), "--out", "/dev/stdout"]
    piped = subprocess.run(words, capture_output=True, check=True)
    assert (lines(piped.stdout), piped.stderr) == (ENTRIES, b"")
    with (tmp_path / "out").open("wb") as file:
        subprocess.run(words, stdout=file, check=True)
    assert (tmp_path / "out").read_bytes() == piped.stdout
    both = subprocess.run([*words, "--json"], capture_output=True, check=False)
    assert both.returncode == 2
    assert both.stdout == b""
    assert b"cannot both go there" in both.stderr
