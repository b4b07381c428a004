"""What the screens say about the moment: pauses, latecomers, a result that is on the display first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pit import CABINET, PHONE, Pit, decide
from tests.browser.staff import Staff
from tests.browser.terminal import NOTE_LINES, Terminal
from tests.server.running import Served

pytestmark = pytest.mark.slow

ASKED = "[data-testid=decision-stand]:enabled, [data-testid^=offer-decline-]:enabled"
SAFE = "A supervisor will look into it. All bets are safe."
PRIVATE_LINES = {
    *("Place your bets", "No more bets", "Dealing", "Insurance?", "Dealer checks for blackjack"),
    *("Drawing", "Dealer turns the hole card", "Dealer draws", "Player decides"),
    *("The round is over: the dealer's card stayed face down.", "The dealer is bust."),
    *("The dealer has blackjack.", *(f"The dealer has {n}." for n in range(2, 22))),
    *(f"Position {n}: your decision" for n in (1, 2, 3)),
    *(f"Insurance for position {n}?" for n in (1, 2, 3)),
    *("Connecting…", "Connecting"),
}


def table_of(house: Served, name: str, profile: str, mode: str, times: dict[str, int], **more: Any) -> str:
    new = {"ask": house.ask_id(), "id": name, "name": name, "profile": profile, "mode": mode, "times": times}
    answer = house.http("POST", "/api/house/tables", {**new, "settings": more}, house.token("operator"))
    assert answer.status == 201, answer
    return name


def halted(house: Served, table: str, what: str, reason: str = "A card fell down") -> None:
    body = {"ask": house.ask_id(), **({"reason": reason} if what == "pause" else {})}
    done = house.http("POST", f"/api/house/tables/{table}/{what}", body, house.token("supervisor"))
    assert done.status in (200, 201), done


def felt(terminal: Terminal) -> dict[str, Any]:
    """What lies on the felt, and what is noted of past rounds."""
    cards = terminal.page.locator(".cloth [data-testid=card]").all()
    return {
        "cards": [card.get_attribute("data-card") for card in cards],
        "badges": terminal.by("win").count(),
        "stakes": [
            field.get_attribute("data-stake") for field in terminal.page.locator("[data-stake]").all()
        ],
        "results": terminal.by("own-results").locator("li").all_inner_texts(),
    }


@contextmanager
def paused(house: Served, terminal: Terminal, table: str) -> Iterator[None]:
    """TB-31: the felt stays as it was, and a notice says what is the matter."""
    before = felt(terminal)
    halted(house, table, "pause")
    notice = terminal.by("paused-notice")
    expect(notice).to_contain_text("Table paused: A card fell down")
    expect(notice).to_contain_text(SAFE)
    terminal.page.wait_for_timeout(300)
    assert felt(terminal) == before
    assert terminal.page.locator(ASKED).count() == 0
    yield
    halted(house, table, "resume")
    expect(notice).to_have_count(0)
    assert not terminal.errors


def asked(terminal: Terminal) -> None:
    terminal.page.locator(ASKED).first.wait_for()


def test_tb_31_a_pause_in_any_step_leaves_the_felt_as_it_was(terminal: Terminal, served: Served) -> None:
    offer = table_of(
        served, "halts", "multihand-online", "internal", {"result_s": 8, "animation_s": 0}, card_ms=60
    )
    terminal.open(offer)
    table = terminal.table()
    with paused(served, terminal, table):  # before the first round
        expect(terminal.by("button-deal").first).to_be_disabled()
    number = 0
    for _ in range(6):
        number = terminal.bet(("main", 1), ("main", 2), ("main", 3))
        with paused(served, terminal, table):
            pass
        terminal.press("deal")
        terminal.phase("decisions", "offer", "result")
        if terminal.page.locator("[data-phase=result]").count() == 0:
            asked(terminal)
            with paused(served, terminal, table):
                pass
            asked(terminal)
        while terminal.page.locator("[data-phase=result]").count() == 0:
            terminal.answer()
        with paused(served, terminal, table):
            pass
        if "+" in "".join(felt(terminal)["results"]):  # a win is what came back twice
            break
    terminal.finish(number)
    with paused(served, terminal, table):  # the last round's cards lie there still
        pass
    terminal.bet(("main", 1))
    before = felt(terminal)
    assert not [card for card in before["cards"] if card], "a new bet clears the felt"
    with paused(served, terminal, table):
        pass


def test_tb_02_the_line_of_a_private_table_says_what_happens_and_names_no_seat(
    terminal: Terminal, served: Served
) -> None:
    terminal.open("multihand-etg-internal")
    expect(terminal.page.locator("h1").first).to_have_text("Multi-hand blackjack")
    terminal.page.evaluate(NOTE_LINES)
    for _ in range(3):
        number = terminal.bet(("main", 1), ("main", 3))
        terminal.press("deal")
        terminal.finish(number)
    lines = terminal.page.evaluate("window.lines")
    assert set(lines) <= PRIVATE_LINES, set(lines) - PRIVATE_LINES
    assert {"Place your bets", "Dealing"} <= set(lines)
    assert {"Dealer turns the hole card", "Dealer draws"} & set(lines), "between two cards it says which come"


ENABLED = (
    "[data-testid^=take-seat-]:enabled, [data-testid^=chip-]:enabled, [data-testid^=button-behind-]:enabled, "
    "[data-testid=button-repeat]:enabled, [data-testid=button-deal]:enabled, "
    "[data-testid=button-play-now]:enabled, "
    "[data-testid^=field-][aria-disabled=false]"
)
"""What a patron could press to bet or to sit down."""


def test_tb_05_a_latecomer_is_asked_to_wait_and_is_offered_nothing(browser: Browser, served: Served) -> None:
    with ExitStack() as stack:
        pit = Pit(browser, served, stack, "latecomer", "american-live")
        ann = pit.terminal(CABINET)
        ann.sit(2)
        ann.bet(("main", 2))
        pit.close_bets()
        pit.deal("8h 6s 5d")
        pit.face_down()
        ann.by("decision-stand").wait_for()
        late = pit.terminal(PHONE, phase="decisions")
        expect(late.by("message").first).to_contain_text("Seat 2 decides · You play from the next round")
        assert late.cards("seat-2"), "the running round is seen"
        assert late.page.locator(ENABLED).count() == 0
        decide(ann, "stand")
        pit.turn("Td")
        pit.deal("9c")
        pit.open_bets()
        expect(late.by("message").first).to_have_text("Place your bets")
        expect(late.by("take-seat-3")).to_be_enabled()
        assert not late.errors


def test_mo_01_the_terminal_waits_for_a_result_that_the_display_shows(
    browser: Browser, terminal: Terminal, served: Served
) -> None:
    offer = table_of(
        served, "first", "multihand-online", "internal", {"delayed_result_s": 4, "result_s": 8}, card_ms=60
    )
    terminal.open(offer)
    terminal.press("options")
    terminal.by("table-option-display").click()
    address = terminal.by("display-address").inner_text().split()[-1]
    terminal.page.keyboard.press("Escape")
    with browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce") as context:
        display = context.new_page()
        display.goto(address)
        display.locator("[data-testid=display][data-phase=betting]").wait_for()
        terminal.bet(("main", 1))
        terminal.press("deal")
        line = terminal.by("message").first
        while "display" not in line.inner_text():
            terminal.answer()
        shown = display.get_by_test_id("message")
        expect(shown).to_contain_text("The dealer")
        expect(line).to_have_text("The result is shown on the display first")
        hidden = terminal.cards("dealer")
        assert hidden[1:] == ["??"]
        assert len(display.locator("[data-testid=dealer] [data-testid=card]").all()) >= 2
        result = shown.inner_text()
        expect(line).to_have_text(result)
        assert "??" not in terminal.cards("dealer")
        terminal.press("options")
        terminal.by("table-option-display").click()
        expect(display.get_by_test_id("no-table")).to_have_text("This table is private.")


def test_tb_31_a_pause_is_on_every_screen_of_the_table(
    browser: Browser, served: Served, terminal: Terminal
) -> None:
    table = table_of(served, "spilt", "punto-banco", "live", {})
    terminal.page.goto(f"{terminal.url}/play?table={table}")
    expect(terminal.by("message").first).to_have_text("Waiting for the croupier")
    with Staff(browser, served) as staff:
        croupier = staff.at("croupier", f"/croupier/{table}", "phone")
        display = staff.at("croupier", f"/display/{table}")
        halted(served, table, "pause")  # before the first round
        croupier.expect_next("Table paused: wait for the supervisor")
        for screen in (terminal, croupier, display):
            expect(screen.by("paused-notice")).to_contain_text("Table paused: A card fell down")
            expect(screen.by("paused-notice")).to_contain_text(SAFE)
