"""A live table of a test's own, dealt by hand at the croupier's screen, and terminals at it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from playwright.sync_api import Browser, expect

from tests.browser.staff import Screen, Staff
from tests.browser.terminal import Terminal
from tests.server.running import Served

CABINET, PHONE = (1920, 1080), (390, 844)
TIMES = {"betting_s": 60, "decision_s": 25, "dispute_s": 1, "result_s": 8, "animation_s": 0}


class Pit:
    """A live table, its croupier, and terminals at it."""

    def __init__(
        self,
        browser: Browser,
        house: Served,
        stack: ExitStack,
        name: str,
        profile: str,
        settings: Mapping[str, object] | None = None,
        **times: int,
    ) -> None:
        self._browser, self._house, self._stack = browser, house, stack
        self.table = name
        new = {"ask": house.ask_id(), "id": self.table, "name": self.table, "profile": profile}
        usual = {"face_down_reader": False, **({"seats_each": 2} if profile == "live-seven" else {})}
        set_to = {**usual, **(settings or {})}
        how = {"mode": "live", "times": {**TIMES, **times}, "settings": set_to}
        response = house.http("POST", "/api/house/tables", {**new, **how}, house.token("operator"))
        assert response.status == 201, response
        staff = stack.enter_context(Staff(browser, house))
        self.croupier: Screen = staff.at("croupier", f"/croupier/{self.table}")
        self.open_bets()

    def terminal(self, size: tuple[int, int], *, phase: str = "betting") -> Terminal:
        """One more guest who comes to the table in this phase."""
        context = self._stack.enter_context(
            self._browser.new_context(
                viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", has_touch=True
            )
        )
        terminal = Terminal(context.new_page(), self._house.url)
        terminal.page.goto(f"{terminal.url}/play?table={self.table}")
        terminal.phase(phase)
        return terminal

    def page(self, name: str, size: tuple[int, int]) -> Terminal:
        """A screen of the table that nobody plays at."""
        width, height = size
        context = self._stack.enter_context(
            self._browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        )
        screen = Terminal(context.new_page(), self._house.url)
        screen.page.goto(f"{screen.url}/{name}/{self.table}")
        screen.by(name).wait_for()
        return screen

    def open_bets(self) -> None:
        """The next round, as soon as the last result has been shown long enough."""
        expect(self.croupier.by("button-open-bets")).to_be_enabled(timeout=20_000)
        self.croupier.press("b")

    def close_bets(self) -> None:
        """No more bets, as soon as the croupier's screen has heard that any were placed."""
        expect(self.croupier.by("button-close-bets")).to_be_enabled()
        self.croupier.press("n")

    def deal(self, cards: str) -> None:
        """These cards, one after the other, as soon as each is due."""
        for card in cards.split():
            expect(self.croupier.by("next")).to_contain_text("Card for")
            lying = self.croupier.by("entered").locator("[data-testid=card]").count()
            self.croupier.card(card)
            expect(self.croupier.by("entered").locator("[data-testid=card]")).to_have_count(lying + 1)

    def face_down(self) -> None:
        self.croupier.expect_next("Your second card, face down")
        self.croupier.page.wait_for_timeout(300)
        self.croupier.press("Enter")

    def turn(self, card: str) -> None:
        self.croupier.expect_next("Turn your second card")
        self.croupier.card(card)


def decide(terminal: Terminal, decision: str) -> None:
    terminal.by(f"decision-{decision}").first.click()
