"""Odds and settlement: whole units, exact ratios, nothing lost without a trace."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.money import EVEN, LOSE, PUSH, BadOdds, Odds, settle


def test_odds_are_written_and_read() -> None:
    assert str(Odds.parse("3:2")) == "3:2"
    assert Odds.parse(" 10:4 ") == Odds(5, 2)
    assert (str(EVEN), str(PUSH), str(LOSE)) == ("1:1", "0:1", "-1:1")
    assert Odds.parse("19:20").ratio == Fraction(19, 20)


@pytest.mark.parametrize("written", ["", "3", "3:0", "3/2", "a:b", "3:-2", "1:1:1", "99999999:1"])
def test_anything_else_is_not_odds(written: str) -> None:
    with pytest.raises(BadOdds):
        Odds.parse(written)


def test_nobody_loses_more_than_the_stake() -> None:
    with pytest.raises(BadOdds, match="more than the stake"):
        Odds.parse("-2:1")


def test_odds_are_kept_in_lowest_terms() -> None:
    with pytest.raises(BadOdds, match="lowest terms"):
        Odds(4, 2)


# BJ-23: stake, odds, handed back, gained, kept.
@pytest.mark.parametrize(
    ("stake", "odds", "returned", "net", "remainder"),
    [
        (100, "3:2", 250, 150, "0"),
        (5, "3:2", 12, 7, "1/2"),
        (5, "-1:2", 2, -3, "1/2"),
        (7, "6:5", 15, 8, "2/5"),
        (101, "19:20", 196, 95, "19/20"),
        (5, "-1:1", 0, -5, "0"),
        (5, "0:1", 5, 0, "0"),
        (0, "3:2", 0, 0, "0"),
    ],
)
def test_bj_23_a_part_of_a_unit_is_rounded_down_and_kept(
    stake: int, odds: str, returned: int, net: int, remainder: str
) -> None:
    settled = settle(stake, Odds.parse(odds))
    assert (settled.returned, settled.net, str(settled.remainder)) == (returned, net, remainder)


def test_a_stake_is_not_negative() -> None:
    with pytest.raises(ValueError, match="not negative"):
        settle(-1, EVEN)


@given(st.integers(0, 10**12), st.integers(1, 10**6), st.integers(1, 10**4))
def test_bj_23_what_is_paid_and_what_is_kept_make_the_whole(stake: int, won: int, staked: int) -> None:
    odds = Odds.of(Fraction(won, staked))
    settled = settle(stake, odds)
    assert settled.returned + settled.remainder == stake * (1 + odds.ratio)
    assert 0 <= settled.remainder < 1
