"""A result that may be disputed, as patrons see it: shown at once, paid if nobody objects (TB-03, TB-30)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import player_at
from tests.browser.staff import SIZES, Screen, Staff, burn_face_down, opened
from tests.browser.terminal import Terminal
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

COUP = ("9h", "3s", "Tc", "4d")  # Player has nine


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("disputes") / "data", "--no-dealers") as started:
        yield started


@pytest.fixture
def staff(browser: Browser, house: Served) -> Iterator[Staff]:
    with Staff(browser, house) as started:
        yield started


@pytest.fixture
def patron(browser: Browser, house: Served) -> Iterator[Terminal]:
    width, height = SIZES["phone"]
    with browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
    ) as context:
        yield Terminal(context.new_page(), house.url)


def dealt(croupier: Screen) -> None:
    """No more bets, the burn of a fresh shoe, and a coup that Player wins."""
    expect(croupier.by("button-close-bets")).to_be_enabled()
    croupier.press("n")
    expect(croupier.by("next")).to_have_text(re.compile("Burn the first card|Card for Player"))
    if croupier.by("next").inner_text() != "Card for Player":
        croupier.card("2c")
        burn_face_down(croupier.page)
    for index, card in enumerate(COUP):
        croupier.expect_next("Card for Banker" if index % 2 else "Card for Player")
        croupier.card(card)


def test_gui_21_a_result_is_shown_at_once_and_paid_when_all_have_confirmed_it(
    house: Served, staff: Staff, patron: Terminal
) -> None:
    table = opened(house, "confirmed", "punto-banco", dispute_s=120)
    croupier = staff.at("croupier", f"/croupier/{table}")
    patron.open(table)
    with player_at(house.url, table) as other:
        croupier.expect_next("Open the bets")
        croupier.press("Enter")
        patron.bet(("player", 1))
        staked = patron.balance() - 100
        other.bet("banker", 500)
        dealt(croupier)
        # The result is there for everybody, and nobody has been paid.
        patron.phase("dispute")
        expect(patron.by("win").first).to_be_visible()
        expect(patron.by("message").first).to_contain_text("Player wins.")
        expect(patron.by("message").first).to_contain_text("is credited when the dispute time is over")
        expect(patron.by("to-be-paid")).to_have_text("€2")
        other.until(lambda: other.game.own.lines)
        assert other.game.public.winner == "player"
        assert other.game.public.results[-1] == "player"
        assert patron.balance() == staked
        expect(patron.by("button-dispute").locator("[data-testid=timer]")).to_be_visible()
        patron.by("button-confirm-result").click()
        expect(patron.by("button-confirm-result")).to_have_count(0)
        expect(patron.by("button-dispute")).to_be_visible()
        assert patron.balance() == staked
        other.do(other.game.do("confirm_result"))
        patron.phase("result")
        expect(patron.by("last-win")).to_be_visible()
        expect(patron.by("balance").first).to_have_attribute("data-amount", str(staked + 200))
        assert patron.errors == []


def test_tb_30_a_form_that_lies_open_is_waited_for_and_its_words_are_for_staff_alone(
    house: Served, staff: Staff, patron: Terminal
) -> None:
    table = opened(house, "form-open", "punto-banco", dispute_s=2)
    croupier = staff.at("croupier", f"/croupier/{table}")
    patron.open(table)
    with player_at(house.url, table) as other:
        croupier.expect_next("Open the bets")
        croupier.press("Enter")
        patron.bet(("player", 1))
        other.bet("banker", 500)
        dealt(croupier)
        patron.by("button-dispute").click()
        expect(patron.by("sheet-dispute")).to_be_visible()
        patron.page.wait_for_timeout(2_500)
        patron.by("dispute-reason-card").check()
        patron.by("ask-yes").click()
        croupier.expect_next("A dispute is open. Close it with a reason, or call a supervisor.")
        expect(croupier.by("dispute")).to_contain_text("A card was read wrong")
        other.until(lambda: other.game.public.dispute is not None)
        dispute = other.game.public.dispute
        assert dispute is not None
        assert dict(dispute.facts) == {"round": 1}
        expect(patron.by("message").first).to_have_text(re.compile("A dispute is open"))
        for screen in (patron, croupier):  # the table halts, and no time runs
            expect(screen.page.get_by_test_id("timer")).to_have_count(0)
        croupier.press("l")
        expect(croupier.by("sheet-dispute")).to_be_visible()
        croupier.press("1")
        patron.phase("result")


def test_tb_30_beside_somebody_elses_dispute_the_words_of_an_open_form_stay(
    house: Served, staff: Staff, patron: Terminal
) -> None:
    """A table has one open dispute: the form says so, keeps what was typed, and is closed by the patron."""
    table = opened(house, "two-disputes", "punto-banco", dispute_s=120)
    croupier = staff.at("croupier", f"/croupier/{table}")
    patron.open(table)
    with player_at(house.url, table) as other:
        croupier.expect_next("Open the bets")
        croupier.press("Enter")
        patron.bet(("player", 1))
        other.bet("banker", 500)
        dealt(croupier)
        patron.by("button-dispute").click()
        words = patron.by("sheet-dispute").get_by_test_id("dispute-reason")
        words.fill("The second card was a five")
        other.do(other.game.do("dispute", reason="payout"))
        note = patron.by("dispute-of-others")
        expect(note).to_contain_text("A dispute is open already")
        expect(words).to_have_value("The second card was a five")
        expect(patron.by("ask-yes")).to_be_disabled()
        croupier.expect_next("A dispute is open. Close it with a reason, or call a supervisor.")
        croupier.press("l")
        expect(croupier.by("sheet-dispute")).to_be_visible()
        croupier.press("1")
        expect(note).to_contain_text("can no longer be disputed")
        expect(words).to_have_value("The second card was a five")
        patron.by("ask-no").click()
        expect(patron.by("sheet-dispute")).to_have_count(0)
        patron.phase("result")
        assert patron.errors == []
