"""An evening at a table with seats and bets behind: every screen says what is on record, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.evening import STAKE, Evening
from tests.nights.house import house_in
from tests.nights.scenes import (
    a_dispute,
    a_power_failure_and_a_void,
    a_settled_round_is_put_right,
    first_card_misread,
)

pytestmark = pytest.mark.long

NINETEEN = (("seat 2", "Th"), ("the dealer", "6d"), ("seat 2", "9h"))


class AmericanEvening(Evening):
    """Ann sits at seat 2, Bob bets behind her; in a plain round the dealer is bust."""

    first = NINETEEN

    def lays(self) -> int:
        """Ann on her own hand, Bob behind it."""
        number = self.ann.terminal.bet(("main", 2))
        self.bob.bet_behind(2)
        self.rests()
        return number

    def bets(self) -> int:
        self.croupier.open_bets()
        number = self.lays()
        self.croupier.close_bets()
        return number

    def begins(self, after: int = 0) -> None:
        super().begins(after)
        self.croupier.face_down()
        self.ann.terminal.by("decision-stand").first.wait_for()

    def ends(self) -> None:
        self.all_stand()
        self.bust()

    def bust(self) -> None:
        """The dealer turns a ten and draws another one."""
        self.croupier.turn("Td")
        self.croupier.card("the dealer", "Ks")
        self.ann.terminal.phase("dispute")
        self.rests()


def both_win(evening: AmericanEvening) -> int:
    """TB-20, TB-22: a bet behind is paid as the seat is, once both have confirmed the result."""
    evening.croupier.open_bets()
    evening.ann.terminal.sit(2)
    number = evening.lays()
    evening.croupier.close_bets()
    evening.begins()
    evening.rests()
    evening.ends()
    evening.both_confirm()
    evening.gained(STAKE, STAKE)
    return number


def a_misread_card_and_a_closed_tab(evening: AmericanEvening) -> None:
    """MO-04, TB-41: a card is put right; who closes the tab is locked to stand, and sees so later."""
    evening.croupier.open_bets()
    evening.lays()
    evening.ann.terminal.bet(("perfect-pairs", 2))
    evening.rests()
    evening.croupier.close_bets()
    first_card_misread(evening)
    evening.rests()
    evening.ann.close_tab()
    expect(evening.bob.terminal.by("seat-locked-2")).to_be_visible(timeout=40_000)
    evening.ann.come_back()
    evening.ann.reads("You were disconnected: your hand stands this round.")
    evening.rests()
    for to, card in NINETEEN[1:]:
        evening.croupier.card(to, card)
    evening.croupier.face_down()
    evening.bust()
    evening.both_confirm()
    evening.gains(0, STAKE)  # the pair that Ann had bet on did not come


def a_seat_is_left(evening: AmericanEvening) -> None:
    """TB-22: Ann leaves her seat; what Bob has behind her goes back at once, and stands in his history."""
    evening.bob.bet_behind(2)
    evening.rests()
    evening.ann.terminal.by("leave-seat-2").click()
    expect(evening.bob.page.get_by_text("Yours behind")).to_have_count(0)
    returned = "Your bet behind seat 2 was returned (€1.00): its player has left the seat."
    evening.bob.reads(returned)
    evening.gains(0, 0)
    number = evening.bob.terminal.round()
    evening.bob.terminal.press("history")
    in_chips = returned.replace("€1.00", "€1")  # the history writes amounts as the table does
    expect(evening.bob.terminal.by(f"notes-{number}")).to_have_text(in_chips)
    evening.bob.page.keyboard.press("Escape")
    evening.ann.terminal.sit(2)


def test_an_evening_at_american_live(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = AmericanEvening(browser, house, "american-live", face_down_reader=False)
        first = both_win(evening)
        a_misread_card_and_a_closed_tab(evening)
        a_dispute(evening)
        a_power_failure_and_a_void(evening)
        a_settled_round_is_put_right(evening, browser, first)
        evening.last_round()
        a_seat_is_left(evening)
        evening.everybody_goes_home()
