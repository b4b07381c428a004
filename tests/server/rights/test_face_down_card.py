"""Nobody gets the card that a reader has read face down: not croupier, supervisor, display or patron.

Every message and page of theirs is searched for it (BJ-11, MO-04, TB-64); how it is kept is not known here.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

import pytest

from tests.server.live_table import STAKE, LiveTable, live_table
from tests.server.running import Served, Terminal, socket

pytestmark = pytest.mark.slow

HIDDEN = "Kd"
WATCHERS = ("croupier", "supervisor", "operator", "auditor", None)
PAGES = ("/api/tables/{table}", "/api/house/tables", "/api/rounds/{table}/1", "/api/rounds/{table}/1/steps")


async def dealt(table: LiveTable) -> None:
    """Ann has 14 against a six, and the dealer's second card lies face down and read."""
    ann = await table.patron(1)
    await ann.do("place_bet", bet="main", amount=STAKE, position=1)
    await table.do("close_bets")
    await table.cards("5h 6c 9s")
    await table.do("deal_face_down", card=HIDDEN)
    await ann.sees("own", lambda own: own["asks"])


async def all_heard(table: LiveTable, watchers: list[Terminal]) -> list[str]:
    """Everything that everybody has heard so far, with fresh news of the table at the end."""
    terminals = [*watchers, table.croupier, *(patron.terminal for patron in table.patrons)]
    for terminal in terminals:
        assert (await terminal.ask("watch", table=table.table))["ok"]
        await terminal.until(
            lambda message: message["type"] == "table" and "public" in message
        )  # behind its answer
    return [json.dumps(message) for terminal in terminals for message in terminal.heard]


def shown_to(served: Served, table: str, role: str) -> list[str]:
    pages = (path.format(table=table) for path in PAGES)
    return [str(served.http("GET", path, token=served.token(role)).body) for path in pages]


@pytest.mark.parametrize("profile", ["live-seven", "american-live"])
def test_bj_11_mo_04_tb_64_a_card_that_was_read_face_down_is_sent_to_nobody(
    served: Served, profile: str
) -> None:
    async def visit() -> None:
        async with live_table(served, profile) as table, AsyncExitStack() as stack:
            watchers = [
                await stack.enter_async_context(socket(served, role and served.token(role)))
                for role in WATCHERS
            ]
            await dealt(table)
            before = await all_heard(table, watchers)
            before += [page for role in WATCHERS if role for page in shown_to(served, table.table, role)]
            assert any('"9s"' in message for message in before), "what lies open is sent"
            assert not [message for message in before if HIDDEN in message]
            await table.patrons[0].ask("decide", decision="stand", position=1, branch=0)  # or her time is up
            await table.do("turn_up", card=HIDDEN)
            after = await all_heard(table, watchers)
            assert len([message for message in after if HIDDEN in message]) >= len(WATCHERS), "then all are"

    asyncio.run(visit())


def test_mo_04_tb_30_a_croupier_puts_right_the_last_card_and_no_other(served: Served) -> None:
    async def visit() -> None:
        async with live_table(served, "live-seven") as table:
            await dealt(table)
            before = shown_to(served, table.table, "supervisor")[-1]
            refused = await table.croupier.ask("correct_card", table=table.table, card="6h", at=1)
            assert refused["refusal"]["code"] == "not_allowed"
            assert shown_to(served, table.table, "supervisor")[-1] == before
            async with socket(served, served.token("supervisor")) as supervisor:
                answer = await supervisor.ask("correct_card", table=table.table, card="6h", at=1)
                assert answer["ok"], answer

    asyncio.run(visit())
