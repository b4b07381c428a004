"""A real Chromium for the tests of the screens: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str | None:
    """The browser of the system, if there is one."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return found if found and Path(found).exists() else None


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser; the test is skipped where none can be had, and fails where one must be."""
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        except Error as missing:
            if os.environ.get("CUTCARD_CI"):
                raise
            pytest.skip(f"no Chromium here: {str(missing).splitlines()[0]}")
        try:
            yield browser
        finally:
            browser.close()
