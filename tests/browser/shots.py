"""Pictures of every screen, taken from a running server with robots at its tables."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, ViewportSize

from tests.browser.chromium import chromium
from tests.browser.quick import hurry
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

CABINET = (1920, 1080)
PHONE = (390, 844)
LANDSCAPE = (844, 390)
SIZES = {"cabinet": CABINET, "phone": PHONE, "landscape": LANDSCAPE}
QUALITY = 80

TABLES = {
    "blackjack": ("multihand-etg-internal", [("main", 1), ("main", 2), ("main", 3), ("21-plus-3", 2)]),
    "blackjack-online": ("multihand-online-internal", [("main", 1), ("main", 2), ("main", 3)]),
    "punto-banco": ("punto-banco-internal", [("banker", 1), ("tie", 1)]),
    "dai-bacc": ("dai-bacc-internal", [("banker", 1), ("tiger-7", 1)]),
    "koi-bacc": ("koi-bacc-internal", [("player", 1), ("koi-7", 1)]),
}
PAGES = {
    "lobby": "/",
    "shared": "/play?table=multihand-etg-video",
    "display-blackjack": "/display/live-seven-live",
    "display-baccarat": "/display/punto-banco-video",
    "croupier": "/croupier/live-seven-live",
    "supervisor": "/supervisor",
}
SEATED = {"live-seven": "live-seven-live", "american-live": "american-live-live"}
SHEETS = ("options", "help", "fairness", "language", "history")
ROUNDS = 4
COUPS = 40
COUNTED_MS = 10_000


def take(folder: Path) -> int:
    """All of them into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", "--robots", "12") as served,
        chromium() as browser,
    ):
        hurry(served)
        _played(browser, served, folder)
        for name, size in SIZES.items():
            _seated(browser, served, folder, name, size)
            if name != "landscape":
                _pages(browser, served, folder, name, size)
    return 0


def _played(browser: Browser, served: Served, folder: Path) -> None:
    """Terminals after some rounds, at every size: blackjack at a decision, baccarat at a result."""
    for name, (table, bets) in TABLES.items():
        with browser.new_context(viewport=_viewport(CABINET)) as context:
            terminal = Terminal(context.new_page(), served.url)
            terminal.open(table)
            terminal.chip(2500)
            for _ in range(COUPS if "bacc" in name or "banco" in name else ROUNDS):
                terminal.bet(*bets)
                terminal.deal()
            if name == "blackjack":
                _sheets(terminal, folder)
            if name.startswith("blackjack"):
                _decide(terminal, bets)
            for size, viewport in SIZES.items():
                terminal.page.set_viewport_size(_viewport(viewport))
                terminal.page.wait_for_timeout(700)
                terminal.page.screenshot(path=folder / f"{name}-{size}.jpg", type="jpeg", quality=QUALITY)


def _viewport(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


def _decide(terminal: Terminal, bets: list[tuple[str, int]]) -> None:
    """Deal until something is to be decided."""
    while not terminal.page.locator("[data-testid=decision-stand]:enabled").count():
        number = terminal.bet(*bets)
        terminal.press("deal")
        terminal.phase("offer", "decisions", "dealer", "result")
        terminal.page.wait_for_timeout(900)
        if not terminal.page.locator("[data-testid=decision-stand]:enabled").count():
            terminal.finish(number)


def _sheets(terminal: Terminal, folder: Path) -> None:
    """The sheets that open over a table."""
    for name in SHEETS:
        terminal.by(f"button-{name}").first.click()
        if name == "help":
            with suppress(Error):  # on a busy machine the returns are still being counted
                terminal.page.locator("[data-testid^=return-]").first.wait_for(timeout=COUNTED_MS)
        terminal.page.wait_for_timeout(800)
        terminal.page.screenshot(path=folder / f"sheet-{name}.jpg", type="jpeg", quality=QUALITY)
        if name == "history":
            _replay(terminal, folder)
        terminal.page.keyboard.press("Escape")
        terminal.page.wait_for_timeout(300)


def _replay(terminal: Terminal, folder: Path) -> None:
    """The last round again, at its end."""
    terminal.page.locator("[data-testid^=replay-]").first.click()
    terminal.by("replay-next").wait_for()
    terminal.page.keyboard.press("End")
    terminal.page.wait_for_timeout(400)
    terminal.page.screenshot(path=folder / "sheet-replay.jpg", type="jpeg", quality=QUALITY)


def _seated(browser: Browser, served: Served, folder: Path, size: str, viewport: tuple[int, int]) -> None:
    """A seat of a live table in the middle of a round."""
    for name, table in SEATED.items():
        with browser.new_context(viewport={"width": viewport[0], "height": viewport[1]}) as context:
            terminal = Terminal(context.new_page(), served.url)
            terminal.page.goto(f"{served.url}/play?table={table}")
            seat = _free_seat(terminal)
            terminal.sit(seat)
            terminal.chip(2500)
            number = terminal.bet(("main", seat))
            terminal.phase("offer", "decisions", "dealer", "result")
            terminal.page.wait_for_timeout(800)
            terminal.page.screenshot(path=folder / f"{name}-{size}.jpg", type="jpeg", quality=QUALITY)
            terminal.finish(number)
            terminal.by(f"leave-seat-{seat}").click()  # the next one sits here
            terminal.by(f"take-seat-{seat}").wait_for()


def _free_seat(terminal: Terminal) -> int:
    """The one in the middle, or any where a robot was quicker."""
    terminal.phase("betting")
    free = terminal.page.locator("[data-testid^=take-seat-]")
    free.first.wait_for()
    seats = [int(str(seat.get_attribute("data-testid")).rpartition("-")[2]) for seat in free.all()]
    return min(seats, key=lambda seat: abs(seat - 4))


def _pages(browser: Browser, served: Served, folder: Path, size: str, viewport: tuple[int, int]) -> None:
    for name, address in PAGES.items():
        with browser.new_context(viewport={"width": viewport[0], "height": viewport[1]}) as context:
            page = context.new_page()
            if name in served.passwords:
                account = {"name": name, "password": served.passwords[name]}
                assert page.request.post(f"{served.url}/api/login", data=account).ok, f"{name} signs in"
            page.goto(served.url + address)
            page.wait_for_load_state("load")  # a screen that follows a table is never idle
            page.wait_for_timeout(4000)
            page.screenshot(path=folder / f"{name}-{size}.jpg", type="jpeg", quality=QUALITY)
