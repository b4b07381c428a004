"""An evening at a table with seats and bets behind: every screen says what is on record, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.at_rest import all_agree
from tests.nights.house import House, house_in
from tests.nights.people import Croupier, Patron, Supervisor

pytestmark = pytest.mark.slow

TIMES = {
    "betting_s": 120,
    "decision_s": 25,
    "dispute": True,
    "dispute_s": 60,
    "result_s": 1,
    "animation_s": 0,
    "nice_win_s": -1,
    "big_win_s": -1,
}
STAKE = 100
NINETEEN = (("seat 2", "Th"), ("the dealer", "6d"), ("seat 2", "9h"))


class Evening:
    """Ann sits at seat 2, Bob bets behind her; each scene ends with the screens at rest."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.house = house
        self.table = house.open_table("night", "american-live", TIMES, face_down_reader=False)
        self.croupier = Croupier(browser, house, self.table)
        self.supervisor = Supervisor(browser, house, self.table)
        self.ann, self.bob = Patron(browser, house, self.table), Patron(browser, house, self.table)
        self.had = {patron: patron.terminal.balance() for patron in (self.ann, self.bob)}

    def rests(self) -> None:
        all_agree(self.house, self.table, self.ann, self.bob, self.croupier, self.supervisor)

    def won(self, stakes: int) -> None:
        """Both are so many stakes up on the evening."""
        self.rests()
        for patron, had in self.had.items():
            assert patron.terminal.balance() == had + stakes * STAKE

    def bets(self) -> None:
        """Ann on her own hand, Bob behind it."""
        self.ann.terminal.bet(("main", 2))
        self.bob.bet_behind(2)
        self.rests()

    def dealt(self, *cards: tuple[str, str]) -> None:
        for to, card in cards:
            self.croupier.card(to, card)
        self.croupier.face_down()

    def bust(self) -> None:
        """The dealer turns a ten and draws another one."""
        self.croupier.turn("Td")
        self.croupier.card("the dealer", "Ks")
        self.ann.terminal.phase("dispute")
        self.rests()


def both_win(evening: Evening) -> None:
    """TB-20, TB-22: a bet behind is paid as the seat is, once both have confirmed the result."""
    evening.croupier.open_bets()
    evening.ann.terminal.sit(2)
    evening.bets()
    evening.croupier.close_bets()
    evening.dealt(*NINETEEN)
    evening.rests()
    evening.ann.decide("stand")
    evening.bust()
    for patron in (evening.ann, evening.bob):
        patron.confirm()
    evening.ann.terminal.phase("result")
    evening.won(1)


def a_misread_card_and_a_closed_tab(evening: Evening) -> None:
    """MO-04, TB-41: the last card is put right; who closes the tab is locked to stand, and sees so later."""
    evening.croupier.open_bets()
    evening.bets()
    evening.croupier.close_bets()
    evening.croupier.card("seat 2", "Th")
    evening.croupier.told("Card for the dealer")
    evening.croupier.put_right("Tc")
    evening.rests()
    evening.ann.close_tab()
    expect(evening.bob.terminal.by("seat-locked-2")).to_be_visible(timeout=30_000)
    evening.ann.come_back()
    evening.rests()
    evening.dealt(*NINETEEN[1:])
    evening.bust()


def a_dispute(evening: Evening) -> None:
    """TB-30: Ann disputes the result; the supervisor lets it stand."""
    evening.ann.dispute()
    evening.croupier.told("A dispute is open. Close it with a reason, or call a supervisor.")
    evening.rests()
    evening.supervisor.result_stands("Nineteen against a bust")
    evening.ann.terminal.phase("result")
    evening.won(2)


def a_power_failure_and_a_void(evening: Evening) -> None:
    """TB-31, TB-43: paused, killed, started again, resumed, void: nothing is lost, and all goes back."""
    evening.croupier.open_bets()
    evening.bets()
    evening.croupier.close_bets()
    evening.dealt(*NINETEEN)
    evening.croupier.pause()
    evening.ann.terminal.phase("paused")
    evening.rests()
    evening.house.kill()
    evening.rests()
    evening.supervisor.resume()
    evening.ann.terminal.phase("decisions")
    evening.rests()
    evening.supervisor.void("The shoe fell")
    evening.ann.terminal.phase("result")
    evening.won(2)


def everybody_goes_home(evening: Evening) -> None:
    """TB-22: Ann leaves her seat, and what Bob has behind her goes back at once. Both close their tabs."""
    evening.croupier.open_bets()
    evening.ann.terminal.phase("betting")
    evening.bob.bet_behind(2)
    evening.rests()
    evening.ann.terminal.by("leave-seat-2").click()
    expect(evening.bob.page.get_by_text("Yours behind")).to_have_count(0)
    evening.won(2)
    for patron in (evening.ann, evening.bob):
        patron.close_tab()
    all_agree(evening.house, evening.table, evening.croupier, evening.supervisor)


def test_an_evening_at_american_live(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = Evening(browser, house)
        both_win(evening)
        a_misread_card_and_a_closed_tab(evening)
        a_dispute(evening)
        a_power_failure_and_a_void(evening)
        everybody_goes_home(evening)
        house.verified()
