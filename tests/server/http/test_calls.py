"""Calls for a person: every halt makes one, and they outlive a restart until somebody closes them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.rights.test_names import opened, post
from tests.server.running import Served, serving, socket


def calls(served: Served) -> dict[str, dict[str, Any]]:
    return {
        call["id"]: call for call in served.http("GET", "/api/calls", token=served.token("supervisor")).body
    }


async def visit(served: Served, guest: str, table: str) -> None:
    async with socket(served, guest) as player, socket(served, served.token("croupier")) as croupier:
        assert (await player.ask("call_attendant", table=table))["ok"]
        assert (await croupier.ask("pause", table=table, reason="A card fell"))["ok"]
        assert (await croupier.ask("call_supervisor", table=table, reason="Large payout"))["ok"]


async def returned(served: Served, guest: str) -> None:
    async with socket(served, guest) as player:
        call = await player.until(lambda message: message["type"] == "attendant")
        assert (call["state"], call["by"]) == ("coming", "attendant")
        assert (await player.ask("cancel_attendant"))["ok"]
        call = [message for message in player.heard if message["type"] == "attendant"][-1]
        assert call["state"] == ""
        refused = await player.ask("cancel_attendant")
        assert refused["refusal"]["code"] == "no_such_call"


def test_tb_31_calls_outlive_a_restart_and_end_with_what_they_were_for(tmp_path: Path) -> None:
    data, quiet = tmp_path / "data", "--no-dealers"

    with serving(data, quiet) as first:
        table, guest = opened(first, "called"), first.guest()
        asyncio.run(visit(first, guest["token"], table))
        kinds = {call["why"]["key"]: call for call in calls(first).values()}
        assert sorted(kinds) == ["called.attendant", "called.supervisor", "message.paused"]
        assert kinds["message.paused"]["by"] == "croupier"
        answered = post(first, "attendant", f"/api/calls/{kinds['called.attendant']['id']}/answer")
        assert answered.body["answered_by"] == "attendant"
        before, passwords = calls(first), first.passwords
    with serving(data, quiet) as again:
        again.passwords.update(passwords)
        assert calls(again) == before
        asyncio.run(returned(again, guest["token"]))
        assert post(again, "supervisor", f"/api/house/tables/{table}/resume").status == 201
        (left,) = calls(again).values()
        assert left["why"]["key"] == "called.supervisor"
        assert post(again, "supervisor", f"/api/calls/{left['id']}/done").status == 201
        assert calls(again) == {}
        deeds = again.http("GET", "/api/audit", token=again.token("auditor")).body
        assert {("call_answered", "attendant"), ("call_closed", "supervisor")} <= {
            (deed["what"], deed["by"]) for deed in deeds
        }
