"""What staff are sent and may look up: calls, what waits, rounds on record, papers by their number."""

from __future__ import annotations

import asyncio
import json
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from cutcard.venue.roles import ROUTES, Role
from tests.server.running import SHARED, Answered, Served, Terminal, serving, socket

LIVE = "staff-live"


def run(work: Any) -> Any:
    return asyncio.run(work)


def post(served: Served, role: str, path: str, **body: Any) -> Answered:
    return served.http("POST", path, {"ask": served.ask_id(), **body}, served.token(role))


@pytest.fixture(scope="module")
def live(served: Served) -> str:
    """A live baccarat table that nobody deals at."""
    made = post(
        served, "operator", "/api/house/tables", id=LIVE, profile="punto-banco", mode="live", name="Live"
    )
    assert made.status == 201, made
    return LIVE


async def calls_of(terminal: Terminal, table: str) -> list[dict[str, Any]]:
    """The open calls of a table, as last sent."""
    news = await terminal.until(lambda message: message["type"] == "called")
    return [call for call in news["calls"] if call["table"] == table]


def test_staff_hear_of_a_call_at_once_and_when_it_is_answered(served: Served, live: str) -> None:
    async def visit() -> None:
        async with (
            socket(served, served.token("supervisor")) as supervisor,
            socket(served, served.token("croupier")) as croupier,
        ):
            assert await calls_of(supervisor, live) == []
            assert (await croupier.ask("call_supervisor", table=live, reason="Large payout"))["ok"]
            (call,) = await calls_of(supervisor, live)
            assert (call["wanted"], call["by"]) == ("supervisor", "croupier")
            assert call["why"]["key"] == "called.supervisor"
            assert call["why"]["facts"] == {"reason": "Large payout"}
            async with socket(served, served.token("attendant")) as late:
                assert await calls_of(late, live) == [call]
            assert post(served, "attendant", f"/api/calls/{call['id']}/answer").status == 201
            assert [call["answered_by"] for call in await calls_of(supervisor, live)] == ["attendant"]
            assert post(served, "supervisor", f"/api/calls/{call['id']}/done").status == 201
            assert await calls_of(supervisor, live) == []

    run(visit())


def test_patrons_hear_of_no_call(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as terminal:
            assert (await terminal.ask("call_attendant"))["ok"]
            await terminal.ask("lobby")
            assert "called" not in [message["type"] for message in terminal.heard]
        waiting = served.http("GET", "/api/calls", token=served.token("attendant")).body
        (mine,) = [call for call in waiting if call["by"] == guest["name"]]
        assert post(served, "attendant", f"/api/calls/{mine['id']}/done").status == 201

    run(visit())


@pytest.mark.parametrize(
    ("role", "can", "cannot"),
    [
        ("croupier", "enter_card", "resume_table"),
        ("supervisor", "void_round", "enter_card"),
        ("attendant", "cashier.confirm_hand_pay", "pause"),
        ("auditor", "house.record", "pause"),
    ],
)
def test_the_welcome_says_what_staff_may_do(served: Served, role: str, can: str, cannot: str) -> None:
    async def visit() -> None:
        async with socket(served, served.token(role)) as terminal:
            may = terminal.heard[0]["may"]
            assert can in may
            assert cannot not in may
            assert ("calls" in may) == (Role(role) in ROUTES["calls"])
        async with socket(served, served.guest()["token"]) as terminal:
            assert terminal.heard[0]["may"] == []

    run(visit())


def test_the_house_sees_why_a_table_waits(served: Served, live: str) -> None:
    def row() -> dict[str, Any]:
        tables = served.http("GET", "/api/house/tables", token=served.token("supervisor")).body
        (found,) = [table for table in tables if table["table"]["id"] == live]
        return dict(found)

    assert row()["waits"] is None
    paused = post(served, "supervisor", f"/api/house/tables/{live}/pause", reason="A spilt drink")
    assert paused.status == 201
    waits = row()["waits"]
    assert (waits["key"], waits["facts"]) == ("message.paused", {"reason": "A spilt drink"})
    assert post(served, "supervisor", f"/api/house/tables/{live}/resume").status == 201


def test_tb_30_a_round_on_record_names_its_cards_by_place(served: Served, live: str) -> None:
    haste = {"enter_card": "9h", "correct_card": "8h"}

    async def visit() -> int:
        async with (
            socket(served, served.token("croupier")) as croupier,
            socket(served, served.guest()["token"]) as player,
        ):
            assert (await croupier.ask("open_bets", table=live))["ok"]
            assert (await player.ask("join", table=live))["ok"]
            assert (await player.ask("place_bet", table=live, bet="banker", amount=500))["ok"]
            assert (await croupier.ask("close_bets", table=live))["ok"]
            assert (await croupier.ask("enter_card", table=live, card="Ac"))["ok"]
            assert (await croupier.ask("burn", table=live))["ok"]  # an ace burns one more
            for name, card in haste.items():  # one right after the other
                do = {"type": name, "table": live, "card": card}
                await croupier.socket.send(json.dumps({"ask": name, "do": do}))
            await croupier.until(lambda message: message.get("ask") == "correct_card")
            messages = [
                (message["ask"], message["ok"]) for message in croupier.heard if message.get("ask") in haste
            ]
            assert messages == [("enter_card", True), ("correct_card", True)], "in their order"
            while player.last(live, "public")["phase"] != "dealing":
                await player.hear()
            return int(player.last(live, "public")["round"])

    number = run(visit())
    path = f"/api/house/rounds/{live}/{number}"
    lines = served.http("GET", path, token=served.token("supervisor")).body
    assert [(line["place"], line["card"]) for line in lines if line["place"]] == [(1, "Ac"), (2, "9h")]
    corrected = lines[-1]["says"]
    assert corrected["key"] == "record.card_corrected"
    assert corrected["facts"] == {"place": 2, "was": "9h", "card": "8h", "why": ""}
    assert [line["at_ms"] for line in lines] == sorted(line["at_ms"] for line in lines)
    assert served.http("GET", path, token=served.guest()["token"]).status == 403
    nowhere = served.http("GET", "/api/house/rounds/nowhere/1", token=served.token("auditor"))
    assert nowhere.status == 404


def test_tb_52_a_voucher_sold_at_the_desk_is_put_in_once_and_its_record_has_it_all(served: Served) -> None:
    sold = post(served, "attendant", "/api/cashier/sell-voucher", amount=2_500).body["result"]
    look = f"/api/cashier/papers/{sold['code']}"
    attendant = served.token("attendant")
    assert served.http("GET", look, token=attendant).body["owed"]
    guest = served.patron()
    put_in = {"ask": "in", "code": sold["code"]}
    assert served.http("POST", "/api/cashier/redeem", put_in, guest["token"]).status == 201
    paper = served.http("GET", look, token=attendant).body
    assert (paper["owed"], paper["amount"]) == (False, 2_500)
    assert [(step["what"], step["by"], step["patron"]) for step in paper["steps"]] == [
        ("voucher_sold", "attendant", ""),
        ("voucher_redeemed", "", guest["patron"]),
    ]
    purse = served.http("GET", "/api/me/purse", token=guest["token"]).body
    assert purse["balance"] == 2_500
    assert post(served, "attendant", "/api/cashier/pay-voucher", code=sold["code"]).status == 404
    mistyped = served.http("GET", "/api/cashier/papers/1234", token=attendant)
    assert mistyped.body["refusal"]["code"] == "voucher_code_mistyped"


@pytest.mark.slow
def test_tb_43_a_voucher_sold_before_a_restart_is_still_owed_after_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as before:
        sold = post(before, "attendant", "/api/cashier/sell-voucher", amount=700).body["result"]
        passwords = dict(before.passwords)
    with serving(tmp_path / "data") as after:
        after.passwords.update(passwords)
        assert post(after, "attendant", "/api/cashier/pay-voucher", code=sold["code"]).status == 201


class Browsing:
    """A browser as far as its cookies go."""

    def __init__(self, served: Served) -> None:
        self._url = served.url
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open

    def ask(self, method: str, path: str, **body: str) -> dict[str, Any]:
        """What is answered; nothing where it is a no."""
        sent = json.dumps(body).encode() if method == "POST" else None
        headers = {"Content-Type": "application/json"}
        try:
            with self._open(Request(self._url + path, sent, headers, method=method)) as answer:
                return dict(json.loads(answer.read()))
        except HTTPError as no:
            no.close()
            return {}


def test_gui_04_a_patron_is_there_again_when_staff_sign_out_at_the_terminal(served: Served) -> None:
    terminal = Browsing(served)
    guest = terminal.ask("POST", "/api/guest")
    account = {"name": "attendant", "password": served.passwords["attendant"]}
    assert terminal.ask("POST", "/api/login", **account)["name"] == "attendant"
    assert terminal.ask("GET", "/api/me")["name"] == "attendant"
    terminal.ask("POST", "/api/logout")
    assert terminal.ask("GET", "/api/me")["patron"] == guest["patron"]
    terminal.ask("POST", "/api/logout")
    assert terminal.ask("GET", "/api/me") == {}


def test_shared_tables_are_watched_over_too(served: Served) -> None:
    tables = served.http("GET", "/api/house/tables", token=served.token("croupier")).body
    assert SHARED in [table["table"]["id"] for table in tables]
