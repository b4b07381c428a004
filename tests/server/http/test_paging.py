"""Long lists a page at a time, against a real server: whole, without repeats, stable under new entries."""

import asyncio
import re
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from zlib import compress

import pytest

from tests.server.running import INTERNAL, Answered, Served, played, socket

NEXT = re.compile(r'^<(/api/v1/[^>]+)>; rel="next"$')


def next_of(answered: Answered) -> str | None:
    found = NEXT.match(answered.headers.get("link", ""))
    return found[1] if found else None


def pages(served: Served, token: str, path: str) -> list[list[dict[str, Any]]]:
    """Every page, from the first to the one without a next."""
    listed: list[list[dict[str, Any]]] = []
    address: str | None = path
    while address is not None:
        answered = served.http("GET", address, token=token)
        assert answered.status == 200, answered
        listed.append(answered.body)
        address = next_of(answered)
    return listed


def rows(listed: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [row for page in listed for row in page]


def pause_and_resume(served: Served, table: str, times: int) -> None:
    token = served.token("supervisor")
    for _ in range(times):
        for verb, more in (("pause", {"reason": "counting"}), ("resume", {})):
            body = {"ask": served.ask_id(), **more}
            path = f"/api/house/tables/{table}/{verb}"
            assert served.http("POST", path, body, token).status == 201


def new_table(served: Served, name: str) -> str:
    table = f"{name}-{served.ask_id()}"
    new = {"id": table, "profile": "punto-banco", "mode": "video", "name": "Paged"}
    body = {"ask": served.ask_id(), **new}
    assert served.http("POST", "/api/house/tables", body, served.token("operator")).status == 201
    return table


def test_tb_71_the_audit_is_read_to_its_end_page_by_page(served: Served) -> None:
    table, token = new_table(served, "paged"), served.token("auditor")
    pause_and_resume(served, table, 6)
    path = f"/api/audit?table={table}"
    whole = served.http("GET", path, token=token)
    assert next_of(whole) is None
    listed = pages(served, token, f"{path}&limit=5")
    assert [len(page) for page in listed] == [5, 5, 3]
    assert rows(listed) == whole.body
    assert [row["at_ms"] for row in whole.body] == sorted((row["at_ms"] for row in whole.body), reverse=True)

    first = served.http("GET", f"{path}&limit=5", token=token)
    pause_and_resume(served, table, 2)  # what is new comes before the first page, and moves no other
    rest = pages(served, token, str(next_of(first)))
    assert first.body + rows(rest) == whole.body
    of_one = pages(served, token, f"{path}&by=supervisor&limit=4")
    assert {row["by"] for row in rows(of_one)} == {"supervisor"}
    assert len(rows(of_one)) == 16


def test_tb_71_no_deed_is_left_out_however_many_there_are(served: Served) -> None:
    table, token = new_table(served, "deeds"), served.token("auditor")
    pause_and_resume(served, table, 101)
    listed = pages(served, token, f"/api/audit?table={table}")
    assert [len(page) for page in listed] == [200, 3]
    assert rows(listed)[-1]["what"] == "table_opened"


def test_accounts_come_page_by_page_oldest_first(served: Served) -> None:
    operator, name = served.token("operator"), f"Paged {served.ask_id()}"

    def add(number: int) -> None:
        made = {"name": f"{name} {number}", "password": "a long password", "roles": ["patron"]}
        assert served.http("POST", "/api/people", made, operator).status == 201

    for number in range(5):
        add(number)
    path = f"/api/people?{urlencode({'name': name})}"
    first = served.http("GET", f"{path}&limit=2", token=operator)
    add(5)
    listed = [first.body, *pages(served, operator, str(next_of(first)))]
    assert [len(page) for page in listed] == [2, 2, 2]
    assert [row["name"] for row in rows(listed)] == [f"{name} {number}" for number in range(6)]
    guests = pages(served, operator, "/api/people?guests=true&limit=3")
    ids = [row["id"] for row in rows(guests)]
    assert len(set(ids)) == len(ids)
    assert {row["guest"] for row in rows(guests)} <= {True, False}


def test_tb_61_rounds_of_several_tables_come_page_by_page(served: Served) -> None:
    guest = served.guest()

    async def play(offer: str, times: int) -> None:
        async with socket(served, guest["token"]) as terminal:
            table = str((await terminal.ask("join", table=offer))["result"]["table"])
            for _ in range(times):
                while (terminal.last(table, "public") or {}).get("phase") not in ("betting", "waiting"):
                    await terminal.hear()
                await played(terminal, table)
            await terminal.ask("leave", table=table)

    asyncio.run(play(INTERNAL, 2))
    asyncio.run(play("multihand-etg-internal", 1))
    whole = served.http("GET", "/api/rounds", token=guest["token"]).body
    assert len({row["table"] for row in whole}) == 2
    listed = pages(served, guest["token"], "/api/rounds?limit=1")
    assert rows(listed) == whole
    assert [row["opened_ms"] for row in whole] == sorted((row["opened_ms"] for row in whole), reverse=True)

    first = served.http("GET", "/api/rounds?limit=1", token=guest["token"])
    asyncio.run(play(INTERNAL, 1))
    rest = pages(served, guest["token"], str(next_of(first)))
    assert first.body + rows(rest) == whole
    assert len(served.http("GET", "/api/rounds", token=guest["token"]).body) > len(whole)
    foreign = served.guest()["token"]
    assert served.http("GET", str(next_of(first)), token=foreign).body == []  # a cursor lets nobody in


def forged(written: bytes) -> str:
    return urlsafe_b64encode(compress(written)).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        *("", "moon", "%00", "x" * 5_000, "é"),
        forged(b"[]"),
        forged(b'[["audit",null,null],"moon"]'),
        forged(b'[["audit",null,null],[1e999,"",0,""]]'),
        forged(b'[["audit",null,null],' + b"[" * 5_000),
        forged(b"0" * 1_000_000),
        forged(b'[["people","",false],[0,""]]')[:-9],
    ],
)
def test_a_cursor_that_is_none_is_refused_in_one_line(served: Served, cursor: str) -> None:
    token = served.token("auditor")
    for path in ("/api/audit", "/api/people", "/api/rounds"):
        response = served.http("GET", f"{path}?{urlencode({'cursor': cursor})}", token=token)
        assert (response.status, response.body["refusal"]["code"]) == (400, "bad_cursor"), path
        assert "\n" not in response.body["refusal"]["text"]


def test_a_cursor_of_another_list_is_refused(served: Served) -> None:
    token = served.token("auditor")
    link = str(next_of(served.http("GET", "/api/audit?limit=1", token=token)))
    cursor = parse_qs(urlsplit(link).query)["cursor"][0]
    for other in ("audit?by=operator&", "people?", "rounds?"):
        response = served.http("GET", f"/api/{other}cursor={cursor}", token=token)
        assert response.body["refusal"]["code"] == "bad_cursor", other
    for wrong in ("limit=0", "limit=201", "limit=moon"):
        response = served.http("GET", f"/api/audit?{wrong}", token=token)
        assert response.body["refusal"]["code"] == "bad_request", wrong
