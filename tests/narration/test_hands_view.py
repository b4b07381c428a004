"""What lies on each hand, whose cards one sees, and which of them one has burnt (GUI-11, TB-10, TB-11).

What the screens make of it is tested in a browser.
"""

from __future__ import annotations

from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.views import hands_view, own_view, public_view
from cutcard.views.messages.tables import HandsView, OwnView
from cutcard.views.public import line_key
from tests.interruptions.stage import ANN, BOB, CYD, Stage

STAKE = 500
EIGHTS = "8h 5c 9d 6s 8d 6c 9d"
"""Positions 1, 2, 3, the dealer's six, and again: eights, eleven, nines."""


def shared(cards: str, *bets: tuple[str, str, int, int]) -> Stage:
    """A live table with shared cards at its first window."""
    stage = Stage("multihand-etg", Mode.LIVE, special_without_main=1)
    stage.do(c.OpenRound())
    for patron, bet, stake, position in bets:
        stage.do(c.PlaceBet(patron, bet, stake, position))
    stage.do(c.CloseBets("croupier"))
    stage.script(cards)
    stage.until(lambda: stage.table.clock.window_open)
    return stage


def decide(stage: Stage, patron: str, *decisions: Decision) -> None:
    for decision in decisions:
        stage.decide(patron, decision)


def own(stage: Stage, patron: str) -> OwnView:
    view = own_view(stage.table, patron, 0)
    assert view is not None
    return view


def hands(stage: Stage, patron: str) -> HandsView:
    view = hands_view(stage.table, patron)
    assert view is not None
    return view


def grey(stage: Stage, patron: str) -> tuple[str, ...]:
    """The cards that are grey in the history bar of this patron."""
    view = hands_view(stage.table, patron) or HandsView()
    history = public_view(stage.table, stage.now).history
    return tuple(dealt.card for at, dealt in enumerate(history) if dealt.burned or at in view.burned)


def split_and_doubled() -> Stage:
    """Ann splits eights and doubles the first of them, Bob stands, Cyd only watches."""
    bets = ((ANN, "main", STAKE, 1), (BOB, "main", 2 * STAKE, 1), (BOB, "main", STAKE, 2))
    stage = shared(f"{EIGHTS} Td 3c Ts 5d", *bets)
    decide(stage, ANN, Decision.SPLIT)
    decide(stage, BOB, Decision.STAND, Decision.STAND)
    stage.until(lambda: stage.asks(ANN))
    decide(stage, ANN, Decision.DOUBLE)
    stage.until(lambda: stage.asks(ANN))
    return stage


def test_gui_11_each_hand_of_a_split_has_its_own_stake_and_a_double_twice() -> None:
    stage = split_and_doubled()
    stakes = {
        patron: [(stake.position, stake.branch, stake.stake) for stake in own(stage, patron).stakes]
        for patron in (ANN, BOB)
    }
    assert stakes[ANN] == [(1, 0, 2 * STAKE), (1, 1, STAKE)]
    assert stakes[BOB] == [(1, 0, 2 * STAKE), (2, 0, STAKE)]


def test_gui_11_a_field_has_what_doubles_and_splits_put_down_beside_the_stake() -> None:
    stage = split_and_doubled()
    laid = {
        patron: [(wager.position, wager.stake, wager.laid) for wager in own(stage, patron).wagers]
        for patron in (ANN, BOB)
    }
    assert laid[ANN] == [(1, STAKE, 3 * STAKE)]
    assert laid[BOB] == [(1, 2 * STAKE, 2 * STAKE), (2, STAKE, STAKE)]
    assert [wager.laid for wager in _before_the_cards().wagers] == [STAKE, 100]


def _before_the_cards() -> OwnView:
    stage = Stage("multihand-etg", Mode.LIVE)
    stage.do(c.OpenRound())
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.PlaceBet(ANN, "21-plus-3", 100, 1))
    return own(stage, ANN)


def test_tb_11_a_card_is_burnt_for_those_who_asked_for_none_though_others_took_it() -> None:
    stage = split_and_doubled()
    assert grey(stage, ANN) == ()
    assert grey(stage, BOB) == ("3c", "Ts", "5d")
    assert grey(stage, CYD) == (), "somebody took them, and Cyd does not play"


def test_tb_11_of_two_equal_cards_the_one_is_burnt_that_came_when_none_was_asked_for() -> None:
    """Both come to the same hands with the same card, but not in the same step."""
    bets = [(patron, "main", STAKE, at) for patron in (ANN, BOB) for at in (1, 2)]
    stage = shared("8h 9c 9d 6s 2d 9h 9d Td 4s 4s", *bets)
    decide(stage, ANN, Decision.HIT, Decision.STAND)
    stage.until(lambda: stage.asks(ANN))
    decide(stage, ANN, Decision.STAND)
    decide(stage, BOB, Decision.HIT, Decision.STAND)
    stage.until(lambda: stage.asks(BOB))
    decide(stage, BOB, Decision.STAND)
    assert hands(stage, ANN).hands == hands(stage, BOB).hands
    assert (hands(stage, ANN).burned, hands(stage, BOB).burned) == ((8,), (7,))
    assert line_key(stage.table, ANN) != line_key(stage.table, BOB)


def test_tb_10_a_special_bet_alone_makes_a_position_ones_own_and_nobody_elses() -> None:
    """It changes no line of play: Ann and Bob play the same, and see different hands."""
    stage = shared(EIGHTS, (ANN, "main", STAKE, 1), (BOB, "main", STAKE, 1), (BOB, "pair", 100, 3))
    assert [hand.position for hand in public_view(stage.table, stage.now).hands] == [1, 2, 3]
    assert [hand.position for hand in hands(stage, ANN).hands] == [1]
    assert [hand.position for hand in hands(stage, BOB).hands] == [1, 3]
    assert line_key(stage.table, ANN) != line_key(stage.table, BOB)


def test_gui_11_a_seat_shows_what_lies_on_each_hand_and_a_bet_behind_what_went_along() -> None:
    stage = Stage("american-live", Mode.LIVE)
    stage.do(c.OpenRound())
    stage.do(c.TakeSeat(ANN, 2))
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    for patron, along in ((BOB, True), (CYD, False)):
        stage.do(c.PlaceBet(patron, "behind", STAKE, 2))
        stage.do(c.SetBehind(patron, 2, along, along))
    stage.do(c.CloseBets("croupier"))
    stage.script("8h 6s 8d Td 3c Ts 5d")
    stage.until(lambda: stage.asks(ANN))
    decide(stage, ANN, Decision.SPLIT)
    stage.until(lambda: stage.asks(ANN))
    decide(stage, ANN, Decision.DOUBLE)
    seat = public_view(stage.table, stage.now).seats[1]
    assert [hand.stake for hand in seat.hands] == [2 * STAKE, STAKE]
    assert seat.behind == 3 * STAKE + STAKE
    stakes = [own(stage, patron).behind[0]["stakes"] for patron in (BOB, CYD)]
    assert stakes == [(2 * STAKE, STAKE), (STAKE, 0)]
