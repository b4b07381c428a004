"""Staff read names where a record has accounts; players and the display read neither (GUI-33, TB-64)."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.server.http.accounts import People, Person
from cutcard.table import Table, new_table
from cutcard.table.state import OpenDispute, Place
from cutcard.views.croupier import croupier_view
from tests.server.running import INTERNAL, Answered, Served, Terminal, socket
from tests.venue.house import settings

SAID = {"about": "That was an eight", "about_key": "dispute.reason.card"}
TIMES = 60_000
CARDS = ("2c", "9h", "3s", "Tc", "4d")  # the deuce is burnt, and two more with it


def post(served: Served, role: str, path: str, **body: Any) -> Answered:
    return served.http("POST", path, {"ask": served.ask_id(), **body}, served.token(role))


def house_table(served: Served, role: str, table: str) -> dict[str, Any]:
    tables = served.http("GET", "/api/house/tables", token=served.token(role)).body
    (found,) = [each for each in tables if each["table"]["id"] == table]
    return dict(found)


def opened(served: Served, name: str, **times: int) -> str:
    """A live baccarat table that nobody deals at."""
    new = {"id": name, "profile": "punto-banco", "mode": "live", "name": name, "times": times}
    made = post(served, "operator", "/api/house/tables", **new)
    assert made.status == 201, made
    return name


async def dealt(table: str, croupier: Terminal, *players: Terminal) -> None:
    """A whole coup with a wager of every player."""
    assert (await croupier.ask("watch", table=table))["ok"]
    assert (await croupier.ask("open_bets", table=table))["ok"]
    for player in players:
        assert (await player.ask("join", table=table))["ok"]
        assert (await player.ask("place_bet", table=table, bet="player", amount=500))["ok"]
    assert (await croupier.ask("close_bets", table=table))["ok"]
    for card in CARDS:
        assert (await croupier.ask("enter_card", table=table, card=card))["ok"]
        for _ in range(2 if card == CARDS[0] else 0):
            assert (await croupier.ask("burn", table=table))["ok"]


async def until(table: str, terminal: Terminal, phase: str) -> None:
    """Wait until a terminal hears that the table is so far."""
    while (terminal.last(table, "public") or {}).get("phase") != phase:
        await terminal.hear()


def disputed_by(message: dict[str, Any]) -> str | None:
    return (message.get("croupier") or {}).get("disputed_by")


def test_tb_64_staff_see_who_disputes_by_name_and_nobody_else_does(served: Served) -> None:
    async def visit() -> None:
        live, guest, other = opened(served, "named-disputed"), served.guest(), served.guest()
        async with (
            socket(served, served.token("croupier")) as croupier,
            socket(served, guest["token"]) as player,
            socket(served, other["token"]) as neighbour,
            socket(served) as display,
        ):
            await display.ask("watch", table=live)
            await dealt(live, croupier, player, neighbour)
            await until(live, player, "dispute")
            assert (await player.ask("dispute", table=live, about="That was an eight", reason="card"))["ok"]
            await croupier.until(lambda sent: disputed_by(sent) == guest["name"])
            row = house_table(served, "supervisor", live)["dispute"]
            assert row == {"patron": guest["patron"], "name": guest["name"], **SAID}
            calls = served.http("GET", "/api/calls", token=served.token("supervisor")).body
            assert [call["by"] for call in calls if call["table"] == live] == [guest["name"]]
            round_ = int(player.last(live, "public")["round"])
            assert (await croupier.ask("close_dispute", table=live, reason="It was a nine"))["ok"]
            for terminal in (neighbour, display):
                await terminal.ask("lobby")
                assert "message.disputed" in json.dumps(terminal.heard)
        # TB-30: the others hear that a dispute is open, and nothing of whose it is or what it is about.
        copies = [f"/api/rounds/{live}/{round_}{steps}" for steps in ("", "/steps")]
        read = [str(served.http("GET", path, token=other["token"]).body) for path in copies]
        assert "screen.step_disputed" in read[-1]
        heard = " ".join([*read, *(json.dumps(terminal.heard) for terminal in (neighbour, display))])
        private = (guest["name"], guest["patron"], "That was an eight", "dispute.reason")
        assert [said for said in private if said in heard] == []
        path = f"/api/house/rounds/{live}/{round_}"
        lines = served.http("GET", path, token=served.token("auditor")).body
        (disputed,) = [line["says"]["facts"] for line in lines if line["says"]["key"] == "record.disputed"]
        words = {"reason": "@dispute.reason.card", "words": "That was an eight"}
        assert disputed == {"patron": guest["name"], "about": "@dispute.reason_and_words", **words}
        for nobody in (guest["token"], other["token"]):
            assert served.http("GET", path, token=nobody).status == 403
            assert served.http("GET", "/api/house/tables", token=nobody).status == 403

    asyncio.run(visit())


def test_tb_32_a_settled_round_and_its_correction_name_those_they_pay(served: Served) -> None:
    """They are kept by account, since names may be alike."""

    async def visit() -> None:
        table, guest = opened(served, "named-settled", dispute_s=1), served.guest()
        async with (
            socket(served, served.token("croupier")) as croupier,
            socket(served, served.token("supervisor")) as supervisor,
            socket(served, guest["token"]) as player,
            socket(served) as display,
        ):
            await display.ask("watch", table=table)
            await dealt(table, croupier, player)
            await until(table, player, "result")
            who, amount = guest["patron"], {guest["patron"]: 700}
            asked: dict[str, Any] = {
                "table": table,
                "of_round": 1,
                "amounts": amount,
                "why": "A six was a nine",
            }
            assert (await supervisor.ask("propose_correction", **asked))["ok"]
            (row,) = house_table(served, "operator", table)["proposals"]
            assert (row["amounts"], row["names"]) == (amount, {who: guest["name"]})
            await until(table, display, "result")
            await display.ask("lobby")
        assert guest["name"] not in json.dumps(display.heard)
        lines = served.http("GET", f"/api/house/rounds/{table}/1", token=served.token("auditor")).body
        shares = {line["says"]["key"]: line["shares"] for line in lines if line["shares"]}
        assert shares["record.round_settled"][who]["name"] == guest["name"]
        assert shares["record.correction_proposed"][who] == {
            "name": guest["name"],
            "staked": 0,
            "returned": 700,
            "won": 0,
            "stakes_back": 0,
            "play": True,
        }

    asyncio.run(visit())


def test_a_private_table_is_its_owners_by_name(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as player:
            table = (await player.ask("join", table=INTERNAL))["result"]["table"]
            row = house_table(served, "auditor", table)
            assert (row["owner"], row["owner_name"]) == (guest["patron"], guest["name"])

    asyncio.run(visit())


def test_tb_52_hand_pays_and_vouchers_name_whose_they_are(served: Served) -> None:
    guest, attendant = served.patron(1_000_000), served.token("attendant")
    out = served.http("POST", "/api/cashier/cash-out", {"ask": "out"}, guest["token"]).body["result"]
    waiting = served.http("GET", "/api/cashier/hand-pays", token=attendant).body
    assert [hand_pay["name"] for hand_pay in waiting if hand_pay["id"] == out["id"]] == [guest["name"]]
    steps = served.http("GET", f"/api/cashier/papers/{out['id']}", token=attendant).body["steps"]
    assert [(step["what"], step["name"]) for step in steps] == [("hand_pay_called", guest["name"])]
    sold = post(served, "attendant", "/api/cashier/sell-voucher", amount=2_500).body["result"]
    served.http("POST", "/api/cashier/redeem", {"ask": "in", "code": sold["code"]}, guest["token"])
    steps = served.http("GET", f"/api/cashier/papers/{sold['code']}", token=attendant).body["steps"]
    assert [(step["by"], step["name"]) for step in steps] == [("attendant", ""), ("", guest["name"])]


def people(*named: tuple[str, str]) -> People:
    known = People(lambda: 0, 1)
    for id_, name in named:
        known.put(Person(id=id_, name=name))
    return known


def test_two_of_one_name_differ_by_a_bit_of_their_accounts() -> None:
    known = people(("p-00-1a2b", "Ann"), ("p-00-3c4d", "ann"), ("p-00-5e6f", "Bob"))
    assert known.name_of("p-00-1a2b") == "Ann #1a2b"
    assert known.name_of("p-00-3c4d") == "ann #3c4d"
    assert known.name_of("p-00-5e6f") == "Bob"
    known.put(Person(id="p-00-5e6f", name="Bob", disabled=True))
    assert known.name_of("p-00-5e6f") == "Bob", "one person, known anew, is one person"
    assert known.name_of("p-nobody") == "p-nobody"
    assert isinstance(known.new("BOB", (), "en", None), Refusal)


def test_a_name_may_be_asked_on_any_thread_while_others_of_that_name_come_and_go() -> None:
    """Records are read on threads of their own, and say who is meant while the house goes on."""
    known, comes_and_goes = people(("p-1a2b", "Ann")), Person(id="p-3c4d", name="Ann")
    names: set[str] = set()
    stop = threading.Event()

    def read_names() -> None:
        while not stop.is_set():
            names.update(known.name_of(who) for who in ("p-1a2b", "p-3c4d"))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(1) as reader:
            reading = reader.submit(read_names)
            for _ in range(TIMES):
                known.put(comes_and_goes)
                known.forget(comes_and_goes)
            stop.set()
            reading.result()
    finally:
        sys.setswitchinterval(before)
    assert names <= {"Ann", "Ann #1a2b", "Ann #3c4d", "p-3c4d"}


def test_whoever_deals_sees_two_of_one_name_by_different_names_too() -> None:
    table: Table = new_table(settings("punto-banco", Mode.LIVE))
    table.patrons.places = {name: Place(name="Ann") for name in ("p-00-1a2b", "p-00-3c4d")} | {"p-9": Place()}
    for patron, name in (("p-00-1a2b", "Ann #1a2b"), ("p-9", "p-9"), ("p-gone", "p-gone")):
        table.halt.dispute = OpenDispute(patron, "why")
        assert croupier_view(table).disputed_by == name
    del table.patrons.places["p-00-3c4d"]
    table.halt.dispute = OpenDispute("p-00-1a2b", "why")
    assert croupier_view(table).disputed_by == "Ann"
