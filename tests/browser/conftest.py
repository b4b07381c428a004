"""One server and one browser for the tests of the screens; each test has a terminal of its own.

The house has set its tables to quick times, as it may, so that whole rounds fit into a test.

The browser ends with its file of tests: while it lives, its event loop lies under the thread, and no other
test of the same worker could run one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.quick import hurry
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

# On a machine with much to do a screen may take its time; a test that passes is not slowed by it.
expect.set_options(timeout=45_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "data") as started:
        hurry(started)
        yield started


@pytest.fixture
def terminal(browser: Browser, served: Served) -> Iterator[Terminal]:
    with browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce") as context:
        opened = Terminal(context.new_page(), served.url)
        yield opened
        assert opened.errors == [], "the page itself broke"
