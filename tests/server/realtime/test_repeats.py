"""Commands sent several times over several sockets: one effect, the same answer (NW-1, TB-51)."""

import asyncio
import json
import os
import random
from typing import Any

import pytest

from tests.server.running import INTERNAL, Served, socket
from tests.soak import as_often

COMMANDS = as_often(5_000, 1_000_000, usual=2_000)
PATRONS = 8
AT_ONCE = 50


async def one_patron(served: Served, count: int, chance: random.Random) -> None:
    """Chips placed and taken back one by one; what lies in the end is what was sent once."""
    guest = served.guest()
    async with socket(served, guest["token"]) as terminal:
        table = (await terminal.ask("join", table=INTERNAL))["result"]["table"]
    answers: dict[str, list[str]] = {}
    expected: dict[str, bool] = {}
    done = held = 0
    while done < count:
        batch, held = _batch(table, done, min(AT_ONCE, count - done), held, expected)
        done += len(batch)
        await _sent(served, guest["token"], batch, answers, chance)
    assert len(answers) == count
    for ask, given in answers.items():
        assert len(set(given)) == 1, f"{ask} was answered {given}"
        assert json.loads(given[0])["ok"] is expected[ask], f"{ask}: {given[0]}"
    async with socket(served, guest["token"]) as terminal:
        await terminal.ask("lobby")
        await terminal.until(lambda message: message["type"] == "lobby")
        purse = [message for message in terminal.heard if message["type"] == "purse"][-1]
    assert purse["held"] == held
    assert purse["balance"] == 1_000_000


def _batch(
    table: str, first: int, count: int, held: int, expected: dict[str, bool]
) -> tuple[list[tuple[str, dict[str, Any]]], int]:
    """Commands of which it is known what each will come to if all have one effect, in order."""
    batch: list[tuple[str, dict[str, Any]]] = []
    for number in range(first, first + count):
        ask = f"n{number}"
        if number % 2:
            batch.append((ask, {"type": "clear_last", "table": table}))
            held -= 100
        else:
            batch.append((ask, {"type": "place_bet", "table": table, "bet": "main", "amount": 100}))
            held += 100
        expected[ask] = True
    return batch, held


async def _sent(
    served: Served,
    token: str,
    batch: list[tuple[str, dict[str, Any]]],
    answers: dict[str, list[str]],
    chance: random.Random,
) -> None:
    """Everything once in order, then again and again, now and then over a new socket."""
    times = {ask: chance.randrange(2, 6) for ask, _ in batch}
    rounds = max(times.values())
    for turn in range(rounds):
        async with socket(served, token) as terminal:
            left = [(ask, do) for ask, do in batch if times[ask] > turn]
            for ask, do in left:
                await terminal.socket.send(json.dumps({"ask": ask, "do": do}))
            if turn == 0 and chance.random() < 0.5:
                await terminal.until(lambda message: message["type"] == "answer")
                terminal.socket.transport.abort()  # most answers are lost, and asked for again
                continue
            waiting = {ask for ask, _ in left}
            while waiting:
                message = await terminal.until(lambda message: message["type"] == "answer")
                answers.setdefault(message["ask"], []).append(json.dumps(message, sort_keys=True))
                waiting.discard(message["ask"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [int(os.environ.get("SEED", "20260101"))], ids="SEED={}".format)
def test_nw_1_a_command_sent_again_has_no_further_effect(served: Served, seed: int) -> None:

    async def visit() -> None:
        each = COMMANDS // PATRONS
        await asyncio.gather(
            *(one_patron(served, each, random.Random(f"{seed}/{number}")) for number in range(PATRONS))
        )

    asyncio.run(visit())
