"""What the log of a real server tells: refused sign-ins, frozen tables, slow steps. No password, no card."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

import pytest

from tests.server.running import ANSWER_S, INTERNAL, Served, logged, serving, socket

BROKEN = [sys.executable, "-m", "tests.server.broken_shoe", "serve"]
GUESS = "correct horse battery"


async def dealt_to_nobody(served: Served) -> str:
    """Somebody presses deal at a table of their own whose shoe breaks; the table's name."""
    async with socket(served, served.token("patron")) as terminal:
        table = str((await terminal.ask("join", table=INTERNAL))["result"]["table"])
        assert (await terminal.ask("place_bet", table=table, bet="main", amount=500))["ok"]
        await terminal.ask("press_deal", table=table)
    return table


def wait_until_frozen(served: Served, table: str) -> None:
    until = time.monotonic() + ANSWER_S
    while table not in served.http("GET", "/healthz", token=served.token("croupier")).body["frozen"]:
        assert time.monotonic() < until, "the table did not freeze"
        time.sleep(0.05)


def assert_frozen_is_named_to_staff_alone(served: Served, table: str) -> None:
    """A private table's name holds the account of whose it is."""
    for nobody in (None, served.token("patron")):
        body = served.http("GET", "/healthz", token=nobody).body
        assert (body["frozen"], body["frozen_count"]) == ([], 1)
        assert table not in json.dumps(body)
    for role in ("croupier", "attendant", "operator", "supervisor", "auditor"):
        body = served.http("GET", "/healthz", token=served.token(role)).body
        assert (body["frozen"], body["frozen_count"]) == ([table], 1)


def test_trouble_is_logged_as_lines_with_fields(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--json-logs", "--slow-step-ms", "0", "--no-dealers", program=BROKEN) as served:
        for name in ("operator", "nobody\nevent=forged", *["operator"] * 2):
            refused = served.http("POST", "/api/login", {"name": name, "password": GUESS})
            assert refused.status == 401
        table = asyncio.run(dealt_to_nobody(served))
        wait_until_frozen(served, table)
        assert_frozen_is_named_to_staff_alone(served, table)
        void = {"ask": "void-1", "reason": "the shoe broke"}
        voided = served.http("POST", f"/api/house/tables/{table}/void", void, served.token("supervisor"))
        assert voided.status == 201, voided
        for _ in range(12):
            served.http("POST", "/api/login", {"name": "auditor", "password": GUESS})
        assert served.stop() == 0
    lines = logged(data)
    assert {line["level"] for line in lines} == {"info", "warning", "error"}
    refusals = [
        (line["name"], line["address"], line["why"]) for line in lines if line["event"] == "sign-in refused"
    ]
    wrong = "wrong_name_or_password"
    assert refusals[:2] == [("operator", "127.0.0.1", wrong), ("nobody\nevent=forged", "127.0.0.1", wrong)]
    assert ("auditor", "127.0.0.1", "too_many_attempts") in refusals
    assert [(line["table"], line["round"]) for line in lines if line["event"] == "table frozen"] == [
        (table, 1)
    ]
    assert [line["table"] for line in lines if line["event"] == "table goes on"] == [table]
    slow = [line for line in lines if line["event"] == "slow step"]
    assert {"seconds", "requests", "waiting", "left_out"} <= set(slow[0])
    assert len(slow) < 20, "a step that is slow every time is logged seldom"
    written = Path(f"{data}.log").read_text()
    assert GUESS not in written
    assert "face-down card" not in written


def through(served: Served, how: str, header: str) -> None:
    """A request or a socket that somebody on this machine passes on for a client elsewhere."""

    async def visit() -> None:
        async with socket(served, additional_headers={header: "198.51.100.7"}):
            pass

    if how == "socket":
        asyncio.run(visit())
    else:
        served.http("GET", "/api/tables", headers={header: "for=198.51.100.7"})


def unnamed(data: Path) -> list[tuple[str, str]]:
    lines = [line for line in logged(data) if line["event"] == "a proxy is not named"]
    return [(line["address"], line["option"]) for line in lines]


@pytest.mark.parametrize(("how", "header"), [("request", "Forwarded"), ("socket", "X-Forwarded-For")])
def test_a_proxy_on_this_machine_that_nobody_named_is_logged_once(
    tmp_path: Path, how: str, header: str
) -> None:
    data = tmp_path / "data"
    with serving(data, "--json-logs", "--no-dealers") as served:
        served.http("GET", "/api/tables")
        assert unnamed(data) == []
        for _ in range(3):
            through(served, how, header)
        assert served.stop() == 0
    assert unnamed(data) == [("127.0.0.1", "--trusted-proxy")]


def test_a_proxy_that_is_named_is_no_matter_for_the_log(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--json-logs", "--no-dealers", "--trusted-proxy", "127.0.0.0/8") as served:
        through(served, "request", "X-Forwarded-For")
        assert served.stop() == 0
    assert unnamed(data) == []
