"""What a patron finds on the way from the lobby through a round at a table of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.staff import opened
from tests.browser.terminal import Terminal, minor
from tests.server.running import Served

pytestmark = pytest.mark.slow

TABLE = "multihand-etg-internal"


def meter(terminal: Terminal, name: str) -> int:
    return minor(terminal.by(name).first.inner_text())


def test_gui_30_the_lobby_says_of_each_table_what_one_chooses_by(terminal: Terminal, served: Served) -> None:
    table = opened(served, "from-the-lobby", "american-live")  # where no other test has left anybody
    terminal.page.goto(terminal.url)
    live = terminal.by(f"table-{table}")
    expect(live).to_contain_text("€1 – €500")
    expect(live).to_contain_text("0 players")
    expect(live).to_contain_text("7 seats free")
    terminal.by("kind-baccarat").click()
    expect(live).to_have_count(0)
    terminal.by("table-koi-bacc-internal").click()
    terminal.by("field-player-1").wait_for()


def test_gui_05_gui_07_chips_limits_and_possible_winnings(terminal: Terminal) -> None:
    """A chip is dragged to its field; limits and winnings stand on the fields when they are asked for."""
    terminal.open(TABLE)
    assert 0 < terminal.page.locator("[data-testid^=chip-]").count() <= 8
    field = terminal.by("field-main-2")
    chip = terminal.by("chip-500").first.bounding_box()
    onto = field.bounding_box()
    assert chip is not None
    assert onto is not None
    mouse = terminal.page.mouse
    mouse.move(chip["x"] + 20, chip["y"] + 20)
    mouse.down()
    mouse.move(onto["x"] + onto["width"] / 2, onto["y"] + onto["height"] / 2, steps=6)
    mouse.up()
    expect(field).to_have_attribute("data-stake", "500")
    terminal.press("options")
    for option in ("showLimits", "showWinnings"):
        terminal.by(f"option-{option}").check()
    terminal.page.keyboard.press("Escape")
    limits = terminal.by("field-main-1").locator(".limits")
    expect(limits.locator(".min")).to_have_text("1")
    expect(limits.locator(".max")).to_have_text("500")
    expect(terminal.by("could-main-2")).to_have_text("+€7.50")


def test_gui_03_gui_06_gui_13_gui_14_a_round_leaves_its_traces(terminal: Terminal) -> None:
    """Meters, message line, the panel of special bets, the dealer's results and the history bar."""
    terminal.open(TABLE)
    expect(terminal.by("message").first).to_contain_text("bets")
    panel = terminal.by("special-pair")
    assert panel.locator("tr").count() == 0
    panel.locator("button").click()
    expect(panel.locator("p")).not_to_be_empty()
    assert panel.locator("tr").count() == 2
    before = terminal.balance()
    terminal.chip(500)
    terminal.bet(("main", 1), ("pair", 1))
    assert (meter(terminal, "bet"), meter(terminal, "playable")) == (1000, before - 1000)
    terminal.deal()
    assert meter(terminal, "last-bet") == 1000
    balance, won = terminal.balance(), meter(terminal, "last-win")
    terminal.press("history")
    cells = terminal.by("history-1").locator("td")
    expect(cells).to_have_count(6)
    amounts = [minor(cell) for cell in cells.all_inner_texts()[1:5]]
    assert amounts == [1000, won, balance - before + 1000 - won, balance - before]
    terminal.page.keyboard.press("Escape")
    results = terminal.by("dealer-results").first.locator("li")
    expect(results).to_have_count(1)
    assert terminal.page.locator(".panel tbody tr .share", has_text="100%").count() <= 1
    felt = terminal.page.locator("[data-testid=dealer], [data-testid^=hand-]").get_by_test_id("card").count()
    assert terminal.by("history-bar").first.locator("li:not(.down)").count() <= felt


def test_gui_01_up_to_four_games_side_by_side_and_one_with_bets_stays(terminal: Terminal) -> None:
    terminal.open(TABLE)
    for table in ("koi-bacc-internal", "dai-bacc-internal", "punto-banco-internal"):
        terminal.press("add-game")
        terminal.by(f"table-{table}").first.click()
        terminal.page.locator(f"[data-testid^=game-{table}]").first.wait_for()
    tabs = terminal.page.locator("[data-testid^=game-tab-]")
    expect(tabs).to_have_count(4)
    assert terminal.by("button-add-game").count() == 0
    shut = terminal.page.locator("[data-testid^=game-punto-banco] [data-testid=button-close-game]")
    terminal.chip(500)
    terminal.page.locator("[data-testid^=game-punto-banco] [data-testid=field-player-1]").click()
    expect(shut).to_be_disabled()
    terminal.press("undo")
    expect(shut).to_be_enabled()
    shut.click()
    expect(tabs).to_have_count(3)


def test_gui_01_a_game_is_closed_as_often_as_it_is_opened(terminal: Terminal) -> None:
    said: list[str] = []
    terminal.page.on("console", lambda event: said.append(event.text) if event.type == "error" else None)
    terminal.open(TABLE)
    games = terminal.page.locator("[data-testid^=game-][data-phase]")

    def added(table: str) -> None:
        terminal.press("add-game")
        terminal.by(f"table-{table}").first.click()
        terminal.page.locator(f"[data-testid^=game-{table}]").first.wait_for()

    def closed(table: str) -> None:
        terminal.page.locator(f"[data-testid^=game-tab-{table}]").click()
        terminal.page.locator(f"[data-testid^=game-{table}] [data-testid=button-close-game]").click()
        expect(terminal.page.locator(f"[data-testid^=game-{table}]")).to_have_count(0)

    for table in ("koi-bacc-internal", "dai-bacc-internal"):
        added(table)
    for table in ("koi-bacc-internal", "dai-bacc-internal"):
        closed(table)
        added(table)
        closed(table)
    expect(games).to_have_count(1)
    terminal.place("main", 1)
    expect(terminal.by("field-main-1")).not_to_have_attribute("data-stake", "0")
    assert said == []


def test_sb_50_bj_05_bj_15_what_cannot_be_is_refused_greyed_or_not_there(terminal: Terminal) -> None:
    """A dependent bet without the other; a special bet without a main bet; decisions that do not fit."""
    terminal.open(TABLE)
    terminal.chip(100)
    expect(terminal.by("field-pair-1").first).to_have_attribute("data-closed", "main_bet_first")
    terminal.bet(("main", 1))
    expect(terminal.by("field-pair-1").first).not_to_have_attribute("data-closed", re.compile("."))
    expect(terminal.by("field-top-21-plus-3-1").first).to_have_attribute("data-closed", "other_bet_first")
    terminal.by("field-top-21-plus-3-1").first.dispatch_event("click")
    assert terminal.by("field-top-21-plus-3-1").get_attribute("data-stake") == "0"
    terminal.bet(("21-plus-3", 1), ("top-21-plus-3", 1))
    terminal.press("deal")
    number = terminal.round()
    looked = False  # once: on a second look the buttons may be on their way out
    while terminal.round() == number:
        if not looked and terminal.by("decision-stand").is_visible():
            looked = True
            assert terminal.by("decision-surrender").count() == 0, "these rules have none"
            first, second = terminal.cards("hand-1-0")[:2]
            if first[0] != second[0] and not {first[0], second[0]} <= set("TJQK"):
                expect(terminal.by("decision-split")).to_be_disabled()
        terminal.answer()


def test_gui_15_ba_09_rd_01_rd_06_rd_10_roads_and_counters_are_drawn_as_sent(terminal: Terminal) -> None:
    """Also ties, naturals and pairs on the Main Road (RD-02, RD-03) and the bead plate (RD-07)."""
    terminal.open("punto-banco-internal")
    for _ in range(8):
        terminal.bet(("player", 1))
        terminal.deal()
    roads = terminal.api(f"/api/tables/{terminal.table()}/roads")
    board = roads["board"]
    for road, by in (("main", "winner"), ("big_eye", "color"), ("small", "color"), ("cockroach", "color")):
        drawn = terminal.by(f"road-{road}").first.locator("g[transform]")
        expect(drawn).to_have_count(len(board[road]))
        kinds = [str(mark.get_attribute("class")).split()[0] for mark in drawn.all()]
        assert kinds == [cell[by] for cell in board[road]]
    main = terminal.by("road-main").first
    drawn_as = {"natural": "text.natural", "banker_pair": ".dot.red", "player_pair": ".dot.blue"}
    for mark, drawn_by in drawn_as.items():
        assert main.locator(drawn_by).count() == sum(bool(cell[mark]) for cell in board["main"]), mark
    assert main.locator("g[transform] path.tie").count() == sum(cell["ties"] > 0 for cell in board["main"])
    if terminal.by("road-bead").count():
        assert terminal.by("road-bead").first.locator("g[transform]").count() == len(board["bead"])
    for who, marks in (board["forecast"] or {}).items():
        for road, colour in marks.items():
            expect(terminal.by(f"forecast-{who}-{road}").first).to_have_class(re.compile(colour or "none"))
    counted = [
        int(counter.inner_text()) for counter in terminal.page.locator("[data-testid^=counter-]").all()
    ]
    assert sum(counted[:3]) == 8


def test_gui_20_bj_04_with_one_position_the_title_is_blackjack(terminal: Terminal, served: Served) -> None:
    new = {"ask": served.ask_id(), "id": "single", "name": "single", "profile": "multihand-etg"}
    how = {"mode": "video", "rules": {"positions": 1}}
    response = served.http("POST", "/api/house/tables", {**new, **how}, served.token("operator"))
    assert response.status == 201, response
    terminal.open("single")
    expect(terminal.page.locator("h1").first).to_have_text("Blackjack")
    assert terminal.page.locator("[data-testid^=position-]").count() == 1
    terminal.press("help")
    expect(terminal.by("sheet-help")).to_contain_text("single hand")
