"""What a patron sees of their money: won and stakes back, voids and corrections once, and history."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pit_staff import PitStaff, staff_at
from tests.browser.staff import opened
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

TIMES = {"dispute_s": 0, "result_s": 7, "animation_s": 4, "betting_s": 60}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("money") / "data", "--no-dealers") as started:
        yield started


@pytest.fixture
def patron(browser: Browser, house: Served) -> Iterator[Terminal]:
    with browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB") as context:
        yield Terminal(context.new_page(), house.url)


def coup(staff: PitStaff, patron: Terminal, bets: dict[str, int], cards: str, *, burn: bool = False) -> int:
    """Bets, no more bets, and these cards; the first coup of a shoe burns."""
    patron.phase("betting")
    number = patron.round()
    for bet, amount in bets.items():
        patron.chip(amount)
        patron.place(bet)
        expect(patron.by(f"field-{bet}-1").first).to_have_attribute("data-stake", str(amount))
    staff.ask("croupier", "close_bets")
    if burn:
        staff.deal("Ac")
        staff.ask("croupier", "burn")
    staff.deal(cards)
    return number


def next_round(staff: PitStaff, patron: Terminal) -> None:
    patron.page.wait_for_timeout(TIMES["result_s"] * 1000)
    staff.ask("croupier", "open_bets")
    patron.phase("betting")


def test_gui_06_gui_12_gui_14_a_win_a_push_and_a_loss_read_as_what_they_are(
    house: Served, patron: Terminal
) -> None:
    table = opened(house, "money-won", "punto-banco", **TIMES)
    with staff_at(house, table) as staff:
        patron.open(table)
        staff.ask("croupier", "open_bets")
        coup(staff, patron, {"player": 1000, "tie": 2500}, "9h 3s Tc 2d", burn=True)
        badge = patron.by("win")
        expect(badge.locator("b")).to_have_text("€10")
        expect(patron.by("win-back")).to_have_text("Stakes back €10")
        expect(patron.by("last-win")).to_have_text("€10")
        expect(badge).to_have_count(0, timeout=6000)  # while the cards still lie
        expect(patron.by("winner")).to_be_visible()
        next_round(staff, patron)
        expect(badge).to_have_count(0)
        coup(staff, patron, {"player": 500}, "9h 9s Tc Td")
        expect(patron.by("stakes-back")).to_have_text("Stakes back €5")
        expect(badge).to_have_count(0)
        expect(patron.by("last-win")).to_have_text("€0")
        patron.press("history")
        row = patron.by("history-1")
        expect(row).to_contain_text("€35")
        expect(row).to_contain_text("-€15")
        patron.by("replay-1").click()
        patron.by("replay-slider").wait_for()
        patron.page.keyboard.press("End")
        expect(patron.by("ended")).to_contain_text("Stakes back")


def test_tb_31_tb_32_a_void_and_a_correction_are_announced_once_and_stand_in_the_history(
    house: Served, patron: Terminal
) -> None:
    table = opened(house, "money-void", "punto-banco", **TIMES)
    with staff_at(house, table) as staff:
        patron.open(table)
        staff.ask("croupier", "open_bets")
        coup(staff, patron, {"player": 1000}, "9h 3s", burn=True)
        patron.page.goto("about:blank")  # it happens while the patron is away
        staff.ask("supervisor", "void_round", reason="A card fell")
        patron.open(table)
        notice = patron.by("notice")
        expect(notice).to_contain_text("Round void: A card fell. Stakes back: €10.00.")
        patron.page.reload()
        expect(notice).to_have_count(1)
        patron.by("notice-ok").click()
        expect(notice).to_have_count(0)
        patron.page.reload()
        patron.by("field-player-1").first.wait_for()
        expect(notice).to_have_count(0)
        next_round(staff, patron)
        number = coup(staff, patron, {"player": 1000}, "2h 9s Tc Kd")
        me = patron.api("/api/me")["patron"]
        patron.phase("result")
        staff.ask(
            "supervisor", "propose_correction", of_round=number, amounts={me: 2000}, why="It was a nine"
        )
        staff.ask("operator", "approve_correction", number=1)
        expect(notice).to_contain_text("Round 2 was corrected: €20.00 credited to you. Reason: It was a nine")
        patron.press("history")
        expect(patron.by("history-1")).to_contain_text("Void")
        expect(patron.by("notes-1")).to_contain_text("A card fell")
        expect(patron.by("history-2")).to_contain_text("+€10")
        expect(patron.by("notes-2")).to_contain_text(re.compile("corrected.*It was a nine"))


def test_gui_08_whose_bets_cannot_repeat_any_more_sees_why_once(house: Served, patron: Terminal) -> None:
    table = opened(house, "money-repeat", "punto-banco", **TIMES)
    with staff_at(house, table) as staff:
        patron.open(table)
        staff.ask("croupier", "open_bets")
        coup(staff, patron, {"player": 1000}, "9h 3s Tc 2d", burn=True)
        next_round(staff, patron)
        box = patron.by("button-repeat").bounding_box()
        assert box is not None
        patron.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        patron.page.mouse.down()
        patron.by("ask-yes").wait_for()
        patron.page.mouse.up()
        patron.by("ask-yes").click()
        expect(patron.by("field-player-1")).to_have_attribute("data-stake", "1000")
        lower = {"main": {"stake_min": 100, "stake_max": 500}}
        change = {"ask": house.ask_id(), "settings": lower}
        changed = house.http("PATCH", f"/api/house/tables/{table}", change, house.token("operator"))
        assert changed.status == 200, changed
        staff.ask("croupier", "close_bets")
        staff.deal("9h 3s Tc 2d")
        next_round(staff, patron)
        notice = patron.by("notice")
        expect(notice).to_have_count(1)
        expect(notice).to_contain_text(
            "not placed again, and repeating is switched off: they are outside the table's limits."
        )
        expect(patron.by("field-player-1")).to_have_attribute("data-stake", "0")
        expect(patron.by("button-auto")).to_have_attribute("aria-pressed", "false")
        patron.by("notice-ok").click()
        expect(notice).to_have_count(0)
