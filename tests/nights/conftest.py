"""One browser for whole evenings; each evening has a house of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium

expect.set_options(timeout=60_000)  # on a machine with much to do a screen may take its time


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started
