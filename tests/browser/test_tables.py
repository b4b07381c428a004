"""Whole rounds by clicking at tables for many: shared cards, card machines, live croupiers, seven seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.record import as_recorded, paid_as_recorded
from tests.browser.terminal import Terminal
from tests.server.running import Served

pytestmark = pytest.mark.slow

ROUNDS_MAX = 8
SEATED = "live-seven-live"
BEHIND = "american-live-live"
PHONES = {"portrait": (390, 844), "landscape": (844, 390)}


class Room:
    """Terminals side by side."""

    def __init__(self, browser: Browser, served: Served, stack: ExitStack) -> None:
        self.browser, self.served, self.stack = browser, served, stack

    def terminal(self, table: str, size: tuple[int, int] = (1366, 768)) -> Terminal:
        """One more guest at this table."""
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = self.stack.enter_context(
            self.browser.new_context(viewport=viewport, reduced_motion="reduce", has_touch=True)
        )
        terminal = Terminal(context.new_page(), self.served.url)
        terminal.page.goto(f"{terminal.url}/play?table={table}")
        terminal.by("balance").first.wait_for()
        terminal.page.locator("[data-testid^=game-][data-phase]").first.wait_for()
        return terminal


@pytest.fixture
def room(browser: Browser, served: Served) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(browser, served, stack)


def test_tb_10_a_round_with_shared_cards_is_shown_as_recorded(room: Room) -> None:
    terminal = room.terminal("multihand-etg-video")
    before = terminal.balance()
    number = terminal.bet(("main", 1), ("main", 3))
    terminal.press("deal")  # everybody at the table is ready: it does not wait for its time
    terminal.finish(number)
    as_recorded(terminal, number)
    paid_as_recorded(terminal, number, before)


@pytest.mark.parametrize("table", ["punto-banco-video", "punto-banco-auto", "punto-banco-live"])
def test_mo_02_mo_03_mo_04_a_coup_from_every_source_is_shown_as_recorded(room: Room, table: str) -> None:
    terminal = room.terminal(table)
    before = terminal.balance()
    number = terminal.bet(("banker", 1), ("tie", 1))
    if table.endswith("video"):
        terminal.press("deal")
    terminal.finish(number)
    as_recorded(terminal, number)
    paid_as_recorded(terminal, number, before)
    shown = int(terminal.by("road-main").first.get_attribute("data-marks") or 0)
    assert shown == len(terminal.api(f"/api/tables/{table}/roads")["board"]["main"])


def test_tb_22_a_seat_and_a_bet_behind_it_are_paid_alike(room: Room) -> None:
    seated, behind = room.terminal(BEHIND), room.terminal(BEHIND)
    before = seated.balance(), behind.balance()
    seated.sit(2)
    number = seated.bet(("main", 2))
    behind.by("button-behind-2").click()
    behind.by("behind-100").click()
    behind.page.keyboard.press("Escape")
    behind.page.get_by_text("Yours behind").wait_for()
    seated.finish(number)
    behind.finish(number)
    for terminal, had in zip((seated, behind), before, strict=True):
        as_recorded(terminal, number)
        paid_as_recorded(terminal, number, had)
    assert seated.balance() - before[0] == behind.balance() - before[1]


def test_tb_22_presets_of_a_bet_behind_stay_as_they_were_set(room: Room) -> None:
    seated, behind = room.terminal(BEHIND), room.terminal(BEHIND)
    seated.sit(3)
    seated.phase("betting")
    behind.by("button-behind-3").click()
    behind.by("behind-double").uncheck()
    behind.by("behind-100").click()
    behind.page.get_by_text("Yours behind").wait_for()
    behind.page.reload()
    behind.by("button-behind-3").click()
    expect(behind.by("behind-double")).not_to_be_checked()
    expect(behind.by("behind-split")).to_be_checked()
    behind.by("behind-100").click()
    behind.page.get_by_text("Yours behind").wait_for()
    expect(behind.by("behind-double")).not_to_be_checked()


def test_tb_22_a_seated_patron_refuses_bets_behind_from_the_next_round_on(room: Room) -> None:
    seated, other = room.terminal(BEHIND), room.terminal(BEHIND)
    seated.sit(5)
    other.by("button-behind-5").wait_for()
    seated.by("refuse-behind-5").click()
    expect(seated.by("refuse-behind-5")).to_have_attribute("aria-pressed", "true")
    assert other.by("button-behind-5").is_visible()
    seated.finish(seated.bet(("main", 5)))
    other.by("seat-behind_refused-5").wait_for()
    assert other.by("button-behind-5").count() == 0


@pytest.mark.parametrize("size", PHONES)
def test_gui_16_a_seat_is_played_on_a_phone(room: Room, size: str) -> None:
    terminal = room.terminal(SEATED, PHONES[size])
    before = terminal.balance()
    seat = 3 if size == "portrait" else 4
    terminal.sit(seat)
    number = terminal.bet(("main", seat))
    width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert terminal.page.evaluate(width) <= 0
    terminal.finish(number)
    assert terminal.by(f"hand-{seat}-0").is_visible()
    as_recorded(terminal, number)
    paid_as_recorded(terminal, number, before)


def test_tb_40_whoever_comes_back_finds_the_interrupted_game(room: Room) -> None:
    gone, stays = room.terminal(SEATED), room.terminal(SEATED)
    gone.sit(6)
    stays.sit(7)
    number = asked_to_decide(gone, stays)
    gone.page.goto("about:blank")
    stays.by("seat-forked-6").wait_for()
    gone.page.goto(f"{gone.url}/play?table={SEATED}")
    panel = gone.by("interrupted")
    panel.wait_for()
    assert panel.get_by_test_id("fork-hand-6-0").get_by_test_id("card").count() >= 2
    while panel.get_attribute("data-state") != "over":
        gone.answer()
        stays.answer()
    assert panel.get_by_test_id("ended").is_visible()
    gone.finish(number)
    laid_out_again(gone, number, 6)


def asked_to_decide(first: Terminal, second: Terminal) -> int:
    """The first round in which the cards leave seat 6 something to decide."""
    for _ in range(ROUNDS_MAX):
        number = first.bet(("main", 6))
        second.place("main", 7)
        while first.round() == number:
            if first.by("decision-stand").is_visible():
                return number
            second.answer()
    raise AssertionError("the cards left nothing to decide, round after round")


def laid_out_again(terminal: Terminal, number: int, seat: int) -> None:
    """The replay shows the interrupted game's own cards at every step, and the hole card only once turned."""
    steps = terminal.api(f"/api/rounds/{terminal.table()}/{number}/steps")
    terminal.press("history")
    terminal.by(f"replay-{number}").click()
    fork = terminal.by(f"replay-fork-{seat}")
    for at, step in enumerate(steps):
        terminal.by("replay-slider").fill(str(at))
        expect(terminal.by("replay")).to_have_attribute("data-step", str(at))
        expect(fork).to_have_count(len(step["forks"]))
        for each in step["forks"]:
            due = [card for side in (each["dealer"], *each["hands"]) for card in side["cards"]]
            expect(fork.get_by_test_id("card")).to_have_count(len(due))
            assert [card.get_attribute("data-card") for card in fork.get_by_test_id("card").all()] == due
    words = [step["says"]["key"].removeprefix("screen.step_") for step in steps]
    before = words.index("card_turned") if "card_turned" in words else len(steps)
    assert all(len(fork["dealer"]["cards"]) < 3 for step in steps[:before] for fork in step["forks"])
    assert steps[-1]["forks"][0]["lines"]
