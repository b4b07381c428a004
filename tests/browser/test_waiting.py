"""What the screens say while somebody does not decide: two strikes, the automatic action, a locked seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pit import CABINET, PHONE, Pit
from tests.server.running import Served, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose live tables wait for a croupier."""
    with serving(tmp_path_factory.mktemp("house") / "data", "--no-dealers") as started:
        yield started


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as started:
        yield started


def test_tb_12_tb_13_tb_14_the_first_silence_is_free_and_the_second_stands(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    """Ann leaves two hands undecided. The step deals its card all the same, and costs her nothing (TB-01).

    The round can be disputed once its first cards lie.
    """
    pit = Pit(browser, house, stack, "strikes", "multihand-etg", decision_s=4)
    ann, bob = pit.terminal(CABINET), pit.terminal(PHONE)
    ann.bet(("main", 1), ("main", 2))
    bob.bet(("main", 1))
    pit.close_bets()
    pit.deal("8h 5c 9d 6s")
    assert ann.by("button-dispute").count() == 0
    pit.deal("4d 6c 9c")
    pit.face_down()
    expect(ann.by("button-dispute")).to_be_visible()
    bob.answer()  # or his time is up: he stands
    expect(ann.by("finished")).to_contain_text("1 of 2")
    before = ann.balance()
    pit.deal("Ks")
    expect(ann.by("decision-stand")).to_be_visible()
    assert ann.cards("hand-1-0") == ["8h", "4d"], "the card was burnt"
    pit.turn("Td")
    expect(ann.by("finished")).to_contain_text("2 of 2")
    assert ann.by("decision-stand").count() == 0
    assert [ann.cards(f"hand-{at}-0") for at in (1, 2)] == [["8h", "4d"], ["5c", "6c"]]
    assert ann.balance() == before


def test_tb_41_who_was_gone_after_no_more_bets_sees_the_seat_locked_to_stand(
    browser: Browser, house: Served, stack: ExitStack
) -> None:
    pit = Pit(browser, house, stack, "locked", "american-live", decision_s=4)
    ann, bob = pit.terminal(CABINET), pit.terminal(PHONE)
    ann.sit(1)
    bob.sit(2)
    ann.bet(("main", 1))
    bob.bet(("main", 2))
    pit.close_bets()
    pit.deal("8h 5c 6s 4d 6c")
    ann.page.goto("about:blank")
    pit.face_down()
    bob.by("seat-locked-1").wait_for()
    ann.page.goto(f"{ann.url}/play?table={pit.table}")
    ann.by("seat-locked-1").wait_for()
    assert ann.by("decision-hit").count() == 0
    assert ann.cards("hand-1-0") == ["8h", "4d"]
