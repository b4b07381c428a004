"""Public displays of private tables, and a result that comes to the display first (MO-01)."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.server.running import Served, Terminal, socket

DELAY_S = 2
PATIENCE_S = 90


def offered(served: Served, profile: str, delay_s: int = DELAY_S, **settings: Any) -> str:
    """An offer of private tables whose result is delayed."""
    name = f"{profile}-late-{'open' if settings else 'own'}"
    new = {
        "ask": served.ask_id(),
        "id": name,
        "name": name,
        "profile": profile,
        "mode": "internal",
        "times": {"delayed_result_s": delay_s, "result_s": 1},
        "settings": {"card_ms": 20, **settings},
    }
    made = served.http("POST", "/api/house/tables", new, served.token("operator"))
    assert made.status == 201, made
    return name


def dealers_cards(view: dict[str, Any]) -> list[str]:
    """The cards that decide the round: the dealer's, or those of both sides."""
    if view.get("dealer"):
        return list(view["dealer"]["cards"])
    return [*(view.get("player") or {}).get("cards", ()), *(view.get("banker") or {}).get("cards", ())]


async def refused(terminal: Terminal, table: str) -> str:
    answer = await terminal.ask("watch", table=table)
    return "" if answer["ok"] else str(answer["refusal"]["code"])


def test_mo_01_a_private_table_is_closed_to_displays_until_it_is_released(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as patron, socket(served) as display:
            table = (await patron.ask("join", table=offered(served, "multihand-online")))["result"]["table"]
            assert await refused(display, table) == "not_your_table"
            assert served.http("GET", f"/api/tables/{table}").status == 403
            assert (await patron.ask("set_option", table=table, option="display", on=True))["ok"]
            assert await refused(display, table) == ""
            assert served.http("GET", f"/api/tables/{table}").status == 200
            assert (await patron.ask("set_option", table=table, option="display", on=False))["ok"]
            gone = await display.until(lambda message: message["type"] == "gone")
            assert (gone["table"], gone["reason"]) == (table, "not_your_table")
            assert await refused(display, table) == "not_your_table"

    asyncio.run(visit())


async def result_comes(terminal: Terminal, table: str, loop: asyncio.AbstractEventLoop) -> float:
    """When this screen has the whole result; what is asked on the way is answered by standing."""
    while True:
        message = await asyncio.wait_for(terminal.hear(), PATIENCE_S)
        own = message.get("own") or {}
        if own.get("asks"):
            hand = own["asks"][0]
            decision = "decline" if hand["offer"] else "stand"
            at = {"position": hand["position"], "branch": hand["branch"]}
            await terminal.ask("decide", table=table, decision=decision, **at)
        view = message.get("public") or {}
        if str((view.get("message") or {}).get("key", "")).startswith("message.result."):
            return loop.time()


@pytest.mark.parametrize("profile", ["multihand-online", "punto-banco"])
def test_mo_01_a_delayed_result_is_on_the_display_first(served: Served, profile: str) -> None:
    async def visit() -> None:
        guest, loop = served.guest(), asyncio.get_running_loop()
        async with AsyncExitStack() as stack:
            patron = await stack.enter_async_context(socket(served, guest["token"]))
            display = await stack.enter_async_context(socket(served))
            own_display = await stack.enter_async_context(socket(served, guest["token"]))
            offer = offered(served, profile, public_display=True)
            table = (await patron.ask("join", table=offer))["result"]["table"]
            for screen in (display, own_display):
                assert await refused(screen, table) == ""
            bet = "main" if profile == "multihand-online" else "player"
            assert (await patron.ask("place_bet", table=table, bet=bet, amount=500))["ok"]
            assert (await patron.ask("press_deal", table=table))["ok"]
            waits = [result_comes(screen, table, loop) for screen in (display, patron, own_display)]
            first, second, third = await asyncio.gather(*waits)
            assert min(second, third) - first > DELAY_S / 2  # a busy machine may hear of the first late
            held = [
                message["public"]
                for message in (*patron.heard, *own_display.heard)
                if (message.get("public") or {}).get("message", {}).get("key") == "message.display_first"
            ]
            assert held, "the terminal says what it waits for"
            for view in held:
                assert dealers_cards(view)[1:] in ([], ["??"]), "sent before its time"
                assert not view["winner"]
                assert not view["why"]
                assert not view["highlights"]
            assert len(dealers_cards(display.last(table, "public"))) > 1

    asyncio.run(visit())


def test_mo_01_the_record_of_the_running_round_shows_it_no_sooner(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as patron:
            offer = offered(served, "koi-bacc", delay_s=8)  # time enough to ask twice
            table = (await patron.ask("join", table=offer))["result"]["table"]
            await patron.ask("place_bet", table=table, bet="player", amount=500)
            await patron.ask("press_deal", table=table)
            news = await patron.until(lambda message: "message.result_later" in str(message.get("public")))
            number = news["public"]["round"]
            for path in (f"/api/rounds/{table}/{number}", f"/api/rounds/{table}/{number}/steps"):
                answer = served.http("GET", path, token=guest["token"])
                assert answer.body["refusal"]["code"] == "round_is_running", answer
            await patron.until(lambda message: (message.get("own") or {}).get("lines"))
            assert served.http("GET", f"/api/rounds/{table}/{number}", token=guest["token"]).status == 200

    asyncio.run(visit())
