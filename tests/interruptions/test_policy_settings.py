"""Policy and waits changed while a round is played: they hold from the next round on (TB-23, TB-40)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cutcard.profiles import load
from cutcard.profiles.profile import Interruption
from cutcard.record import decode_event
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.settings import policy
from tests.interruptions.moments import STAKE, at_moment
from tests.interruptions.stage import ANN, FORK_WAIT_MS, SECOND, Stage


def test_tb_23_a_changed_wait_and_a_changed_policy_hold_from_the_next_round_on() -> None:
    stage = at_moment("fork", "own-hand")
    profile = stage.table.deal.settings.profile
    chosen = replace(profile.policy, fork_wait_s=5)
    stage.do(
        c.ChangeSettings(replace(stage.table.deal.settings, profile=replace(profile, policy=chosen)), "op")
    )
    forked_again(stage, 1)
    assert waits_ms(stage) == FORK_WAIT_MS
    stage.until(lambda: stage.tags().count("round_settled") == 1)
    next_round(stage)
    forked_again(stage, 2)
    assert waits_ms(stage) == 5 * SECOND
    stage.do(c.ChangeSettings(replace(stage.table.deal.settings, profile=load("american-live")), "op"))
    assert policy(stage.table.deal.settings) is Interruption.FORK
    stage.until(lambda: stage.tags().count("round_settled") == 2)
    next_round(stage)
    assert policy(stage.table.deal.settings) is Interruption.STAND
    stage.verified()


def next_round(stage: Stage) -> None:
    """Ann is back and bets; the others sit this one out."""
    stage.connect(ANN)
    stage.until(
        lambda: stage.table.clock.deadline_ms is not None and stage.now >= stage.table.clock.deadline_ms
    )
    stage.do(c.OpenRound())
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    stage.until(lambda: stage.asks(ANN))


def forked_again(stage: Stage, times: int) -> None:
    stage.close(ANN)
    stage.until(lambda: stage.tags().count("hand_forked") == times)


def waits_ms(stage: Stage) -> int:
    """How long the last interrupted game waits."""
    last = [entry for entry in stage.store.entries("t") if entry.tag == "hand_forked"][-1]
    forked: Any = decode_event(last, e.AnyEvent)
    return int(forked.closes_ms - last.at_ms)
