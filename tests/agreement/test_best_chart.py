"""The chart is the best there is near it: no single cell and no exception, changed alone, returns more."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec
import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cutcard.cards import Pack
from cutcard.exact.codes import CODES, HARD, SOFT
from cutcard.exact.main.best_chart import best_charts
from cutcard.exact.main.blackjack import Analysis, analyse, deals, up_card, values_left, without
from cutcard.exact.main.chart import UpChart, by_up_card, chart_return, places, play, worth
from cutcard.games.blackjack.rules import (
    DoubleAfterSplit,
    DoubleOn,
    LateBlackjack,
    Rules,
    SecondCard,
    Surrender,
)
from cutcard.profiles import load
from tests.random_play.rule_values import blackjack_rules
from tests.soak import as_often

ROUNDING = 1e-12


CELLS = [(False, total) for total in range(5, 21)] + [(True, total) for total in range(13, 21)]
TOTAL_CODES = ("H", "S", "D", "Ds", "R", "Rs")
PAIR_CODES = (*TOTAL_CODES, "P", "Rp")
"""All that a chart can say, written down here: what the product tries is not asked."""


def near_charlie(rules: Rules) -> Iterator[tuple[int, bool, int]]:
    """Every hand by cards, softness and total that is one card or more from a charlie, and not 21."""
    for cards in range(3, rules.charlie):
        yield from ((cards, True, total) for total in range(cards + 10, 21))
        # Without an ace at least two for each card; with one that counts 1, at least 12.
        yield from ((cards, False, total) for total in range(min(2 * cards, max(12, cards)), 21))


def changed_columns(rules: Rules, column: UpChart, splits: Collection[int]) -> Iterator[tuple[str, UpChart]]:
    """The column with one cell, one pair or one exception otherwise; every one that there is."""
    for cell in CELLS:
        for code in TOTAL_CODES:
            yield f"{cell}: {code}", replace(column, cells={**column.cells, cell: code})
    for pair in range(1, 11):
        for code in PAIR_CODES:
            if pair in column.pairs and (pair in splits or code not in ("P", "Rp")):
                yield f"{pair},{pair}: {code}", replace(column, pairs={**column.pairs, pair: code})
    there = places(rules.cards_counted).by_cards  # some that could be thought of no pack can deal
    for at in near_charlie(rules):
        without_it = {other: code for other, code in column.by_cards.items() if other != at}
        if at in column.by_cards:
            yield f"{at}: none", replace(column, by_cards=without_it)
        elif at in there:
            yield f"{at}: H", replace(column, by_cards={**without_it, at: "H"})


def better(found: Analysis, value: int, column: UpChart) -> list[str]:
    """The single changes of a column that would return more."""
    up, dealt = found.ups[value], by_up_card(found)[value]
    best = worth(play(up, column), column, dealt)
    return [
        what
        for what, changed in changed_columns(found.rules, column, up.split)
        if worth(play(up, changed), changed, dealt) > best + ROUNDING
    ]


@given(blackjack_rules)
@settings(max_examples=as_often(20, 200), deadline=None)
def test_the_changes_that_are_tried_are_all_there_are(rules: Rules) -> None:
    """Every hand that the product knows near a charlie is among them, and every printed total."""
    known = places(rules.cards_counted).by_cards
    near = {at for at in known if at[0] < rules.charlie and at[2] < 21}
    assert near <= set(near_charlie(rules))
    assert set(PAIR_CODES) == set(CODES)
    assert set(CELLS) == {(soft, total) for soft in (False, True) for total in (SOFT if soft else HARD)}


NEAR_A_SPLIT = Rules(
    decks=3,
    second_card=SecondCard.NONE,
    checks_under_ace=False,
    checks_under_ten=False,
    late_blackjack_returns=LateBlackjack.ORIGINAL_ONLY,
    surrender=Surrender.EARLY_ACE,
    charlie=8,
    double_after_split=DoubleAfterSplit.NO,
    max_split_depth=1,
)
"""Here an exception near the charlie is met by split hands alone."""


@pytest.mark.slow
@example(NEAR_A_SPLIT, 5)
@settings(max_examples=as_often(15, 500, usual=3), deadline=None, phases=[Phase.explicit, Phase.generate])
@given(blackjack_rules, st.integers(1, 10))
def test_no_single_change_of_a_chart_returns_more(rules: Rules, value: int) -> None:
    left = values_left(Pack.of_decks(rules.decks))
    up = up_card(rules, without(left, value), value)
    dealt = list(deals(up, 1.0))
    found = Analysis(rules, left, {value: up}, tuple(dealt))
    assert better(found, value, best_charts(found)[value]) == []


def rules_of(profile: str, **changes: object) -> Rules:
    rules = load(profile).rules
    assert isinstance(rules, Rules)
    return msgspec.structs.replace(rules, **changes)


def chart_edge(rules: Rules) -> float:
    found = analyse(rules, Pack.of_decks(rules.decks))
    return 1 - chart_return(found, best_charts(found)).uninsured


def test_sixteen_against_ten_stands_when_it_cannot_surrender() -> None:
    """The 16s that are left have three cards and more; near the charlie they hit after all."""
    rules = rules_of("multihand-online")
    column = best_charts(analyse(rules, Pack.of_decks(8)))[10]
    assert column.cells[False, 16] == "Rs"
    assert column.by_cards[7, False, 16] == "H"
    assert chart_edge(rules) < 0.00361525  # with the exceptions; 0.362253 % where 16 was hit


@pytest.mark.parametrize("charlie", [0, 8])
def test_doubles_that_exist_only_after_a_split_are_charted(charlie: int) -> None:
    """Also where hands of the same total hit near a charlie: those have exceptions of their own."""
    rules = rules_of(
        "multihand-etg",
        double_on=DoubleOn.TEN_OR_ELEVEN,
        double_after_split=DoubleAfterSplit.ANY,
        surrender=Surrender.NONE,
        charlie=charlie,
    )
    columns = best_charts(analyse(rules, Pack.of_decks(8)))
    assert columns[6].cells[False, 9] == "D"
    assert columns[6].cells[True, 18] == "Ds"
