"""Terminals at a real server: welcome, views, answers, repeats, resume, and who is let in."""

import asyncio
import json
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.running import INTERNAL, SHARED, Served, Terminal, played, socket


def run(work: Any) -> Any:
    return asyncio.run(work)


async def join(terminal: Terminal, table: str) -> str:
    answer = await terminal.ask("join", table=table)
    assert answer["ok"], answer
    name = str(answer["result"]["table"])
    while terminal.last(name, "own") is None:
        await terminal.hear()
    return name


def test_a_guest_plays_a_round_of_their_own(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as terminal:
            table = await join(terminal, INTERNAL)
            assert table == f"{INTERNAL}-{guest['patron']}"
            await played(terminal, table)
            lines = terminal.last(table, "own")["lines"]
            moved = sum(line["returned"] - line["stake"] for line in lines)
            await terminal.ask("lobby")
            await terminal.until(lambda message: message["type"] == "lobby")
            purse = [message for message in terminal.heard if message["type"] == "purse"][-1]
            assert purse["balance"] == 1_000_000 + moved
            assert purse["held"] == 0

    run(visit())


@pytest.mark.slow
def test_numbers_of_a_table_have_no_gaps(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.guest()["token"]) as terminal:
            table = await join(terminal, INTERNAL)
            for _ in range(3):
                await played(terminal, table)
                while (terminal.last(table, "public") or {}).get("phase") != "betting":
                    await terminal.hear()
            numbers = [message["number"] for message in terminal.heard if message.get("table") == table]
            assert numbers == list(range(1, len(numbers) + 1))

    run(visit())


def test_tb_51_an_ask_that_is_repeated_is_answered_alike_and_has_one_effect(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as terminal:
            table = await join(terminal, INTERNAL)
            bet = {"table": table, "bet": "main", "amount": 700}
            answers = [await terminal.ask("place_bet", id="once", **bet) for _ in range(3)]
        async with socket(served, guest["token"]) as again:
            answers.append(await again.ask("place_bet", id="once", **bet))
            await again.ask("lobby")
            await again.until(lambda message: message["type"] == "lobby")
            assert [message for message in again.heard if message["type"] == "purse"][-1]["held"] == 700
        assert all(answer == answers[0] for answer in answers)

    run(visit())


def test_who_comes_back_sees_the_tables_that_are_open(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as terminal:
            table = await join(terminal, INTERNAL)
            await terminal.ask("place_bet", table=table, bet="main", amount=300)
            await terminal.until(lambda message: (message.get("own") or {}).get("bet") == 300)
        async with socket(served, guest["token"]) as again:
            news = await again.until(lambda message: message["type"] == "table")
            assert news["table"] == table
            assert news["own"]["bet"] == 300
            assert {"public", "hands", "own"} <= set(news)
            answer = await again.ask("resume", tables={table: 1, "nowhere": 3})
            assert answer["ok"]
            await again.until(lambda message: message["type"] == "gone" and message["table"] == "nowhere")
            fresh = [
                message for message in again.heard if message.get("table") == table and "public" in message
            ]
            assert len(fresh) >= 2

    run(visit())


def test_who_leaves_hears_no_more(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.guest()["token"]) as terminal:
            table = await join(terminal, SHARED)
            assert (await terminal.ask("leave", table=table))["ok"]
            gone = await terminal.until(lambda message: message["type"] == "gone")
            assert gone == {"type": "gone", "table": table, "reason": "left"}

    run(visit())


def test_a_display_watches_without_signing_in(served: Served) -> None:
    async def visit() -> None:
        async with socket(served) as display:
            assert display.heard[0]["patron"] is None
            assert (await display.ask("watch", table=SHARED))["ok"]
            news = await display.until(lambda message: message["type"] == "table")
            assert "public" in news
            assert "own" not in news
            assert "hands" not in news
            refused = await display.ask("join", table=SHARED)
            assert refused["refusal"]["code"] == "not_signed_in"
            assert refused["refusal"]["text"] == "Please sign in first."
            assert (await display.ask("unwatch", table=SHARED))["ok"]

    run(visit())


def test_a_private_table_is_seen_by_its_owner_only(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.guest()["token"]) as owner:
            table = await join(owner, INTERNAL)
            async with socket(served, served.guest()["token"]) as other:
                for kind in ("watch", "join"):
                    refused = await other.ask(kind, table=table)
                    assert refused["refusal"]["code"] == "not_your_table", kind
            async with socket(served, served.token("supervisor")) as supervisor:
                assert (await supervisor.ask("watch", table=table))["ok"]

    run(visit())


def test_a_socket_may_sign_in_with_its_first_message(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served) as terminal:
            assert (await terminal.ask("hello", token="nobody's"))["refusal"]["code"] == "not_signed_in"
            answer = await terminal.ask("hello", token=guest["token"])
            assert answer["result"] == {"patron": guest["patron"], "protocol": 2}
            assert (await terminal.ask("join", table=SHARED))["ok"]

    run(visit())


def test_the_lobby_is_sent_and_sent_again(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.guest()["token"]) as terminal:
            await terminal.ask("lobby")
            news = await terminal.until(lambda message: message["type"] == "lobby")
            ids = [table["id"] for table in news["tables"]]
            assert {SHARED, INTERNAL} <= set(ids)
            assert not any(guest_table.startswith(f"{INTERNAL}-p") for guest_table in ids)
            before = next(table["players"] for table in news["tables"] if table["id"] == "koi-bacc-video")
            await terminal.ask("join", table="koi-bacc-video")
            again = await terminal.until(lambda message: message["type"] == "lobby")
            after = next(table["players"] for table in again["tables"] if table["id"] == "koi-bacc-video")
            assert after == before + 1

    run(visit())


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [(None, True), ("http://{host}", True), ("http://evil.example", False), ("null", False)],
)
def test_tb_70_a_socket_is_refused_from_a_foreign_origin(
    served: Served, origin: str | None, allowed: bool
) -> None:
    async def visit() -> None:
        said = None if origin is None else origin.format(host=served.address)
        headers = {} if said is None else {"Origin": said}
        async with socket(served, served.token("patron"), additional_headers=headers) as terminal:
            assert terminal.heard[0]["type"] == "welcome"

    if allowed:
        run(visit())
    else:
        with pytest.raises(InvalidStatus, match="403"):
            run(visit())


def test_what_cannot_be_read_is_refused_and_repeated_garbage_is_shown_out(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.token("patron")) as terminal:
            await terminal.socket.send('{"ask":"x","do":{"type":"moon"}}')
            refused = await terminal.until(lambda message: message["type"] == "answer")
            assert (refused["ask"], refused["refusal"]["code"]) == ("x", "bad_message")
            long = {"ask": "long", "do": {"type": "contribute", "table": SHARED, "text": "x" * 17_000}}
            await terminal.socket.send(json.dumps(long))
            refused = await terminal.until(lambda message: message["type"] == "answer")
            assert (refused["ask"], refused["refusal"]["code"]) == ("long", "message_too_long")
            for _ in range(30):
                await terminal.socket.send("garbage")
            with pytest.raises(ConnectionClosed) as closed:
                await terminal.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008

    run(visit())


def test_a_message_far_too_long_ends_the_socket(served: Served) -> None:
    async def visit() -> None:
        async with socket(served, served.token("patron")) as terminal:
            await terminal.socket.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                await terminal.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    run(visit())


def test_who_signs_out_hears_nothing_more_on_any_socket_of_that_session(served: Served) -> None:
    async def visit() -> None:
        token = served.guest()["token"]
        async with socket(served, token) as terminal, socket(served, token) as second:
            assert (await terminal.ask("join", table=SHARED))["ok"]
            assert served.http("POST", "/api/logout", token=token).status == 200
            for each in (terminal, second):
                with pytest.raises(ConnectionClosed):
                    await each.until(lambda _: False)

    run(visit())


def test_a_terminal_with_more_sockets_than_allowed_loses_the_oldest(served: Served) -> None:
    async def visit() -> None:
        token = served.guest()["token"]
        async with AsyncExitStack() as opened:
            terminals = [await opened.enter_async_context(socket(served, token)) for _ in range(9)]
            with pytest.raises(ConnectionClosed):
                await terminals[0].until(lambda _: False)
            for terminal in terminals[1:]:
                assert (await terminal.ask("lobby"))["ok"]

    run(visit())


def test_attendants_are_called_once_and_answer(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as terminal:
            first = await terminal.ask("call_attendant")
            second = await terminal.ask("call_attendant")
            assert first["result"] == second["result"]
        attendant = served.token("attendant")
        calls = served.http("GET", "/api/calls", token=attendant).body
        mine = [call for call in calls if call["by"] == guest["name"]]
        assert [call["wanted"] for call in mine] == ["attendant"]
        path = f"/api/calls/{mine[0]['id']}/answer"
        assert served.http("POST", path, token=attendant).body["answered_by"] == "attendant"
        done = f"/api/calls/{mine[0]['id']}/done"
        assert served.http("POST", done, token=attendant).status == 201
        assert served.http("POST", done, token=attendant).status == 404
        assert served.http("POST", path, token=attendant).status == 404

    run(visit())


def test_only_ws_is_a_socket(served: Served) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        run(_at(served, "/api/tables"))
    link = HTTPConnection(served.address, timeout=10)
    link.request("GET", "/ws")
    assert link.getresponse().status == 404
    link.close()


async def _at(served: Served, path: str) -> None:
    from websockets.asyncio.client import connect

    async with connect(f"ws://{served.address}{path}"):
        pass
