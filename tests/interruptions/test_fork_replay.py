"""A past round with an interrupted game in it, again step by step as its patron may see it (GUI-17, TB-40).

It knows how both records came about, and refuses to know how a screen lays the steps out.
"""

from __future__ import annotations

import msgspec
import pytest

from cutcard.cards import parse_card, text
from cutcard.games.blackjack.options import Decision
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.texts import languages, say
from cutcard.views import hands_view, own_view
from cutcard.views.past.past_round import PastStep, past_steps
from tests.interruptions.stage import ANN, BOB, Stage
from tests.interruptions.test_forks import DEAL, STAKE, ended, forked, forked_twice

HOUSE = None
EIGHT = "5c 5d 5h 9c 6c 3d 6h"
"""Ann has a hand that no single card breaks, so that the dealer plays against it."""


def steps(stage: Stage, patron: str | None = ANN) -> tuple[PastStep, ...]:
    entries = list(stage.store.round_entries("t", 1))
    return past_steps(entries, stage.store.entries, patron)


def keys(shown: tuple[PastStep, ...]) -> list[str]:
    return [step.says.key.removeprefix("screen.step_") for step in shown]


def played(hole: str = "8s", deal: str = DEAL, *decisions: Decision) -> Stage:
    """Ann is back, decides so in her interrupted game, stands on what is left, and the round ends."""
    stage = forked(hole, deal)
    stage.connect(ANN)
    for decision in decisions:
        stage.decide(ANN, decision)
    while stage.asks(ANN):
        stage.decide(ANN, Decision.STAND)
    ended(stage)
    return stage


def test_gui_17_the_games_own_cards_and_decisions_are_steps_of_the_round() -> None:
    stage = played("8s", DEAL, Decision.HIT)
    shown = steps(stage)
    dealt = [text(event.card) for event in stage.fork_events(2) if isinstance(event, e.ForkDealt)]
    assert dealt, "twelve was hit"
    came = [step.forks[0] for step in shown if step.says.key == "screen.step_fork_dealt"]
    assert len(came) == len(dealt)
    first = keys(shown).index("fork_decided")
    assert shown[first].says.facts == {"position": 2, "decision": "@screen.decision_hit"}
    assert shown[first].forks[0].hands[0].cards == ("5d", "7d")
    assert came[0].hands[0].cards == ("5d", "7d", dealt[0])
    live = [hand.cards for hand in shown[-1].hands if hand.position == 2]
    assert live == [("5d", "7d")], "on the felt the hand still stands as it was left"


def test_gui_17_at_the_end_it_lies_as_its_patron_saw_it_end() -> None:
    stage = played("8s", DEAL, Decision.HIT)
    view = own_view(stage.table, ANN, 0)
    assert view is not None
    (last,) = steps(stage)[-1].forks
    (fork,) = view.forks
    assert (last.dealer, last.hands, last.lines) == (fork.dealer, fork.hands, fork.lines)
    assert (last.seat, last.stake) == (2, STAKE)
    assert steps(stage)[-1].lines == view.lines


def test_what_the_house_decided_in_it_is_said_to_be_the_houses() -> None:
    stage = forked()
    ended(stage)
    assert "fork_decided_by_house" in keys(steps(stage))
    assert "fork_decided" not in keys(steps(stage))


def test_a_split_in_it_is_laid_out_and_each_hand_has_its_reason() -> None:
    stage = played("8s", "5c 8d 5h 9c 6c 8h 6h", Decision.SPLIT)
    last = steps(stage)[-1]
    assert [hand.branch for hand in last.forks[0].hands] == [0, 1]
    assert [line.branch for line in last.lines if line.bet == "main"] == [0, 1]
    assert all(line.why is not None for line in last.lines)
    assert last.forks[0].stake == 2 * STAKE


@pytest.mark.parametrize("decision", [Decision.HIT, Decision.STAND, Decision.DOUBLE])
@pytest.mark.parametrize("hole", ["8s", "Kd", "2c"])
def test_tb_64_the_hole_card_lies_open_there_only_once_it_was_turned_on_the_felt(
    hole: str, decision: Decision
) -> None:
    shown = steps(played(hole, EIGHT, decision))
    turned = keys(shown).index("card_turned")
    assert all(step.forks[0].dealer.cards == ("9c", "??") for step in shown[:turned] if step.forks)
    live = shown[turned].dealer
    assert live is not None
    assert live.cards[1] == hole
    assert keys(shown).index("fork_turned") > turned
    assert shown[-1].forks[0].dealer.cards[1] == hole


@pytest.mark.parametrize("hole", ["Kd", "As", "2c"])
def test_tb_64_while_the_round_runs_its_steps_are_the_same_bytes_whatever_lies_face_down(hole: str) -> None:
    first, other = forked("8s"), forked(hole)
    for stage in (first, other):
        stage.connect(ANN)
        stage.decide(ANN, Decision.HIT)
    for patron in (ANN, BOB, HOUSE):
        assert msgspec.json.encode(steps(first, patron)) == msgspec.json.encode(steps(other, patron))
    assert len(steps(first)[-1].forks[0].hands[0].cards) == 3


def test_tb_64_others_who_played_the_round_see_nothing_of_it_and_the_house_all() -> None:
    stage = played("8s", DEAL, Decision.HIT)
    others = steps(stage, BOB)
    assert not any(step.forks for step in others)
    assert not any(key.startswith(("fork_", "hand_forked")) for key in keys(others))
    assert keys(steps(stage, HOUSE)).count("fork_dealt") == keys(steps(stage)).count("fork_dealt")
    assert steps(stage, HOUSE)[-1].forks == steps(stage)[-1].forks


def test_it_is_over_before_the_result_that_waited_for_it() -> None:
    keys_shown = keys(steps(played("8s", EIGHT, Decision.HIT)))
    assert keys_shown.index("hand_forked") < keys_shown.index("fork_decided") < keys_shown.index("fork_dealt")
    assert (
        keys_shown.index("fork_turned") < keys_shown.index("fork_ended") < keys_shown.index("round_settled")
    )
    if "result_shown" in keys_shown:
        assert keys_shown.index("fork_ended") < keys_shown.index("result_shown")


def test_a_game_that_a_correction_made_void_is_laid_away() -> None:
    stage = forked(deal=EIGHT)
    stage.connect(ANN)
    stage.decide(ANN, Decision.HIT)
    stage.do(c.CorrectCard("floor", parse_card("6s"), 2))
    ended(stage)
    shown = steps(stage)
    corrected = keys(shown).index("card_corrected")
    assert shown[corrected - 1].forks
    assert not any(step.forks for step in shown[corrected:])
    assert "fork_ended" not in keys(shown)


def test_two_seats_of_one_patron_have_each_their_own() -> None:
    stage = forked_twice()
    last = steps(stage)[-1]
    assert [fork.seat for fork in last.forks] == [1, 2]
    seen = hands_view(stage.table, ANN)
    assert seen is not None
    assert [hand.cards for fork in last.forks for hand in fork.hands] == [hand.cards for hand in seen.hands]


@pytest.mark.parametrize("language", languages())
def test_tb_65_every_step_is_worded(language: str) -> None:
    for stage in (forked(), played("8s", DEAL, Decision.HIT)):
        ended(stage)
        assert all(say(step.says, language) for step in steps(stage))
