"""Every message of whole rounds, as everybody at the table hears it: nothing they may not know (TB-64)."""

import asyncio
import json
import re
from typing import Any

import pytest

from cutcard.record import commitment
from tests.server.running import INTERNAL, Served, Terminal, played, socket

pytestmark = pytest.mark.slow

SHARED = "punto-banco-no-commission-video"
ROUNDS = 12
# Two stakes that no time of the table, in milliseconds, comes to by accident.
ONES, OTHERS = 41_234, 44_321

# Names of fields that would give something away, wherever they stood.
NEVER = ("password", "token", "salt", "hole", "pack", "shares", "entropy", "seed", "holds", "unseen")


def fields(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(fields(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(fields(item) for item in value))
    return set()


def speaks_of(heard: str, amount: int) -> bool:
    """Whether the amount stands there as a number: five digits inside a hash are an accident."""
    return re.search(rf"(?<![0-9a-f]){amount}(?![0-9a-f])", heard) is not None


def rounds_sent(terminal: Terminal, table: str) -> list[dict[str, Any]]:
    messages = (
        message.get("public")
        for message in terminal.heard
        if message["type"] == "table" and message["table"] == table
    )
    return [view for view in messages if view]


def test_tb_64_the_face_down_card_is_sent_only_when_it_is_turned(served: Served) -> None:
    async def visit() -> None:
        guest = served.guest()
        async with socket(served, guest["token"]) as terminal:
            table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
            for _ in range(ROUNDS):
                await played(terminal, table)
                while (terminal.last(table, "public") or {}).get("phase") != "betting":
                    await terminal.hear()
        views = rounds_sent(terminal, table)
        asked = [view for view in views if view["phase"] in ("decisions", "offer")]
        assert asked
        for view in asked:
            cards = view["dealer"]["cards"]
            assert cards[1:] == ["??"], view["dealer"]
            secret = bytes.fromhex(view["revealed"])  # that of the round before, from the second on
            assert commitment(secret).hex() != view["commitment"], "the secret of a running round is sent"
            shown = [past["card"] for past in view["history"]]
            visible = [card for hand in view["hands"] for card in hand["cards"]] + cards[:1]
            assert sorted(card for card in shown if card != "??") == sorted(visible)
        for message in terminal.heard:
            assert not fields(message) & set(NEVER)

    asyncio.run(visit())


def test_tb_64_nobody_hears_of_another_patrons_account(served: Served) -> None:
    async def visit() -> None:
        guest, other = served.guest(), served.guest()
        async with (
            socket(served, guest["token"]) as first,
            socket(served, other["token"]) as second,
            socket(served) as display,
        ):
            await display.ask("watch", table=SHARED)
            for terminal, stake in ((first, ONES), (second, OTHERS)):
                assert (await terminal.ask("join", table=SHARED))["ok"]
                assert (await terminal.ask("place_bet", table=SHARED, bet="player", amount=stake))["ok"]
            for terminal in (first, second):
                await terminal.ask("press_deal", table=SHARED)
            for terminal in (first, second, display):
                await terminal.until(lambda message: (message.get("public") or {}).get("phase") == "result")
            await _settled(first, second)
        heard = {name: json.dumps(who.heard) for name, who in (("1", first), ("2", second), ("d", display))}
        for name, secret in (("1", other), ("2", guest), ("d", guest), ("d", other)):
            assert secret["patron"] not in heard[name]
            assert secret["name"] not in heard[name]
            assert secret["token"] not in heard[name]
        assert speaks_of(heard["1"], ONES)
        assert not speaks_of(heard["1"], OTHERS)
        assert speaks_of(heard["2"], OTHERS)
        assert not speaks_of(heard["2"], ONES)
        assert not speaks_of(heard["d"], ONES)
        assert not speaks_of(heard["d"], OTHERS)

    asyncio.run(visit())


async def _settled(*terminals: Terminal) -> None:
    for terminal in terminals:
        while not (terminal.last(SHARED, "own") or {}).get("lines"):
            await terminal.hear()
