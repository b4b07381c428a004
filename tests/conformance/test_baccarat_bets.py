"""Every bet of baccarat keeps its word: its lines can be hit, its pay tables add up, its classes hold.

The loops name no bet; where a test is about one family, its requirement is in the test's name.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.games.baccarat.bets import CATALOGUE, MAIN_BETS, hi_ti_colours, tie_table
from cutcard.games.baccarat.coup import Coup, Winner
from cutcard.games.baccarat.rules import BankerPays
from cutcard.money import PUSH, Odds
from cutcard.specials import Bet, NoSuchBet, NoSuchPayTable, PayTable, outcome, paid_lines
from tests.counts.coups import chances, coups, edge, summary, views
from tests.random_play.coups import ANY_CARD, finished_coups

BETS = tuple(CATALOGUE)
TABLES = [pytest.param(bet, table, id=f"{bet.id} {table.id}") for bet in BETS for table in bet.paytables]
OWN = [
    pytest.param(bet, table, id=f"{bet.id} {table.id}")
    for bet in BETS
    for table in bet.paytables
    if table.source == "own design"
]
BY_CARDS = [bet for bet in BETS if bet.sees != ("coup",)]


def is_main(bet: Bet[Any]) -> bool:
    return bet.id in MAIN_BETS


@pytest.mark.parametrize(("bet", "table"), TABLES)
def test_every_paid_line_comes_up_and_none_is_shadowed(bet: Bet[Any], table: PayTable) -> None:
    ended = chances(bet, table)
    lines = [line.id for line, odds in paid_lines(bet, table) if odds != PUSH]
    assert set(table.pays) <= {line.id for line in bet.lines}
    assert [line for line in lines if not ended.get(line)] == []
    assert ended["lose"] > 0
    assert sum(ended.values()) == 1
    assert ("push" in ended) is (bet.pushes is not None)


@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.id)
def test_every_bet_says_where_a_layout_has_its_field(bet: Bet[Any]) -> None:
    assert bet.side in set(Winner)
    assert (bet.group == "main") is is_main(bet)
    assert (bet.group == "totals") is bet.id.startswith(("straight-up-", "grouped-"))
    named = [side for side in Winner if side in bet.id.split("-")]
    assert named in ([], [bet.side]), "a bet that is named after a side lies there"


@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.id)
def test_every_line_is_paid_by_some_pay_table(bet: Bet[Any]) -> None:
    paid = {line for table in bet.paytables for line in table.pays}
    assert paid == {line.id for line in bet.lines}
    assert len({table.id for table in bet.paytables}) == len(bet.paytables)


@pytest.mark.parametrize(("bet", "table"), TABLES)
def test_lines_stand_from_the_best_to_the_least(bet: Bet[Any], table: PayTable) -> None:
    if not is_main(bet):
        odds = [odds.ratio for _, odds in paid_lines(bet, table)]
        assert odds == sorted(odds, reverse=True)


@pytest.mark.parametrize(("bet", "table"), OWN)
def test_own_designs_return_between_88_and_97_and_a_half_percent(bet: Bet[Any], table: PayTable) -> None:
    assert Fraction(88, 100) <= 1 - edge(bet, table) <= Fraction(975, 1000)


@pytest.mark.parametrize("decks", [pytest.param(decks, marks=pytest.mark.slow) for decks in range(1, 9)])
def test_no_pay_table_gives_money_away_on_decks_it_is_approved_for(decks: int) -> None:
    generous = [
        f"{bet.id} {table.id}"
        for bet in BETS
        for table in bet.paytables
        if decks in table.decks and edge(bet, table, decks) <= 0
    ]
    assert generous == []


@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.id)
def test_every_pay_table_says_where_it_comes_from(bet: Bet[Any]) -> None:
    assert all(table.source for table in bet.paytables)
    assert all(odds.staked <= 2 or is_main(bet) for table in bet.paytables for odds in table.pays.values())


@pytest.mark.parametrize("bet", BY_CARDS, ids=lambda bet: bet.id)
def test_the_order_of_the_cards_seen_never_matters(bet: Bet[Any]) -> None:
    assert not bet.ordered
    for cards, _ in views(bet, 8):
        for line in bet.lines:
            assert len({line.fits(order) for order in permutations(cards)}) == 1


@given(data=st.data())
def test_lines_treat_the_cards_of_a_class_alike(data: st.DataObject) -> None:
    bet = data.draw(st.sampled_from(BY_CARDS))
    cards = data.draw(st.tuples(*(ANY_CARD for _ in bet.sees)))
    alike = tuple(bet.classes(card) for card in cards)
    assert [line.fits(cards) for line in bet.lines] == [line.fits(alike) for line in bet.lines]


@given(coup=finished_coups())
def test_bets_on_the_coup_depend_on_totals_and_numbers_of_cards_alone(coup: Coup) -> None:
    counted, _ = coups(8)[summary(coup)]
    for bet in BETS:
        if bet not in BY_CARDS:
            assert [line.fits(coup) for line in bet.lines] == [line.fits(counted) for line in bet.lines]
            by_class = Coup(tuple(map(bet.classes, coup.player)), tuple(map(bet.classes, coup.banker)))
            assert [line.fits(by_class) for line in bet.lines] == [line.fits(counted) for line in bet.lines]


def test_ba_05_bankers_pay_tables_are_the_values_of_banker_pays() -> None:
    assert [table.id for table in CATALOGUE["banker"].paytables] == [each.value for each in BankerPays]


def test_ba_05_ties_pay_tables_are_named_after_their_odds() -> None:
    assert [table.id for table in CATALOGUE["tie"].paytables] == ["8:1", "9:1"]
    assert outcome(CATALOGUE["tie"], tie_table(Odds(19, 2)), Coup((8, 9), (8, 9))).pays == Odds(19, 2)


def test_the_catalogue_lists_main_bets_first_and_every_shipped_bet() -> None:
    listed = [bet.id for bet in CATALOGUE]
    assert tuple(listed[:3]) == MAIN_BETS
    assert (
        listed[3:14]
        == (
            "tiger-7 ox-6 kill frog-6 koi-7 emperor-player emperor-banker "
            "lucky-nines super-6 any-pair-player any-pair-banker"
        ).split()
    )
    assert listed[14:] == [
        *(f"hi-ti-{span}" for span in ("0-3", "4-6", "7-9")),
        *(f"straight-up-{side}-{points}" for side in ("player", "banker") for points in range(1, 10)),
        *(f"straight-up-tie-{points}" for points in range(10)),
        *(f"grouped-{side}-{span}" for side in ("player", "banker") for span in ("1-3", "4-6", "7-9")),
        *(f"grouped-tie-{span}" for span in ("0-3", "4-6", "7-9")),
    ]


@pytest.mark.parametrize("bet_id", ["hi-ti-0-9", "hi-ti-5-5", "grouped-player-1-9", "grouped-tie-0-1"])
def test_sb_41_a_house_may_choose_other_ranges_and_brings_the_pay_table(bet_id: str) -> None:
    assert bet_id in CATALOGUE
    assert CATALOGUE[bet_id].id == bet_id
    with pytest.raises(NoSuchPayTable):
        CATALOGUE.paytable(bet_id)


@pytest.mark.parametrize(
    "bet_id",
    (
        "hi-ti-3-0 hi-ti-3 hi-ti-0-10 hi-ti grouped-player-0-3 grouped-banker-0-9 straight-up-player-0 "
        "straight-up-banker-0 straight-up-tie-10 straight-up-tie-1-2 straight-up-moon-1 moon-1-2 "
        "grouped-tie-00-3 straight-up-tie--1 moon"
    ).split(),
)
def test_ids_that_name_no_bet_are_refused(bet_id: str) -> None:
    assert bet_id not in CATALOGUE
    with pytest.raises(NoSuchBet):
        CATALOGUE[bet_id]


@given(coup=finished_coups())
def test_sb_40_at_most_one_straight_up_field_wins(coup: Coup) -> None:
    straight_up = [bet for bet in BETS if bet.id.startswith("straight-up")]
    assert sum(bet.lines[0].fits(coup) for bet in straight_up) == 1


def test_sb_39_every_shipped_hi_ti_field_has_its_colour() -> None:
    shipped = [bet.id for bet in BETS if bet.id.startswith("hi-ti")]
    assert hi_ti_colours(shipped) == {"hi-ti-0-3": "green", "hi-ti-4-6": "blue", "hi-ti-7-9": "red"}
    own = ["tie", "hi-ti-7-9", "hi-ti-0-6", "grouped-tie-0-3"]
    assert hi_ti_colours(own) == {"hi-ti-0-6": "green", "hi-ti-7-9": "blue"}  # ranges are data
