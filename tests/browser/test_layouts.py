"""What a house sets for a table is what its screens show: fields, roads, options, the hole card."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.quick import CARD_MS, QUICK
from tests.browser.terminal import Terminal
from tests.server.running import Served

pytestmark = pytest.mark.slow

SIZES = {"cabinet": (1920, 1080), "laptop": (1366, 768)}
STRAIGHT_UP = [
    *("frog-6", "koi-7", "emperor-player", "emperor-banker"),
    *(f"straight-up-{side}-{total}" for side in ("player", "banker") for total in range(1, 10)),
    *(f"straight-up-tie-{total}" for total in range(10)),
]
HI_TI = ["hi-ti-0-3", "hi-ti-4-6", "hi-ti-7-9"]
HIDDEN_ROUNDS_MAX = 12

UNREADABLE = """() => [...document.querySelectorAll('[data-testid^=field-]')].flatMap((field) => {
  const box = field.getBoundingClientRect();
  if (box.width === 0) return [];
  const inside = (part) => part.left >= box.left - 1 && part.right <= box.right + 1
    && part.top >= box.top - 1 && part.bottom <= box.bottom + 1;
  const words = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const name = field.querySelector('.title'), odds = field.querySelector(':scope > small');
  const parts = [name, odds].filter(Boolean).map(words);
  const [a, b] = parts;
  const beside = b && (a.right - 1 <= b.left || b.right - 1 <= a.left);
  const apart = !b || beside || a.bottom - 1 <= b.top || b.bottom - 1 <= a.top;
  return !apart || !parts.every(inside) ? [field.dataset.testid] : [];
})"""


def opened(served: Served, name: str, profile: str, **asked: Any) -> str:
    """A private table of the house's own making; gives its id."""
    times, own = QUICK, {"card_ms": CARD_MS, **asked.pop("settings", {})}
    new = {"id": name, "name": name, "profile": profile, "mode": "internal", "times": times, "settings": own}
    made = served.http(
        "POST", "/api/house/tables", {"ask": served.ask_id(), **new, **asked}, served.token("operator")
    )
    assert made.status in (200, 201), made
    return name


def at(browser: Browser, served: Served, table: str, size: tuple[int, int] = (1920, 1080)) -> Terminal:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    terminal = Terminal(page, served.url)
    terminal.open(table)
    return terminal


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("profile", "enabled", "last"),
    [
        ("koi-bacc", STRAIGHT_UP, "straight-up-tie-9"),
        ("koi-bacc", None, "grouped-tie-7-9"),
        ("dai-bacc", None, "kill"),
    ],
)
def test_sb_40_sb_41_names_and_odds_of_all_totals_can_be_read(
    browser: Browser, served: Served, profile: str, enabled: list[str] | None, last: str, size: str
) -> None:
    table = f"{profile}-internal"
    if enabled is not None:
        table = opened(served, f"straight-{size}", profile, specials={"enabled": enabled})
    terminal = at(browser, served, table, SIZES[size])
    expect(terminal.page.locator(f"[data-testid^=field-{last}]").first).to_be_visible()
    assert terminal.page.evaluate(UNREADABLE) == []
    expect(terminal.by("field-banker-1")).to_contain_text("1 : 1 · three-card 7 pushes")  # BA-05
    terminal.page.close()


def test_ba_07_straight_up_and_grouped_are_refused_together(served: Served) -> None:
    both = {"enabled": ["straight-up-tie-1", "grouped-tie-0-3"]}
    asked = {"ask": served.ask_id(), "id": "both", "name": "b", "profile": "koi-bacc", "mode": "internal"}
    response = served.http("POST", "/api/house/tables", {**asked, "specials": both}, served.token("operator"))
    assert response.status == 409, response
    assert "leaves no room on the layout" in str(response.body)


def test_sb_39_every_range_of_hi_ti_has_its_colour(browser: Browser, served: Served) -> None:
    terminal = at(browser, served, opened(served, "hi-ti", "punto-banco", specials={"enabled": HI_TI}))
    colours = []
    for bet in HI_TI:
        drawn = terminal.by(f"field-{bet}-1").evaluate("one => getComputedStyle(one).backgroundColor")
        red, green, blue = (int(part) for part in drawn[drawn.index("(") + 1 :].split(",")[:3])
        colours.append(max(("red", red), ("green", green), ("blue", blue), key=lambda row: row[1])[0])
    assert colours == ["green", "blue", "red"]
    terminal.page.close()


def with_opening_ties(socket: WebSocketRoute) -> None:
    """The server's own words, but for three ties and a natural before and in the first win."""
    server = socket.connect_to_server()

    def passed_on(message: str | bytes) -> None:
        body = json.loads(message)
        for part in body if isinstance(body, list) else [body]:
            board = (part.get("roads") or {}).get("board")
            if board is not None:
                board["first_ties"] = 3
                board["main"] = [dict(FIRST_WIN)]
        socket.send(json.dumps(body))

    server.on_message(passed_on)
    socket.on_message(server.send)


FIRST_WIN = {
    "column": 0,
    "row": 0,
    "winner": "banker",
    "ties": 2,
    "player_pair": False,
    "banker_pair": False,
    "natural": 8,
}


def test_rd_02_opening_ties_are_counted_and_gui_15_roads_are_named(browser: Browser, served: Served) -> None:
    tables = [
        opened(served, "roads-shown", "punto-banco", settings={"bead_plate": True}),
        opened(served, "roads-plain", "punto-banco", settings={"naturals": False}),
    ]
    for table, naturals in zip(tables, (1, 0), strict=True):
        page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
        page.route_web_socket("**/ws*", with_opening_ties)
        terminal = Terminal(page, served.url)
        terminal.open(table)
        expect(terminal.by("first-ties-count")).to_have_text("3")
        expect(terminal.by("name-main")).to_have_text("Main Road")
        expect(terminal.by("name-cockroach")).to_have_text("Cockroach")
        expect(page.locator("[data-testid=road-main] .natural")).to_have_count(naturals)  # RD-03
        page.close()


def options_at(browser: Browser, served: Served, table: str) -> set[str]:
    terminal = at(browser, served, table)
    terminal.press("options")
    terminal.by("option-showLimits").wait_for()
    listed = terminal.page.locator("[data-testid^=option-]").evaluate_all(
        "all => all.map((one) => one.dataset.testid)"
    )
    terminal.page.close()
    return set(listed)


def test_gui_05_no_option_of_the_other_game_is_listed(browser: Browser, served: Served) -> None:
    both = {"option-showLimits", "option-showWinnings", "option-credits", "option-fourColours"}
    assert options_at(browser, served, "punto-banco-internal") == both
    hands = options_at(browser, served, "multihand-online-internal")
    assert hands == both | {"option-safetyNet", "option-trainer"}


@pytest.mark.parametrize("house", ["turned", "left"])
def test_bj_20_a_card_that_nobody_needed_is_turned_or_shown_as_hidden(
    browser: Browser, served: Served, house: str
) -> None:
    """A hand is surrendered, so nothing depends on the dealer any more."""
    rules = {"unneeded_hole_card": house}
    terminal = at(browser, served, opened(served, f"hole-{house}", "multihand-online", rules=rules))
    terminal.chip(500)
    given_up = terminal.page.locator("[data-testid=decision-surrender]:enabled")
    declined = terminal.page.locator("[data-testid^=offer-decline-]:enabled")
    for _ in range(HIDDEN_ROUNDS_MAX):
        number = terminal.bet(("main", 1))
        terminal.press("deal")
        while terminal.round() <= number and not given_up.count():
            if declined.count():
                declined.first.click()
            terminal.page.wait_for_timeout(60)
        if given_up.count():
            break
    given_up.first.click()
    dealer = terminal.by("dealer")
    expect(dealer).to_have_attribute("data-state", "hidden" if house == "left" else "stood")
    expect(dealer.locator("[data-card='??']")).to_have_count(1 if house == "left" else 0)
    expect(terminal.by("dealer-total")).to_have_count(0 if house == "left" else 1)
    newest = terminal.by("dealer-results").locator("li").first
    # A soft total is said as such beside the cards, and counted as its number.
    total = "–" if house == "left" else terminal.by("dealer-total").inner_text().split()[-1]
    expect(newest).to_have_text(total)
    terminal.page.close()
