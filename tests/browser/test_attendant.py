"""A patron sees what becomes of a call for an attendant; a wrong number is answered; tips (GUI-04)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.staff import Staff
from tests.browser.terminal import Terminal
from tests.server.running import Served

pytestmark = pytest.mark.slow


def test_gui_04_a_call_stays_visible_until_it_is_done(
    browser: Browser, served: Served, terminal: Terminal
) -> None:
    terminal.open("punto-banco-internal")
    terminal.press("attendant")
    terminal.by("ask-yes").click()
    expect(terminal.by("attendant-state")).to_have_attribute("data-state", "called")
    terminal.by("sheet-close").click()
    expect(terminal.by("attendant")).to_have_text("Attendant called")
    with Staff(browser, served) as staff:
        desk = staff.at("attendant", "/supervisor", "laptop")
        call = desk.page.locator(f"[data-testid^=call-][data-table='{terminal.table()}']")
        call.locator("[data-testid^=answer-]").click()
        expect(terminal.by("attendant")).to_have_text("attendant is on the way")
        terminal.page.reload()
        expect(terminal.by("attendant")).to_have_attribute("data-state", "coming")
        call.locator("[data-testid^=done-]").click()
        expect(terminal.by("attendant")).to_have_count(0)
        terminal.press("attendant")
        terminal.by("ask-yes").click()
        terminal.by("attendant-cancel").click()
        expect(terminal.by("ask-yes")).to_be_visible()
        expect(call).to_have_count(0)


def test_gui_04_a_wrong_number_is_answered(terminal: Terminal) -> None:
    terminal.open("punto-banco-internal")
    terminal.press("reserve")
    terminal.by("reserve-pin").fill("2468")
    terminal.by("reserve-now").click()
    expect(terminal.by("reserved")).to_be_visible()
    terminal.by("reserved-pin").press_sequentially("1357")
    expect(terminal.by("reserved-wrong")).to_contain_text("That is not the number")
    expect(terminal.by("reserved-pin")).to_have_value("")
    terminal.by("reserved-pin").press_sequentially("2468")
    expect(terminal.by("reserved")).to_have_count(0)


def test_tb_54_gui_04_a_tip_is_thanked_for_and_leaves_the_credit(terminal: Terminal) -> None:
    terminal.open("koi-bacc-video")
    before = terminal.balance()
    terminal.press("tip")
    terminal.by("tip-500").click()
    expect(terminal.by("sheet-tip").get_by_role("status")).to_contain_text("€5")
    expect(terminal.by("balance").first).to_have_attribute("data-amount", str(before - 500))
