"""Best play comes from outside the step: asked for, not waited for, and fed back as a command.

It knows the port, and refuses to know what best play is.
"""

from __future__ import annotations

from threading import Event
from typing import Any

from cutcard.adapters.best_play import BestPlayInThread
from cutcard.cards import parse_cards
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import load
from cutcard.table import commands as c
from cutcard.table.forking import Situation
from tests.interruptions.moments import at_moment
from tests.interruptions.stage import ANN, SECOND


def situation() -> Situation:
    rules: Any = load("live-seven").rules
    (up,) = parse_cards("9c")
    return Situation(rules, parse_cards("5d 7d"), up, ())


def test_a_thread_answers_when_it_is_ready() -> None:
    ready = Event()

    def work(_: Situation) -> Decision:
        ready.wait()
        return Decision.HIT

    best = BestPlayInThread(work)
    assert best(situation()) is None
    assert best(situation()) is None
    ready.set()
    best.close()
    assert best(situation()) is Decision.HIT


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
