"""Play money on the screens: marked as such, and nothing that would pay it out (TB-52, TB-53)."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import Browser, expect

from cutcard.server.realtime.websocket import COOKIE
from tests.browser.pit_staff import PitStaff, staff_at
from tests.browser.player import Player, player_at
from tests.browser.staff import Staff, called, opened
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


def settle(staff: PitStaff, *players: Player) -> None:
    """A coup that Player wins, with a wager of five on it from everybody."""
    staff.ask("croupier", "open_bets")
    for player in players:
        player.bet("player", 500)
    staff.ask("croupier", "close_bets")
    staff.deal("2c")
    staff.ask("croupier", "burn")
    staff.ask("croupier", "burn")
    staff.deal("9h 3s Tc 4d")
    for player in players:
        player.until(partial(lambda game: game.own.lines, player.game))


def test_tb_52_a_supervisor_sees_money_and_play_money_apart(browser: Browser, served: Served) -> None:
    """A guest and a member have staked the same: one is marked, and a correction never adds up both."""
    table, member = opened(served, "two-purses", "punto-banco", dispute_s=1), served.patron(50_000)
    with (
        Staff(browser, served) as screens,
        staff_at(served, table) as staff,
        player_at(served.url, table) as playing,
        player_at(served.url, table, member["token"]) as paying,
    ):
        settle(staff, playing, paying)
        guest, paid = f"{called(served, playing)} (Play money)", member["name"]
        screen = screens.at("supervisor", "/supervisor")
        screen.by(f"house-{table}").click()
        expect(screen.by("record")).to_contain_text(f"{guest}: staked €5.00")
        expect(screen.by("record")).to_contain_text(f"{paid}: staked €5.00")
        screen.by("propose").click()
        screen.by(f"amount-{playing.name}").fill("7")
        screen.by(f"amount-{paying.name}").fill("2")
        expect(screen.by("house-gives")).to_have_text("The house pays €2.00 in all.")
        expect(screen.by("house-gives-play")).to_have_text("Play money: The house pays €7.00 in all.")
        screen.by("propose-why").fill("A four was a five")
        screen.by("propose-go").click()
        posted = screen.by("proposal-1")
        expect(posted).to_contain_text(re.compile(rf"{re.escape(guest)}\s*€7.00"))
        expect(posted).to_contain_text(re.compile(rf"{re.escape(paid)}\s*€2.00"))
        expect(posted).to_contain_text(re.compile(r"House\s*-€2.00"))
        expect(posted).to_contain_text(re.compile(r"House \(Play money\)\s*-€7.00"))
