"""What the screen shows held against what the server has on record of the round."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator

from tests.browser.terminal import Terminal


def own_events(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a round as this patron may read them: the public part, and their own."""
    events = []
    for entry in record["entries"]:
        event: dict[str, Any] = {}
        for leaf in entry["leaves"]:
            if "body" in leaf:
                event.update(json.loads(leaf["body"]))
        events.append(event)
    return events


def of(events: list[dict[str, Any]], tag: str) -> list[dict[str, Any]]:
    return [event for event in events if event.get("type") == tag]


def paid_as_recorded(terminal: Terminal, number: int, before: int) -> None:
    """The credit meter stands where the record of the round puts it."""
    events = own_events(terminal.api(f"/api/rounds/{terminal.table()}/{number}"))
    settled = of(events, "round_settled")[0]
    assert terminal.balance() == before - settled["staked"] + settled["returned"]


def as_recorded(terminal: Terminal, number: int) -> None:
    """Cards and totals on the felt are those that the record, played again, ends with."""
    last = terminal.api(f"/api/rounds/{terminal.table()}/{number}/steps")[-1]
    for name in ("player", "banker"):
        if last[name] is not None:
            assert terminal.cards(f"side-{name}") == last[name]["cards"]
            assert terminal.by(f"total-{name}").first.inner_text() == str(last[name]["total"])
    if last["dealer"] is not None:
        assert terminal.cards("dealer") == last["dealer"]["cards"]
        dealer_total_as_recorded(terminal, last["dealer"]["total"])
    for hand in last["hands"]:
        name = f"hand-{hand['position']}-{hand['branch']}"
        assert terminal.cards(name) == hand["cards"]
        assert str(hand["total"]) in total(terminal.by(name).first)
    assert not terminal.errors


def dealer_total_as_recorded(terminal: Terminal, recorded: int) -> None:
    """A face-down card that nobody needed stays as it lies (BJ-20): then the screen names no total."""
    if recorded:
        assert str(recorded) in terminal.by("dealer-total").first.inner_text()
    else:
        assert terminal.by("dealer-total").count() == 0


def total(hand: Locator) -> str:
    return hand.locator("[data-testid^=total-]").inner_text()
