"""Guests' play money: played with everywhere, kept apart from money, and paid to nobody (TB-50, TB-52)."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.server.running import INTERNAL, Served, played, serving, socket

NOT_PAID = "play_money_is_not_paid"


def balance_of(data: Path) -> dict[str, dict[str, int]]:
    """The trial balance of a folder, as the auditor's command tells it."""
    command = [sys.executable, "-c", "from cutcard.cli import main; main()", "verify", str(data), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done
    told: dict[str, dict[str, int]] = json.loads(done.stdout)["balance"]
    return told


async def play(served: Served, token: str) -> None:
    async with socket(served, token) as terminal:
        table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
        await played(terminal, table)
        assert (await terminal.ask("tip", table="punto-banco-video", amount=100))["ok"]


async def cash_out(served: Served, token: str) -> dict[str, Any]:
    async with socket(served, token) as terminal:
        return await terminal.ask("cash_out")


def refused_code(served: Served, path: str, body: dict[str, Any], token: str) -> str:
    told = served.http("POST", f"/api/cashier/{path}", {"ask": served.ask_id(), **body}, token)
    assert told.status == 409, told
    return str(told.body["refusal"]["code"])


def assert_guest_is_paid_nothing(served: Served, guest: dict[str, Any]) -> None:
    """Neither over HTTP nor the socket; nor does money get lost among play money."""
    token, attendant = guest["token"], served.token("attendant")
    purse = served.http("GET", "/api/me/purse", token=token).body
    assert (purse["balance"], purse["play"]) == (1_000_000, True)
    asyncio.run(play(served, token))
    assert refused_code(served, "cash-out", {}, token) == NOT_PAID
    told = asyncio.run(cash_out(served, token))
    assert (told["ok"], told["refusal"]["code"]) == (False, NOT_PAID)
    assert len(told["refusal"]["text"].splitlines()) == 1
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
        told = refused_code(again, "cash-out", {}, guest["token"])
        assert told == NOT_PAID, "nor where guests are let in no more"
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
