"""How soon the croupier of a live table hears of a player's decision over real connections.

A server of its own, a table with seven seats, one player, one croupier. The player hits, and the time runs
from sending that until the croupier's screen shows that a card is due; in every second round somebody opens
the table in between. Nothing may be held back here, so this is the way through the server and back.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from tests.server.running import Served, Terminal, serving, socket

TABLE = "news"
ROUNDS = 40
CARDS = ("2h", "7s", "2c")
"""The player's first, the dealer's, the player's second: after these a hit is open to them."""


def open_table(served: Served) -> None:
    new = {"ask": served.ask_id(), "id": TABLE, "name": TABLE, "profile": "live-seven", "mode": "live"}
    times = {"betting_s": 60, "decision_s": 25, "dispute": False, "result_s": 0, "animation_s": 0}
    opened = served.http("POST", "/api/house/tables", {**new, "times": times}, served.token("operator"))
    assert opened.status == 201, opened


async def heard(terminal: Terminal, part: str, holds: Any) -> None:
    """Until this part of the table is so."""
    while not holds(terminal.last(TABLE, part) or {}):
        await terminal.hear()


async def must(terminal: Terminal, kind: str, **fields: Any) -> None:
    answer = await terminal.ask(kind, table=TABLE, **fields)
    assert answer["ok"], f"{kind}: {answer}"


async def dealt_to_the_decision(croupier: Terminal, player: Terminal) -> None:
    await must(croupier, "new_shoe")  # the same cards each time, so none may run out
    await must(croupier, "open_bets")
    await must(player, "place_bet", bet="main", amount=500)
    await must(croupier, "close_bets")
    for card in CARDS:
        await must(croupier, "deal_card", card=card)
    await must(croupier, "deal_face_down", card="Tc")
    await heard(player, "own", lambda own: own.get("asks"))
    await heard(croupier, "croupier", lambda view: view.get("undecided"))
    player.forget()
    croupier.forget()


async def decision_heard_s(served: Served, croupier: Terminal, player: Terminal, stranger: bool) -> float:
    """From the player's hit to the croupier's next card."""
    waiting = asyncio.create_task(heard(croupier, "croupier", lambda view: view.get("want") == "card"))
    started = perf_counter()
    await must(player, "decide", decision="hit")
    if stranger:
        async with socket(served) as other:
            await other.ask("watch", table=TABLE)
    await asyncio.wait_for(waiting, 10)
    return perf_counter() - started


async def measured(served: Served) -> dict[bool, list[float]]:
    took: dict[bool, list[float]] = {False: [], True: []}
    staff, guest = served.token("supervisor"), served.guest()["token"]
    async with (
        socket(served, served.token("croupier")) as croupier,
        socket(served, guest) as player,
        socket(served, staff) as boss,
    ):
        await must(croupier, "watch")
        await must(player, "join")
        await must(player, "take_seat", seat=1)
        for number in range(ROUNDS):
            await dealt_to_the_decision(croupier, player)
            stranger = number % 2 == 1
            took[stranger].append(await decision_heard_s(served, croupier, player, stranger))
            await must(boss, "void_round", reason="measured")
    return took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data", "--no-dealers") as served:
        open_table(served)
        took = asyncio.run(measured(served))
    for stranger, seconds in took.items():
        name = "while somebody opens the table" if stranger else "alone at the table"
        late = quantiles(seconds, n=20)[-1]
        print(
            f"croupier hears a hit, {name}: median {1000 * median(seconds):.1f} ms, p95 {1000 * late:.1f} ms"
        )


if __name__ == "__main__":
    main()
