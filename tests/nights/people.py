"""Who spends the evening here: two patrons, a croupier and a supervisor, each at a screen of their own.

They press what people press. What a person sees is asked of the page, never of the server.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Page, expect

from cutcard.server.realtime.websocket import COOKIE
from tests.browser.staff import burn_face_down
from tests.browser.terminal import Terminal
from tests.nights.house import House

WAIT_MS = 60_000


class Person:
    """Somebody with a browser of their own, which outlives the pages in it."""

    def __init__(self, browser: Browser, house: House, width: int = 1366, height: int = 768) -> None:
        self.house = house
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
        )
        self.errors: list[str] = []
        self.page: Page = self._new_page()

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page


class Patron(Person):
    """A guest at a terminal."""

    def __init__(self, browser: Browser, house: House, table: str) -> None:
        super().__init__(browser, house)
        self.table = table
        self.terminal = self._opened()
        self.id = str(self.terminal.api("/api/me")["patron"])

    def close_tab(self) -> None:
        self.page.close()

    def come_back(self) -> None:
        """The same browser, and so the same account, at the same table."""
        self.page = self._new_page()
        self.terminal = self._opened()

    def _opened(self) -> Terminal:
        terminal = Terminal(self.page, self.house.url)
        self.page.goto(f"{self.house.url}/play?table={self.table}")
        self.page.locator(f"[data-testid=game-{self.table}][data-phase]").first.wait_for()
        terminal.by("balance").first.wait_for()
        return terminal

    def bet_behind(self, seat: int) -> None:
        """The smallest chip behind somebody."""
        self.terminal.by(f"button-behind-{seat}").click()
        self.terminal.by("behind-100").click()
        self.page.keyboard.press("Escape")
        self.page.get_by_text("Yours behind").first.wait_for()

    def decide(self, decision: str) -> None:
        self.page.locator(f"[data-testid=decision-{decision}]:enabled").first.click()

    def confirm(self) -> None:
        self.terminal.by("button-confirm-result").first.click()

    def reads(self, text: str) -> None:
        """A notice says so; once it is put away it does not come back."""
        notice = self.terminal.by("notice").filter(has_text=text)
        expect(notice).to_have_count(1, timeout=WAIT_MS)
        notice.get_by_test_id("notice-ok").click()
        expect(notice).to_have_count(0, timeout=WAIT_MS)

    def listens(self) -> Callable[[], list[str]]:
        """From now on every message line is noted, however short it stands there."""
        self.page.evaluate(
            """() => {
              const line = document.querySelector('[data-testid=message]');
              window.said = [line.textContent];
              const noted = new MutationObserver(() => said.push(line.textContent));
              noted.observe(line, { childList: true, characterData: true, subtree: true });
            }"""
        )
        return lambda: list(self.page.evaluate("said"))

    def replay_shows(self, number: int, text: str) -> None:
        """Some step of a past round says so."""
        self.terminal.press("history")
        self.terminal.by(f"replay-{number}").click()
        self.terminal.by("replay-slider").wait_for()
        step = self.terminal.by("replay").filter(has_text=text)
        further = self.page.locator("[data-testid=replay-next]:enabled")
        while not step.count() and further.count():
            further.click()
        expect(step).to_have_count(1)
        self.page.keyboard.press("Escape")

    def dispute(self) -> None:
        self.terminal.by("button-dispute").first.click()
        self.terminal.by("dispute-reason-card").check()
        self.terminal.by("ask-yes").click()


class Staff(Person):
    """A member of the house who has signed in."""

    def __init__(self, browser: Browser, house: House, role: str, path: str) -> None:
        super().__init__(browser, house, 1920, 1080)
        self.context.add_cookies([{"name": COOKIE, "value": house.served.token(role), "url": house.url}])
        self.page.goto(house.url + path)

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).first.click()


class Croupier(Staff):
    """Deals real cards: types them as a scanner does."""

    def __init__(self, browser: Browser, house: House, table: str) -> None:
        super().__init__(browser, house, "croupier", f"/croupier/{table}")

    def expect_next(self, text: str) -> None:
        """What to do next stands there in large letters."""
        expect(self.page.get_by_test_id("next").first).to_have_text(text, timeout=WAIT_MS)

    def next_is(self, text: str) -> bool:
        """Whether that is what comes next, now."""
        return self.page.get_by_test_id("next").first.inner_text() == text

    def open_bets(self) -> None:
        expect(self.page.get_by_test_id("button-open-bets").first).to_be_enabled(timeout=WAIT_MS)
        self.page.keyboard.press("b")

    def close_bets(self) -> None:
        expect(self.page.get_by_test_id("button-close-bets").first).to_be_enabled(timeout=WAIT_MS)
        self.page.keyboard.press("n")

    def card(self, to: str, card: str) -> None:
        self.expect_next(f"Card for {to}")
        self._type(card)

    def face_down(self) -> None:
        self.expect_next("Your second card, face down")
        self.page.wait_for_timeout(300)  # an Enter right after a card is the scanner's
        self.page.keyboard.press("Enter")

    def over_the_reader(self, card: str) -> None:
        """The reader types the face-down card; nobody sees it."""
        self.expect_next("Your second card, face down over the reader")
        self._type(card)

    def burn(self, shown: str) -> None:
        """The first cards of a fresh baccarat shoe: a deuce is shown, so two more go."""
        self.expect_next("Burn the first card, face up")
        self._type(shown)
        burn_face_down(self.page)

    def turn(self, card: str) -> None:
        self.expect_next("Turn your second card")
        self._type(card)

    def put_right(self, card: str) -> None:
        """The last card was misread."""
        self.page.keyboard.press("x")
        self.expect_next("Enter the card that really lies there")
        self._type(card)

    def pause(self) -> None:
        self.page.keyboard.press("p")
        expect(self.page.get_by_test_id("sheet-pause").first).to_be_visible()
        self.page.keyboard.press("2")

    def _type(self, card: str) -> None:
        self.page.keyboard.type(card)
        self.page.keyboard.press("Enter")


class Supervisor(Staff):
    """Judges beside the record."""

    def __init__(self, browser: Browser, house: House, table: str) -> None:
        super().__init__(browser, house, "supervisor", "/supervisor")
        self.table = table
        self.looks_back = False
        self.press(f"house-{table}")

    def resume(self) -> None:
        self.press(f"resume-{self.table}")

    def propose(self, round_: int, patron: str, amount: str, why: str) -> None:
        """The first of two people: a patron of a settled round is to get so much more."""
        record = self.page.get_by_test_id("record").first
        self.looks_back = True
        while int(record.get_attribute("data-round") or 0) > round_:
            self.press("round-before")
        self.press("propose")
        self.page.get_by_test_id(f"amount-{patron}").first.fill(amount)
        self.page.get_by_test_id("propose-why").first.fill(why)
        self.press("propose-go")

    def result_stands(self, why: str) -> None:
        self.press(f"stands-{self.table}")
        self._because(why)

    def put_right(self, place: int, card: str, why: str) -> None:
        """A card of the disputed round, by its place."""
        self.press(f"correct-{place}")
        self.page.get_by_test_id("real-card").first.fill(card)
        self.page.get_by_test_id("real-card-why").first.fill(why)
        self.press("real-card-go")

    def void(self, why: str) -> None:
        self.press(f"void-{self.table}")
        self._because(why)

    def reads(self, card: str, text: str) -> None:
        """A card beside its words, in one line of the record."""
        drawn = self.page.locator(f"[data-card='{card}']")
        line = self.page.locator("[data-testid=record] li").filter(has_text=text)
        expect(line.filter(has=drawn).first).to_be_visible(timeout=WAIT_MS)

    def newest_round(self) -> None:
        """Back from an older record to the running one."""
        later = self.page.get_by_test_id("round-after").first
        while later.is_enabled():
            later.click()
        self.looks_back = False

    def _because(self, why: str) -> None:
        self.page.get_by_test_id("why").first.fill(why)
        self.press("why-go")


class SecondPerson(Staff):
    """An operator, who approves what a supervisor has proposed."""

    def __init__(self, browser: Browser, house: House, table: str) -> None:
        super().__init__(browser, house, "operator", "/supervisor")
        self.press(f"house-{table}")

    def approve(self, number: int) -> None:
        self.press(f"approve-{number}")
        expect(self.page.get_by_test_id(f"proposal-{number}")).to_have_count(0, timeout=WAIT_MS)
