"""A real server on a real PostgreSQL that fails: its log tells, and shows no password. (DB-1)"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.running import ANSWER_S, Served, logged, serving
from tests.store.postgres_server import Server

SECRET = "s3same0pen"


def command_lines(process: int) -> str:
    """What everybody sees of a process and those it started, where the system shows it."""
    proc = Path("/proc")
    family = [process]
    for folder in proc.glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == process:
            family.append(int(folder.name))
    shown = [proc / str(pid) / "cmdline" for pid in family]
    return " ".join(path.read_text() for path in shown if path.exists())


def guest_again(served: Served) -> None:
    """A guest is let in as soon as the store can be written again."""
    until = time.monotonic() + ANSWER_S
    while served.http("POST", "/api/guest").status != 201:
        assert time.monotonic() < until, "the store did not come back"
        time.sleep(0.1)


def test_db_1_trouble_with_the_database_is_logged_without_its_password(
    postgres: Server, tmp_path: Path
) -> None:
    address = postgres.database()
    data, secret = tmp_path / "data", address.replace(":@", f":{SECRET}@")
    assert secret != address
    env = {**os.environ, "CUTCARD_DATABASE": secret}
    with serving(data, "--json-logs", "--no-dealers", env=env) as served:
        served.guest()
        seen = command_lines(served.process.pid)
        for _ in range(3):
            postgres.end_backends(address)
            guest_again(served)
        assert served.stop() == 0
    assert SECRET not in seen
    lines = logged(data)
    assert lines[0]["event"] == "starting"
    assert lines[0]["data"] == secret.replace(SECRET, "***")
    events = [line["event"] for line in lines]
    assert "store failed" in events
    assert events.index("suspended") < events.index("running again")
    failed = next(line for line in lines if line["event"] == "store failed")
    assert failed["kind"] == "Unavailable"
    assert failed["why"]
    assert SECRET not in Path(f"{data}.log").read_text()


@pytest.mark.parametrize(
    "program", [[sys.executable, "-m", "cutcard"], [str(Path(sys.executable).parent / "cutcard")]]
)
def test_a_password_on_the_command_line_is_hidden_there_and_warned_of(
    postgres: Server, tmp_path: Path, program: list[str]
) -> None:
    address = postgres.database().replace(":@", f":{SECRET}@")
    data = tmp_path / "data"
    # With the simulated patrons and dealers beside it, each a process of its own.
    with serving(data, "--robots", "1", f"--database={address}", program=[*program, "serve"]) as served:
        seen = command_lines(served.process.pid)
        assert served.stop() == 0
    assert ":***@" in seen
    assert SECRET not in seen
    log = Path(f"{data}.log").read_text()
    assert "the database's password was on the command line" in log
    assert SECRET not in log


@pytest.mark.parametrize("left", ["", "moon", '["profiles", "--json"]', "[1]"])
def test_what_is_typed_reaches_the_command_whole(left: str) -> None:
    """With its password hidden this address could be read: that it cannot is said of what was typed."""
    verify = [
        sys.executable,
        "-m",
        "cutcard",
        "verify",
        f"postgresql://house:{SECRET}@{SECRET}@127.0.0.1:1/venue",
    ]
    env = {**os.environ, "CUTCARD_TYPED": left}
    done = subprocess.run(verify, env=env, capture_output=True, text=True, check=False, timeout=ANSWER_S)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cutcard: the database's address cannot be read:")
    assert SECRET not in done.stderr
