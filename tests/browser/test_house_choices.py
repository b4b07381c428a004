"""What a house chooses for a table, as a patron meets it on the screen, and when a change takes hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pit_staff import PitStaff, staff_at
from tests.browser.terminal import Terminal, minor
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

TIMES = {
    "dispute": False,
    "dispute_s": 0,
    "result_s": 0,
    "animation_s": 0,
    "betting_s": 120,
    "decision_s": 25,
}
CABINET, PHONE = (1920, 1080), (390, 844)
DEAR = 600_000  # more than half of what a guest has


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("choices") / "data", "--no-dealers") as started:
        yield started


def opened(house: Served, name: str, profile: str, mode: str, **chosen: Any) -> str:
    new = {"ask": house.ask_id(), "id": name, "name": name, "profile": profile, "mode": mode, "times": TIMES}
    made = house.http("POST", "/api/house/tables", {**new, **chosen}, house.token("operator"))
    assert made.status == 201, made
    return name


def changed(house: Served, table: str, **settings: Any) -> None:
    change = {"ask": house.ask_id(), "settings": settings}
    made = house.http("PATCH", f"/api/house/tables/{table}", change, house.token("operator"))
    assert made.status == 200, made


@pytest.fixture
def patron(browser: Browser, house: Served) -> Iterator[Terminal]:
    yield from at_a_screen(browser, house, CABINET)


@pytest.fixture
def on_a_phone(browser: Browser, house: Served) -> Iterator[Terminal]:
    yield from at_a_screen(browser, house, PHONE)


def at_a_screen(browser: Browser, house: Served, size: tuple[int, int]) -> Iterator[Terminal]:
    viewport = {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=viewport, reduced_motion="reduce", locale="en-GB") as context:  # type: ignore[arg-type]
        yield Terminal(context.new_page(), house.url)


def test_bj_06_bj_17_a_special_bet_alone_decides_nothing_and_a_double_needs_its_credit(
    house: Served, patron: Terminal
) -> None:
    table = opened(
        house,
        "alone-and-dear",
        "multihand-etg",
        "live",
        rules={"special_without_main": 1},
        settings={"main": {"stake_min": 100, "stake_max": DEAR}, "chips": [1, DEAR // 100]},
    )
    with staff_at(house, table) as staff:
        patron.open(table)
        staff.ask("croupier", "open_bets")
        patron.chip(100)
        patron.bet(("pair", 1))
        patron.chip(DEAR)
        patron.bet(("main", 2))
        staff.ask("croupier", "close_bets")
        staff.deal("8h 5c 9d 6s 8d 6c Kd")
        staff.ask("croupier", "deal_face_down")
        double = patron.by("decision-double")
        expect(double).to_be_disabled()
        expect(double).to_have_attribute("title", "That takes €6,000; €3,999 can be played.")
        expect(patron.by("decision-hit")).to_be_enabled()
        assert patron.cards("hand-1-0") == ["8h", "8d"]
        patron.by("decision-stand").click()
        expect(patron.by("decision-stand")).to_have_count(0)  # nothing is asked for the pair of eights
        staff.deal("Td 5h")
        expect(patron.by("paid-pair-1")).to_be_visible()
        expect(patron.by("last-bet")).to_have_text("€6,001")
        assert patron.errors == []


def blackjack_round(staff: PitStaff, patron: Terminal, hole: str) -> int:
    """The patron has a blackjack, the dealer a six and what is turned; gives the round."""
    staff.ask("croupier", "open_bets")
    number = patron.bet(("main", 1))
    staff.ask("croupier", "close_bets")
    staff.deal("Ah 5c 9d 6s Kh 6c 9h")
    staff.ask("croupier", "deal_face_down")
    staff.deal(hole)
    patron.phase("result")
    return number


def test_tb_23_gui_14_so_many_results_are_shown_and_a_change_holds_from_the_next_round(
    house: Served, patron: Terminal
) -> None:
    table = opened(
        house, "lengths", "multihand-etg", "live", settings={"dealer_results": 2, "own_results": 3}
    )
    dealers = patron.by("dealer-results").locator("li:not(.none)")
    own = patron.by("own-results").locator("li:not(.none)")
    with staff_at(house, table) as staff:
        patron.open(table)
        expect(own).to_have_count(0)
        for hole in ("Td", "9d", "8d", "7d"):
            number = blackjack_round(staff, patron, hole)
            expect(own.first).to_have_attribute("data-round", str(number))
        expect(dealers).to_have_text(["13", "14"])  # the newest first, under seventeen as a number
        for _ in range(2):
            expect(own).to_have_text(["+1.5"] * 3)
            patron.page.reload()  # and the same from the record
            patron.by("own-results").wait_for()
        most = patron.by("field-main-1").locator(".limits .max")
        patron.press("options")
        patron.by("option-showLimits").check()
        patron.page.keyboard.press("Escape")
        staff.ask("croupier", "open_bets")
        changed(house, table, main={"stake_min": 100, "stake_max": 20_000}, own_results=1, dealer_results=3)
        patron.bet(("main", 1))
        expect(most).to_have_text("500")
        expect(own).to_have_count(3)
        staff.ask("supervisor", "void_round", reason="Changed")
        staff.ask("croupier", "open_bets")
        patron.phase("betting")
        expect(most).to_have_text("200")
        expect(own).to_have_text(["Void"])
        expect(dealers).to_have_text(["13", "14", "15"])
        assert patron.errors == []


def test_tb_53_credits_are_counted_in_the_denomination_and_the_meter_stays_in_currency(
    house: Served, patron: Terminal
) -> None:
    table = opened(
        house,
        "denominations",
        "punto-banco",
        "internal",
        settings={"denominations": [100, 500], "chips": [1, 5]},
    )
    patron.open(table)
    rack = patron.page.locator("[data-testid^=chip-]")
    assert [chip.get_attribute("data-testid") for chip in rack.all()] == ["chip-100", "chip-500"]
    denomination = patron.by("button-denomination")
    expect(denomination).to_contain_text("€1")
    denomination.click()
    expect(denomination).to_contain_text("€5")
    expect(rack.first).to_have_attribute("data-testid", "chip-500")
    patron.press("options")
    patron.by("option-credits").check()
    patron.page.keyboard.press("Escape")
    patron.chip(2500)
    patron.bet(("player", 1))
    expect(patron.by("bet").first).to_have_text("5")  # credits of five
    assert minor(patron.by("balance").first.inner_text()) == patron.balance() == 1_000_000
    denomination.click()
    expect(patron.by("bet").first).to_have_text("25")
    patron.press("options")
    patron.by("option-credits").uncheck()
    patron.page.keyboard.press("Escape")
    expect(patron.by("bet").first).to_have_text("€25")


def test_ba_06_what_cannot_be_combined_is_grey_and_says_why(house: Served, patron: Terminal) -> None:
    table = opened(
        house, "one-side", "punto-banco", "internal", rules={"both_sides": False, "tie_with_side": False}
    )
    patron.open(table)
    patron.bet(("player", 1))
    for bet, code, why in (
        ("banker", "not_both_sides", "At this table Player and Banker cannot both be wagered in one round."),
        ("tie", "no_tie_with_side", "At this table Tie cannot be wagered beside Player or Banker."),
    ):
        field = patron.by(f"field-{bet}-1")
        expect(field).to_have_attribute("data-closed", code)
        field.click(force=True)
        expect(patron.by("message").first).to_have_text(why)
        expect(field).to_have_attribute("data-stake", "0")
    patron.press("undo")
    patron.bet(("tie", 1))
    expect(patron.by("field-player-1")).to_have_attribute("data-closed", "no_tie_with_side")


def test_rd_08_a_road_wider_than_its_window_scrolls_left_and_forgets_nothing(
    house: Served, on_a_phone: Terminal
) -> None:
    """Player and Banker win in turn, each in a column of its own, until the window is full."""
    table = opened(house, "wide", "punto-banco", "live")
    patron = on_a_phone
    with staff_at(house, table) as staff:
        patron.open(table)
        road = patron.by("road-main").first
        marks = road.locator("g[transform]")
        seen = coups = 0
        while seen == coups:
            suit, other = "cdhs"[coups // 2 % 4], "dhsc"[coups // 2 % 4]
            ten = "TJQK"[coups % 4]  # no card comes more often than the shoe has it
            first, second = ("9", "2") if coups % 2 == 0 else ("2", "9")
            staff.ask("croupier", "open_bets")
            patron.bet(("player", 1))
            staff.ask("croupier", "close_bets")
            if coups == 0:
                staff.deal("Ac")
                staff.ask("croupier", "burn")
            staff.deal(f"{first}{suit} {second}{suit} {ten}{suit} {ten}{other}")
            coups += 1
            expect(road).to_have_attribute("data-marks", str(coups))
            seen = marks.count()
            assert coups < 60
        last = "player" if coups % 2 else "banker"
        assert str(marks.last.get_attribute("class")).split()[0] == last
        box, window = marks.last.bounding_box(), road.bounding_box()
        assert box is not None
        assert window is not None
        assert box["x"] + box["width"] < window["x"] + window["width"]
        assert len(patron.api(f"/api/tables/{table}/roads")["board"]["main"]) == coups


@pytest.mark.parametrize("sideways", [True, False])
def test_gui_11_a_doubles_card_lies_across_where_the_house_wants_it(
    house: Served, patron: Terminal, sideways: bool
) -> None:
    settings = {"double_sideways": sideways}
    table = opened(house, f"across-{sideways}".lower(), "multihand-etg", "live", settings=settings)
    with staff_at(house, table) as staff:
        patron.open(table)
        staff.ask("croupier", "open_bets")
        patron.bet(("main", 1))
        staff.ask("croupier", "close_bets")
        staff.deal("5h 5c 9d 6s 6h 6c 9h")
        staff.ask("croupier", "deal_face_down")
        patron.by("decision-double").click()
        expect(patron.by("decision-double")).to_have_count(0)
        staff.deal("9c")
        drawn = patron.by("hand-1-0").locator("[data-card='9c']")
        expect(drawn).to_have_count(1)
        expect(patron.by("hand-1-0").locator(".sideways")).to_have_count(int(sideways))
        box = drawn.bounding_box()
        assert box is not None
        assert (box["width"] > box["height"]) == sideways


@pytest.mark.parametrize(("most", "offered"), [(1499, 0), (1500, 1)])
def test_gui_09_let_it_play_is_not_offered_beyond_its_limit(
    house: Served, patron: Terminal, most: int, offered: int
) -> None:
    table = opened(house, f"let-{most}", "multihand-etg", "live", settings={"let_it_play_max": most})
    with staff_at(house, table) as staff:
        patron.open(table)
        patron.chip(1000)
        blackjack_round(staff, patron, "Td")
        staff.ask("croupier", "open_bets")
        patron.phase("betting")
        expect(patron.by("button-undo")).to_be_visible()
        expect(patron.by("button-let-it-play-1")).to_have_count(offered)


@pytest.mark.parametrize("shown", [True, False])
def test_mo_01_a_display_follows_a_private_table_where_the_house_allows_it(
    browser: Browser, house: Served, patron: Terminal, shown: bool
) -> None:
    settings = {"public_display": shown}
    offer = opened(house, f"shown-{shown}".lower(), "punto-banco", "internal", settings=settings)
    patron.open(offer)
    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        display = context.new_page()
        display.goto(f"{house.url}/display/{patron.table()}")
        sides = display.get_by_test_id("side-player").locator("[data-testid=card]")
        patron.bet(("player", 1))
        patron.deal()
        if shown:
            expect(sides.first).to_be_visible()
        else:
            expect(display.get_by_test_id("no-table")).to_be_visible()
            expect(sides).to_have_count(0)
