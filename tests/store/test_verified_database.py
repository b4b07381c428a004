"""CR-3 on a real PostgreSQL: a start and a backup refuse by name what does not hold in the database."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from tests.server.running import serving
from tests.server.test_verified_record import WITHIN_S, play
from tests.store.postgres_server import Server

PROGRAM = (sys.executable, "-m", "cutcard")
Link = psycopg.Connection[Any]


def another_card(link: Link) -> None:
    """The first card that was dealt becomes another one."""
    query = "SELECT stream, number, public FROM entries WHERE tag = 'card_dealt' ORDER BY stream, number"
    row = link.execute(query).fetchone()
    assert row is not None
    stream, number, public = row
    body = msgspec.json.decode(public)
    body["card"] = (body["card"] + 1) % 52
    write = "UPDATE entries SET public = %s WHERE stream = %s AND number = %s"
    link.execute(write, (msgspec.json.encode(body), stream, number))


def richer_purse(link: Link) -> None:
    """A purse grows, and the desk's account falls by as much: the sum is right."""
    grow = "UPDATE accounts SET balance = balance + %s WHERE account LIKE %s"
    for amount, account in ((5_000, "%patron:%"), (-5_000, "play_money")):
        assert link.execute(grow, (amount, account)).rowcount == 1


def refused(address: str, *words: str) -> str:
    """The last line of a command that is refused."""
    ended = subprocess.run(
        [*PROGRAM, *words],
        env={**os.environ, "CUTCARD_DATABASE": address},
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )
    assert ended.returncode == 2, ended
    assert "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (another_card, "hash differs|another hash|is not what was written"),
        (richer_purse, "its postings come to|its record comes to|does not add up"),
    ],
)
def test_cr_3_a_start_on_a_database_refuses_by_name_what_does_not_hold(
    postgres: Server, tmp_path: Path, change: Callable[[Link], None], says: str
) -> None:
    address, copy = postgres.database(), tmp_path / "copy"
    with serving(
        tmp_path / "data", "--no-dealers", env={**os.environ, "CUTCARD_DATABASE": address}
    ) as served:
        table = play(served)
    with psycopg.connect(address) as link:
        change(link)
    assert re.search(says, refused(address, "backup", str(copy)))
    assert not copy.exists()
    why = refused(address, "serve", "--port", "0", "--no-dealers")
    assert "cannot be used" in why
    assert re.search(says, why), why
    assert change is not another_card or table in why
