"""What one socket follows and holds: no more tables than a large house has, and a chip at each of its own."""

from __future__ import annotations

import asyncio

from cutcard.server.realtime.terminal_session import WATCHED_MAX
from tests.server.running import Served, socket

OFFER = "multihand-etg-internal"


def tables_enough(served: Served) -> list[str]:
    """So many tables that one more than may be followed is there."""
    names = [str(row["id"]) for row in served.http("GET", "/api/tables").body if row["mode"] != "internal"]
    while len(names) <= WATCHED_MAX:
        name = f"followed-{len(names)}"
        new = {"ask": served.ask_id(), "id": name, "name": name, "profile": "punto-banco", "mode": "live"}
        made = served.http("POST", "/api/house/tables", new, served.token("operator"))
        assert made.status == 201, made
        names.append(name)
    return names


def test_a_socket_follows_so_many_tables_and_one_more_only_when_it_has_left_one(served: Served) -> None:
    async def visit() -> None:
        first, *others = tables_enough(served)[: WATCHED_MAX + 1]
        async with socket(served, served.token("supervisor")) as screen:
            for table in (first, *others[:-1], first):  # again is no table more
                assert (await screen.ask("watch", table=table))["ok"], table
            refused = await screen.ask("watch", table=others[-1])
            assert refused["refusal"]["code"] == "watching_enough"
            assert refused["refusal"]["facts"] == {"most": WATCHED_MAX}
            assert refused["refusal"]["text"] == f"This screen follows {WATCHED_MAX} tables already."
            assert (await screen.ask("unwatch", table=first))["ok"]
            assert (await screen.ask("watch", table=others[-1]))["ok"]

    asyncio.run(visit())


def test_gui_08_the_chip_in_hand_prices_the_buttons_of_its_own_terminal_alone(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as first, socket(served, guest["token"]) as other:
            table = f"{OFFER}-{guest['patron']}"
            for terminal in (first, other):
                assert (await terminal.ask("join", table=OFFER))["result"]["table"] == table
                await terminal.until(lambda message: message.get("own") is not None)
            costs = {}
            for chip in (100, 500):
                assert (await first.ask("hold_chip", table=table, amount=chip))["ok"]
                while first.last(table, "own")["chip"] != chip:
                    await first.hear()
                costs[chip] = first.last(table, "own")["bet_all"]["1"]["cost"]
            assert costs[500] > costs[100] > 0
            assert (await other.ask("lobby"))["ok"]
            assert other.last(table, "own")["chip"] == 100
            for elsewhere, code in (("punto-banco-video", "not_at_this_table"), ("nowhere", "no_such_table")):
                refused = await first.ask("hold_chip", table=elsewhere, amount=500)
                assert refused["refusal"]["code"] == code
            assert first.last(table, "own")["chip"] == 500

    asyncio.run(visit())
