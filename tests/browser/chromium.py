"""A real Chromium for the tests of the screens: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
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


SHELL = "chromium-headless-shell"
"""The same engine without windows, tabs and menus: a page costs it less than half."""


WINDOWED = ("chromium", "chromium-browser", "google-chrome")


def executable(names: Sequence[str]) -> str | None:
    """The first of these browsers that the system has."""
    paths = (path for name in names if (path := shutil.which(name)))
    return next((path for path in paths if Path(path).exists()), None)


@contextmanager
def chromium(names: Sequence[str] = (SHELL, *WINDOWED)) -> Iterator[Browser]:
    """A running browser; the test is skipped where none can be had, and fails where one must be."""
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=executable(names), args=FLAGS)
        except Error as missing:
            if os.environ.get("CUTCARD_CI"):
                raise
            pytest.skip(f"no Chromium here: {str(missing).splitlines()[0]}")
        try:
            yield browser
        finally:
            browser.close()
