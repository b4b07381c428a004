"""The server stops at any instant: what begins again, what is over, what is void (TB-43, TB-44).

It knows the records and the money, and refuses to know what stopped the server.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.state import Phase
from cutcard.venue.ports import Batch, Unavailable
from cutcard.venue.requests import UNAVAILABLE, Request
from cutcard.venue.restarting.recovery import OUTAGE_MS_MAX
from tests.interruptions.moments import MOMENTS, NO_SUCH_MOMENT, POLICIES, STAKE, at_moment, private_round
from tests.interruptions.stage import ANN, BOB, PURSE, SECOND, Stage

WINDOWS = [
    *[
        (policy, moment)
        for policy in ("two-strikes", "fork", "stand")
        for moment in ("insurance", "own-hand")
    ],
    *[(policy, "last-bets") for policy in ("two-strikes", "no-decision", "fork", "stand")],
    *[(policy, "result") for policy in ("two-strikes", "fork", "stand")],
]


def full_ms(stage: Stage) -> int:
    """How long the open time of the table is when it begins."""
    times = stage.table.deal.settings.profile.table
    match stage.table.phase:
        case Phase.BETTING | Phase.LAST_BETS:
            return 1000 * (times.betting_s + times.last_bets_s)
        case Phase.DISPUTE:
            return 1000 * times.dispute_s
        case _:
            return 1000 * times.decision_s


def test_tb_43_a_long_quiet_is_no_outage() -> None:
    """The croupier's break was longer than any outage may be, and the server away for a second."""
    stage = at_moment("fork", "dealing")
    stage.wait(OUTAGE_MS_MAX + 60 * SECOND, 10 * SECOND)
    before = stage.events()
    stage.crash(SECOND)
    assert stage.table.phase is Phase.PLAYING
    assert stage.events() == before


def test_tb_44_a_long_quiet_before_a_full_disk_is_no_outage() -> None:
    """Nor is a wall clock that jumps meanwhile."""
    stage = at_moment("fork", "dealing")
    stage.wait(OUTAGE_MS_MAX + 60 * SECOND, 10 * SECOND)
    full = True

    def faults(moment: str, batch: Batch) -> None:
        if full and moment == "before":
            raise Unavailable("no space left")

    stage.store = stage.venue.store = stage.store.reopen(faults)
    (reply,) = stage.venue.step([Request("call", stage.name, c.CallSupervisor("Carl", "the disk"))]).replies
    assert reply.refusal == UNAVAILABLE
    full = False
    stage.clock.jump_wall(3600 * SECOND)
    stage.clock.advance(2 * SECOND)
    stage.venue.step()
    assert not stage.venue.suspended
    assert stage.table.phase is Phase.PLAYING


def test_tb_42_a_waiting_round_ends_on_time_although_the_house_restarts_every_night() -> None:
    hour = 3600 * SECOND
    stage = private_round("own-hand")
    stage.close(ANN)
    stage.wait(23 * hour, 600 * SECOND)
    stage.crash(60 * SECOND)
    assert stage.asks(ANN)
    stage.wait(2 * hour, 600 * SECOND)
    assert not stage.asks(ANN)


@pytest.mark.parametrize(("policy", "moment"), WINDOWS)
def test_tb_43_an_open_window_begins_again_once_in_full(policy: str, moment: str) -> None:
    stage = at_moment(policy, moment)
    stage.wait(2 * SECOND)
    before = len(stage.events())
    stage.crash()
    deadline = stage.table.clock.deadline_ms
    assert deadline is not None
    assert deadline - stage.venue.now_ms() == full_ms(stage)
    assert [type(event) for event in stage.events()[before:]] == [e.Resumed]
    stage.wait(SECOND)
    assert stage.table.clock.deadline_ms == deadline, "once"


@pytest.mark.parametrize(
    ("policy", "moment"), [pair for pair in product(POLICIES, MOMENTS) if pair not in NO_SUCH_MOMENT]
)
def test_tb_43_a_short_stop_changes_no_stake_and_no_card(policy: str, moment: str) -> None:
    stage = at_moment(policy, moment)
    before = (
        stage.table.phase,
        stage.table.deal.dealt,
        stage.venue.book.balances(),
        stage.table.deal.shoe.pack,
    )
    stage.crash(OUTAGE_MS_MAX - 1)
    after = (
        stage.table.phase,
        stage.table.deal.dealt,
        stage.venue.book.balances(),
        stage.table.deal.shoe.pack,
    )
    assert after == before
    stage.verified()


@pytest.mark.parametrize("policy", ["two-strikes", "no-decision", "fork", "stand"])
def test_tb_43_after_a_long_outage_a_live_round_is_void(policy: str) -> None:
    stage = at_moment(policy, "dealing")
    stage.crash(OUTAGE_MS_MAX + 1)
    assert stage.table.phase is Phase.RESULT
    assert stage.venue.book.balance(f"patron:{ANN}") == PURSE
    (void,) = (event for event in stage.events() if isinstance(event, e.RoundVoided))
    assert void.reason == "outage"
    stage.verified()


def test_tb_43_a_result_that_was_shown_stands() -> None:
    stage = at_moment("fork", "result")
    stage.crash(OUTAGE_MS_MAX + 1)
    assert stage.table.phase is Phase.DISPUTE
    stage.until(lambda: stage.table.phase is Phase.RESULT)
    assert "round_voided" not in stage.tags()


def test_tb_43_after_a_long_outage_a_random_shared_round_is_completed_by_policy() -> None:
    """Nobody is waited for: the open window is over, and silence costs what it costs (TB-12)."""
    stage = Stage("multihand-etg", Mode.VIDEO, seed=3)
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.PlaceBet(BOB, "main", STAKE, 1))
    stage.until(lambda: stage.asks(ANN))
    felt: Any = stage.table.deal.felt
    assert not felt.offering
    closed = stage.tags().count("window_closed")
    stage.crash(OUTAGE_MS_MAX + 1)
    assert stage.tags().count("window_closed") == closed + 1
    stage.until(lambda: stage.table.phase is Phase.RESULT)
    assert stage.tags().count("round_settled") == 1
    stage.verified()


def test_tb_43_a_private_round_goes_on_waiting_after_a_long_outage() -> None:
    """Its policy is to wait: since the outage at the latest its patron is gone."""
    stage = private_round("own-hand")
    stage.crash(OUTAGE_MS_MAX + 1)
    assert stage.table.patrons.places[ANN].away
    assert stage.asks(ANN)
    stage.connect(ANN)
    assert not stage.table.patrons.places[ANN].away
    stage.decide(ANN, Decision.STAND)


def test_tb_43_no_new_bet_is_made_for_whoever_is_gone() -> None:
    stage = Stage("punto-banco", Mode.VIDEO, seed=5)
    stage.do(c.PlaceBet(ANN, "player", STAKE, 1))
    stage.do(c.SetOption(ANN, "auto_repeat", on=True))
    stage.do(c.PlaceBet(BOB, "banker", STAKE, 1))
    stage.close(ANN)
    stage.until(lambda: stage.table.deal.round == 2 and stage.table.phase is Phase.BETTING)
    assert ANN not in stage.table.patrons.places, "who is gone leaves with the round that they had a stake in"
    assert stage.tags().count("bets_changed") == 2


class Broken:
    """A disk that takes nothing while it is full."""

    def __init__(self) -> None:
        self.full = False

    def __call__(self, moment: str, _batch: Batch) -> None:
        if self.full and moment == "before":
            raise Unavailable("no space left")


def test_tb_44_a_full_disk_refuses_and_forgets_nothing() -> None:
    stage = at_moment("fork", "own-hand")
    broken = Broken()
    stage.store = stage.store.reopen(broken)
    stage.venue.store = stage.store
    asked = len(stage.events())
    broken.full = True
    key = Request("again", stage.name, c.Decide(ANN, Decision.STAND, 2))
    refused = stage.venue.step([key]).replies[0].refusal
    assert refused is not None
    assert refused.code == "unavailable"
    assert len(stage.events()) == asked
    broken.full = False
    stage.clock.advance(2 * SECOND)
    assert stage.venue.step([key]).replies[0].refusal is None
    stage.check()
    decided = [event for event in stage.events() if isinstance(event, e.Decided) and event.patron == ANN]
    assert len(decided) == 1
