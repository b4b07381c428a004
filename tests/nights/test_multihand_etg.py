"""An evening at a table of shared cards dealt by hand: everybody decides alone over the same cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nights.evening import STAKE, Evening
from tests.nights.house import house_in
from tests.nights.people import SecondPerson

pytestmark = pytest.mark.long

SILENCE_S = 8
TWELVE_AND_NINETEEN = (
    *(("position 1", "5h"), ("position 2", "Th"), ("position 3", "2c"), ("the dealer", "6d")),
    *(("position 1", "7d"), ("position 2", "9h"), ("position 3", "3c")),
)


def bets(evening: Evening) -> int:
    """Ann on two positions, Bob on one of them; gives the round."""
    evening.croupier.open_bets()
    number = evening.ann.terminal.bet(("main", 1), ("main", 2))
    evening.bob.terminal.bet(("main", 2))
    evening.rests()
    return number


def dealt(evening: Evening, *cards: tuple[str, str]) -> None:
    for to, card in cards:
        evening.croupier.card(to, card)


def dealer_busts(evening: Evening) -> None:
    """Under the six lies a ten, and another one comes."""
    evening.croupier.turn("Td")
    evening.croupier.card("the dealer", "Ks")


def each_decides_alone(evening: Evening) -> int:
    """TB-10, TB-11: Ann takes a card that Bob burns; both beat the dealer, and are paid when both agree."""
    number = bets(evening)
    evening.croupier.close_bets()
    dealt(evening, *TWELVE_AND_NINETEEN)
    evening.croupier.face_down()
    evening.rests()
    evening.ann.decide("hit")
    evening.ann.decide("stand")
    evening.bob.decide("stand")
    evening.croupier.card("everybody", "9c")
    evening.croupier.told("Turn your second card")
    evening.rests()
    assert evening.ann.terminal.cards("hand-1-0") == ["5h", "7d", "9c"]
    dealer_busts(evening)
    evening.both_confirm()
    evening.gained(2 * STAKE, STAKE)
    return number


def a_misread_card_and_a_closed_tab(evening: Evening) -> None:
    """MO-04, TB-12: the last card is put right; Ann is gone, and decides again in the next window."""
    evening.house.change(evening.table, decision_s=SILENCE_S)
    bets(evening)
    evening.croupier.close_bets()
    evening.croupier.card("position 1", "5c")
    evening.croupier.told("Card for position 2")
    evening.croupier.put_right("5h")
    for patron in (evening.ann, evening.bob):
        patron.reads("Card 1 was misread: 5c was corrected to 5h.")
    dealt(evening, *TWELVE_AND_NINETEEN[1:])
    evening.croupier.face_down()
    evening.bob.decide("stand")
    evening.ann.close_tab()
    evening.croupier.told("Card for everybody")  # nobody has asked for it: the first silence costs nothing
    evening.ann.come_back()
    evening.rests()
    evening.croupier.card("everybody", "4d")
    evening.ann.decide("stand")
    evening.ann.decide("stand")
    dealer_busts(evening)
    evening.ann.terminal.phase("dispute")
    evening.rests()
    evening.house.change(evening.table, decision_s=25)


def a_disputed_card(evening: Evening) -> None:
    """TB-30, TB-33: the dealer's last card was a five. Twenty-one beats Ann and Bob."""
    evening.bob.dispute()
    evening.croupier.told("A dispute is open. Close it with a reason, or call a supervisor.")
    evening.rests()
    evening.supervisor.put_right(10, "5s", "The camera shows it")
    evening.rests()
    evening.supervisor.result_stands("Twenty-one")
    evening.ann.terminal.phase("result")
    for patron in (evening.ann, evening.bob):
        patron.reads("Card 10 was misread: Ks was corrected to 5s.")
    evening.gained(0, 0)


def a_power_failure_and_a_void(evening: Evening) -> None:
    """TB-31, TB-43: paused, killed in the middle of the decisions, resumed, void: all goes back."""
    bets(evening)
    evening.croupier.close_bets()
    dealt(evening, *TWELVE_AND_NINETEEN)
    evening.croupier.face_down()
    evening.ann.decide("hit")
    evening.rests()
    evening.croupier.pause()
    evening.ann.terminal.phase("paused")
    evening.rests()
    evening.house.kill()
    evening.rests()
    evening.supervisor.resume()
    evening.ann.terminal.phase("decisions")
    evening.rests()
    evening.supervisor.void("The shoe fell")
    evening.ann.terminal.phase("result")
    evening.ann.reads("Round void: The shoe fell. Stakes back: €2.00.")
    evening.bob.reads("Round void: The shoe fell. Stakes back: €1.00.")
    evening.gained(0, 0)


def a_settled_round_is_put_right(evening: Evening, browser: Browser, number: int) -> None:
    """TB-32: two people at two screens; Bob is told, and his history has it."""
    other = SecondPerson(browser, evening.house, evening.table)
    evening.supervisor.propose(number, evening.bob.id, "0.50", "Bob was paid too little")
    evening.rests()
    other.approve(1)
    evening.bob.reads(f"Round {number} was corrected: €0.50 credited to you. Reason: Bob was paid too little")
    evening.supervisor.newest_round()
    evening.gained(0, 50)
    evening.bob.terminal.press("history")
    expect(evening.bob.terminal.by(f"notes-{number}")).to_contain_text("Bob was paid too little")
    evening.bob.page.keyboard.press("Escape")
    assert other.errors == []


def test_an_evening_at_multihand_etg(browser: Browser, tmp_path: Path) -> None:
    with house_in(tmp_path / "data") as house:
        evening = Evening(browser, house, "multihand-etg", face_down_reader=False)
        first = each_decides_alone(evening)
        a_misread_card_and_a_closed_tab(evening)
        a_disputed_card(evening)
        a_power_failure_and_a_void(evening)
        a_settled_round_is_put_right(evening, browser, first)
        evening.everybody_goes_home()
