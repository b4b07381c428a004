"""Counting agrees with dealing: every deal of a small pack, played and settled, gives the counted chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.cards import CARDS, Pack, parse_cards
from cutcard.exact.bets.baccarat import coup_counts, kind
from cutcard.exact.bets.specials import count_bet
from cutcard.games import baccarat, blackjack
from cutcard.games.baccarat import BankerPays
from cutcard.games.blackjack.in_turn import Wagered
from cutcard.games.blackjack.rules import SecondCard
from cutcard.specials import Bet, PayTable
from tests.agreement.dealt_out import Chances, RanOut, coups, of_coups, of_rounds, pack_of, rounds, summed

HOUSES = (
    blackjack.Rules(),
    blackjack.Rules(dealer_hits_soft_17=True),
    blackjack.Rules(second_card=SecondCard.NONE),
    blackjack.Rules(checks_under_ten=False, dealer_hits_soft_17=True),
)

# Between them, every line of blackjack's bets comes up.
BLACKJACK_PACKS = (
    "7h 7h 7h 7h 7c 7c 7d 8s 8s 8s",
    "6h 6h 7h 7h 7d 8h 8h 8c 8c",
    "Ah Ah Ah Ad Ad Ac Ac As As",
    "Ah Ah Ah Ad Ac 5c 5c 5c",
    "Qh Qh Qh Qd Ks Ks As As",
    "Jd Jd Jd Js Js Jc Jc 9d 9d",
    "Kd Kd Kd Qd Qd Ah Ah Ad",
    "Kd Kd Jd 5s 5s Qs Qs",
    "2c 2c 2c 4c 4c 4c 6d 6d 6d 7h 7h 7h",
    "2c 2c 2c 2c 2c 2c 2c 2c 2c Tc Tc Tc Tc",
    "Ah 9h 9h 9h Th Th 8h 8h",
)

# Between them, every line of baccarat's bets comes up.
BACCARAT_PACKS = (
    "9d 9d 9d 9d 9s 9s 9s 9c 9c Tc Tc Tc",
    "Ac Ac Ac Ac 2h 2h 2h 2h Kd Kd Kd Kd",
    "3c 3c 3c 3c 4h 4h 4h 4h 6d 6d 6d 6d",
    "5c 5c 5c 7h 7h 7h 8d 8d 8d Qs Qs Qs",
    "Ac Ac Ac 4d 4d 4d 5h 5h 5h Ts Ts Ts",
    "2c 2c 2c 3d 3d 3d 6h 6h 6h Ts Ts Ts",
    "Ac Ac 9d 9d 9d 9d 9d Ts Ts Ts Ts Ts",
)

NOTABLE = parse_cards("Ah Ad As Ac 7h 7d 6h 8h 9d 9s Td Jc Js Jd Qh Qd Kd Kh 2c 5s")


@st.composite
def small_packs(draw: st.DrawFn) -> Pack:
    """Ten to fourteen cards, but of few kinds, so that all their deals can be dealt."""
    kinds = draw(
        st.lists(st.sampled_from(NOTABLE) | st.sampled_from(CARDS), min_size=2, max_size=3, unique=True)
    )
    size = draw(st.integers(10, 14))
    return pack_of(tuple(kinds[at % len(kinds)] for at in range(size)))


def counted(bet: Bet[Any], table: PayTable, pack: Pack, rules: blackjack.Rules | baccarat.Rules) -> Chances:
    found = count_bet(bet, table, pack, rules)
    return {ended: Fraction(count, found.total) for ended, count in found.counts if count}


def agree_on_blackjack(pack: Pack, rules: blackjack.Rules, main: bool) -> set[tuple[str, str]]:
    """Compare every bet, each wagered alone; the outcomes that came up."""
    came: set[tuple[str, str]] = set()
    for bet in blackjack.CATALOGUE:
        try:
            dealt = list(rounds(rules, Wagered(1, main, frozenset({bet.id})), pack))
        except RanOut:
            continue
        for table in bet.paytables:
            chances = of_rounds(bet.id, table, dealt)
            assert counted(bet, table, pack, rules) == chances, (bet.id, table.id)
            came |= {(bet.id, ended) for ended in chances}
    return came


def agree_on_baccarat(pack: Pack) -> set[tuple[str, str]]:
    """Compare every bet; the outcomes that came up."""
    came: set[tuple[str, str]] = set()
    dealt = list(coups(pack))
    for bet in baccarat.CATALOGUE:
        for table in bet.paytables:
            chances = of_coups(house_with(bet, table), bet.id, table, dealt)
            assert counted(bet, table, pack, baccarat.Rules()) == chances, (bet.id, table.id)
            came |= {(bet.id, ended) for ended in chances}
    return came


def house_with(bet: Bet[Any], table: PayTable) -> baccarat.Rules:
    """The rules under which this pay table is in force: Banker's and Tie's are rule values."""
    match bet.id:
        case "banker":
            return baccarat.Rules(banker_pays=BankerPays(table.id))
        case "tie":
            return baccarat.Rules(tie_pays=table.pays["win"])
        case _:
            return baccarat.Rules()


def outcomes_of(catalogue: Any) -> set[tuple[str, str]]:
    return {(bet.id, line.id) for bet in catalogue for line in bet.lines}


@pytest.mark.slow
def test_every_line_of_blackjacks_bets_is_counted_as_often_as_it_is_dealt() -> None:
    came: set[tuple[str, str]] = set()
    for at, cards in enumerate(BLACKJACK_PACKS):
        came |= agree_on_blackjack(pack_of(parse_cards(cards)), HOUSES[at % len(HOUSES)], main=False)
    assert outcomes_of(blackjack.CATALOGUE) - came == set()


def test_every_line_of_baccarats_bets_is_counted_as_often_as_it_is_dealt() -> None:
    came: set[tuple[str, str]] = set()
    for cards in BACCARAT_PACKS:
        came |= agree_on_baccarat(pack_of(parse_cards(cards)))
    # The outcome of a line that pays 0:1 is a push.
    assert outcomes_of(baccarat.CATALOGUE) - came == {("banker", "three-card-seven")}


@pytest.mark.slow
@settings(max_examples=12)
@given(pack=small_packs(), rules=st.sampled_from(HOUSES), main=st.booleans())
def test_blackjacks_bets_are_counted_as_they_are_dealt(
    pack: Pack, rules: blackjack.Rules, main: bool
) -> None:
    agree_on_blackjack(pack, rules, main)


@settings(max_examples=12)
@given(pack=small_packs())
def test_baccarats_bets_are_counted_as_they_are_dealt(pack: Pack) -> None:
    agree_on_baccarat(pack)


@settings(max_examples=12)
@given(pack=small_packs())
def test_coups_are_counted_as_they_are_dealt(pack: Pack) -> None:
    chances = summed((kind(coup), way) for coup, way in coups(pack))
    found = coup_counts(pack)
    assert {kind(coup): Fraction(count, found.total) for coup, count in found.ways} == chances
