"""Whole rounds by clicking: what the screen shows is what the record says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cutcard.cards import text
from tests.browser.terminal import Terminal

PRIVATE = {
    "multihand-etg-internal": [("main", 1), ("main", 2), ("21-plus-3", 1), ("pair", 2)],
    "multihand-online-internal": [("main", 1), ("main", 3)],
    "punto-banco-internal": [("player", 1), ("tie", 1), ("super-6", 1)],
    "punto-banco-no-commission-internal": [("banker", 1), ("any-pair-banker", 1)],
    "dai-bacc-internal": [("banker", 1), ("tiger-7", 1)],
    "koi-bacc-internal": [("player", 1), ("koi-7", 1)],
}
ROUNDS = 9


def told(record: dict[str, Any]) -> list[dict[str, Any]]:
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


@pytest.mark.parametrize("table", PRIVATE)
def test_the_screen_shows_what_the_record_says(terminal: Terminal, table: str) -> None:
    terminal.open(table)
    for number in range(1, ROUNDS + 1):
        before = terminal.balance()
        terminal.chip(500 if number % 2 else 100)
        for bet, position in PRIVATE[table]:
            terminal.place(bet, position)
        terminal.deal()
        record = terminal.api(f"/api/rounds/{terminal.table()}/{number}")
        compare(terminal, told(record), before)
    assert not terminal.errors


def compare(terminal: Terminal, events: list[dict[str, Any]], before: int) -> None:
    settled = of(events, "round_settled")[0]
    assert terminal.balance() == before - settled["staked"] + settled["returned"]
    dealt = [text(event["card"]) for event in of(events, "card_dealt")]
    shown = _shown_cards(terminal)
    assert sorted(card for card in shown if card != "??") == sorted(
        dealt + [text(event["card"]) for event in of(events, "card_turned")]
    )


def _shown_cards(terminal: Terminal) -> list[str]:
    """Every card on the felt: the dealer's and each hand's, or both sides'."""
    page = terminal.page
    places = page.locator("[data-testid=dealer], [data-testid^=hand-], [data-testid^=side-]")
    cards = places.locator("[data-testid=card]")
    return [str(one.get_attribute("data-card")) for one in cards.all()]
