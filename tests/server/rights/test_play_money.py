"""Guests' play money: played with everywhere, kept apart from money, and paid to nobody (TB-50, TB-52)."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.server.rights.test_names import dealt, house_table, opened, until
from tests.server.running import INTERNAL, Served, played, serving, socket

NOT_PAID = "play_money_is_not_paid"


def balance_of(data: Path) -> dict[str, dict[str, int]]:
    """The trial balance of a folder, as the auditor's command tells it."""
    command = [sys.executable, "-c", "from cutcard.cli import main; main()", "verify", str(data), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done
    document: dict[str, dict[str, int]] = json.loads(done.stdout)["balance"]
    return document


async def play(served: Served, token: str) -> None:
    async with socket(served, token) as terminal:
        table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
        await played(terminal, table)
        assert (await terminal.ask("tip", table="punto-banco-video", amount=100))["ok"]


async def cash_out(served: Served, token: str) -> dict[str, Any]:
    async with socket(served, token) as terminal:
        return await terminal.ask("cash_out")


def refused_code(served: Served, path: str, body: dict[str, Any], token: str) -> str:
    response = served.http("POST", f"/api/cashier/{path}", {"ask": served.ask_id(), **body}, token)
    assert response.status == 409, response
    return str(response.body["refusal"]["code"])


def assert_guest_is_paid_nothing(served: Served, guest: dict[str, Any]) -> None:
    """Neither over HTTP nor the socket; nor does money get lost among play money."""
    token, attendant = guest["token"], served.token("attendant")
    purse = served.http("GET", "/api/me/purse", token=token).body
    assert (purse["balance"], purse["play"]) == (1_000_000, True)
    asyncio.run(play(served, token))
    assert refused_code(served, "cash-out", {}, token) == NOT_PAID
    reply = asyncio.run(cash_out(served, token))
    assert (reply["ok"], reply["refusal"]["code"]) == (False, NOT_PAID)
    assert len(reply["refusal"]["text"].splitlines()) == 1
    sold = {"ask": served.ask_id(), "amount": 5_000}
    code = served.http("POST", "/api/cashier/sell-voucher", sold, attendant).body["result"]["code"]
    assert refused_code(served, "redeem", {"code": code}, token) == "play_purse_takes_no_money"
    cash = {"patron": guest["patron"], "amount": 700}
    assert refused_code(served, "cash-in", cash, attendant) == "play_purse_takes_no_money"
    paid = {"ask": served.ask_id(), "code": code}
    assert served.http("POST", "/api/cashier/pay-voucher", paid, attendant).status == 201


def test_tb_52_play_money_never_becomes_money_and_is_in_no_figure_of_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--no-dealers") as served:
        guest = served.guest()
        passwords = served.passwords
        assert_guest_is_paid_nothing(served, guest)
        served.stop()
    balance = balance_of(data)
    assert set(balance["money"].values()) <= {0}, "a house that has only seen guests has won and owes nothing"
    assert balance["play_money"]["play_money"] == -1_000_000
    assert balance["play_money"]["tips"] == 100
    assert sum(balance["play_money"].values()) == 0

    with serving(data, "--no-guests", "--no-dealers") as again:
        again.passwords.update(passwords)
        refused = refused_code(again, "cash-out", {}, guest["token"])
        assert refused == NOT_PAID, "nor where guests are let in no more"
        member = again.patron(20_000)
        asyncio.run(play(again, member["token"]))
        left = again.http("GET", "/api/me/purse", token=member["token"]).body
        assert left["play"] is False
        out = again.http("POST", "/api/cashier/cash-out", {"ask": "out"}, member["token"]).body["result"]
        assert (out["what"], out["amount"]) == ("voucher_issued", left["balance"])
        again.stop()
    money = balance_of(data)["money"]
    assert (money["desk"], money["vouchers"], money["tips"]) == (-20_000, left["balance"], 100)
    assert money.get("house", 0) == 20_000 - left["balance"] - 100  # nothing where the round was a push


def test_tb_52_a_guest_and_a_member_at_one_table_are_never_added_up(served: Served) -> None:
    """What lies on the cloth, what a round came to, what a correction moves: play money beside money."""
    table, guest, member = opened(served, "both-purses", dispute_s=1), served.guest(), served.patron(20_000)

    async def visit() -> None:
        async with (
            socket(served, served.token("croupier")) as croupier,
            socket(served, served.token("supervisor")) as supervisor,
            socket(served, guest["token"]) as playing,
            socket(served, member["token"]) as paying,
        ):
            assert (await paying.ask("join", table=table))["ok"]
            await dealt(table, croupier, playing, paying)
            await until(table, paying, "result")
            messages = [message["croupier"] for message in croupier.heard if message.get("croupier")]
            staked = {(view["wagers"], view["staked"], view["staked_play"]) for view in messages}
            assert (2, 500, 500) in staked
            assert max(money for _, money, _ in staked) == 500
            amounts = {guest["patron"]: 700, member["patron"]: 30}
            why: dict[str, Any] = {"of_round": 1, "amounts": amounts, "why": "A six was a nine"}
            assert (await supervisor.ask("propose_correction", table=table, **why))["ok"]

    asyncio.run(visit())
    (row,) = house_table(served, "supervisor", table)["proposals"]
    assert (row["house"], row["house_play"], row["play"]) == (-30, -700, [guest["patron"]])
    lines = served.http("GET", f"/api/house/rounds/{table}/1", token=served.token("auditor")).body
    shares = {line["says"]["key"]: line["shares"] for line in lines if line["shares"]}
    for key in ("record.round_settled", "record.correction_proposed"):
        marked = {who: share["play"] for who, share in shares[key].items()}
        assert marked == {guest["patron"]: True, member["patron"]: False}
