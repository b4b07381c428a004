"""Coups dealt by hand at the croupier's screen: burn, naturals and third cards, as patrons see them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.record import as_recorded, of, own_events
from tests.browser.staff import Screen, Staff, burn_face_down, opened
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

TIMES = {"betting_s": 60, "dispute_s": 0, "result_s": 8, "animation_s": 0}
BURNED = 7
"""A first card of seven: so many go face down after it."""

# In the order of dealing, P for Player and B for Banker; then both totals, and who wins. Worked out by hand.
COUPS = (
    ("P9h BKd PTs B7c", 9, 7, "player"),  # a natural: nobody draws, though Player could not lose by it
    ("P2h B2d P4c B3s B9c", 6, 4, "player"),  # Player stands on six, and Banker draws on five
    ("P5h B3d PKc BTc P8s", 3, 3, "tie"),  # Player draws on five; three stands against an eight
    ("PQh B3h P2c BJc P9s B5d", 1, 8, "banker"),  # and draws against a nine
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("coups") / "data", "--no-dealers") as started:
        yield started


def dealt(croupier: Screen, cards: str) -> None:
    """Each card to the side that the screen asks for."""
    for card in cards.split():
        croupier.expect_next("Card for Player" if card[0] == "P" else "Card for Banker")
        croupier.card(card[1:])


def test_ba_01_ba_02_ba_03_ba_04_ba_08_burn_naturals_and_third_cards(browser: Browser, house: Served) -> None:
    table = opened(house, "by-hand", "punto-banco", **TIMES)
    with Staff(browser, house) as staff, browser.new_context(viewport={"width": 1366, "height": 768}) as at:
        croupier = staff.at("croupier", f"/croupier/{table}")
        patron = Terminal(at.new_page(), house.url)
        patron.open(table)
        for number, (cards, player, banker, winner) in enumerate(COUPS, start=1):
            expect(croupier.by("button-open-bets")).to_be_enabled()
            croupier.press("b")
            patron.bet(("tie", 1))
            expect(croupier.by("button-close-bets")).to_be_enabled()
            croupier.press("n")
            if number == 1:
                croupier.expect_next("Burn the first card, face up")
                croupier.card("7h")
                burn_face_down(croupier.page)
            dealt(croupier, cards)
            expect(patron.by("winner")).to_have_class(re.compile(winner))
            expect(patron.by("total-player")).to_have_text(str(player))
            expect(patron.by("total-banker")).to_have_text(str(banker))
            assert patron.cards("side-player") == [card[1:] for card in cards.split() if card[0] == "P"]
            assert patron.cards("side-banker") == [card[1:] for card in cards.split() if card[0] == "B"]
            as_recorded(patron, number)
        events = own_events(patron.api(f"/api/rounds/{table}/1"))
        assert len(of(events, "card_burned")) == 1 + BURNED
        counted = [patron.by(f"counter-{name}") for name in ("player", "banker", "tie", "natural")]
        for counter, count in zip(counted, (2, 1, 1, 1), strict=True):
            expect(counter).to_have_text(str(count))
