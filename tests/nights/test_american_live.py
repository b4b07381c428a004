"""An evening at a table with seats and bets behind: every screen says what is on record, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.evening import STAKE, Evening
from tests.nights.house import house_in

pytestmark = pytest.mark.long

NINETEEN = (("seat 2", "Th"), ("the dealer", "6d"), ("seat 2", "9h"))


class AmericanEvening(Evening):
    """Ann sits at seat 2, Bob bets behind her."""

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


def both_win(evening: AmericanEvening) -> None:
    """TB-20, TB-22: a bet behind is paid as the seat is, once both have confirmed the result."""
    evening.croupier.open_bets()
    evening.ann.terminal.sit(2)
    evening.bets()
    evening.croupier.close_bets()
    evening.dealt(*NINETEEN)
    evening.rests()
    evening.ann.decide("stand")
    evening.bust()
    evening.both_confirm()
    evening.gained(STAKE, STAKE)


def a_misread_card_and_a_closed_tab(evening: AmericanEvening) -> None:
    """MO-04, TB-41: the last card is put right; who closes the tab is locked to stand, and sees so later."""
    evening.croupier.open_bets()
    evening.bets()
    evening.croupier.close_bets()
    evening.croupier.card("seat 2", "Th")
    evening.croupier.told("Card for the dealer")
    evening.croupier.put_right("Tc")
    for patron in (evening.ann, evening.bob):
        patron.reads("Card 1 was misread: Th was corrected to Tc. The round counts with the right card.")
    evening.rests()
    evening.ann.close_tab()
    expect(evening.bob.terminal.by("seat-locked-2")).to_be_visible(timeout=30_000)
    evening.ann.come_back()
    evening.ann.reads("You were disconnected: your hand stands this round.")
    evening.rests()
    evening.dealt(*NINETEEN[1:])
    evening.bust()


def a_dispute(evening: AmericanEvening) -> None:
    """TB-30: Ann disputes the result; the supervisor lets it stand."""
    evening.ann.dispute()
    evening.croupier.told("A dispute is open. Close it with a reason, or call a supervisor.")
    evening.rests()
    evening.supervisor.result_stands("Nineteen against a bust")
    evening.ann.terminal.phase("result")
    evening.gained(2 * STAKE, 2 * STAKE)


def a_power_failure_and_a_void(evening: AmericanEvening) -> None:
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
    for patron in (evening.ann, evening.bob):
        patron.reads("Round void: The shoe fell. Stakes back: €1.00.")
    evening.gained(2 * STAKE, 2 * STAKE)


def a_seat_is_left(evening: AmericanEvening) -> None:
    """TB-22: Ann leaves her seat, and what Bob has behind her goes back at once."""
    evening.croupier.open_bets()
    evening.ann.terminal.phase("betting")
    evening.bob.bet_behind(2)
    evening.rests()
    evening.ann.terminal.by("leave-seat-2").click()
    expect(evening.bob.page.get_by_text("Yours behind")).to_have_count(0)
    evening.bob.reads("Your bet behind seat 2 was returned (€1.00): its player has left the seat.")
    evening.gained(2 * STAKE, 2 * STAKE)


def test_an_evening_at_american_live(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = AmericanEvening(browser, house, "american-live", face_down_reader=False)
        both_win(evening)
        a_misread_card_and_a_closed_tab(evening)
        a_dispute(evening)
        a_power_failure_and_a_void(evening)
        a_seat_is_left(evening)
        evening.everybody_goes_home()
