"""Keyboard alone, other languages, small screens, screen readers: the terminal is for everybody (GUI-18)."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import BOTH, DARK, as_the_system, nothing_found
from tests.browser.terminal import ROUND_S, Terminal
from tests.server.running import Served

SCREENS = {
    "lobby": "/",
    "blackjack": "/play?table=multihand-online-internal",
    "shared": "/play?table=multihand-etg-video",
    "punto-banco": "/play?table=punto-banco-internal",
    "dai-bacc": "/play?table=dai-bacc-internal",
    "koi-bacc": "/play?table=koi-bacc-internal",
    "display": "/display/multihand-etg-video",
    "display-baccarat": "/display/punto-banco-video",
    "croupier": "/croupier/punto-banco-video",
    "supervisor": "/supervisor",
}
SIZES = {"cabinet": (1920, 1080), "laptop": (1366, 768), "phone": (390, 844), "phone-landscape": (844, 390)}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce") as context:
        as_the_system(context)
        yield context.new_page()


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_gui_18_axe_finds_nothing(page: Page, served: Served, screen: str) -> None:
    page.goto(served.url + SCREENS[screen])
    page.wait_for_load_state("networkidle")
    nothing_found(page, DARK if screen.startswith("display") else BOTH)


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["lobby", "blackjack", "shared", "display", "croupier", "supervisor"])
def test_a_first_visit_is_silent(page: Page, served: Served, screen: str) -> None:
    """Nobody is signed in yet, and that is no error: not in the console, and in no answer."""
    said: list[str] = []
    page.on("console", lambda event: said.append(event.text) if event.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "response", lambda event: said.append(f"{event.status} {event.url}") if event.status >= 400 else None
    )
    page.goto(served.url + SCREENS[screen])
    page.wait_for_load_state("networkidle")
    assert said == []
    assert page.locator("#app > *").count() > 0


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", ["lobby", "blackjack", "punto-banco"])
def test_nothing_is_cut_off_sideways(browser: Browser, served: Served, screen: str, size: str) -> None:
    width, height = SIZES[size]
    with browser.new_context(viewport={"width": width, "height": height}, has_touch=True) as context:
        page = context.new_page()
        page.goto(served.url + SCREENS[screen])
        page.wait_for_load_state("networkidle")
        overflow = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0


OUTSIDE = """() => [...document.querySelectorAll('.dock button, .bar button, .plate button')].filter(one => {
  const at = one.getBoundingClientRect();
  const scrolls = one.closest('.rack, .small, .tabs');
  const clipped = [one, ...one.querySelectorAll('span')].some(part => part.scrollWidth > part.clientWidth + 1
    && part.clientWidth > 0 && getComputedStyle(part).overflowX === 'visible'
    && getComputedStyle(part).display !== 'inline');
  const off = at.left < 0 || at.right > innerWidth || at.bottom > innerHeight;
  return at.width > 0 && (clipped || (off && !scrolls));
}).map(one => one.dataset.testid + ': ' + one.innerText)"""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es", "de", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_every_language_has_room(browser: Browser, served: Served, size: str, language: str) -> None:
    """Buttons stay on the screen, and their words inside them, however long these are."""
    width, height = SIZES[size]
    with browser.new_context(viewport={"width": width, "height": height}, locale=language) as context:
        terminal = Terminal(context.new_page(), served.url)
        terminal.open("multihand-etg-internal")
        terminal.place("main", 1)
        terminal.page.locator("[data-testid=button-deal]:enabled").wait_for()
        assert terminal.page.evaluate("document.documentElement.lang")[:2] == language
        assert terminal.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert terminal.page.evaluate(OUTSIDE) == []


def test_a_round_by_keyboard_alone(terminal: Terminal) -> None:
    terminal.open("multihand-online-internal")
    page, before = terminal.page, terminal.round()
    page.keyboard.press("3")
    terminal.by("field-main-1").first.focus()
    page.keyboard.press("Enter")
    expect(terminal.by("button-deal").first).to_be_enabled()
    terminal.by("button-deal").first.focus()
    page.keyboard.press("Enter")
    until = monotonic() + ROUND_S
    while terminal.round() == before:
        assert monotonic() < until, "the round does not end"
        decline = terminal.by("offer-decline-1").first
        if decline.is_visible():
            decline.focus()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("s")
        page.wait_for_timeout(150)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "word"), [("es", "Crédito"), ("de", "Guthaben"), ("zh", "余额"), ("en", "Credit")]
)
def test_gui_04_the_language_is_chosen_by_flag(terminal: Terminal, language: str, word: str) -> None:
    terminal.open("multihand-online-internal")
    terminal.press("language")
    terminal.by(f"language-{language}").first.click()
    expect(terminal.page.locator(f"html[lang^={language}]")).to_have_count(1)
    expect(terminal.page.locator("body")).to_contain_text(word)


def test_gui_02_credits_can_be_hidden(terminal: Terminal) -> None:
    terminal.open("multihand-online-internal")
    shown = terminal.by("balance").first.inner_text()
    terminal.by("button-hide").first.click()
    expect(terminal.by("balance").first).not_to_have_text(shown)


@pytest.mark.slow
def test_a_face_down_card_is_named_nowhere(terminal: Terminal) -> None:
    """Not in a label, an image's address or a hidden text (TB-64)."""
    terminal.open("multihand-online-internal")
    for _ in range(4):
        terminal.chip(500)
        terminal.place("main", 1)
        before = terminal.round()
        terminal.press("deal")
        terminal.phase("decisions", "offer", "result")
        if terminal.by("decision-stand").is_visible():
            hidden = terminal.by("dealer").first.locator("[data-testid=card]").nth(1)
            assert hidden.get_attribute("data-card") == "??"
            assert "??" not in (hidden.get_attribute("aria-label") or "")
        terminal.finish(before)
