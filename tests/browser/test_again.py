"""What a patron comes back to: a lost connection, a second tab, a stopped server; past rounds; fairness."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.record import as_recorded, paid_as_recorded
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving, started

pytestmark = pytest.mark.slow

TABLE = "multihand-online-internal"
DEALS_MAX = 8
HITS_MAX = 40
"""Rounds of hitting: more than one in three of them goes past every total that is asked about."""


def in_mid_round(terminal: Terminal) -> tuple[int, int]:
    """Deal until a hand has something to decide; gives that round, which waits, and the credit before it."""
    for _ in range(DEALS_MAX):
        number, before = terminal.round(), terminal.balance()
        terminal.bet(("main", 1))
        terminal.press("deal")
        while terminal.round() == number:
            if terminal.by("decision-stand").is_visible():
                return number, before
            decline = terminal.by("offer-decline-1")
            if decline.is_visible() and decline.is_enabled():
                decline.click()
            terminal.page.wait_for_timeout(50)
    raise AssertionError("so many blackjacks cannot be")


def test_gui_19_a_second_tab_shows_the_same_round_and_either_decides(terminal: Terminal) -> None:
    terminal.open(TABLE)
    number, before = in_mid_round(terminal)
    second = Terminal(terminal.page.context.new_page(), terminal.url)
    second.open(terminal.table())
    second.by("decision-stand").wait_for()
    assert second.cards("hand-1-0") == terminal.cards("hand-1-0")
    second.by("decision-stand").click()
    terminal.finish(number)
    second.finish(number)
    for at in (terminal, second):
        as_recorded(at, number)
        paid_as_recorded(at, number, before)


def test_gui_19_a_lost_connection_is_shown_and_made_good_without_a_reload(terminal: Terminal) -> None:
    terminal.page.add_init_script(
        "const Socket = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Socket { constructor(...a) { super(...a); sockets.push(this); } };"
    )
    terminal.open(TABLE)
    number, before = in_mid_round(terminal)
    cards = terminal.cards("hand-1-0")
    terminal.page.evaluate("sockets.at(-1).close()")
    terminal.by("lost").wait_for()
    terminal.by("lost").wait_for(state="detached")
    assert terminal.cards("hand-1-0") == cards
    terminal.finish(number)
    paid_as_recorded(terminal, number, before)


def test_tb_43_the_server_stops_in_mid_round_and_everything_goes_on(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-dealers") as first, browser.new_context() as context:
        terminal = Terminal(context.new_page(), first.url)
        terminal.open(TABLE)
        number, before = in_mid_round(terminal)
        cards = terminal.cards("hand-1-0")
        first.stop()
        terminal.by("lost").wait_for()
        port = str(urlsplit(first.url).port)
        second = started(tmp_path / "data", "--no-dealers", "--port", port)
        try:
            terminal.by("lost").wait_for(state="detached")
            terminal.by("decision-stand").wait_for()
            assert terminal.cards("hand-1-0") == cards
            terminal.finish(number)
            as_recorded(terminal, number)
            paid_as_recorded(terminal, number, before)
        finally:
            second.stop()
            assert second.process.stdout is not None
            second.process.stdout.close()


@pytest.mark.parametrize(("table", "bet"), [(TABLE, "main"), ("koi-bacc-internal", "player")])
def test_gui_17_tb_61_a_past_round_is_laid_out_step_by_step(terminal: Terminal, table: str, bet: str) -> None:
    terminal.open(table)
    terminal.bet((bet, 1))
    terminal.deal()
    steps = terminal.api(f"/api/rounds/{terminal.table()}/1/steps")
    terminal.press("history")
    terminal.by("replay-1").click()
    replay, page = terminal.by("replay"), terminal.page
    cards = replay.get_by_test_id("card")
    for number in range(1, len(steps)):
        if number % 2:
            terminal.by("replay-next").click()
        else:
            page.keyboard.press("ArrowRight")
        expect(replay).to_have_attribute("data-step", str(number))
        expect(cards).to_have_count(len(cards_of(steps[number])))
    shown = [str(card.get_attribute("data-card")) for card in cards.all()]
    assert sorted(shown) == sorted(cards_of(steps[-1]))
    whys = terminal.by("ended").locator("tbody td:last-child")
    assert whys.count() > 0
    assert all(whys.all_inner_texts()), "each wager says why it ended so (TB-65)"
    terminal.by("replay-slider").fill("0")
    expect(cards).to_have_count(0)
    page.keyboard.press("End")
    expect(replay).to_have_attribute("data-step", str(len(steps) - 1))


def cards_of(step: dict[str, Any]) -> list[str]:
    """Every card that lies on the felt after a step."""
    sides = [step[name] for name in ("dealer", "player", "banker") if step[name]]
    return [card for hand in (*sides, *step["hands"]) for card in hand["cards"]]


def test_tb_64_nobody_steps_through_a_round_of_others(terminal: Terminal, served: Served) -> None:
    terminal.open(TABLE)
    terminal.bet(("main", 1))
    terminal.deal()
    path = f"/api/rounds/{terminal.table()}/1/steps"
    assert len(terminal.api(path)) > 1
    assert served.http("GET", path, token=served.guest()["token"]).status == 404
    assert served.http("GET", path, token=served.sign_in("auditor")).status == 200


def test_gui_17_tb_62_the_browser_itself_checks_what_the_table_committed_to(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.press("fairness")
    promised = terminal.by("commitment").inner_text()
    terminal.by("contribution").fill("my own words")
    terminal.page.keyboard.press("Enter")
    terminal.page.keyboard.press("Escape")
    terminal.bet(("main", 1))
    terminal.deal()
    terminal.press("fairness")
    expect(terminal.by("fairness-verdict")).to_have_attribute("data-holds", "true")
    assert promised in terminal.by("sheet-fairness").inner_text()


def test_gui_22_help_names_the_return_of_every_bet(terminal: Terminal, served: Served) -> None:
    terminal.open("punto-banco-internal")
    terminal.press("help")
    for field in terminal.api(f"/api/tables/{terminal.table()}")["fields"]:
        shown = terminal.by(f"return-{field['bet']}")
        shown.wait_for()
        assert "%" in shown.inner_text()
    words = terminal.by("sheet-help").inner_text()
    assert "malfunction" in words.lower()
    assert served.url in terminal.page.url


def test_gui_22_help_asks_again_while_the_returns_are_being_counted(terminal: Terminal) -> None:
    asked: list[str] = []

    def not_counted_yet(route: Route) -> None:
        asked.append(route.request.url)
        response = route.fetch()
        body = response.json() if len(asked) > 1 else {**response.json(), "returns": []}
        route.fulfill(response=response, json=body)

    terminal.open("punto-banco-internal")
    terminal.page.route("**/help?*", not_counted_yet)
    terminal.press("help")
    terminal.by("return-banker").wait_for()
    assert len(asked) == 2


def test_gui_04_a_reserved_place_opens_with_its_number(terminal: Terminal) -> None:
    terminal.open(TABLE)
    terminal.press("reserve")
    terminal.by("reserve-pin").fill("4711")
    terminal.by("reserve-now").click()
    terminal.by("reserved").wait_for()
    terminal.by("reserved-pin").fill("1234")
    assert terminal.by("reserved").is_visible()
    terminal.by("reserved-pin").fill("4711")
    terminal.by("reserved").wait_for(state="detached")


def test_gui_10_the_safety_net_asks_before_a_daring_hit(terminal: Terminal) -> None:
    terminal.open(TABLE)
    for _ in range(HITS_MAX):
        number, _ = in_mid_round(terminal)
        while terminal.round() == number and terminal.by("decision-hit").is_visible():
            total = int(terminal.by("total-1-0").inner_text().split()[-1])
            soft = "soft" in terminal.by("total-1-0").inner_text()
            if total >= (20 if soft else 17):
                terminal.by("decision-hit").click()
                terminal.by("sheet-risky").wait_for()
                terminal.by("ask-no").click()
                assert terminal.by("hand-1-0").is_visible()
                return
            cards = terminal.by("hand-1-0").get_by_test_id("card")
            count = cards.count()
            terminal.by("decision-hit").click()
            expect(cards).not_to_have_count(count)
            terminal.page.wait_for_timeout(200)
        terminal.finish(number)
    raise AssertionError("no hand came to 17")
