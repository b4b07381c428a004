"""An evening of baccarat dealt by hand: every screen says what is on record, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.nights.evening import STAKE, Evening
from tests.nights.house import house_in

pytestmark = pytest.mark.slow

BANKER_PAYS = 95  # nineteen to twenty on a stake of 100


def bets(evening: Evening) -> None:
    """Ann on Player, Bob on Banker."""
    evening.croupier.open_bets()
    evening.ann.terminal.bet(("player", 1))
    evening.bob.terminal.bet(("banker", 1))
    evening.rests()
    evening.croupier.close_bets()


def coup(evening: Evening, *cards: str) -> None:
    for index, card in enumerate(cards):
        evening.croupier.card("Banker" if index % 2 else "Player", card)


def player_wins(evening: Evening) -> None:
    """A fresh shoe is burned, and Player has a natural."""
    bets(evening)
    evening.croupier.burn("2c")
    coup(evening, "9h", "3s", "Tc", "4d")
    evening.both_confirm()
    evening.gained(STAKE, -STAKE)


def a_closed_tab(evening: Evening) -> None:
    """Bets stay while Ann is gone; back, she sees the coup as it lies."""
    bets(evening)
    coup(evening, "2h", "9s")
    evening.ann.close_tab()
    evening.ann.come_back()
    evening.rests()
    coup(evening, "Kc", "Kd")
    evening.both_confirm()
    evening.gained(0, BANKER_PAYS - STAKE)


def a_card_read_wrong(evening: Evening) -> None:
    """TB-30, TB-33: Bob disputes; the supervisor puts the fourth card right, and the coup is a tie."""
    bets(evening)
    coup(evening, "9d", "3c", "Th", "4s")
    evening.bob.terminal.phase("dispute")
    evening.rests()
    evening.bob.dispute()
    evening.croupier.told("A dispute is open. Close it with a reason, or call a supervisor.")
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
        evening = Evening(browser, house, "punto-banco")
        player_wins(evening)
        a_closed_tab(evening)
        a_card_read_wrong(evening)
        a_power_failure_while_bets_are_open(evening)
        evening.everybody_goes_home()
