"""An evening at a table of shared cards dealt by hand: everybody decides alone over the same cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.nights.evening import DECISION_S, STAKE, Evening
from tests.nights.house import house_in
from tests.nights.scenes import (
    a_power_failure_and_a_void,
    a_settled_round_is_put_right,
    first_card_misread,
)

pytestmark = pytest.mark.long

SILENCE_S = 8
TWELVE_AND_NINETEEN = (
    *(("position 1", "5h"), ("position 2", "Th"), ("position 3", "2c"), ("the dealer", "6d")),
    *(("position 1", "7d"), ("position 2", "9h"), ("position 3", "3c")),
)


class EtgEvening(Evening):
    """Ann on two positions, Bob on one of them; in a plain round all stand and the dealer is bust."""

    first = TWELVE_AND_NINETEEN
    stakes = (2 * STAKE, STAKE)
    round_gives = (2 * STAKE, STAKE)

    def bets(self) -> int:
        self.croupier.open_bets()
        number = self.ann.terminal.bet(("main", 1), ("main", 2))
        self.bob.terminal.bet(("main", 2))
        self.rests()
        self.croupier.close_bets()
        return number

    def begins(self, after: int = 0) -> None:
        super().begins(after)
        self.croupier.face_down()
        self.ann.terminal.by("decision-stand").first.wait_for()

    def ends(self) -> None:
        self.all_stand()
        dealer_busts(self)
        self.ann.terminal.phase("dispute")
        self.rests()


def dealer_busts(evening: Evening) -> None:
    """Under the six lies a ten, and another one comes."""
    evening.croupier.turn("Td")
    evening.croupier.card("the dealer", "Ks")


def each_decides_alone(evening: Evening) -> int:
    """TB-10, TB-11: Ann takes a card that Bob burns; both beat the dealer, and are paid when both agree."""
    number = evening.bets()
    evening.begins()
    evening.rests()
    evening.ann.decide("hit")
    evening.ann.decide("stand")
    evening.bob.decide("stand")
    evening.croupier.card("everybody", "9c")
    evening.croupier.expect_next("Turn your second card")
    evening.rests()
    assert evening.ann.terminal.cards("hand-1-0") == ["5h", "7d", "9c"]
    dealer_busts(evening)
    evening.both_confirm()
    evening.gained(2 * STAKE, STAKE)
    return number


def a_misread_card_and_a_closed_tab(evening: Evening) -> None:
    """MO-04, TB-12: the last card is put right; Ann is gone, and decides again in the next window."""
    evening.house.change(evening.table, decision_s=SILENCE_S)
    evening.bets()
    first_card_misread(evening)
    evening.begins(after=1)
    evening.bob.decide("stand")
    evening.ann.close_tab()
    evening.croupier.expect_next(
        "Card for everybody"
    )  # nobody has asked for it: the first silence costs nothing
    evening.ann.come_back()
    evening.rests()
    evening.croupier.card("everybody", "4d")
    evening.ann.decide("stand")
    evening.ann.decide("stand")
    dealer_busts(evening)
    evening.ann.terminal.phase("dispute")
    evening.rests()
    evening.house.change(evening.table, decision_s=DECISION_S)


def a_disputed_card(evening: Evening) -> None:
    """TB-30, TB-33: the dealer's last card was a five. Twenty-one beats Ann and Bob."""
    evening.bob.dispute()
    evening.croupier.expect_next("A dispute is open. Close it with a reason, or call a supervisor.")
    evening.rests()
    evening.supervisor.put_right(10, "5s", "The camera shows it")
    evening.rests()
    evening.supervisor.result_stands("Twenty-one")
    evening.ann.terminal.phase("result")
    for patron in (evening.ann, evening.bob):
        patron.reads("Card 10 was misread: Ks was corrected to 5s.")
    evening.gained(0, 0)


def test_an_evening_at_multihand_etg(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = EtgEvening(browser, house, "multihand-etg", face_down_reader=False)
        first = each_decides_alone(evening)
        a_misread_card_and_a_closed_tab(evening)
        a_disputed_card(evening)
        a_power_failure_and_a_void(evening)
        a_settled_round_is_put_right(evening, browser, first)
        evening.last_round()
        evening.everybody_goes_home()
