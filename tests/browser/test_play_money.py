"""Play money on the screens: marked as such, and nothing that would pay it out (TB-52, TB-53)."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from cutcard.server.realtime.websocket import COOKIE
from tests.browser.terminal import Terminal
from tests.server.running import Served

TABLE = "punto-banco-internal"


def test_tb_52_a_guest_is_shown_play_money_and_no_cash_out(browser: Browser, served: Served) -> None:
    with browser.new_context(locale="de-DE") as context:
        guest = Terminal(context.new_page(), served.url)
        guest.open(TABLE)
        expect(guest.by("play-money")).to_have_text("Spielgeld")
        expect(guest.by("button-cash-out")).to_have_count(0)
        guest.page.goto(f"{served.url}/")
        expect(guest.by("play-money")).to_be_visible()
    with browser.new_context(locale="en-GB") as context:
        token = served.patron(50_000)["token"]
        context.add_cookies([{"name": COOKIE, "value": token, "url": served.url}])
        member = Terminal(context.new_page(), served.url)
        member.open(TABLE)
        expect(member.by("play-money")).to_have_count(0)
        member.by("button-cash-out").click()
        member.by("cash-out-confirm").click()
        expect(member.by("cash-out-slip")).to_be_visible()
