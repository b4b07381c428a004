"""What axe finds on a page in dark surroundings and in light ones, loaded once for both. It mends nothing."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

BOTH = ("dark", "light")
DARK = ("dark",)
"""A table's display has surroundings of its own."""

AS_THE_SYSTEM = """
if (location.protocol.startsWith("http"))
  localStorage.setItem("cutcard.preferences", JSON.stringify({ surroundings: "auto" }));
"""


def as_the_system(context: BrowserContext) -> None:
    """Whoever sits here has chosen surroundings like those of the system."""
    context.add_init_script(AS_THE_SYSTEM)


def nothing_found(page: Page, surroundings: Sequence[str] = BOTH) -> None:
    """The system goes dark and light, the page with it, and axe has nothing to say either time."""
    for scheme in surroundings:
        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        if surroundings is BOTH:
            expect(page.locator("html")).to_have_attribute("data-surroundings", scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"
