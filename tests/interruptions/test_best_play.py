"""Best play comes from outside the step: asked for, not waited for, and fed back as a command.

It knows the port, and refuses to know what best play is.
"""

from __future__ import annotations

import os
from time import monotonic, sleep
from typing import Any

import pytest

from cutcard.adapters.best_play import BestPlayInProcess, NoBestPlay
from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.cards import parse_cards
from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode, load
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.forks.decide import Situation
from cutcard.venue.best_play import first_situations
from cutcard.venue.requests import Request
from cutcard.venue.venue import Venue
from tests.interruptions.moments import at_moment
from tests.interruptions.stage import ANN, SECOND

THINKS_S = 30


def situation() -> Situation:
    rules: Any = load("live-seven").rules
    (up,) = parse_cards("9c")
    return Situation(rules, parse_cards("5d 7d"), up, ())


def hits(_: Situation) -> Decision:
    sleep(0.2)
    return Decision.HIT


worked: list[Situation] = []


def among_the_first(situation: Situation) -> Decision:
    """Hit for the first few that are worked out, stand for all after them."""
    worked.append(situation)
    sleep(0.3)
    return Decision.HIT if len(worked) <= 3 else Decision.STAND


def thinks(_: Situation) -> Decision:
    sleep(THINKS_S)
    return Decision.HIT


def fails(_: Situation) -> Decision:
    raise ValueError("no such hand")


def ends(_: Situation) -> Decision:
    os._exit(3)


def answer_of(best: BestPlayInProcess) -> Decision:
    """Asked as a table asks: again and again."""
    until = monotonic() + 60
    while monotonic() < until:
        found = best(situation())
        if found is not None:
            return found
        sleep(0.02)
    raise AssertionError("never answered")


def test_tb_40_another_process_answers_when_it_is_ready() -> None:
    best = BestPlayInProcess(hits)
    assert answer_of(best) is Decision.HIT
    best.close()


def test_tb_40_nobody_waits_for_the_other_process() -> None:
    best = BestPlayInProcess(thinks)
    start = monotonic()
    assert best(situation()) is None
    assert best(situation()) is None
    best.close()
    assert monotonic() - start < THINKS_S / 2


def test_tb_40_what_a_table_waits_for_goes_before_what_is_prepared() -> None:
    best = BestPlayInProcess(among_the_first)
    best.prepare(situation().rules)
    assert answer_of(best) is Decision.HIT
    best.close()


def test_what_went_wrong_there_is_raised_to_whoever_asks() -> None:
    best = BestPlayInProcess(fails)
    with pytest.raises(NoBestPlay, match="ValueError: no such hand"):
        answer_of(best)
    best.close()


def test_a_process_that_ends_by_itself_is_started_again_but_not_for_ever() -> None:
    best = BestPlayInProcess(ends)
    with pytest.raises(NoBestPlay, match="again and again"):
        answer_of(best)


def test_tb_40_a_table_that_may_complete_hands_is_prepared_when_it_opens_and_after_a_restart() -> None:
    prepared: list[str] = []
    venue = of_rules(MemoryStore(), prepared)
    for profile, mode in (
        ("live-seven", Mode.LIVE),
        ("american-live", Mode.LIVE),
        ("punto-banco", Mode.LIVE),
    ):
        opened = Settings(id=profile, name=profile, profile=load(profile), mode=mode)
        venue.step([Request(profile, profile, c.OpenTable(opened))])
    assert prepared == ["doubles"]
    again: list[str] = []
    assert isinstance(venue.store, MemoryStore)
    of_rules(venue.store.reopen(), again)
    assert again == ["doubles"]


def of_rules(store: MemoryStore, prepared: list[str]) -> Venue:
    """A venue that notes for which rules it makes ready, by what tells live-seven's from others."""

    def prepare(rules: Rules) -> None:
        prepared.append(rules.late_blackjack_returns.value)

    return Venue(store, FakeClock(), SeededEntropy(1), prepare=prepare)


def test_what_is_prepared_is_the_work_of_every_up_card() -> None:
    best = BestPlayInProcess(hits)
    rules: Any = load("live-seven").rules
    best.prepare(rules)
    best.prepare(rules)
    assert len({situation.up for situation in first_situations(rules)}) == 10
    until = monotonic() + 60
    while any(best(situation) is None for situation in first_situations(rules)):
        assert monotonic() < until
        sleep(0.05)
    best.close()


def test_a_table_asks_again_until_it_is_answered() -> None:
    stage = at_moment("resume", "own-hand")
    answers: list[Decision | None] = [None, None, Decision.STAND]
    stage.venue.best = lambda _: answers.pop(0) if len(answers) > 1 else answers[0]
    stage.close(ANN)
    stage.wait(24 * 3_600 * SECOND - SECOND, 600 * SECOND)
    assert len(answers) == 3
    stage.wait(3 * SECOND)
    assert len(answers) == 1
    assert stage.tags().count("round_settled") == 1


def test_complete_is_refused_while_the_patron_is_waited_for() -> None:
    stage = at_moment("resume", "own-hand")
    for decision in (Decision.STAND, Decision.DOUBLE):
        refused = stage.ask(stage.name, c.Complete(ANN, decision, 1)).refusal
        assert refused is not None
        assert refused.code == "no_decision_is_due"
