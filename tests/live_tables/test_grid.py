"""Void, dispute and correction at every step of rich rounds (TB-30, TB-31, TB-33).

Each step is tried in a fork of the venue, so that the round itself goes on untouched. What is right is found
a second time: stakes from the purses, a corrected round by dealing it afresh with the right card.
"""

from __future__ import annotations

from random import Random

import pytest

from cutcard.cards import CARDS, parse_card, text
from cutcard.ledger import escrow, patron
from cutcard.table import Phase, Table
from cutcard.table import events as e
from cutcard.table.correction.story import cards_of
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.shared import SharedFelt
from cutcard.table.felt.turns import TurnsFelt
from tests.live_tables.rich_rounds import ROUNDS, lines_of
from tests.rounds.played_table import AT, PlayedTable

PURSE = 100_000
SEED = 20261
OTHER_CARDS = 3
"""So many wrong cards are tried for each card at each step."""

BEFORE_THE_DEAL = ("deal_comes_first", "too_late_to_dispute")
CARD_WORDS = ("card", "turn")


def played(lines: list[str]) -> PlayedTable:
    pit = PlayedTable()
    for line in lines:
        called = pit.perform(line.split())
        assert not called.startswith("refused"), f"{line}: {called}"
    return pit


def steps(name: str) -> list[int]:
    """How many lines are behind, at every step from no more bets on."""
    lines = lines_of(name)
    return list(range(lines.index("close") + 1, len(lines) + 1))


GRID = [(name, step) for name in ROUNDS for step in steps(name)]
EVERY_STEP = pytest.mark.parametrize(("name", "step"), GRID, ids=str)


def whole(pit: PlayedTable) -> None:
    """Every wager has come back, and nothing lies in escrow."""
    purses = {name: pit.venue.book.balance(patron(name)) for name in pit.table.patrons.places}
    assert set(purses.values()) == {PURSE}, purses
    assert pit.venue.book.balance(escrow(AT)) == 0
    assert pit.table.phase is Phase.RESULT
    pit.replays()


@EVERY_STEP
def test_tb_31_a_void_returns_every_wager(name: str, step: int) -> None:
    pit = played(lines_of(name)[:step])
    staked = pit.venue.book.balance(escrow(AT))
    called = pit.perform(["void", "misdeal"])
    assert called.startswith("void"), called
    returned = sum(int(word) for word in called.split() if word.isdigit())
    assert returned == staked > 0
    whole(pit)


@EVERY_STEP
def test_tb_30_a_dispute_halts_and_can_end_in_a_void(name: str, step: int) -> None:
    pit = played(lines_of(name)[:step])
    called = pit.perform("dispute bob wrong".split())
    if called.startswith("refused"):
        assert called.split()[1] in BEFORE_THE_DEAL, called
        return
    assert pit.perform("card 2h".split()).startswith("refused")
    assert pit.perform(["wait", "1000"]) == "", "time does nothing while a dispute is open"
    assert pit.perform(["void", "misdeal"]).startswith("void")
    whole(pit)


@pytest.mark.parametrize("name", ROUNDS)
def test_tb_30_disputes_begin_with_the_end_of_the_deal(name: str) -> None:
    first = next(
        step
        for step in steps(name)
        if not played(lines_of(name)[:step]).perform("dispute bob wrong".split()).startswith("refused")
    )
    dealt = lines_of(name)[first - 1]
    assert dealt == ("card 2s" if name == "coup" else "face down")


def afresh(lines: list[str], at: int, card: int) -> Table | None:
    """The same round dealt from the start with one card another; None where a line no longer fits."""
    counted = 0
    pit = PlayedTable()
    for line in lines:
        words = line.split()
        if words[0] in CARD_WORDS:
            counted += 1
            if counted == at:
                words = [words[0], text(card)]
        called = pit.perform(words)
        if called.startswith(("refused", "paused")) or "paused" in called:
            return None
    return pit.table


def places(table: Table) -> list[object]:
    """Where each card went, and what was done in between."""
    return [went_to for event, went_to in table.deal.story if isinstance(event, e.CardDealt)]


def felt_of(table: Table) -> object:
    """All that lies there, in a form that can be compared."""
    felt = table.deal.felt
    assert felt is not None
    staked = {name: felt.staked(name) for name in felt.wagers}
    match felt:
        case CoupFelt():
            return felt.coup, staked
        case SharedFelt():
            plays = {name: felt.play_of(name) for name in felt.wagers}
            return felt.round.dealer, felt.round.due, plays, felt.insured_at, staked
        case _:
            assert isinstance(felt, TurnsFelt)
            return felt.round, felt.behind, felt.kept_back, staked


def tried(name: str, step: int, chance: Random) -> list[tuple[int, int]]:
    """Cards of the round so far, each with some others that it could have been."""
    cards = cards_of(played(lines_of(name)[:step]).table)
    return [
        (at, other)
        for at, was in enumerate(cards, 1)
        for other in chance.sample([card for card in CARDS if card != was], OTHER_CARDS)
    ]


@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.slow
def test_tb_33_a_correction_is_the_round_with_the_right_card(name: str, seed: int) -> None:
    chance = Random(f"{seed}/{name}")
    fitted = others = 0
    for step in steps(name):
        lines = lines_of(name)[:step]
        before = played(lines)
        for at, card in tried(name, step, chance):
            pit = before.forked()
            called = pit.perform(f"correct {text(card)} at {at}".split())
            fresh = afresh(lines, at, card)
            if fresh is not None and places(fresh) == places(before.table):
                fitted += 1
                assert f"{text(card)} for" in called, (step, at, text(card), called)
                assert "void" not in called, (step, at, text(card), called)
                assert felt_of(pit.table) == felt_of(fresh), (step, at, text(card))
                assert pit.table.deal.shoe.pack == fresh.deal.shoe.pack
            else:
                others += 1
                assert "void" in called, (step, at, text(card), called)
            pit.replays()
    assert fitted
    assert others


@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("name", ROUNDS)
def test_tb_33_a_corrected_round_is_settled_once_and_in_full(name: str, seed: int) -> None:
    chance = Random(f"{seed}/settled/{name}")
    lines = lines_of(name)
    before = played(lines)
    for at, card in tried(name, len(lines), chance):
        pit = before.forked()
        assert pit.perform("dispute bob misread".split()).startswith("halted")
        called = pit.perform(f"correct {text(card)} at {at}".split())
        if called.startswith("void"):
            whole(pit)
            continue
        fresh = afresh(lines, at, card)
        over = pit.table.phase is Phase.DISPUTE
        closed = pit.perform("confirm corrected".split())
        if over:
            assert closed.startswith("stands; settled")
            assert pit.venue.book.balance(escrow(AT)) == 0
            if fresh is not None and places(fresh) == places(before.table) and fresh.deal.felt is not None:
                due = {name: share.returned for name, share in fresh.deal.felt.shares().items()}
                assert pit.table.past.settled is not None
                assert due == {name: share.returned for name, share in pit.table.past.settled.items()}
        else:
            assert pit.perform(["void", "too late"]).startswith("void")
            whole(pit)
        pit.replays()


def counted(pit: PlayedTable) -> None:
    """The shoe is without the right card, and not without the one that was entered."""
    full = pit.table.deal.settings.profile.rules.decks
    counts = pit.table.deal.shoe.pack.counts
    assert counts[parse_card("2h")] == full, "the two that was entered is still in the shoe"
    assert counts[parse_card("7s")] == full - 1
    assert sum(counts) == 52 * full - 6


def test_tb_34_a_correction_that_voids_still_counts_the_right_card() -> None:
    pit = played([line for line in lines_of("coup") if "pair" not in line])
    assert pit.perform("correct 7s at 1".split()).startswith("void"), "a natural leaves nobody a third card"
    counted(pit)
    whole(pit)


def test_tb_34_so_does_one_that_leaves_a_pair_to_be_settled() -> None:
    pit = played(lines_of("coup"))
    assert pit.perform("correct 7s at 1".split()) == (
        "7s for 2h, void, ann gets 1000 back, bob gets 3100 back; result"
    )
    counted(pit)
    assert pit.perform(["wait", "31"]) == "settled, ann gets 0 for 200"
    pit.replays()
