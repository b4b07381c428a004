"""A request's id stands for what was asked under it, over HTTP and sockets and after a restart (TB-51)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.running import INTERNAL, SHARED, Served, serving, socket

USED = "key_used_before"


async def bets(served: Served, token: str) -> str:
    async with socket(served, token) as terminal:
        table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
        first = await terminal.ask("place_bet", id="bet-1", table=table, bet="main", amount=500)
        assert first["ok"], first
        other = await terminal.ask("place_bet", id="bet-1", table=table, bet="main", amount=700)
        assert (other["ok"], other["refusal"]["code"]) == (False, USED)
        assert "id" in other["refusal"]["text"]
        elsewhere = await terminal.ask("press_deal", id="bet-1", table=table)
        assert elsewhere["refusal"]["code"] == USED
        again = await terminal.ask("place_bet", id="bet-1", table=table, bet="main", amount=500)
        assert {**again, "ask": ""} == {**first, "ask": ""}
        assert served.http("GET", "/api/me/purse", token=token).body["held"] == 500
        refused = await terminal.ask("place_bet", id="bet-2", table=table, bet="main", amount=10**9)
        assert not refused["ok"]
        assert await terminal.ask("place_bet", id="bet-2", table=table, bet="main", amount=10**9) == refused
        return str(table)


async def bets_after_a_restart(served: Served, token: str, table: str) -> None:
    async with socket(served, token) as terminal:
        other = await terminal.ask("place_bet", id="bet-1", table=table, bet="main", amount=700)
        assert other["refusal"]["code"] == USED
        assert (await terminal.ask("place_bet", id="bet-1", table=table, bet="main", amount=500))["ok"]
        assert served.http("GET", "/api/me/purse", token=token).body["held"] == 500


def test_tb_51_an_id_used_again_for_something_else_is_a_conflict(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        patron, attendant = served.guest()["token"], served.token("attendant")
        table = asyncio.run(bets(served, patron))
        sale = {"ask": "sale-1", "amount": 500}
        sold = served.http("POST", "/api/cashier/sell-voucher", sale, token=attendant)
        assert sold.status == 201
        other = served.http("POST", "/api/cashier/sell-voucher", {**sale, "amount": 900}, token=attendant)
        assert (other.status, other.body["refusal"]["code"]) == (409, USED)
        assert served.http("POST", "/api/cashier/sell-voucher", sale, token=attendant).body == sold.body
        operator = served.token("operator")
        asked(served, operator)
        served.stop()
    with serving(tmp_path / "data") as again:
        asyncio.run(bets_after_a_restart(again, patron, table))
        assert again.http("POST", "/api/cashier/sell-voucher", sale, token=attendant).body == sold.body
        other = again.http("POST", "/api/cashier/sell-voucher", {**sale, "amount": 900}, token=attendant)
        assert (other.status, other.body["refusal"]["code"]) == (409, USED)


def asked(served: Served, operator: str) -> None:
    """Changed settings are the same ask again although others have changed something in between."""
    message = {"ask": "change-1", "settings": {"name": "Once"}}
    two = {"ask": "change-2", "settings": {"card_ms": 700}}
    path = f"/api/house/tables/{SHARED}"
    for change in (message, two, message, two):
        response = served.http("PATCH", path, change, token=operator)
        assert response.status == 200, response
    response = served.http("PATCH", path, {**message, "settings": {"name": "Twice"}}, token=operator)
    assert (response.status, response.body["refusal"]["code"]) == (409, USED)
    offer = f"/api/house/tables/{INTERNAL}"
    change = {"ask": "change-3", "rules": {"charlie": 10}}
    for _ in range(2):
        assert served.http("PATCH", offer, change, token=operator).status == 200
    response = served.http("PATCH", offer, {**change, "rules": {"charlie": 8}}, token=operator)
    assert (response.status, response.body["refusal"]["code"]) == (409, USED)
    person = {"ask": "person-1", "name": "Ann", "password": "a long password", "roles": ["patron"]}
    made = served.http("POST", "/api/people", person, token=operator)
    assert made.status == 201
    assert served.http("POST", "/api/people", person, token=operator).body == made.body
    response = served.http("POST", "/api/people", {**person, "name": "Bob"}, token=operator)
    assert (response.status, response.body["refusal"]["code"]) == (409, USED)
