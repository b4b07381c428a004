"""An evening at live-seven: interrupted games on the screens, finished by their patron or by the house."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.evening import Evening
from tests.nights.house import house_in

pytestmark = pytest.mark.slow

FIRST = (
    ("seat 1", "5h"),
    ("seat 3", "Th"),
    ("the dealer", "6c"),
    ("seat 1", "7d"),
    ("seat 3", "9s"),
)


def gone_at_the_deadline(evening: Evening, open_bets: bool) -> None:
    """Ann, with twelve, closes her tab and is gone when her time is over; Bob stands on nineteen."""
    if open_bets:
        evening.croupier.open_bets()
    for patron, seat in ((evening.ann, 1), (evening.bob, 3)):
        patron.terminal.bet(("main", seat))
    evening.rests()
    evening.croupier.close_bets()
    for to, card in FIRST:
        evening.croupier.card(to, card)
    evening.croupier.over_the_reader("Kd")
    evening.ann.terminal.by("decision-stand").first.wait_for()
    evening.ann.close_tab()
    expect(evening.bob.terminal.by("seat-forked-1")).to_be_visible(timeout=40_000)
    evening.bob.decide("stand")


def dealer_busts(evening: Evening) -> None:
    evening.croupier.turn("Kd")
    evening.croupier.card("the dealer", "Qs")


def back_in_time(evening: Evening) -> None:
    """TB-40: Ann is back before the turn, and finishes the game herself."""
    gone_at_the_deadline(evening, open_bets=False)
    evening.ann.come_back()
    game = evening.ann.page.locator("[data-testid=interrupted][data-state=asks]").first
    game.wait_for()
    assert evening.ann.terminal.cards("fork-hand-1-0") == ["5h", "7d"]
    evening.ann.decide("stand")
    expect(game).to_have_count(0)
    dealer_busts(evening)
    evening.ann.page.locator("[data-testid=interrupted][data-state=over]").first.wait_for()
    evening.ann.terminal.by("interrupted-close").first.click()
    evening.ann.terminal.phase("dispute")
    for patron in (evening.ann, evening.bob):
        patron.confirm()
    evening.ann.terminal.phase("result")


def not_back(evening: Evening) -> None:
    """TB-40: the card is turned before Ann is back: the house has finished her game, and it is paid once."""
    gone_at_the_deadline(evening, open_bets=True)
    dealer_busts(evening)
    evening.bob.terminal.phase("dispute")
    evening.ann.come_back()
    evening.ann.terminal.by("interrupted-close").first.click()
    for patron in (evening.ann, evening.bob):
        patron.confirm()
    evening.ann.terminal.phase("result")


def test_an_evening_at_live_seven(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = Evening(browser, house, "live-seven", {"decision_s": 4})
        evening.croupier.open_bets()
        for patron, seat in ((evening.ann, 1), (evening.bob, 3)):
            patron.terminal.sit(seat)
        evening.rests()
        back_in_time(evening)
        evening.rests()
        not_back(evening)
        evening.rests()
        evening.everybody_goes_home()
