"""An offer of private tables is closed like a table: nobody gets one of it any more, and its tables close."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.running import Answered, Served, Terminal, serving, socket

OFFER = "punto-banco-internal"


def house(served: Served, deed: str, table: str = OFFER, **body: Any) -> Answered:
    path, asked = f"/api/house/tables/{table}/{deed}", {"ask": served.ask_id(), **body}
    return served.http("POST", path, asked, served.token("supervisor" if deed == "void" else "operator"))


def code(answer: Answered) -> str:
    return str(answer.body["refusal"]["code"])


def in_lobby(served: Served) -> bool:
    return OFFER in [row["id"] for row in served.http("GET", "/api/tables").body]


async def joins(terminal: Terminal) -> str:
    reply = await terminal.ask("join", table=OFFER)
    return str(reply["result"]["table"] if reply["ok"] else reply["refusal"]["code"])


async def closed_while_played(served: Served) -> str:
    """A patron in the middle of a round finishes it, and whoever comes then gets no table."""
    async with socket(served, served.guest()["token"]) as player, socket(served) as display:
        assert (await display.ask("lobby"))["ok"]
        table = await joins(player)
        assert (await player.ask("place_bet", table=table, bet="player", amount=500))["ok"]
        asked = {"ask": "close-it"}
        path = f"/api/house/tables/{OFFER}/close"
        for _ in range(2):  # the same ask again is the same deed
            assert served.http("POST", path, asked, served.token("operator")).status == 201
        assert (await player.ask("press_deal", table=table))["ok"], "the running round goes on"
        await player.until(lambda said: said["type"] == "purse" and said["held"] == 0)
        late = await player.ask("place_bet", table=table, bet="player", amount=500)
        assert not late["ok"], "and none comes after it"
        message = await display.until(lambda said: said["type"] == "lobby" and not_offered(said))
        assert message["tables"], "other tables are there"
        assert await joins(player) == "no_such_table"
        return table


def not_offered(lobby: dict[str, Any]) -> bool:
    return OFFER not in [row["id"] for row in lobby["tables"]]


def test_mo_01_a_closed_offer_makes_no_table_and_those_it_made_close(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-dealers") as served:
        assert in_lobby(served)
        for deed in ("pause", "resume", "void"):
            reason = {"reason": "A card fell"} if deed != "resume" else {}
            assert code(house(served, deed, **reason)) == "not_done_to_offers"
        table = asyncio.run(closed_while_played(served))
        assert not in_lobby(served)
        assert code(house(served, "pause", reason="A card fell")) == "not_done_to_offers"
        assert house(served, "close").status == 201, "closed already, as a table would say"
        new = {"id": OFFER, "profile": "punto-banco", "mode": "internal", "name": "Again"}
        opened = served.http("POST", "/api/house/tables", {"ask": "again", **new}, served.token("operator"))
        assert code(opened) == "table_exists", "its tables are called by its id"
        deeds = served.http("GET", f"/api/audit?table={OFFER}", token=served.token("auditor")).body
        assert [(deed["what"], deed["by"]) for deed in deeds] == [("offer_closed", "operator")]
        facts = deeds[0]["facts"]
        assert (facts["profile"], facts["mode"]) == ("punto-banco", "internal")
        own = served.http("GET", f"/api/audit?table={table}", token=served.token("auditor")).body
        assert [(deed["what"], deed["by"]) for deed in own] == [("table_closed", "operator")]
        passwords = served.passwords
    with serving(tmp_path / "data", "--no-dealers") as again:
        again.passwords.update(passwords)
        assert not in_lobby(again), "and it stays closed"


def test_making_an_offer_names_what_is_offered_in_the_audit(served: Served) -> None:
    new = {"id": f"named-{served.process.pid}", "profile": "multihand-online", "mode": "internal"}
    made = {"ask": served.ask_id(), "name": "Named", **new}
    assert served.http("POST", "/api/house/tables", made, served.token("operator")).status == 201
    deeds = served.http("GET", f"/api/audit?table={new['id']}", token=served.token("auditor")).body
    facts = deeds[0]["facts"]
    assert (deeds[0]["what"], facts["profile"], facts["mode"]) == (
        "offer_made",
        "multihand-online",
        "internal",
    )
    assert facts["profile_hash"]
