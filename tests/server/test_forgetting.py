"""Guests who did nothing are forgotten once their session is over; the record stays whole without them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from cutcard.adapters.database.opening import open_store
from cutcard.server.http.accounts import SESSION
from cutcard.venue.ports import Batch, Document
from tests.server.running import INTERNAL, Served, played, serving, socket

VERIFY = [sys.executable, "-m", "cutcard", "verify"]


async def plays(served: Served, token: str) -> None:
    async with socket(served, token) as terminal:
        table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
        await played(terminal, table)
        assert (await terminal.ask("leave", table=table))["ok"]


def accounts(served: Served) -> set[str]:
    body = served.http("GET", "/api/people?guests=true", token=served.token("operator")).body
    return {person["id"] for person in body}


def end_sessions(data: Path) -> None:
    """Twelve hours later: nobody is signed in any more."""
    store = open_store(data)
    store.commit(Batch(documents=[Document(SESSION, kept.key, None) for kept in store.documents(SESSION)]))
    store.close()


def balances(data: Path) -> dict[str, int]:
    store = open_store(data)
    found = {purse.account: purse.balance for purse in store.purses()}
    store.close()
    return found


def verified(data: Path) -> dict[str, Any]:
    done = subprocess.run([*VERIFY, str(data), "--json"], capture_output=True, check=True, timeout=120)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_guests_who_did_nothing_are_forgotten_and_all_money_is_still_there(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--no-dealers", "--play-money", "500000") as served:
        idle, looked, player = (served.guest() for _ in range(3))
        patron = served.patron()["patron"]
        asyncio.run(plays(served, player["token"]))
        passwords = served.passwords
        assert {guest["patron"] for guest in (idle, looked, player)} <= accounts(served)
    end_sessions(data)
    before = balances(data)
    assert before[f"patron:play:{idle['patron']}"] == 500_000
    with serving(data, "--no-dealers") as served:  # what guests begin with is another sum by now
        served.passwords.update(passwords)
        fresh = served.guest()
        give_up = time.monotonic() + 30
        while {idle["patron"], looked["patron"]} & accounts(served):  # it looks as soon as it has started
            assert time.monotonic() < give_up
        known = accounts(served)
        assert {player["patron"], patron, fresh["patron"]} <= known
        assert served.http("GET", "/api/me", token=idle["token"]).status == 401
        assert served.http("GET", "/api/me", token=fresh["token"]).status == 200
        rounds = served.http("GET", "/api/rounds", token=served.token("auditor")).body
        assert rounds, "what was played is still shown"
    after = balances(data)
    assert {account: after[account] for account in before if "patron" in account} == {
        account: amount for account, amount in before.items() if "patron" in account
    }
    verified(data)


def test_there_are_no_more_guests_at_once_than_the_house_takes(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-dealers", "--guests-max", "2") as served:
        first = served.guest()
        served.guest()
        response = served.http("POST", "/api/guest")
        assert (response.status, response.body["refusal"]["code"]) == (503, "too_many_guests")
        assert served.patron(), "accounts are let in"
        assert served.http("POST", "/api/logout", token=first["token"]).status == 200
        served.guest()
