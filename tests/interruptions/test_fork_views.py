"""What the patron of an interrupted game sees of it, and what everybody else does (TB-40, TB-64).

How the game is played is tested beside this; here it is only looked at.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table.state import Phase
from cutcard.views import own_view, public_view
from cutcard.views.messages.tables import ForkView
from tests.interruptions.stage import ANN, BOB, CYD, FORK_WAIT_MS, PURSE, SECOND, Stage
from tests.interruptions.test_forks import STAKE, ended, forked, forked_twice


def fork_seen(stage: Stage, patron: str = ANN) -> ForkView | None:
    own = own_view(stage.table, patron, PURSE, stage.now)
    assert own is not None
    assert len(own.forks) < 2
    return own.forks[0] if own.forks else None


def seen(stage: Stage) -> ForkView:
    view = fork_seen(stage)
    assert view is not None
    return view


def test_tb_40_a_patron_who_is_back_sees_the_game_and_what_it_asks() -> None:
    stage = forked()
    stage.connect(ANN)
    view = seen(stage)
    assert (view.seat, view.of_round, view.stake) == (2, 1, STAKE)
    assert view.hands[0].cards == ("5d", "7d")
    assert [choice.decision for choice in view.asks[0].choices if choice.available] == [
        "hit",
        "stand",
        "double",
    ]
    assert view.left_ms is None, "who is back is not waited for"
    assert not view.ended
    assert view.lines == ()


def test_tb_40_until_then_it_says_how_long_the_patron_is_waited_for() -> None:
    stage = forked()
    before = seen(stage).left_ms
    assert before is not None
    assert 0 < before <= FORK_WAIT_MS
    stage.wait(3 * SECOND)
    assert seen(stage).left_ms == before - 3 * SECOND


def test_tb_40_the_patron_decides_there_by_the_same_command() -> None:
    stage = forked()
    stage.connect(ANN)
    stage.do(c.Decide(ANN, Decision.DOUBLE, 2))
    view = seen(stage)
    assert view.stake == 2 * STAKE
    assert len(view.hands[0].cards) == 3
    assert view.asks == ()


def test_tb_64_the_hole_card_is_seen_there_when_it_lies_open_on_the_table() -> None:
    looks = []
    for hole in ("8s", "Tc"):
        stage = forked(hole=hole)
        stage.connect(ANN)
        assert seen(stage).dealer.cards == ("9c", "??")
        looks.append(msgspec.json.encode(seen(stage)))
    assert looks[0] == looks[1], "the same bytes, whatever lies face down"


def test_tb_40_when_it_is_over_it_says_what_it_came_to() -> None:
    stage = forked()
    stage.connect(ANN)
    stage.do(c.Decide(ANN, Decision.STAND, 2))
    ended(stage)
    view = seen(stage)
    assert view.ended
    assert view.dealer.cards[:2] == ("9c", "8s")
    assert [(line.bet, line.stake) for line in view.lines] == [("main", STAKE)]
    assert view.lines[0].why is not None


def test_tb_40_two_seats_of_one_patron_are_two_games_before_them() -> None:
    stage = forked_twice()
    own = own_view(stage.table, ANN, PURSE, stage.now)
    assert own is not None
    assert [(fork.seat, fork.stake, fork.hands[0].stake) for fork in own.forks] == [
        (1, STAKE, STAKE),
        (2, STAKE, STAKE),
    ]
    assert all(fork.ended and fork.lines for fork in own.forks)


def test_tb_40_with_the_next_round_it_is_gone() -> None:
    stage = forked()
    ended(stage)
    stage.wait(10 * SECOND)
    stage.do(c.OpenRound())
    assert stage.table.phase is Phase.BETTING
    assert fork_seen(stage) is None
    assert not any(seat.forked for seat in public_view(stage.table, stage.now).seats)


def test_tb_64_others_see_that_a_seat_is_played_on_elsewhere_and_nothing_of_it() -> None:
    stage = forked()
    seats = public_view(stage.table, stage.now).seats
    assert [seat.seat for seat in seats if seat.forked] == [2]
    assert fork_seen(stage, BOB) is None
    assert fork_seen(stage, CYD) is None


def test_tb_64_a_seat_shows_a_name_and_never_an_account() -> None:
    stage = Stage("live-seven", Mode.LIVE)
    stage.do(c.OpenRound())
    account = "p-7f3a"
    stage.do(c.Join(account, "Dora"))
    for seat, patron in ((1, ANN), (2, account)):
        stage.do(c.TakeSeat(patron, seat))
    view: Any = public_view(stage.table, stage.now)
    assert [seat.name for seat in view.seats[:3]] == ["#1", "Dora", None]
    text = msgspec.json.encode(view).decode()
    assert account not in text
    assert ANN not in text
