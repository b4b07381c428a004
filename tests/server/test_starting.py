"""A server starts, stops, comes back, and says in one line why it cannot."""

import asyncio
import socket as sockets
import subprocess
from pathlib import Path

import pytest

from tests.server.running import COMMAND, INTERNAL, SHARED, Served, serving, socket


def tried(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *options], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--port", "70000"], "a port is a whole number from 0 to 65535, not 70000"),
        (["--port", "soon"], "port"),
        (["--host", "no.such.host.invalid", "--port", "0"], "cannot listen on no.such.host.invalid"),
        (["--database", "mysql://x"], "a store is a folder or a postgresql:// address"),
        (["--database", "postgresql://a:b@c:d@127.0.0.1:1/v"], "the database's address cannot be read"),
        (["--trusted-proxy", "10.0.0.0/8,moon"], "--trusted-proxy: 'moon' is no network such as 10.0.0.0/8"),
        (["--connections-per-address", "-1"], "--connections-per-address is at least 0, not -1"),
        (["--robots", "-1"], "there can be 0 to 10000 robots, not -1"),
        (["--operator-password-file", "nowhere.txt"], "there is no password to be read in nowhere.txt"),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path: Path, options: list[str], says: str) -> None:
    done = tried("--data", str(tmp_path / "data"), *options)
    assert done.returncode == 2, done
    assert says in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("given", [["--port"], ["--port", "0", "--device-port"]], ids=" ".join)
def test_a_port_in_use_is_refused_in_one_line(
    tmp_path: Path, given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_DEVICE_KEY", "key")
    with sockets.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = tried("--data", str(tmp_path / "data"), *given, port)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        done = tried("--data", str(tmp_path / "data"), "--port", "0")
        assert done.returncode == 2
        assert "in use by another process" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_it_stops_on_a_signal_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def bet(served: Served, token: str) -> str:
        async with socket(served, token) as terminal:
            table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
            assert (await terminal.ask("place_bet", table=table, bet="main", amount=700))["ok"]
            return str(table)

    async def look(served: Served, token: str, table: str) -> None:
        async with socket(served, token) as terminal:
            news = await terminal.until(lambda message: message["type"] == "table")
            assert (news["table"], news["own"]["bet"]) == (table, 700)

    with serving(tmp_path / "data") as served:
        token = served.guest()["token"]
        operators = served.passwords["operator"]
        table = asyncio.run(bet(served, token))
        duty = served.http("POST", f"/api/house/tables/{SHARED}/duty", token=served.token("croupier"))
        assert duty.status == 201
        assert served.stop() == 0
    with serving(tmp_path / "data") as again:
        assert "operator" not in again.passwords, "its password is printed once"
        assert again.http("GET", "/healthz").status == 200
        asyncio.run(look(again, token, table))
        signed = again.http("POST", "/api/login", {"name": "operator", "password": operators})
        assert signed.status == 201
        tables = again.http("GET", "/api/house/tables", token=signed.body["token"]).body
        (on_duty,) = [table["on_duty"] for table in tables if table["table"]["id"] == SHARED]
        assert on_duty == "croupier", "tips go to whoever was on duty before (TB-54)"
        assert again.stop() == 0


def test_secrets_are_not_in_the_logs_or_the_data(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        token = served.guest()["token"]
        served.http("POST", "/api/login", {"name": "operator", "password": served.passwords["operator"]})
        served.http("GET", f"/api/me?token={token}")
        passwords = list(served.passwords.values())
        assert served.stop() == 0
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").rglob("*") if path.is_file())
    logged = (tmp_path / "data.log").read_bytes()
    for secret in (token, *passwords):
        assert secret.encode() not in logged
        assert secret.encode() not in kept
