"""The player's screens in a real browser: how soon they can be used, how smooth they are, how much is sent.

A server of its own runs beside the browser. The first interaction is from the start of navigation until a
button of the lobby, or a field of a table, takes a click, with nothing in the browser's cache. Frames are
counted while three hands are dealt on a screen of 1920 by 1080, with motion on.
"""

from __future__ import annotations

import gzip
import re
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, ViewportSize

from cutcard.web import __file__ as web_file
from tests.browser.chromium import WINDOWED, chromium
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

TABLE = "multihand-etg-internal"
TIMES = 5
DEALS = 3
BUNDLE_MAX = 150_000
STATIC = Path(web_file).parent / "static"
SIZE: ViewportSize = {"width": 1920, "height": 1080}

FRAMES = """() => new Promise(done => {
  const at = [];
  const until = performance.now() + 2500;
  const frame = now => { at.push(now); now < until ? requestAnimationFrame(frame) : done(at); };
  requestAnimationFrame(frame);
})"""

BOX = """<div style="width: 9em; height: 9em; background: red; animation: to 1s infinite alternate"></div>
<style>@keyframes to { to { transform: translateX(50em) } }</style>"""


def first_use(browser: Browser, address: str, wanted: str) -> float:
    """Milliseconds from the start of navigation until what is wanted takes a click."""
    with browser.new_context(viewport=SIZE) as context:
        page = context.new_page()
        page.goto(address, wait_until="commit")
        page.locator(wanted).first.click(trial=True)
        return float(page.evaluate("performance.now()"))


def dealt_frames(page: Page, terminal: Terminal) -> list[float]:
    """The times between frames, in milliseconds, while three hands are dealt."""
    for position in (1, 2, 3):
        terminal.place("main", position)
    number = terminal.round()
    terminal.press("deal")
    at = page.evaluate(FRAMES)
    terminal.finish(number)
    return [later - earlier for earlier, later in pairwise(at)]


def motion(browser: Browser, served: Served) -> list[float]:
    """Frames of a few deals on a cabinet's screen."""
    with browser.new_context(viewport=SIZE, reduced_motion="no-preference") as context:
        terminal = Terminal(context.new_page(), served.url)
        terminal.open(TABLE)
        terminal.chip(500)
        return [gap for _ in range(DEALS) for gap in dealt_frames(terminal.page, terminal)]


def empty(browser: Browser) -> list[float]:
    """The same of a page on which nothing but a box moves: what this machine can do."""
    with browser.new_context(viewport=SIZE, reduced_motion="no-preference") as context:
        page = context.new_page()
        page.set_content(BOX)
        return [later - earlier for earlier, later in pairwise(page.evaluate(FRAMES))]


def bundle() -> int:
    """Bytes of script and style, gzipped, that the first game needs before any card is drawn."""
    page = (STATIC / "play.html").read_text(encoding="utf-8")
    named = set(re.findall(r"/static/(assets/[\w.-]+\.(?:js|css))", page))
    return sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in (*named, "play.html"))


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--no-dealers") as served,
        chromium(WINDOWED) as browser,  # what people look at
    ):
        lobby = [first_use(browser, f"{served.url}/", "[data-testid^=table-]") for _ in range(TIMES)]
        field = "[data-testid=field-main-1]"
        table = [first_use(browser, f"{served.url}/play?table={TABLE}", field) for _ in range(TIMES)]
        gaps, bare = motion(browser, served), empty(browser)
    late = sum(gap > 25 for gap in gaps)
    print(f"lobby clickable   median {median(lobby):>6,.0f} ms   most {max(lobby):>6,.0f} ms")
    print(f"table clickable   median {median(table):>6,.0f} ms   most {max(table):>6,.0f} ms")
    print(
        f"three hands dealt {1000 * len(gaps) / sum(gaps):>6.1f} frames a second, "
        f"{late} of {len(gaps)} later than 25 ms, the latest {max(gaps):.0f} ms; "
        f"an empty page {1000 * len(bare) / sum(bare):.1f}"
    )
    size = bundle()
    limit = BUNDLE_MAX / 1000
    print(f"first game        {size / 1000:>6.1f} kB gzipped without card art (limit {limit:.0f} kB)")
    assert size <= BUNDLE_MAX, "the first game is too large"
