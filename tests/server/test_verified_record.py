"""CR-3: a start reads what it promises, and the running server verifies its record beside the tables."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.record import Entry
from cutcard.server.config import Config
from cutcard.server.metrics import Metrics
from cutcard.server.record_watch import RecordWatch
from cutcard.server.runtime import House
from cutcard.server.trouble import Trouble
from cutcard.venue.ports import Store, Unavailable
from cutcard.venue.requests import CASHIER
from cutcard.verification.point import Point, faults_since, kept_point
from tests.processes.evening import Evening
from tests.server.running import COMMAND, INTERNAL, Served, played, serving, socket

pytestmark = pytest.mark.slow

WITHIN_S = 180
TABLE = INTERNAL
Change = Callable[[sqlite3.Connection], object]


def play(served: Served, rounds: int = 1) -> str:
    """A guest plays so many rounds that are won or lost, and the name of the table at which."""

    async def visit() -> str:
        async with socket(served, served.guest()["token"]) as terminal:
            table = str((await terminal.ask("join", table=TABLE))["result"]["table"])
            moved = 0
            while moved < rounds:
                await played(terminal, table)
                # Where all comes back nothing was moved between the house and the patron.
                lines = terminal.last(table, "own")["lines"]
                moved += any(line["stakes_back"] != line["stake"] for line in lines)
                while (terminal.last(table, "public") or {}).get("phase") != "betting":
                    await terminal.hear()
            return table

    return asyncio.run(visit())


def changed(data: Path, change: Change) -> None:
    """The data as somebody with a tool for databases leaves them."""
    with closing(sqlite3.connect(data / FILE, timeout=10)) as link, link:
        change(link)


def refused(data: Path) -> str:
    """Why a server does not start on these data."""
    start = [*COMMAND, "--port", "0", "--data", str(data), "--no-dealers"]
    ended = subprocess.run(start, capture_output=True, text=True, timeout=WITHIN_S, check=False)
    assert ended.returncode == 2, ended
    assert "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


def backed_up(data: Path, file: Path) -> subprocess.CompletedProcess[str]:
    """What ``cutcard backup`` makes of these data."""
    command = [sys.executable, "-m", "cutcard", "backup", str(file), "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_S, check=False)


def another_card(link: sqlite3.Connection) -> None:
    """The first card that was dealt becomes another one."""
    ask = "SELECT stream, number, public FROM entries WHERE tag = 'card_dealt' ORDER BY stream, number"
    stream, number, public = link.execute(ask).fetchone()
    body = msgspec.json.decode(public)
    body["card"] = (body["card"] + 1) % 52
    write = "UPDATE entries SET public = ? WHERE stream = ? AND number = ?"
    link.execute(write, (msgspec.json.encode(body), stream, number))


def forged(link: sqlite3.Connection) -> None:
    """A transfer that is balanced, and stands in no record: a purse grows, the house's falls."""
    ((purse,),) = link.execute("SELECT account FROM accounts WHERE account LIKE '%patron:%'").fetchall()
    query = "SELECT account FROM accounts WHERE account LIKE '%house:%' LIMIT 1"
    ((till,),) = link.execute(query).fetchall()
    postings = msgspec.msgpack.encode(((purse, 5_000), (till, -5_000)))
    insert = "INSERT INTO transfers (serial, kind, ref, postings) VALUES (1, 'win', '', ?)"
    link.execute(insert, (postings,))
    grow = "UPDATE accounts SET balance = balance + ? WHERE account = ?"
    link.executemany(grow, [(5_000, purse), (-5_000, till)])


def only_posted(link: sqlite3.Connection) -> None:
    """The same without the balances."""
    forged(link)
    link.execute("UPDATE accounts SET balance = balance - 5000 WHERE account LIKE '%patron:%'")
    link.execute("UPDATE accounts SET balance = balance + 5000 WHERE account LIKE '%house:%'")


@pytest.mark.parametrize(
    ("change", "restarts", "says"),
    [
        (another_card, 0, "(hash_differs|another hash|is not what was written)"),
        # What lies before the verified point is money, too.
        pytest.param(forged, 1, "its record comes to", marks=pytest.mark.long),
        pytest.param(only_posted, 0, "its postings come to", marks=pytest.mark.long),
    ],
)
def test_cr_3_a_start_refuses_by_name_what_does_not_hold(
    tmp_path: Path, change: Change, restarts: int, says: str
) -> None:
    data = tmp_path / "data"
    with serving(data, "--no-dealers") as served:
        table = play(served)
    for _ in range(restarts):
        with serving(data, "--no-dealers"):
            pass
    whole = backed_up(data, tmp_path / "whole.backup")
    assert whole.returncode == 0, whole.stderr
    changed(data, change)
    no = backed_up(data, tmp_path / "no.backup")
    assert no.returncode == 2, "a backup that is not whole is none"
    assert re.search(says, no.stderr), no.stderr
    assert not (tmp_path / "no.backup").exists()
    why = refused(data)
    assert f"the data in {data} cannot be used" in why
    assert change is not another_card or table in why
    assert re.search(says, why), why


def until(served: Served, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The health of the server once it is as wanted."""
    give_up = time.monotonic() + WITHIN_S
    while True:
        body: dict[str, Any] = served.http("GET", "/healthz", token=served.token("supervisor")).body
        if body["verified"] is not None and wanted(body["verified"]):
            return body
        assert time.monotonic() < give_up, body
        time.sleep(0.2)


@pytest.mark.long
def test_cr_3_a_running_server_verifies_its_record_and_calls_where_it_does_not_hold(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--no-dealers") as served:
        table = play(served)
        passwords = served.passwords
    with serving(data, "--no-dealers", "--verify-every-s", "1") as served:
        served.passwords.update(passwords)  # printed at the first start only
        token = served.token("supervisor")
        assert until(served, lambda verified: verified["holds"])["verified"]["streams"] == []
        assert served.http("GET", "/api/calls", token=token).body == []
        changed(data, another_card)  # long before the verified point: no start would read it again
        body = until(served, lambda body: not body["holds"])
        assert body["state"] == "running"
        assert body["verified"]["streams"] == [table]
        stranger = served.http("GET", "/healthz").body["verified"]
        assert (stranger["streams"], stranger["streams_count"]) == ([], 1), "strangers see how many"
        (call,) = served.http("GET", "/api/calls", token=token).body
        assert (call["wanted"], call["table"]) == ("supervisor", table)
        assert call["why"]["key"] == "called.record"
        changed(data, another_card_back)
        until(served, lambda verified: verified["holds"])
        assert served.http("GET", "/api/calls", token=token).body == []


def another_card_back(link: sqlite3.Connection) -> None:
    """The other card becomes the one that it was."""
    for _ in range(51):
        another_card(link)


class BreaksOff:
    """A store that is out of reach once, in the middle of a record."""

    def __init__(self, store: Store) -> None:
        self._store, self._breaks = store, True

    def entries(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries of a stream."""
        for number, entry in enumerate(self._store.entries(stream, after, upto)):
            if self._breaks and stream != CASHIER and number == 20:
                self._breaks = False
                raise Unavailable("the store is out of reach")
            yield entry

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_cr_3_reading_that_breaks_off_counts_nothing_twice(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "data", seed=7)
    evening.play(100)
    venue = evening.venue
    venue.store = cast(Store, BreaksOff(venue.store))

    async def visit() -> None:
        house = House(Config(), venue, Metrics(), Trouble(1.0), Point())
        watch = RecordWatch(house)
        await house.start()
        with pytest.raises(Unavailable):
            await watch.read_on()
        await watch.read_on()
        await house.stop()

    asyncio.run(visit())
    store = open_store(tmp_path / "data")
    point = kept_point(store)
    assert point.mark.streams["coup"] > 20
    assert faults_since(store, point)[0] == []
    store.close()
