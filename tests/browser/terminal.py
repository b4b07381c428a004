"""A patron's terminal in the browser: clicks what a patron would click, reads what a patron would read."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Error, Locator, Page

WAIT_MS = 90_000
ROUND_S = 180

NOTE_LINES = """() => {
  window.lines = [];
  const note = () => {
    const line = document.querySelector("[data-testid=message]")?.textContent;
    if (line && window.lines.at(-1) !== line) window.lines.push(line);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  note();
}"""
"""Everything that the message line says from now on, in ``window.lines``."""


class Terminal:
    """One page that plays."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.errors: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def by(self, name: str) -> Locator:
        """What has this test id."""
        return self.page.get_by_test_id(name)

    def open(self, table: str) -> None:
        """Sit down at a table as a guest."""
        self.page.goto(f"{self.url}/play?table={table}")
        self.by("balance").first.wait_for()
        self.page.locator("[data-testid^=field-]:visible").first.wait_for()

    def open_seated(self, table: str) -> None:
        """Come to a table with seats as a guest, and sit nowhere yet."""
        self.page.goto(f"{self.url}/play?table={table}")
        self.by("seat-1").wait_for()

    def chip(self, amount: int) -> None:
        """Take a chip in hand."""
        self.by(f"chip-{amount}").first.click()

    def place(self, bet: str, position: int = 1) -> None:
        """Put the chip on a field."""
        self.by(f"field-{bet}-{position}").first.click()

    def press(self, name: str) -> None:
        """One of the buttons at the bottom."""
        self.by(f"button-{name}").first.click()

    def deal(self) -> None:
        """Deal, and answer everything that is asked until the round is over."""
        before = self.round()
        self.press("deal")
        self.finish(before)

    def finish(self, number: int) -> None:
        """Answer everything that is asked until this round is over and the next one open."""
        until = monotonic() + ROUND_S
        while self.round() <= number:
            assert monotonic() < until, "the round does not end"
            self.answer()

    def answer(self) -> None:
        """Stand, or decline, where something is asked; else wait a moment."""
        asked = self.page.locator(
            "[data-testid=decision-stand]:enabled, [data-testid^=offer-decline-]:enabled"
        )
        if asked.count():
            with suppress(Error):  # it was answered, or its time was up, while the pointer was on its way
                asked.first.click(timeout=1000)
        self.page.wait_for_timeout(60)

    def phase(self, *names: str) -> None:
        """Wait until the table is in one of these phases."""
        states = ", ".join(f"[data-testid^=game-][data-phase={name}]" for name in names)
        self.page.locator(states).first.wait_for()

    def bet(self, *bets: tuple[str, int]) -> int:
        """Chips on these fields as soon as bets are taken; gives the round."""
        self.phase("betting")
        number = self.round()
        for bet, position in bets:
            self.place(bet, position)
        for bet, position in bets:
            self.page.locator(f"[data-testid=field-{bet}-{position}]:not([data-stake='0'])").first.wait_for()
        return number

    def sit(self, seat: int) -> None:
        """Take a seat, between rounds."""
        self.phase("betting")
        self.by(f"take-seat-{seat}").click()
        self.by(f"field-main-{seat}").wait_for()

    def round(self) -> int:
        """The number of the round that is shown."""
        shown = self.page.locator("text=/^#\\d+$/").first.inner_text()
        return int(re.sub(r"\D", "", shown))

    def balance(self) -> int:
        """The credit meter, in minor units."""
        shown = self.by("balance").first
        amount = int(str(shown.get_attribute("data-amount")))
        assert minor(shown.inner_text()) == amount, "the meter shows what it was sent"
        return amount

    def cards(self, name: str) -> list[str]:
        """The cards of a hand, as they lie."""
        cards = self.by(name).first.locator("[data-testid=card]")
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def api(self, path: str) -> Any:
        """What the server says to this patron."""
        answer = self.page.request.get(f"{self.url}{path}")
        assert answer.ok, f"{path}: {answer.status} {answer.text()[:200]}"
        return answer.json()

    def table(self) -> str:
        """The private table this terminal plays at."""
        name = self.page.locator("[data-testid^=game-]:not([data-testid^=game-tab])").first
        return str(name.get_attribute("data-testid")).removeprefix("game-")


def comes_to(shown: Callable[[], object], due: object) -> None:
    """What is shown comes to be this. Screens hear of a step one after the other."""
    until = monotonic() + WAIT_MS / 1000
    while (now := shown()) != due:
        assert monotonic() < until, f"{now!r} is shown, and {due!r} is due"
        sleep(0.1)


def minor(shown: str) -> int:
    """``€9,985.00`` as minor units."""
    figures = re.sub(r"[^\d.,-]", "", shown)
    whole, _, part = figures.replace(",", "").partition(".")
    return int(whole + (part + "00")[:2])
