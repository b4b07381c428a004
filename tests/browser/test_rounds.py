"""Whole rounds by clicking: what the screen shows is what the record says."""

from __future__ import annotations

import pytest

from cutcard.cards import text
from tests.browser.record import as_recorded, of, own_events, paid_as_recorded
from tests.browser.terminal import Terminal

pytestmark = pytest.mark.slow

PRIVATE = {
    "multihand-etg-internal": [("main", 1), ("main", 2), ("21-plus-3", 1), ("pair", 2)],
    "multihand-online-internal": [("main", 1), ("main", 3)],
    "punto-banco-internal": [("player", 1), ("tie", 1), ("super-6", 1)],
    "punto-banco-no-commission-internal": [("banker", 1), ("any-pair-banker", 1)],
    "dai-bacc-internal": [("banker", 1), ("tiger-7", 1)],
    "koi-bacc-internal": [("player", 1), ("koi-7", 1)],
}
ROUNDS = 4


@pytest.mark.parametrize("table", PRIVATE)
def test_mo_01_tb_03_the_screen_shows_what_the_record_says(terminal: Terminal, table: str) -> None:
    terminal.open(table)
    for number in range(1, ROUNDS + 1):
        before = terminal.balance()
        terminal.chip(500 if number % 2 else 100)
        for bet, position in PRIVATE[table]:
            terminal.place(bet, position)
        terminal.deal()
        all_cards_lie_open(terminal, number)
        as_recorded(terminal, number)
        paid_as_recorded(terminal, number, before)


def all_cards_lie_open(terminal: Terminal, number: int) -> None:
    """At a private table every card that was dealt lies on the felt."""
    events = own_events(terminal.api(f"/api/rounds/{terminal.table()}/{number}"))
    dealt = [event["card"] for tag in ("card_dealt", "card_turned") for event in of(events, tag)]
    places = terminal.page.locator("[data-testid=dealer], [data-testid^=hand-], [data-testid^=side-]")
    shown = [patron.get_attribute("data-card") for patron in places.get_by_test_id("card").all()]
    assert sorted(str(card) for card in shown if card != "??") == sorted(text(card) for card in dealt)
