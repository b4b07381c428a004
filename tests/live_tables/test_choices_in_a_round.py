"""What a patron chooses during a round is for the next: a card put right plays by the choices before it."""

from __future__ import annotations

from cutcard.table import commands as c
from cutcard.table.felt.turns import TurnsFelt
from tests.rounds.played_table import PlayedTable

ROUND = """
table american-live
set surrender=none
patron ann 100000
patron bob 100000
sit ann 1
open
bet ann 1 main 1000
bet bob 1 behind 500
along bob 1 double=no split=no
close
card 8h
card Ad
card 3c
face down
insure ann 1
insure bob 1
"""


def insured_round() -> PlayedTable:
    pit = PlayedTable()
    for line in filter(None, ROUND.splitlines()):
        called = pit.perform(line.split())
        assert not called.startswith("refused"), f"{line}: {called}"
    return pit


def test_tb_33_whoever_wants_no_insurance_any_more_keeps_the_one_they_have() -> None:
    pit = insured_round()
    pit.ask(c.SetOption("ann", "insurance", False))
    assert "void" not in pit.perform("correct 4c at 3".split())
    assert pit.table.deal.felt is not None
    assert pit.table.deal.felt.staked("ann") == 1_500


def test_tb_33_a_bet_behind_goes_along_as_it_was_set_when_bets_closed() -> None:
    pit = insured_round()
    pit.perform("along bob 1 double=yes split=yes".split())
    pit.perform("correct 4c at 3".split())
    felt = pit.table.deal.felt
    assert isinstance(felt, TurnsFelt)
    assert [(wager.double_along, wager.split_along) for wager in felt.behind] == [(False, False)]
