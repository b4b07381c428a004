"""The commands on a real PostgreSQL: backup and restore between both databases, verify, export. (DB-1)

And the address: wherever it is read from, its password is never repeated.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.address import has_password, without_passwords
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SeededEntropy
from cutcard.cli import main
from cutcard.ledger import cashier_events as ce
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.venue.ports import Batch, Document, Secret, Snapshot
from cutcard.venue.requests import CASHIER, Request
from cutcard.venue.venue import Venue
from tests.museum.verdicts import PACKED, unpack
from tests.store.batches import cash, contents
from tests.store.postgres_server import Server
from tests.store.test_backup import refused
from tests.venue.house import settings

SECRET = "s3same0pen"
OLD = Path(__file__).parent.parent / "museum" / "0.1" / f"simulated-day{PACKED}"


def filled(address: str) -> None:
    """A store with a little of everything in it: rounds that were played, and one whose bets are held."""
    store, clock = open_store(address), FakeClock()
    venue = Venue(store, clock, SeededEntropy(7))

    def ask(at: str, command: c.Command | ce.Command) -> None:
        (reply,) = venue.step([Request(f"k{clock.steady_ms()}", at, command)]).replies
        assert reply.refusal is None, reply
        clock.advance(1)

    ask("coup", c.OpenTable(settings("punto-banco", Mode.VIDEO, "coup")))
    for who in ("p1", "p2"):
        ask(CASHIER, ce.CashIn(who, 10_000, "desk"))
        ask("coup", c.Join(who))
    for _ in range(2):
        for who, side in (("p1", "player"), ("p2", "banker")):
            ask("coup", c.PlaceBet(who, side, 500))
        round_ = venue.tables["coup"].table.deal.round
        while venue.tables["coup"].table.deal.round == round_:
            clock.advance(1_000)
            venue.step()
    ask("coup", c.PlaceBet("p1", "tie", 500))
    store.commit(
        Batch(
            secrets=[Secret("one", 1, b"\x00\xff")],
            snapshots=[Snapshot("one", 1, b"state", b"hash")],
            documents=[Document("person", "ann", b'{"name":"Ann \\\\ \\t"}')],
        )
    )
    store.close()


def all_of(address: str) -> dict[str, object]:
    store = open_store(address)
    found = contents(store)
    found["more"] = (store.secret("one", 1), store.snapshot("one"), list(store.documents("person")))
    found["audit"] = list(store.audit())
    store.close()
    return found


@pytest.fixture
def in_file(tmp_path: Path) -> Path:
    """Where the address of a database is written."""
    return tmp_path / "address"


def test_a_backup_comes_back_into_either_database(
    postgres: Server, tmp_path: Path, in_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, other = postgres.database(), postgres.database()
    filled(source)
    in_file.write_text(f"{source}\n")
    held = open_store(source)  # a server is running, and holds the database's lock
    main(["backup", str(tmp_path / "copy"), "--database-file", str(in_file), "--json"])
    held.close()
    document = json.loads(capsys.readouterr().out)
    main(["restore", str(tmp_path / "copy"), "--data", str(tmp_path / "data"), "--json"])
    main(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "data")])
    in_file.write_text(other)
    main(["restore", str(tmp_path / "again"), "--database-file", str(in_file)])
    assert f"{document['commits']} commits, whole and in balance" in capsys.readouterr().out
    assert all_of(source) == all_of(str(tmp_path / "data")) == all_of(other)
    store = open_store(other)  # numbers that the database counts up go on where they were
    store.commit(Batch(transfers=[cash("ann", 5)]))
    assert list(store.audit()) == []
    store.close()


def test_a_database_is_not_restored_over_unasked(
    postgres: Server, tmp_path: Path, in_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, copy = postgres.database(), str(tmp_path / "copy")
    in_file.write_text(address)
    assert "not a Cutcard database" in refused(capsys, "backup", copy, "--database-file", str(in_file))
    filled(address)
    main(["backup", copy, "--database-file", str(in_file)])
    capsys.readouterr()
    line = refused(capsys, "restore", copy, "--database-file", str(in_file))
    assert "has data in it already" in line
    held = open_store(address)
    line = refused(capsys, "restore", copy, "--database-file", str(in_file), "--force")
    assert "in use by another process" in line
    held.commit(Batch(transfers=[cash("late", 5)]))
    held.close()
    main(["restore", copy, "--database-file", str(in_file), "--force"])
    capsys.readouterr()
    assert "patron:late" not in all_of(address)["purses"]  # type: ignore[operator]  # a dict
    with psycopg.connect(address, autocommit=True) as link:
        link.execute("UPDATE accounts SET balance = balance + 1 WHERE account = 'patron:p1'")
    line = refused(capsys, "backup", copy, "--database-file", str(in_file), "--force")
    assert "does not add up" in line


def test_a_database_is_verified_and_exported_as_a_folder_is(
    postgres: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an older version wrote is carried over to PostgreSQL, and holds there."""
    address, folder = postgres.database(), unpack(OLD, tmp_path / "data")
    main(["backup", str(tmp_path / "copy"), "--data", str(folder)])
    monkeypatch.setenv("CUTCARD_DATABASE", address)
    main(["restore", str(tmp_path / "copy")])
    capsys.readouterr()
    main(["verify", "--json"])
    here = json.loads(capsys.readouterr().out)
    main(["verify", str(folder), "--json"])
    there = json.loads(capsys.readouterr().out)
    assert here["holds"]
    assert {**here, "record": ""} == {**there, "record": ""}
    for name, where in (("a", ()), ("b", ("--data", str(folder)))):
        main(["export", "--out", str(tmp_path / name), *where])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() != b""
    capsys.readouterr()
    assert "not both" in refused(capsys, "verify", str(folder), "--database", address)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:1/venue",
        f"postgresql://127.0.0.1:1/venue?user=ann&password={SECRET}",
        f"postgresql://ann:{SECRET}@host@127.0.0.1:1/venue",
        f"postgresql://ann:{SECRET}/{SECRET}@127.0.0.1:1/venue",
        f"postgresql://ann:{SECRET}%zz@127.0.0.1:1/venue",
        f"postgresql://ann:x {SECRET}@127.0.0.1:1/venue",
        f"mysql://ann:{SECRET}@127.0.0.1/venue",
        f"ann:{SECRET}@127.0.0.1",
    ],
    ids=range(8),
)
@pytest.mark.parametrize(
    "verb", [["verify"], ["export", "--out", "x"], ["backup", "x"]], ids=lambda verb: verb[0]
)
def test_a_password_is_never_repeated(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    verb: list[str],
    address: str,
) -> None:
    (tmp_path / "file").write_text(address)
    monkeypatch.chdir(tmp_path)
    for where in (["--database", address], ["--database-file", "file"]):
        assert SECRET not in refused(capsys, *verb, *where)
    monkeypatch.setenv("CUTCARD_DATABASE", address)
    assert SECRET not in refused(capsys, *verb)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_what_is_shown_of_an_address() -> None:
    shown = {
        "postgresql://ann@host/venue": "postgresql://ann@host/venue",
        "postgres://ann:pw@host/venue": "postgres://ann:***@host/venue",
        "postgresql://ann:@/venue?host=/tmp": "postgresql://ann:@/venue?host=/tmp",
        "postgresql://host/v?sslpassword=pw&user=ann": "postgresql://host/v?sslpassword=***&user=ann",
        "failed: POSTGRESQL://a:b@c/d again": "failed: POSTGRESQL://a:***@c/d again",
        "postgresql://a:b@c@d/e": "postgresql://a:***@d/e",
        "/srv/cutcard": "/srv/cutcard",
    }
    assert {address: without_passwords(address) for address in shown} == shown
    assert has_password("postgresql://a:b@c/d")
    assert not has_password("postgresql://a@c/d")


def test_an_address_is_looked_for_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line comes before the environment; an empty variable says nothing."""
    program = [sys.executable, "-m", "cutcard", "backup", "x"]
    for extra, variable, says in (
        ([], "", "there is no cutcard.sqlite in data"),
        ([], "postgresql://127.0.0.1:1/v", "cannot be reached"),
        (["--data", "here"], "postgresql://127.0.0.1:1/v", "there is no cutcard.sqlite in here"),
        (["--data", "here", "--database", "postgresql://127.0.0.1:1/v"], "", "cannot be reached"),
    ):
        done = subprocess.run(
            [*program, *extra],
            cwd=tmp_path,
            env={**os.environ, "CUTCARD_DATABASE": variable},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
        assert says in done.stderr
    both = ("--database", "postgresql://h/v", "--database-file", "x")
    assert "not both" in refused(capsys, "backup", "x", *both)
    assert "no database's address" in refused(
        capsys, "backup", "x", "--database-file", str(tmp_path / "none")
    )
