"""An evening of baccarat dealt by hand: every screen says what is on record, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.nights.evening import STAKE, Evening
from tests.nights.house import house_in
from tests.nights.scenes import a_misread_card, a_power_failure_and_a_void, a_settled_round_is_put_right

pytestmark = pytest.mark.slow

BANKER_PAYS = 95  # nineteen to twenty on a stake of 100


class PuntoEvening(Evening):
    """Ann on Player, Bob on Banker; a plain coup is a natural of Player's."""

    first = (("Player", "9h"), ("Banker", "3s"))
    begun = "dealing"
    round_gives = (STAKE, -STAKE)

    def bets(self) -> int:
        self.croupier.open_bets()
        number = self.ann.terminal.bet(("player", 1))
        self.bob.terminal.bet(("banker", 1))
        self.rests()
        self.croupier.close_bets()
        return number

    def ends(self) -> None:
        coup(self, "Tc", "4d")
        self.ann.terminal.phase("dispute")
        self.rests()


def coup(evening: Evening, *cards: str) -> None:
    for index, card in enumerate(cards):
        evening.croupier.card("Banker" if index % 2 else "Player", card)


def player_wins(evening: Evening) -> int:
    """A fresh shoe is burned, and Player has a natural."""
    number = evening.bets()
    evening.croupier.burn("2c")
    evening.begins()
    evening.ends()
    evening.both_confirm()
    evening.gained(STAKE, -STAKE)
    return number


def a_closed_tab(evening: Evening) -> None:
    """Bets stay while Ann is gone; back, she sees the coup as it lies."""
    evening.bets()
    coup(evening, "2h", "9s")
    evening.ann.close_tab()
    evening.ann.come_back()
    evening.rests()
    coup(evening, "Kc", "Kd")
    evening.both_confirm()
    evening.gained(0, BANKER_PAYS - STAKE)


def a_card_read_wrong(evening: Evening) -> None:
    """TB-30, TB-33: Bob disputes; the supervisor puts the fourth card right, and the coup is a tie."""
    evening.bets()
    coup(evening, "9d", "3c", "Th", "4s")
    evening.bob.terminal.phase("dispute")
    evening.rests()
    evening.bob.dispute()
    evening.croupier.expect_next("A dispute is open. Close it with a reason, or call a supervisor.")
    evening.rests()
    evening.supervisor.put_right(4, "6s", "The camera shows it")
    evening.rests()
    evening.supervisor.result_stands("Nine and nine")
    evening.ann.terminal.phase("result")
    evening.gained(0, BANKER_PAYS - STAKE)


def a_power_failure_while_bets_are_open(evening: Evening) -> None:
    """TB-43: chips lie where they lay, and the round is played."""
    evening.croupier.open_bets()
    evening.ann.terminal.bet(("player", 1))
    evening.rests()
    evening.house.kill()
    evening.rests()
    evening.bob.terminal.bet(("banker", 1))
    evening.croupier.close_bets()
    coup(evening, "8h", "2s", "Qc", "4c")
    evening.both_confirm()
    evening.gained(STAKE, BANKER_PAYS - 2 * STAKE)


def test_an_evening_at_punto_banco(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = PuntoEvening(browser, house, "punto-banco", bead_plate=True)
        first = player_wins(evening)
        a_closed_tab(evening)
        a_card_read_wrong(evening)
        a_power_failure_while_bets_are_open(evening)
        a_misread_card(evening)
        a_power_failure_and_a_void(evening)
        a_settled_round_is_put_right(evening, browser, first)
        evening.last_round()
        evening.everybody_goes_home()
