"""A number is rounded once, in whole numbers, and printed the same everywhere."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.money import Odds
from cutcard.profiles import catalogue_of
from cutcard.reports import charts, figures, names
from cutcard.texts import bet_about, outcome_name
from tests.agreement.reports.reported_sheets import endless, perfect_pairs


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "−0.13"),
        (Fraction(1, 1000), 2, "0.00"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(2675, 1000), 2, "2.68"),
        (Fraction(19999, 10000), 3, "2.000"),
        (Fraction(12345678), 0, "12,345,678"),
        (Fraction(-4, 3), 6, "−1.333333"),
    ],
)
def test_decimals_are_rounded_half_away_from_zero(value: Fraction, digits: int, shown: str) -> None:
    assert figures.decimal(value, digits) == shown


@given(st.integers(-(10**30), 10**30), st.integers(0, 12), st.integers(0, 12))
def test_decimals_are_those_of_decimal_arithmetic(number: int, scale: int, digits: int) -> None:
    with localcontext(prec=60, rounding=ROUND_HALF_UP):
        wanted = Decimal(f"{Decimal(number).scaleb(-scale):.{digits}f}")
    shown = figures.decimal(Fraction(number, 10**scale), digits)
    assert Decimal(shown.replace(",", "").replace(figures.MINUS, "-")) == wanted


def test_counts_keep_their_digits_as_long_as_there_is_room() -> None:
    assert figures.count(10**21 - 1) == "999,999,999,999,999,999,999"
    assert figures.count(10**21) == "1.000000 × 10²¹"
    assert figures.count(123456789 * 10**30) == "1.234568 × 10³⁸"


def test_a_chance_is_one_in_so_many_or_never() -> None:
    assert figures.one_in(Fraction(7, 415)) == "59.29"
    assert figures.one_in(Fraction(0)) == "never"


def test_small_errors_are_told_by_their_power() -> None:
    assert figures.scientific(1e-9) == "1.0 × 10⁻⁹"
    assert figures.scientific(0.0) == "0"


def test_rule_values_are_as_they_are_set() -> None:
    assert [names.rule_value(value) for value in (True, False, 8, Odds(3, 2), "hole", (1, 2))] == [
        "true",
        "false",
        "8",
        "3:2",
        "hole",
        "1, 2",
    ]


def test_an_outcome_is_called_by_its_line() -> None:
    assert outcome_name("perfect-pairs", "perfect-pair") == "Perfect pair"
    assert outcome_name("straight-up-player-5", "win") == "Player wins with 5"
    assert outcome_name("insurance", "win") == "Win"
    assert outcome_name("banker", "push") == "Push"


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_every_line_of_every_bet_has_a_name_on_the_sheet(game: str) -> None:
    for bet in catalogue_of(game):
        for outcome in (*(line.id for line in bet.lines), "push", "lose"):
            assert outcome_name(bet.id, outcome)
        assert bet_about(bet.id).endswith(".")


@pytest.mark.parametrize("bet", [perfect_pairs(), endless()], ids=lambda bet: bet.bet)
def test_the_bars_of_a_bet_make_up_the_unit_staked(bet: object) -> None:
    bars = charts.contributions(bet)  # type: ignore[arg-type]  # ids of the parameters need any object
    assert sum(bar.value for bar in bars) == 1
    assert bars[-1].label == "House edge"


def test_a_bet_that_favours_the_patron_goes_to_the_left() -> None:
    bars = (
        charts.Bar("house's", Fraction(1, 10), "10 %", "house"),
        charts.Bar("patron's", Fraction(-1, 10), "−10 %", "win"),
    )
    drawn = charts.bar_chart(bars, "Edges & more", charts.on_paper("Serif"))
    zero, left = (drawn.split(f'{mark}="')[1].split('"')[0] for mark in ("x1", "<rect x"))
    assert zero == left
    second = drawn.split('<rect x="')[2].split('"')[0]
    assert float(second) < float(zero)
    assert "Edges &amp; more" in drawn


def test_pieces_of_a_chart_have_one_scale() -> None:
    long, short = (
        charts.Bar(name, Fraction(size, 10), "", "house") for name, size in (("long", 8), ("short", 2))
    )
    canvas = charts.on_paper("Serif")

    def width(drawn: str) -> float:
        return float(drawn.split('<rect x="')[1].split('width="')[1].partition('"')[0])

    first = width(charts.bar_chart((long,), "first", canvas, (long, short)))
    second = width(charts.bar_chart((short,), "second", canvas, (long, short)))
    assert first == pytest.approx(4 * second, abs=0.1)
