"""What can happen at every table, whatever is dealt there: each scene is a round, and ends at rest.

An evening brings its own bets and cards; here is what goes wrong, and what the house makes of it.
"""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.nights.evening import Evening
from tests.nights.people import SecondPerson

WRONG = {"h": "c", "c": "h", "s": "d", "d": "s"}
"""Suits that are mistaken for one another."""


def first_card_misread(evening: Evening) -> None:
    """MO-04: the croupier enters the wrong suit and puts it right; whoever plays sees it."""
    (to, card), (following, _) = evening.first[:2]
    wrong = card[0] + WRONG[card[1]]
    evening.croupier.card(to, wrong)
    evening.croupier.expect_next(f"Card for {following}")
    evening.croupier.put_right(card)
    for patron in (evening.ann, evening.bob):
        patron.reads(f"Card 1 was misread: {wrong} was corrected to {card}.")


def a_misread_card(evening: Evening) -> None:
    """MO-04: a round goes on with the right card, and is paid as if nothing had been."""
    evening.bets()
    first_card_misread(evening)
    evening.begins(after=1)
    evening.ends()
    evening.both_confirm()
    evening.gains(*evening.round_gives)


def a_dispute(evening: Evening) -> None:
    """TB-30: Bob disputes the result; the supervisor, who sees the record, lets it stand."""
    evening.bets()
    evening.begins()
    evening.ends()
    evening.bob.dispute()
    evening.croupier.expect_next("A dispute is open. Close it with a reason, or call a supervisor.")
    evening.rests()
    evening.supervisor.result_stands("It is as the cards lie")
    evening.ann.terminal.phase("result")
    evening.gains(*evening.round_gives)


def a_power_failure_and_a_void(evening: Evening) -> None:
    """TB-31, TB-43: paused, killed, started again, resumed, void: nothing is lost, and all goes back."""
    evening.bets()
    evening.begins()
    evening.croupier.pause()
    evening.ann.terminal.phase("paused")
    evening.rests()
    evening.house.kill()
    evening.rests()
    evening.supervisor.resume()
    evening.ann.terminal.phase(evening.begun)
    evening.rests()
    evening.supervisor.void("The shoe fell")
    evening.ann.terminal.phase("result")
    for patron, stake in zip((evening.ann, evening.bob), evening.stakes, strict=True):
        patron.reads(f"Round void: The shoe fell. Stakes back: €{stake / 100:.2f}.")
    evening.gains(0, 0)


def a_settled_round_is_put_right(evening: Evening, browser: Browser, number: int) -> None:
    """TB-32: two people at two screens; Bob reads it, and his history has it."""
    other = SecondPerson(browser, evening.house, evening.table)
    evening.supervisor.propose(number, evening.bob.id, "0.50", "Bob was paid too little")
    evening.rests()
    other.approve(1)
    evening.bob.reads(f"Round {number} was corrected: €0.50 credited to you. Reason: Bob was paid too little")
    evening.supervisor.newest_round()
    evening.gains(0, 50)
    evening.bob.terminal.press("history")
    expect(evening.bob.terminal.by(f"notes-{number}")).to_contain_text("Bob was paid too little")
    evening.bob.page.keyboard.press("Escape")
    assert other.errors == []
