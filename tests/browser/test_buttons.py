"""Every betting button of the terminal, pressed with a mouse (GUI-08, GUI-09)."""

from __future__ import annotations

import pytest

from tests.browser.terminal import Terminal, minor

pytestmark = pytest.mark.slow

TABLE = "multihand-etg-internal"


def bet(terminal: Terminal) -> int:
    """The bet meter."""
    terminal.page.wait_for_timeout(250)
    return minor(terminal.by("bet").first.inner_text())


def test_gui_08_undo_clear_double_and_raise(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.place("main", 2)
    assert bet(terminal) == 1000
    terminal.press("double")
    assert bet(terminal) == 2000
    terminal.press("undo")
    assert bet(terminal) == 1000
    terminal.chip(100)
    terminal.press("raise")
    assert bet(terminal) == 1200
    terminal.press("clear")
    assert bet(terminal) == 1100  # the last chip only
    terminal.press("clear")
    assert bet(terminal) == 0  # a second press clears everything


def test_gui_08_repeat_double_rebet_and_rebet_and_deal(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.deal()
    terminal.press("repeat")
    assert bet(terminal) == 500
    terminal.press("undo")
    terminal.press("repeat-double")
    assert bet(terminal) == 1000
    terminal.deal()
    before = terminal.round()
    terminal.press("rebet-deal")
    terminal.finish(before)


def test_gui_08_bet_all_puts_a_chip_on_every_field_of_a_position(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(100)
    terminal.press("bet-all-1")
    terminal.page.wait_for_timeout(300)
    wagers = terminal.page.locator("[data-testid^=field-][data-testid$='-1']")
    assert wagers.count() > 3
    assert bet(terminal) >= 500


def test_gui_08_keep_bets_on_puts_them_back_without_starting(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 1)
    terminal.press("keep")
    terminal.deal()
    assert bet(terminal) == 500


def test_gui_09_play_now_bets_only_on_positions_without_a_bet(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(500)
    terminal.place("main", 2)
    terminal.chip(100)
    terminal.press("play-now")
    assert bet(terminal) == 700


def test_bj_07_a_chip_too_many_is_refused_with_the_reason_and_nothing_changes(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.chip(50_000)
    terminal.place("main", 1)
    terminal.place("main", 1)
    terminal.page.wait_for_timeout(300)
    assert "500" in terminal.by("message").first.inner_text()
    assert bet(terminal) == 50_000
