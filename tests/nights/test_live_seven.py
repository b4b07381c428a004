"""An evening at live-seven: interrupted games on the screens, finished by their patron or by the house."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.evening import Evening
from tests.nights.house import house_in

pytestmark = pytest.mark.slow

DECISION_S = 6
FIRST = (
    ("seat 1", "5h"),
    ("seat 3", "Th"),
    ("the dealer", ""),
    ("seat 1", "7d"),
    ("seat 3", "9s"),
)


def gone_at_the_deadline(evening: Evening, open_bets: bool, up: str = "6c") -> None:
    """Ann, with twelve, closes her tab and is gone when her time is over; Bob has nineteen."""
    if open_bets:
        evening.croupier.open_bets()
    for patron, seat in ((evening.ann, 1), (evening.bob, 3)):
        patron.terminal.bet(("main", seat))
    evening.rests()
    evening.croupier.close_bets()
    for to, card in FIRST:
        evening.croupier.card(to, card or up)
    evening.croupier.over_the_reader("Kd")
    evening.ann.terminal.by("decision-stand").first.wait_for()
    evening.ann.close_tab()
    expect(evening.bob.terminal.by("seat-forked-1")).to_be_visible(timeout=40_000)


def dealer_busts(evening: Evening) -> None:
    """Bob stands, or his time is up; the dealer turns a king and draws a queen."""
    evening.bob.terminal.answer()
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
    evening.rests()
    dealer_busts(evening)
    evening.ann.page.locator("[data-testid=interrupted][data-state=over]").first.wait_for()
    evening.ann.terminal.by("interrupted-close").first.click()
    evening.both_confirm()


def not_back(evening: Evening) -> None:
    """TB-40, TB-42: the card is turned before Ann is back: the house finishes her game; it is paid once."""
    gone_at_the_deadline(evening, open_bets=True, up="7c")
    said = evening.bob.listens()
    evening.bob.terminal.answer()
    evening.croupier.turn("Kd")  # seventeen: nothing is left but what the house plays for Ann
    evening.bob.terminal.phase("dispute")
    assert "Waiting for an interrupted hand" in said()
    evening.ann.come_back()
    evening.ann.terminal.by("interrupted-close").first.click()
    evening.ann.reads("The house finished the interrupted game of seat 1 for you (hit or stand only).")
    evening.both_confirm()
    evening.rests()
    evening.ann.replay_tells(evening.ann.terminal.round(), ", by the house")


def a_power_failure_while_a_game_is_interrupted(evening: Evening) -> None:
    """TB-43: the server is killed while Ann's game lies apart; she finishes it, and it is on record."""
    gone_at_the_deadline(evening, open_bets=True)
    evening.house.kill()
    evening.ann.come_back()
    evening.ann.page.locator("[data-testid=interrupted][data-state=asks]").first.wait_for()
    evening.rests()
    evening.ann.decide("hit")
    drawn = evening.ann.terminal.by("fork-hand-1-0").get_by_test_id("card").nth(2)
    card = str(drawn.get_attribute("data-card"))
    evening.supervisor.reads(card, "seat 1: card")
    evening.ann.terminal.answer()  # or she is bust
    dealer_busts(evening)
    evening.ann.page.locator("[data-testid=interrupted][data-state=over]").first.wait_for()
    evening.ann.terminal.by("interrupted-close").first.click()
    evening.both_confirm()


def test_an_evening_at_live_seven(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = Evening(browser, house, "live-seven", {"decision_s": DECISION_S})
        evening.croupier.open_bets()
        for patron, seat in ((evening.ann, 1), (evening.bob, 3)):
            patron.terminal.sit(seat)
        evening.rests()
        back_in_time(evening)
        evening.rests()
        not_back(evening)
        a_power_failure_while_a_game_is_interrupted(evening)
        evening.rests()
        evening.everybody_goes_home()
