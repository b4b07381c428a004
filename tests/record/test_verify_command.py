"""``cutcard verify`` and ``cutcard export``: exit codes, one line for bad input, and what is printed."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.cli import main
from cutcard.ledger import Posting, Transfer
from cutcard.record import chain_fault, encode_round_file
from cutcard.record.export import import_entry
from cutcard.venue.ports import Batch
from tests.interruptions.stage import ANN
from tests.record.replaying import coup, forged, record_of
from tests.record.rounds import one_round, written_stream


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one stream of three rounds and a little money."""
    folder = tmp_path / "data"
    store = open_store(folder)
    cash = Transfer("cash_in", "1", (Posting("patron:amber", 500), Posting("desk", -500)))
    store.commit(Batch(entries=written_stream(4), transfers=[cash]))
    store.close()
    return folder


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = 0
    try:
        main(arguments)
    except SystemExit as left:
        code = int(left.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def document(printed: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(printed)
    return read


def round_file(folder: Path, body: bytes) -> str:
    path = folder / "round.json"
    path.write_bytes(body)
    return str(path)


def spoil(data: Path, change: str) -> None:
    link = sqlite3.connect(data / FILE)
    with link:
        assert link.execute(change).rowcount == 1
    link.close()


def test_a_round_that_holds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = round_file(tmp_path, encode_round_file(one_round(1).for_patron("amber")))
    code, out, _ = ran(capsys, "verify", path)
    # No table made this round, so nothing can be played again; that is said, and not passed over.
    assert (code, out.splitlines()[-1]) == (0, "What was checked holds.")
    assert "not replayed: the file does not name the rules" in out
    code, out, _ = ran(capsys, "verify", path, "--json")
    found = document(out)
    assert (code, found["holds"], found["round"], found["faults"]) == (0, True, 7, [])
    held = {"chain", "reader", "complete", "commitment", "contributions", "cards", "money"}
    assert set(found["checks"]) == held
    assert len(found["not_replayed"]) == 1


def test_a_round_of_a_table_is_played_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = record_of(coup()).for_patron(ANN)
    path = round_file(tmp_path, encode_round_file(file))
    code, out, _ = ran(capsys, "verify", path)
    marks = out.splitlines()
    assert (code, marks[-1]) == (0, "What was checked holds.")
    assert "  replay: holds" in marks
    assert [mark for mark in marks if "not judged" in mark][1:] == [
        "  not judged: what hangs on the leaves of others: bets_closed"
    ]
    path = round_file(tmp_path, encode_round_file(forged(file)))
    code, out, _ = ran(capsys, "verify", path, "--json")
    found = document(out)
    assert (code, found["holds"], found["checks"]["money"], found["checks"]["replay"]) == (
        1,
        False,
        True,
        False,
    )
    assert "player at position 1" in found["faults"][0]["reason"]


def test_a_round_that_does_not_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    body = encode_round_file(one_round(1).for_auditor()).replace(b'\\"text\\":\\"', b'\\"text\\":\\"x', 1)
    code, out, err = ran(capsys, "verify", round_file(tmp_path, body), "--json")
    found = document(out)
    assert (code, found["holds"], err) == (1, False, "")
    assert found["faults"][0]["round"] == 7
    assert "its hash differs" in found["faults"][0]["reason"]


@pytest.mark.parametrize("body", [b"", b"{}", b"\x00\xff", b'{"format":9}'], ids=repr)
def test_what_is_no_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, body: bytes) -> None:
    code, out, err = ran(capsys, "verify", round_file(tmp_path, body))
    assert (code, out, len(err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("name", ["nothing-there.json", "."])
def test_nothing_to_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    code, out, err = ran(capsys, "verify", str(tmp_path / name))
    assert (code, out, len(err.splitlines())) == (2, "", 1)


def test_a_file_that_is_no_store(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is no database, however long it may be" * 100)
    code, out, err = ran(capsys, "verify", str(tmp_path))
    assert (code, out, len(err.splitlines())) == (2, "", 1)


def test_an_entry_changed_in_the_folder(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    spoil(data, "UPDATE entries SET at_ms = at_ms + 1 WHERE number = 30")
    code, out, _ = ran(capsys, "verify", str(data), "--json")
    fault = document(out)["faults"][0]
    assert (code, fault["stream"], fault["check"]) == (1, "table-1", "chain")
    assert "Entry 30" in fault["reason"]
    assert fault["round"] == 2
    code, out, _ = ran(capsys, "verify", str(data))
    assert out.splitlines()[-1].startswith("table-1, round 2, chain: Entry 30")


def test_money_changed_in_the_folder(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    spoil(data, "UPDATE accounts SET balance = 900 WHERE account = 'patron:amber'")
    code, out, _ = ran(capsys, "verify", str(data), "--json")
    assert code == 1
    assert any(fault["check"] == "ledger" and "amber" in fault["reason"] for fault in document(out)["faults"])


def test_an_export_can_be_read_again(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    code, out, _ = ran(capsys, "export", "--data", str(data), "--out", str(path), "--json")
    entries = [import_entry(line) for line in path.read_bytes().splitlines()]
    assert (code, document(out)["entries"]) == (0, len(entries))
    assert entries == written_stream(4)
    assert chain_fault(entries) is None
    first = json.loads(path.read_bytes().splitlines()[1])
    assert (first["tag"], first["public"]["round"]) == ("round_opened", 1)


def test_an_export_as_parquet(capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "out.parquet"
    options = ("--data", str(data), "--out", str(path), "--format", "parquet", "--stream", "table-1")
    assert ran(capsys, "export", *options)[0] == 0
    rows = parquet.read_table(path).to_pylist()
    entries = written_stream(4)
    assert [row["hash"] for row in rows] == [entry.hash for entry in entries]
    assert [row["public"].encode() for row in rows] == [entry.public for entry in entries]
    assert [[leaf["patron"] for leaf in row["private"]] for row in rows] == [
        [patron for patron, _ in entry.private] for entry in entries
    ]


@pytest.mark.parametrize(
    "option",
    [("--stream", "moon"), ("--format", "csv"), ("--out", "no-such-folder/file")],
    ids=lambda option: option[0],
)
def test_an_export_that_cannot_be_made(
    capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path, option: tuple[str, str]
) -> None:
    path = tmp_path / "out.jsonl"
    given = {"--data": str(data), "--out": str(path), option[0]: option[1]}
    code, out, err = ran(capsys, "export", *(word for pair in given.items() for word in pair))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_verifying_changes_nothing_and_waits_for_nobody(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    """A folder can be verified while a server has it open."""
    before = (data / FILE).read_bytes()
    store = open_store(data)
    try:
        _, out, _ = ran(capsys, "verify", str(data), "--json")
    finally:
        store.close()
    assert (data / FILE).read_bytes() == before
    found = document(out)
    # No table made these rounds, so only its replay may object to them.
    assert [fault for fault in found["faults"] if fault["check"] != "replay"] == []
    (stream,) = found["streams"]
    assert (stream["stream"], stream["rounds"], stream["holds"]) == ("table-1", 3, True)
