"""Pictures of every screen, taken from a running server with robots at its tables."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

CABINET = (1920, 1080)
PHONE = (390, 844)
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
    "display-blackjack": "/display/multihand-etg-video",
    "display-baccarat": "/display/punto-banco-video",
    "croupier": "/croupier/punto-banco-live",
    "supervisor": "/supervisor",
}
SHEETS = ("options", "help", "history", "fairness", "language")


def take(folder: Path) -> int:
    """All of them into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", "--robots", "12") as served,
        chromium() as browser,
    ):
        for name, size in (("cabinet", CABINET), ("phone", PHONE)):
            _played(browser, served, folder, name, size)
            _pages(browser, served, folder, name, size)
    return 0


def _played(browser: Browser, served: Served, folder: Path, size: str, viewport: tuple[int, int]) -> None:
    """Terminals after a few rounds, and one in the middle of a decision."""
    for name, (table, bets) in TABLES.items():
        with browser.new_context(viewport={"width": viewport[0], "height": viewport[1]}) as context:
            terminal = Terminal(context.new_page(), served.url)
            terminal.open(table)
            for _ in range(9 if "bacc" in name or "punto" in name else 3):
                terminal.chip(2500)
                for bet, position in bets if size == "cabinet" else bets[:1]:
                    terminal.place(bet, position)
                terminal.deal()
            terminal.page.wait_for_timeout(1500)
            terminal.page.screenshot(path=folder / f"{name}-{size}.jpg", type="jpeg", quality=QUALITY)
            if size == "cabinet" and name == "blackjack":
                _sheets(terminal, folder)


def _sheets(terminal: Terminal, folder: Path) -> None:
    """The sheets that open over a table."""
    for name in SHEETS:
        terminal.by(f"button-{name}").first.click()
        terminal.page.wait_for_timeout(800)
        terminal.page.screenshot(path=folder / f"sheet-{name}.jpg", type="jpeg", quality=QUALITY)
        terminal.page.keyboard.press("Escape")
        terminal.page.wait_for_timeout(300)


def _pages(browser: Browser, served: Served, folder: Path, size: str, viewport: tuple[int, int]) -> None:
    for name, address in PAGES.items():
        with browser.new_context(viewport={"width": viewport[0], "height": viewport[1]}) as context:
            page = context.new_page()
            if name in served.passwords:
                account = {"name": name, "password": served.passwords[name]}
                assert page.request.post(f"{served.url}/api/login", data=account).ok, f"{name} signs in"
            page.goto(served.url + address)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(4000)
            page.screenshot(path=folder / f"{name}-{size}.jpg", type="jpeg", quality=QUALITY)
