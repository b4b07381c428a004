"""What is drawn on the felt: each hand's stake, cards one did not bet on or burnt, what glows, two forks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pit import CABINET, PHONE, Pit, decide
from tests.browser.terminal import Terminal, comes_to, minor
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow

LIT = re.compile(r"\blit\b")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("house") / "data", "--no-dealers") as started:
        yield started


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as started:
        yield started


def stakes(terminal: Terminal, position: int, prefix: str = "stake") -> list[int]:
    """What lies on each hand of a position, in minor units."""
    lying = terminal.page.locator(f"[data-testid^={prefix}-{position}-]").all()
    return [minor(pile.inner_text()) for pile in lying]


def grey(terminal: Terminal) -> list[str]:
    """The greyed cards of the history bar, as they are read out."""
    return terminal.by("history-bar").locator("li.burned [aria-hidden]").all_inner_texts()


def test_gui_11_bj_08_bj_13_bj_14_tb_10_tb_11_sb_51_a_shared_round_as_two_patrons_see_it(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Ann splits eights and doubles the first; Bob stands on his eleven and burns all that comes.

    All positions are dealt, whoever bet on them (BJ-08).
    """
    pit = Pit(browser, house, stack, "felt-shared", "multihand-etg")
    ann, bob = pit.terminal(CABINET), pit.terminal(PHONE)
    number = ann.bet(("main", 1), ("pair", 1))
    bob.bet(("main", 2))
    unit = int(ann.by("field-main-1").get_attribute("data-stake") or 0)
    pit.close_bets()
    pit.deal("8h 5c 9d 6s 8d 6c 9d")
    pit.face_down()

    dimmed(ann, bob)
    split_and_doubled(pit, ann, bob, unit)
    comes_to(lambda: (grey(ann), grey(bob)), ([], ["3♣", "10♠", "5♦"]))
    decide(ann, "stand")
    pit.turn("Td")
    pit.deal("5h")
    settled(ann)
    ann.press("history")
    ann.by(f"replay-{number}").click()
    ann.by("replay-slider").wait_for()
    ann.page.keyboard.press("End")
    replayed = ann.by("replay").locator("[data-testid^=stake-1-]")
    expect(replayed).to_have_count(2)
    assert [minor(pile.inner_text()) for pile in replayed.all()] == [2 * unit, unit]


def dimmed(ann: Terminal, bob: Terminal) -> None:
    """The first cards of positions that one did not bet on lie there, without a total (TB-10)."""
    expect(ann.by("unbet-3-0").get_by_test_id("card")).to_have_count(2)
    assert ann.cards("unbet-2-0") == ["5c", "6c"]
    assert ann.cards("unbet-3-0") == ["9d", "9d"]
    expect(bob.by("unbet-1-0").get_by_test_id("card")).to_have_count(2)
    assert bob.cards("unbet-1-0") == ["8h", "8d"]
    assert bob.by("total-1-0").count() == 0


def split_and_doubled(pit: Pit, ann: Terminal, bob: Terminal, unit: int) -> None:
    """Each hand of Ann's split shows its own stake; a single hand's lies on its field (GUI-11).

    The first hand is doubled and gets one card (BJ-13), the other plays on (BJ-14).
    """
    decide(ann, "split")
    expect(ann.by("stake-1-1")).to_be_visible()
    comes_to(lambda: stakes(ann, 1), [unit, unit])
    assert bob.by("stake-2-0").count() == 0
    decide(bob, "stand")
    pit.deal("3c")
    decide(ann, "double")
    expect(ann.by("stake-1-0")).to_contain_text(f"{2 * unit // 100}")
    comes_to(lambda: stakes(ann, 1), [2 * unit, unit])
    pit.deal("Ts 5d")


def settled(ann: Terminal) -> None:
    """Two pairs have won: the panel says so to all, the field glows only where Ann's stake is (SB-51)."""
    expect(ann.by("field-pair-1")).to_have_class(LIT)
    expect(ann.by("field-pair-3")).not_to_have_class(LIT)
    expect(ann.by("special-pair")).to_have_class(LIT)
    expect(ann.by("hand-1-0").locator(".mark")).to_have_count(1)
    assert ann.by("unbet-2-0").locator(".mark").count() == 0


def test_gui_11_gui_16_gui_31_tb_22_a_split_seat_and_what_rides_behind_it(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Bob rides behind Ann's seat and stays on the first hand; the display shows what lies on each."""
    pit = Pit(browser, house, stack, "felt-behind", "american-live")
    ann, bob = pit.terminal(PHONE), pit.terminal(CABINET)
    ann.sit(2)
    ann.bet(("main", 2))
    unit = int(ann.by("field-main-2").get_attribute("data-stake") or 0)
    bob.by("button-behind-2").click()
    bob.by("behind-split").uncheck()
    bob.by(f"behind-{unit}").click()
    bob.page.keyboard.press("Escape")
    bob.page.get_by_text("Yours behind").wait_for()
    display = pit.page("display", CABINET)
    pit.close_bets()
    pit.deal("8h 6s 8d")
    pit.face_down()
    decide(ann, "split")
    pit.deal("3c")
    decide(ann, "double")
    pit.deal("Ts 5d")
    comes_to(lambda: [stakes(screen, 2) for screen in (ann, bob, display)], [[2 * unit, unit]] * 3)
    # It doubled along and did not split.
    comes_to(lambda: stakes(bob, 2, "behind-stake"), [2 * unit])


def test_tb_02_the_longest_message_lies_over_no_hand(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Ann's split lies outermost, and the result, the dispute time and what she gets are shown as one."""
    pit = Pit(browser, house, stack, "felt-message", "live-seven", dispute_s=60)
    ann = pit.terminal(CABINET)
    ann.sit(1)
    ann.bet(("main", 1))
    pit.close_bets()
    pit.deal("8h 6s 8d")
    pit.face_down()
    for decision, card in (("split", "3c"), ("stand", "5d"), ("stand", "")):
        decide(ann, decision)
        pit.deal(card)
    pit.turn("Td")
    pit.deal("9c")
    line = ann.by("message").first
    expect(line).to_contain_text("is credited when the dispute time is over")
    said = line.bounding_box()
    assert said is not None
    for branch in (0, 1):
        hand = ann.by(f"hand-1-{branch}").first.bounding_box()
        assert hand is not None
        beside = said["x"] + said["width"] <= hand["x"]
        assert beside or said["y"] + said["height"] <= hand["y"], branch


def test_gui_11_tb_22_insurance_is_asked_seat_by_seat(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Ann sits at seat 1 and has a bet behind seat 7: she is asked about both, and each is named (BJ-16)."""
    pit = Pit(browser, house, stack, "felt-insured", "american-live")
    ann, bob = pit.terminal(CABINET), pit.terminal(PHONE)
    ann.sit(1)
    bob.sit(7)
    bob.bet(("main", 7))
    ann.bet(("main", 1))
    ann.by("button-behind-7").click()
    ann.by("behind-100").click()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_text("Yours behind").wait_for()
    pit.close_bets()
    pit.deal("8h 9d As 8d 9c")
    pit.face_down()
    expect(ann.by("hand-1-0").first).to_have_accessible_name(re.compile("^Seat 1: "))
    for seat in (1, 7):
        expect(ann.by("message").first).to_have_text(f"Insurance for seat {seat}?")
        asked = ann.page.get_by_role("group", name=f"Seat {seat}: your decision")
        expect(asked.get_by_test_id("decision-decline")).to_be_visible()
        assert "Position" not in asked.inner_text()
        asked.get_by_test_id("decision-decline").click()
    expect(ann.by("dealer-total").first).to_have_text("A")  # an ace alone is no total yet


def test_gui_08_gui_16_a_seat_has_a_button_for_all_its_bets(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    pit = Pit(browser, house, stack, "felt-all", "live-seven")
    for size, seat in ((CABINET, 2), (PHONE, 3)):
        ann = pit.terminal(size)
        ann.sit(seat)
        every = ann.by(f"button-bet-all-{seat}")
        expect(every).to_be_enabled()
        cost = minor(ann.by(f"bet-all-cost-{seat}").inner_text())
        every.click()
        expect(ann.by("bet").first).to_have_text(f"€{cost // 100}")
        scrolled = "felt => felt.parentElement.scrollTop"
        assert ann.page.locator("div.table").evaluate(scrolled) == 0, "the dealer's cards are in sight"


def test_tb_40_two_interrupted_seats_of_one_patron_are_both_before_them(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    pit = Pit(browser, house, stack, "felt-two-seats", "live-seven", decision_s=6)
    ann, bob = pit.terminal(CABINET), pit.terminal(PHONE)
    for seat in (1, 2):
        ann.sit(seat)
    bob.sit(3)
    ann.bet(("main", 1), ("main", 2))
    bob.bet(("main", 3))
    pit.close_bets()
    pit.deal("8h 5c 9d 6s 4d 6c 3d")
    pit.face_down()
    ann.by("decision-stand").wait_for()
    ann.page.goto("about:blank")
    for seat in (1, 2):
        bob.by(f"seat-forked-{seat}").wait_for()
    ann.page.goto(f"{ann.url}/play?table={pit.table}")
    panels = ann.by("interrupted")
    expect(panels).to_have_count(2)
    assert [panel.get_attribute("data-seat") for panel in panels.all()] == ["1", "2"]
    for seat, cards in ((1, ["8h", "4d"]), (2, ["5c", "6c"])):
        assert ann.cards(f"fork-hand-{seat}-0") == cards
    bob.answer()  # or his time is up: he stands
    pit.turn("Td")
    pit.deal("5h")
    # The house counts best play beside the table, and a busy machine takes its time.
    over = ann.page.locator("[data-testid=interrupted][data-state=over]")
    expect(over).to_have_count(2, timeout=60_000)
    ann.by("interrupted-close").first.click()
    expect(panels).to_have_count(1)


def test_sb_51_a_field_of_baccarat_glows_only_with_ones_own_stake_on_it(
    terminal: Terminal, house: Served
) -> None:
    terminal.url = house.url
    terminal.open("koi-bacc-internal")
    for staked in ("player", "banker"):
        terminal.bet((staked, 1))
        terminal.deal()
        winner = terminal.by("winner").inner_text().lower()
        pushes = "banker" in winner and len(terminal.cards("side-banker")) == 3 and total_of(terminal) == "7"
        lit = [str(field.get_attribute("data-testid")) for field in terminal.page.locator(".field.lit").all()]
        assert lit == ([f"field-{staked}-1"] if staked in winner and not pushes else []), winner


def total_of(terminal: Terminal) -> str:
    """Banker's. With a three-card seven Banker wins and is handed back (BA-05)."""
    return terminal.by("total-banker").first.inner_text()
