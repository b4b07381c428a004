"""Members of staff at their screens: what they press, and what they read in large letters."""

from __future__ import annotations

from time import monotonic
from typing import Self

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from cutcard.server.realtime.websocket import COOKIE
from tests.browser.axe import as_the_system
from tests.browser.player import Player
from tests.server.running import Served

BURNS_S = 90
SIZES = {"cabinet": (1920, 1080), "laptop": (1366, 768), "phone": (390, 844)}


class Screen:
    """A page that a member of staff has signed in to."""

    def __init__(self, context: BrowserContext, house: Served, role: str, path: str) -> None:
        context.add_cookies([{"name": COOKIE, "value": house.token(role), "url": house.url}])
        self.page: Page = context.new_page()
        self.page.goto(house.url + path)

    def by(self, name: str) -> Locator:
        return self.page.get_by_test_id(name).first

    def press(self, keys: str) -> None:
        """These keys, one after the other."""
        for key in keys.split():
            self.page.keyboard.press(key)

    def expect_next(self, text: str) -> None:
        """What to do next stands there in large letters."""
        expect(self.by("next")).to_have_text(text)

    def card(self, card: str) -> None:
        """A card by its two letters, as a scanner types it, line end and all."""
        self.page.keyboard.type(f"{card}\n")

    def entered(self, *cards: str) -> None:
        """These cards lie there, in this order, as soon as the table has sent them."""
        lying = self.by("entered").locator("[data-testid=card]")
        expect(lying).to_have_count(len(cards))
        for place, card in enumerate(cards):
            expect(lying.nth(place)).to_have_attribute("data-card", card)


class Staff:
    """Members of staff, each at a screen of their own."""

    def __init__(self, browser: Browser, house: Served) -> None:
        self._browser, self._house = browser, house
        self._contexts: list[BrowserContext] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for context in self._contexts:
            context.close()

    def at(self, role: str, path: str, size: str = "cabinet") -> Screen:
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
        )
        as_the_system(context)
        self._contexts.append(context)
        return Screen(context, self._house, role, path)


def burn_face_down(page: Page) -> None:
    """Cards go face down until none is left to burn; an Enter before the answer counts nothing."""
    following = page.get_by_test_id("next").first
    expect(following).to_have_text("Burn a card, face down")
    until = monotonic() + BURNS_S
    while following.inner_text() == "Burn a card, face down":
        assert monotonic() < until, "the burns do not end"
        page.wait_for_timeout(300)
        page.keyboard.press("Enter")


def opened(house: Served, name: str, profile: str, **times: int) -> str:
    """A live table of its own for a test."""
    new = {
        "ask": house.ask_id(),
        "id": name,
        "name": name,
        "profile": profile,
        "mode": "live",
        "times": times,
    }
    answer = house.http("POST", "/api/house/tables", new, house.token("operator"))
    assert answer.status == 201, answer
    return name


def called(house: Served, player: Player) -> str:
    """The name on a player's account."""
    people = house.http("GET", "/api/people?guests=true", token=house.token("operator")).body
    (name,) = [str(person["name"]) for person in people if person["id"] == player.name]
    return name
