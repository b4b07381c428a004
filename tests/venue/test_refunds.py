"""Bets handed back before they are final: in words with the amount, and in the history (TB-22, TB-65)."""

from __future__ import annotations

from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.venue.patrons.presence import GONE_MS
from cutcard.views.past.history import PastRound, past_round
from tests.interruptions.stage import ANN, BOB, CYD, Stage

STAKE = 1_000


def american() -> Stage:
    """Ann sits at seat 2, and bets are open."""
    stage = Stage("american-live", Mode.LIVE)
    stage.do(c.TakeSeat(ANN, 2))
    stage.do(c.OpenRound())
    return stage


def history(stage: Stage, patron: str, number: int = 1) -> PastRound | None:
    return past_round(list(stage.store.round_entries(stage.name, number)), patron, stage.store.entries)


def notes(stage: Stage, patron: str) -> list[tuple[str, int]]:
    """The notes of the round in the patron's history, with their amounts."""
    line = history(stage, patron)
    return [] if line is None else [(note.key, int(note.facts["amount"])) for note in line.notes]


def notices(stage: Stage, patron: str) -> list[str]:
    return [notice.says.key for notice in stage.venue.notices.of(patron)]


def test_tb_22_a_bet_behind_that_went_back_is_a_line_of_the_history_with_no_stake() -> None:
    stage = american()
    stage.do(c.PlaceBet(BOB, "behind", STAKE, 2))
    stage.do(c.LeaveSeat(ANN, 2))
    assert notes(stage, BOB) == [("incident.behind_seat_left", STAKE)]
    assert notices(stage, BOB) == ["incident.behind_seat_left"]
    assert history(stage, ANN) is None, "who only left a seat had no part in the round"
    stage.verified()


def test_tb_65_a_round_in_which_all_went_back_says_nothing_else_of_it() -> None:
    """A card of that round is put right: this is for those who play it."""
    stage = american()
    stage.do(c.TakeSeat(CYD, 3))
    stage.do(c.PlaceBet(BOB, "behind", STAKE, 3))
    stage.do(c.LeaveSeat(CYD, 3))
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    stage.do(c.CloseBets("dan"))
    stage.do(c.Deal(8))
    stage.do(c.CorrectCard("dan", 9))
    assert notes(stage, BOB) == [("incident.behind_seat_left", STAKE)]
    stage.do(c.VoidRound("sue", "The shoe fell"))
    line = history(stage, BOB)
    assert line is not None
    assert (line.staked, line.won, line.stakes_back, line.net, len(line.notes)) == (0, 0, 0, 0, 1)


def test_tb_20_chips_on_a_seat_that_staff_frees_go_back_with_their_amount() -> None:
    stage = american()
    stage.do(c.TakeSeat(BOB, 3))
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    stage.do(c.PlaceBet(ANN, "behind", STAKE, 3))
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    stage.do(c.FreeSeat("dan", 2))
    assert notices(stage, ANN) == ["incident.seat_bets_returned", "message.seat_freed.staff"]
    (notice, _) = stage.venue.notices.of(ANN)
    assert notice.says.facts == {"seat": 2, "amount": 2 * STAKE}
    assert notes(stage, ANN) == [("incident.seat_bets_returned", 2 * STAKE)]
    stage.verified()


def test_tb_20_a_free_seat_without_chips_is_announced_and_no_part_of_the_history() -> None:
    stage = american()
    stage.do(c.FreeSeat("dan", 2))
    assert notices(stage, ANN) == ["message.seat_freed.staff"]
    assert history(stage, ANN) is None


def test_tb_20_that_the_seat_is_free_is_announced_after_a_restart_until_it_was_seen() -> None:
    stage = american()
    stage.do(c.FreeSeat("dan", 2))
    stage.crash()
    assert notices(stage, ANN) == ["message.seat_freed.staff"]


def test_bets_of_whoever_is_gone_go_back_with_their_amount() -> None:
    """The policy of american-live: before no more bets, bets are returned."""
    stage = american()
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    stage.do(c.PlaceBet(ANN, "main", STAKE, 2))
    stage.close(ANN)
    stage.wait(GONE_MS)
    assert notes(stage, ANN) == [("incident.bets_returned", 2 * STAKE)]
    assert notices(stage, ANN) == ["incident.bets_returned"]
    stage.verified()
