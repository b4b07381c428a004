"""What a table remembers of past rounds, and what it makes of records from before it forgot the rest."""

from __future__ import annotations

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.table import Moment, Table, decide, evolve, new_table
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.state import PARTS_KEPT, ROUNDS_KEPT, Phase, Proposal
from tests.venue.house import settings

CHIPS = (e.Wager(1, "banker", 500),)


def opened(*patrons: str) -> Table:
    table = new_table(settings("punto-banco", Mode.VIDEO))
    evolve(table, e.Joined("ann"), 0)
    for patron in patrons:
        evolve(table, e.Joined(patron), 0)
    return table


def play(table: Table, *patrons: str) -> None:
    """A round up to its result, without its cards."""
    table.deal.round += 1
    evolve(table, e.BetsClosed("", (), {patron: e.BetsShare(CHIPS) for patron in patrons}), 0)
    table.phase = Phase.RESULT


def proposed(table: Table, of_round: int, patron: str, why: str = "misread") -> str:
    decided = decide(table, c.ProposeCorrection("sue", of_round, {patron: 500}, why), Moment(0))
    return decided.code if isinstance(decided, Refusal) else "proposed"


def test_tb_32_a_correction_is_for_who_had_a_part_in_the_round() -> None:
    table = opened("bob")
    play(table, "ann")
    play(table, "bob")
    evolve(table, e.Left("ann"), 0)
    assert proposed(table, 1, "ann") == proposed(table, 2, "bob") == "proposed"
    assert proposed(table, 1, "bob") == proposed(table, 2, "ann") == "no_part_in_that_round"
    assert proposed(table, 1, "nobody-such") == "no_part_in_that_round"


def test_tb_32_a_correction_says_why() -> None:
    table = opened()
    play(table, "ann")
    assert proposed(table, 1, "ann", "") == proposed(table, 1, "ann", "  ") == "reason_is_missing"


def test_tb_32_parts_are_remembered_up_to_a_limit_and_then_those_known_here_are_left() -> None:
    table = opened("bob")
    play(table, "bob")
    for _ in range(ROUNDS_KEPT - 1):
        play(table, "ann")
    assert len(table.patrons.parts) == ROUNDS_KEPT
    assert proposed(table, 1, "ann") == "no_part_in_that_round"
    play(table, "ann")
    assert len(table.patrons.parts) == ROUNDS_KEPT
    assert min(table.patrons.parts) == 2
    assert proposed(table, 1, "ann") == proposed(table, 1, "bob") == "proposed"
    assert proposed(table, 1, "nobody-such") == "no_part_in_that_round"


def test_tb_32_the_last_round_is_remembered_however_many_played() -> None:
    crowd = [f"p{number}" for number in range(PARTS_KEPT + 1)]
    table = opened(*crowd)
    play(table, "ann")
    play(table, *crowd[: PARTS_KEPT - 1])
    assert list(table.patrons.parts) == [1, 2], "there is room for both"
    play(table, *crowd)
    assert list(table.patrons.parts) == [3]
    assert proposed(table, 3, crowd[-1]) == "proposed"


def test_tb_32_an_amount_that_cannot_be_meant_is_not_approved_either() -> None:
    table = opened()
    table.past.proposals[1] = Proposal("sue", 1, {"ann": 10**20}, "typo")
    refused = decide(table, c.ApproveCorrection("tom", 1), Moment(0))
    assert isinstance(refused, Refusal)
    assert refused.code == "amount_too_large"


def test_tb_60_a_record_on_which_undo_reached_back_over_a_round_still_plays() -> None:
    table = opened()
    evolve(table, e.BetsChanged("ann", CHIPS, "undo"), 0)
    assert table.patrons.places["ann"].chips == CHIPS
    assert (table.patrons.bettors, table.patrons.places["ann"].undo) == (1, [])


def test_tb_03_what_is_undone_is_judged_as_any_bet() -> None:
    table = opened()
    evolve(
        table,
        e.RoundOpened(1, "punto-banco", "baccarat", "video", {}, "", 1, table.deal.shoe.pack.counts, {}),
        0,
    )
    evolve(table, e.BetsChanged("ann", (e.Wager(1, "moon", 500),), "place"), 0)
    evolve(table, e.BetsChanged("ann", (), "clear_all"), 0)
    refused = decide(table, c.UndoBet("ann"), Moment(0, playable=10_000))
    assert isinstance(refused, Refusal)
    assert refused.code == "no_such_field"
