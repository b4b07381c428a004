"""Evenings at live-seven: interrupted games, which their patron or the house finishes; and other mishaps."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.evening import Evening
from tests.nights.house import house_in
from tests.nights.scenes import (
    a_dispute,
    a_misread_card,
    a_power_failure_and_a_void,
    a_settled_round_is_put_right,
)

pytestmark = pytest.mark.slow

DECISION_S = 6
FIRST = (
    ("seat 1", "5h"),
    ("seat 3", "Th"),
    ("the dealer", "6c"),
    ("seat 1", "7d"),
    ("seat 3", "9s"),
)


class SevenEvening(Evening):
    """Ann sits at seat 1, Bob at seat 3; in a plain round both stand and the dealer is bust."""

    first = FIRST
    seated = False

    def bets(self) -> int:
        self.croupier.open_bets()
        if not self.seated:
            self.ann.terminal.sit(1)
            self.bob.terminal.sit(3)
            self.seated = True
        number = self.ann.terminal.bet(("main", 1))
        self.bob.terminal.bet(("main", 3))
        self.rests()
        self.croupier.close_bets()
        return number

    def begins(self, after: int = 0) -> None:
        super().begins(after)
        self.croupier.over_the_reader("Kd")
        self.ann.terminal.by("decision-stand").first.wait_for()

    def ends(self) -> None:
        self.all_stand()
        self.croupier.turn("Kd")
        self.croupier.card("the dealer", "Qs")
        self.ann.terminal.phase("dispute")
        self.rests()


def gone_at_the_deadline(evening: SevenEvening, up: str = "6c") -> None:
    """Ann, with twelve, closes her tab and is gone when her time is over; Bob has nineteen."""
    evening.bets()
    for to, card in FIRST:
        evening.croupier.card(to, up if to == "the dealer" else card)
    evening.croupier.over_the_reader("Kd")
    evening.ann.terminal.by("decision-stand").first.wait_for()
    evening.ann.close_tab()
    expect(evening.bob.terminal.by("seat-forked-1")).to_be_visible(timeout=40_000)


def dealer_busts(evening: SevenEvening) -> None:
    """Bob stands, or his time is up; the dealer turns a king and draws a queen."""
    evening.bob.terminal.answer()
    evening.croupier.turn("Kd")
    evening.croupier.card("the dealer", "Qs")


def back_in_time(evening: SevenEvening) -> None:
    """TB-40: Ann is back before the turn, and finishes the game herself."""
    gone_at_the_deadline(evening)
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


def not_back(evening: SevenEvening) -> None:
    """TB-40, TB-42: the card is turned before Ann is back: the house finishes her game; it is paid once."""
    gone_at_the_deadline(evening, up="7c")
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
    evening.ann.replay_shows(evening.ann.terminal.round(), ", by the house")


def a_power_failure_while_a_game_is_interrupted(evening: SevenEvening) -> None:
    """TB-43: the server is killed while Ann's game lies apart; she finishes it, and it is on record."""
    gone_at_the_deadline(evening)
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


def both_win(evening: SevenEvening) -> int:
    """Ann and Bob sit down, and beat the dealer."""
    number = evening.bets()
    evening.begins()
    evening.rests()
    evening.ends()
    evening.both_confirm()
    evening.gains(*evening.round_gives)
    return number


def test_an_evening_of_interrupted_games_at_live_seven(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = SevenEvening(browser, house, "live-seven", {"decision_s": DECISION_S})
        back_in_time(evening)
        evening.rests()
        not_back(evening)
        a_power_failure_while_a_game_is_interrupted(evening)
        evening.rests()
        evening.last_round()
        evening.everybody_goes_home()


@pytest.mark.long
def test_an_evening_of_mishaps_at_live_seven(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = SevenEvening(browser, house, "live-seven")
        first = both_win(evening)
        a_misread_card(evening)
        a_dispute(evening)
        a_power_failure_and_a_void(evening)
        a_settled_round_is_put_right(evening, browser, first)
        evening.last_round()
        evening.everybody_goes_home()
