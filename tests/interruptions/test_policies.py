"""Every row of the policy table, at every moment of a round, for every way to lose a terminal (IG).

One test for each: what becomes of the stakes, who decides, who has control on return, what the record marks.
The sum of all money, the escrow and the purses are looked at after every step by the stage itself.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cutcard.games.blackjack.options import Decision
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.settings import seat_count
from cutcard.table.state import Phase
from tests.interruptions.moments import (
    LOSSES,
    MOMENTS,
    NO_SUCH_MOMENT,
    POLICIES,
    STAKE,
    at_moment,
    lose,
    marks,
    play_on,
)
from tests.interruptions.stage import ANN, PURSE, SECOND, Stage

BEFORE_DECISIONS = ("betting", "last-bets", "dealing", "insurance")
AFTER_DECISIONS = ("dealer", "result")
HOUR = 3_600 * SECOND

CASES = [case for case in product(POLICIES, MOMENTS, LOSSES) if case[:2] not in NO_SUCH_MOMENT]
PUBLIC_TABLES = [case for case in CASES if case[0] != "resume"]
PRIVATE_TABLES = [case[1:] for case in CASES if case[0] == "resume"]


def expected(policy: str, moment: str, how: str) -> set[str]:
    """What the record must say of Ann, by the policy table."""
    if moment in AFTER_DECISIONS or policy == "no-decision":
        return set()
    found = {"two-strikes": two_strikes, "fork": fork, "stand": stand}[policy](moment, how)
    if moment == "insurance" and policy != "two-strikes":
        found.add("declines" if how == "reload" and policy == "fork" else "declined")
    if moment == "insurance" and policy == "two-strikes" and how == "reload":
        found.add("declines")  # who is silent is declined for without a word
    return found


def two_strikes(moment: str, how: str) -> set[str]:
    """As silence: the first window is free, the second acts; control at the next window."""
    if moment == "others-hand":
        return set()
    if how in ("silent", "closed"):
        return {"struck", "stand by the house"}
    missed = how == "half-open" and moment in ("dealing", "own-hand", "split-hand")
    return {"struck", "decides"} if missed else {"decides"}


def fork(moment: str, how: str) -> set[str]:
    """Gone at the deadline of one's own hand: an interrupted game, finished by oneself or by best play."""
    if how in ("silent", "closed"):
        return {"forked", "stand by the house", "fork completed"}
    missed = how == "half-open" and moment in ("own-hand", "split-hand")
    return {"forked", "stand by the house", "decides in fork"} if missed else {"decides"}


def stand(moment: str, how: str) -> set[str]:
    """Bets go back before no more bets; after it the hand stands, whether or not one returns."""
    closed_in_time = moment == "betting" or (moment == "last-bets" and how in ("closed", "reload"))
    return {"bets returned"} if closed_in_time else {"stand by the house"}


@pytest.mark.parametrize(("policy", "moment", "how"), PUBLIC_TABLES)
def test_ig_a_lost_terminal(policy: str, moment: str, how: str) -> None:
    stage = at_moment(policy, moment)
    since = len(stage.events())
    play_on(stage, lose(stage, how))
    assert marks(stage, since) == expected(policy, moment, how)
    settled_once(stage, returned="bets returned" in expected(policy, moment, how))
    stage.verified()
    in_control_again(stage)


def settled_once(stage: Stage, returned: bool) -> None:
    """The round is settled once, Ann's wagers with it, unless they went back before they were final."""
    assert stage.tags().count("round_settled") == 1
    assert stage.tags().count("round_voided") == 0
    lines = stage.lines_of(ANN)
    assert bool(lines) is not returned
    gained = sum(line.returned - line.stake for line in lines)
    assert stage.venue.book.balance(f"patron:{ANN}") == PURSE + gained


def in_control_again(stage: Stage) -> None:
    """In the next round Ann, back, bets and is not locked. Who was gone has to come to the table again."""
    if not stage.there(ANN):
        stage.connect(ANN)
    if ANN not in stage.table.patrons.places:
        stage.do(c.Join(ANN))
    if seat_count(stage.table.deal.settings) and ANN not in stage.table.seating.seats.values():
        stage.do(c.TakeSeat(ANN, 7))
    stage.until(
        lambda: stage.table.clock.deadline_ms is not None and stage.now >= stage.table.clock.deadline_ms
    )
    stage.do(c.OpenRound())
    place = stage.table.patrons.places[ANN]
    assert not place.away
    assert not place.locked
    field = "player" if stage.table.deal.settings.profile.game == "baccarat" else "main"
    seat = next((at for at, who in stage.table.seating.seats.items() if who == ANN), 1)
    stage.do(c.PlaceBet(ANN, field, STAKE, seat))


@pytest.mark.parametrize(("moment", "how"), PRIVATE_TABLES)
def test_ig_a_private_round_waits(moment: str, how: str) -> None:
    """The round waits, over a restart, exactly where it was; after 24 hours it is completed and marked."""
    stage = at_moment("resume", moment)
    since, before = len(stage.events()), standing(stage)
    returns = lose(stage, how)
    stage.wait(HOUR, 10 * SECOND)
    assert returns() is (how == "half-open")
    assert standing(stage) == before
    stage.crash()
    assert standing(stage) == before
    if how in ("half-open", "reload"):
        stage.connect(ANN)
        finish(stage)
        assert not any(mark.endswith("by the house") for mark in marks(stage, since))
    elif moment in ("betting", "result"):
        stage.wait(24 * HOUR, 600 * SECOND)
        assert standing(stage) == before
        assert marks(stage, since) == set()
    else:
        stage.wait(22 * HOUR, 600 * SECOND)
        assert standing(stage) == before
        stage.wait(HOUR + 30 * SECOND, 60 * SECOND)  # who was silent went away a little later
        completed(stage, since)
    stage.verified()


def standing(stage: Stage) -> Any:
    """What lies on the table, what is asked, and what Ann has."""
    felt: Any = stage.table.deal.felt
    asked = felt.hands_to_decide(ANN) if stage.table.phase is Phase.PLAYING else ()
    hands = felt.hands(ANN) if felt is not None else ()
    chips = stage.table.patrons.places[ANN].chips
    purse = stage.venue.book.balance(f"patron:{ANN}")
    return stage.table.deal.round, stage.table.phase, asked, hands, chips, purse


def finish(stage: Stage) -> None:
    """Ann plays on where she was."""
    felt: Any = stage.table.deal.felt
    while stage.asks(ANN):
        felt = stage.table.deal.felt
        stage.decide(ANN, Decision.DECLINE if felt.offering else Decision.STAND)


def completed(stage: Stage, since: int) -> None:
    """The system has played on: hit and stand only, each decision marked, and nothing added."""
    decided = [event for event in stage.events()[since:] if isinstance(event, e.Decided)]
    assert decided
    assert all(event.automatic and not event.cost for event in decided)
    assert {event.decision for event in decided} <= {Decision.HIT, Decision.STAND, Decision.DECLINE}
    assert stage.tags().count("round_settled") == 1


def test_every_row_has_every_moment() -> None:
    """What is not tested does not exist, and it is said why."""
    named = {(policy, moment) for policy, moment, _ in CASES} | set(NO_SUCH_MOMENT)
    assert named == set(product(POLICIES, MOMENTS))
    assert len(CASES) == len(LOSSES) * (len(POLICIES) * len(MOMENTS) - len(NO_SUCH_MOMENT))
