"""Hands dealt card by card by a croupier: what each comes to on the screen, and a bet that comes too late."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.pit import CABINET, PHONE, Pit, decide
from tests.browser.staff import Staff
from tests.browser.terminal import NOTE_LINES, Terminal, comes_to
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

BY_TIME = "osition 1: Stand, since time was up"
TWO_ACES = "Ac 5d 9s 6h Ad 6d 9c"
"""Two aces at position 1, against a six."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("house") / "data", "--no-dealers") as served:
        yield served


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as contexts:
        yield contexts


@pytest.mark.parametrize(
    ("profile", "dealer"), [("american-live", ["6d", "Td"]), ("live-seven", ["6d", "??"])]
)
def test_bj_02_bj_10_bj_21_tb_21_against_blackjacks_alone_the_dealer_draws_nothing(
    browser: Browser, house: Served, stack: ExitStack, profile: str, dealer: list[str]
) -> None:
    """Three to two. The card face down is turned at the one table, and left at the other (BJ-20).

    While the result is shown the seat can be left (TB-20).
    """
    pit = Pit(browser, house, stack, f"blackjack-{profile}", profile)
    ann = pit.terminal(CABINET)
    before = ann.balance()
    ann.sit(1)
    ann.bet(("main", 1))
    unit = int(ann.by("field-main-1").get_attribute("data-stake") or 0)
    pit.close_bets()
    pit.deal("As 6d Kd")
    pit.face_down()
    if dealer[1] != "??":
        pit.turn(dealer[1])
    ann.phase("result")
    assert ann.cards("dealer") == dealer, "sixteen is not drawn to"
    expect(ann.by("leave-seat-1")).to_be_visible()
    comes_to(lambda: ann.balance() - before, unit * 3 // 2)
    ann.by("leave-seat-1").click()
    expect(ann.by("take-seat-1")).to_be_visible()
    assert not ann.errors


def test_bj_01_bj_12_bj_18_a_hand_is_hit_to_a_charlie(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Ten cards win at once, whatever the dealer draws; aces count eleven as long as that fits."""
    pit = Pit(browser, house, stack, "charlie", "multihand-etg")
    ann = pit.terminal(CABINET)
    ann.bet(("main", 1))
    pit.close_bets()
    pit.deal(TWO_ACES)
    pit.face_down()
    totals = ("soft 12", "soft 13", "soft 14", "soft 16", "soft 18", "12", "13", "14")
    for total, card in zip(totals, "As Ah 2c 2d 4h Ac Ad As".split(), strict=True):
        expect(ann.by("total-1-0")).to_have_text(total)
        decide(ann, "hit")
        pit.deal(card)
    expect(ann.by("hand-1-0").get_by_test_id("card")).to_have_count(10)
    expect(ann.by("hand-1-0")).to_contain_text("Charlie")
    assert ann.by("decision-hit").count() == 0
    assert not ann.errors


def test_bj_12_tb_13_what_time_decided_is_said_to_be_automatic_in_the_replay_and_on_record(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Ann lets her time run out, and her hand stands (TB-61, TB-30)."""
    pit = Pit(browser, house, stack, "automatic", "multihand-etg", decision_s=3)
    ann = pit.terminal(CABINET)
    number = ann.bet(("main", 1))
    pit.close_bets()
    pit.deal("8h 5c 9d 6s 7d 6c 9c")
    pit.face_down()
    pit.turn("Td")
    pit.deal("5h")
    ann.phase("result")
    ann.press("history")
    ann.by(f"replay-{number}").click()
    ann.by("replay-slider").wait_for()
    steps_to(ann, "replay-automatic")
    expect(ann.by("replay-automatic")).to_contain_text(BY_TIME)
    supervisor = stack.enter_context(Staff(browser, house)).at("supervisor", "/supervisor")
    supervisor.by(f"house-{pit.table}").click()
    expect(supervisor.by("record")).to_contain_text(BY_TIME)


def steps_to(terminal: Terminal, name: str) -> None:
    """Goes through the replay from its beginning until this is shown."""
    terminal.page.keyboard.press("Home")
    onward = terminal.by("replay-next")
    for _ in range(60):
        if terminal.by(name).count() or onward.is_disabled():
            return
        at = terminal.by("replay").get_attribute("data-step")
        onward.click()
        expect(terminal.by("replay")).not_to_have_attribute("data-step", str(at))


class Late:
    """A line over which news of tables come late, once it is set to hold them back; answers come as ever."""

    def __init__(self, terminal: Terminal) -> None:
        self.holds = False
        self._held: list[str | bytes] = []
        self._screen: WebSocketRoute | None = None
        terminal.page.route_web_socket("**/ws", self._between)

    def _between(self, screen: WebSocketRoute) -> None:
        self._screen, server = screen, screen.connect_to_server()
        server.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        assert self._screen is not None
        if self.holds and json.loads(message)["type"] == "table":
            self._held.append(message)
        else:
            self._screen.send(message)

    def release(self) -> None:
        """What was held back comes, in its order."""
        self.holds = False
        assert self._screen is not None
        for message in self._held:
            self._screen.send(message)


def test_tb_29_a_bet_that_comes_too_late_is_refused_in_words_and_costs_nothing(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Bob's screen has not heard yet that no more bets are taken; the table's clock counts, not his."""
    pit = Pit(browser, house, stack, "too-late", "multihand-etg")
    ann, bob = pit.terminal(CABINET), pit.terminal(PHONE)
    line = Late(bob)
    bob.page.reload()
    bob.phase("betting")
    ann.bet(("main", 1))
    before = bob.balance()
    line.holds = True
    pit.close_bets()
    pit.deal("8h")
    bob.page.evaluate(NOTE_LINES)
    bob.place("main")
    comes_to(lambda: "No more bets: too late, and it costs nothing." in bob.page.evaluate("lines"), True)
    line.release()
    bob.phase("dealing")
    assert bob.balance() == before
    expect(bob.by("field-main-1").first).to_have_attribute("data-stake", "0")


@pytest.mark.parametrize("profile", ["live-seven", "american-live"])
def test_bj_11_tb_64_a_card_read_face_down_stands_on_no_screen_before_it_is_turned(
    browser: Browser, house: Served, stack: ExitStack, profile: str
) -> None:
    """Not as a card, a label, an address or a hidden text: patron, croupier, supervisor, display."""
    pit = Pit(browser, house, stack, f"read-{profile}", profile, {"face_down_reader": True})
    ann, display = pit.terminal(CABINET), pit.page("display", CABINET)
    supervisor = stack.enter_context(Staff(browser, house)).at("supervisor", f"/supervisor?table={pit.table}")
    ann.sit(1)
    ann.bet(("main", 1))
    pit.close_bets()
    pit.deal("5h 6c 9s")
    pit.croupier.expect_next("Your second card, face down over the reader")
    pit.croupier.card("Kd")
    ann.by("decision-stand").wait_for()
    expect(display.page.locator("[data-card='??']")).to_have_count(1)
    for screen in (ann.page, display.page, supervisor.page):
        assert "Kd" not in screen.locator("body").inner_html()
        assert screen.get_by_label("King of diamonds").count() == 0
    assert "Kd" not in pit.croupier.by("entered").inner_html()  # beside it lie the keys of all cards
    decide(ann, "stand")
    pit.turn("Kd")
    expect(ann.by("dealer").locator("[data-card=Kd]")).to_have_count(1)
    expect(display.page.locator("[data-card=Kd]")).to_have_count(1)
