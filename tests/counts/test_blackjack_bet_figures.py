"""Published figures of blackjack's special bets, reproduced to every digit printed by the slow witness."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.specials import PayTable, pays
from tests.counts.published_blackjack import BUSTS, EDGES, as_printed
from tests.counts.special_bets import outcomes, returned


@pytest.mark.parametrize(("bet_id", "table_id", "decks", "printed"), EDGES)
def test_house_edges_are_the_published_ones(bet_id: str, table_id: str, decks: int, printed: str) -> None:
    table = CATALOGUE.paytable(bet_id, table_id)
    assert as_printed(100 * (1 - returned(CATALOGUE[bet_id], table, decks)), printed) == Fraction(printed)


# Printed as returns: an American live game's rules, eight decks.
@pytest.mark.parametrize(
    ("bet_id", "table_id", "printed"),
    [
        ("perfect-pairs", "25-12-6", "95.9"),
        ("perfect-pairs", "25-12-6", "95.9036"),
        ("21-plus-3", "100-40-25-10-5", "93.71"),
        ("21-plus-3", "100-40-25-10-5", "93.7118"),
    ],
)
def test_returns_are_the_printed_ones(bet_id: str, table_id: str, printed: str) -> None:
    table = CATALOGUE.paytable(bet_id, table_id)
    assert as_printed(100 * returned(CATALOGUE[bet_id], table, 8), printed) == Fraction(printed)


# Wizard of Odds, Match the Dealer, the pay table for two decks.
def test_sb_14_match_at_two_decks() -> None:
    table = PayTable(
        "for two decks",
        pays(
            "two-suited 38:1, one-suited-one-non-suited 23:1, one-suited 19:1, "
            "two-non-suited 8:1, one-non-suited 4:1"
        ),
    )
    assert as_printed(100 * (1 - returned(CATALOGUE["match"], table, 2)), "3.3124") == Fraction("3.3124")


# Wizard of Odds: the two cards dealt from four decks without the up card.
def test_sb_14_match_combinations_of_four_decks() -> None:
    found = outcomes(CATALOGUE["match"], CATALOGUE.paytable("match"), 4)
    assert {line: chance * comb(207, 2) for line, chance in found.items()} == {
        "two-suited": 3,
        "one-suited-one-non-suited": 36,
        "one-suited": 576,
        "two-non-suited": 66,
        "one-non-suited": 2_304,
        "lose": 18_336,
    }


# Wizard of Odds: combinations of three cards from six decks.
def test_sb_03_lucky_lucky_combinations_of_six_decks() -> None:
    found = outcomes(CATALOGUE["lucky-lucky"], CATALOGUE.paytable("lucky-lucky"), 6)
    del found["lose"]
    assert {line: chance * comb(312, 3) for line, chance in found.items()} == {
        "suited-777": 80,
        "suited-678": 864,
        "777": 1_944,
        "678": 12_960,
        "suited-21": 26_568,
        "21": 406_296,
        "any-20": 377_568,
        "any-19": 364_320,
    }


# Three of the eight aces of one suit, and any of the 384 other cards beside them.
def test_sb_01_suited_triples_of_aces_are_86016() -> None:
    found = outcomes(CATALOGUE["lucky-aces"], CATALOGUE.paytable("lucky-aces"), 8)
    assert found["three-aces-suited"] * comb(416, 4) == 4 * comb(8, 3) * 384 == 86_016


# Wizard of Odds, Pair Square: combinations of two cards from six decks.
def test_sb_13_pairs_of_six_decks() -> None:
    found = outcomes(CATALOGUE["pair"], CATALOGUE.paytable("pair"), 6)
    assert {line: chance * comb(312, 2) for line, chance in found.items()} == {
        "suited-pair": 780,
        "non-suited-pair": 2_808,
        "lose": 44_928,
    }


@pytest.mark.parametrize(("decks", "stands_on_soft_17", "hits_soft_17"), BUSTS)
def test_sb_21_bust_by_number_of_decks(decks: int, stands_on_soft_17: str, hits_soft_17: str) -> None:
    bet, table = CATALOGUE["bust"], CATALOGUE.paytable("bust", "250-50-12-4-2-2")
    for printed, hits in ((stands_on_soft_17, False), (hits_soft_17, True)):
        assert as_printed(100 * (1 - returned(bet, table, decks, hits)), printed) == Fraction(printed)


# Wizard of Odds, Buster Blackjack: six decks, the dealer hits soft 17. Wrong in public: its 0.714241 for no
# bust, which does not make one with the lines above it.
def test_sb_21_bust_by_number_of_cards() -> None:
    found = outcomes(CATALOGUE["bust"], CATALOGUE.paytable("bust"), 6, hits_soft_17=True)
    printed = {
        "bust-8-or-more": "0.000012",
        "bust-7": "0.000214",
        "bust-6": "0.002638",
        "bust-5": "0.020473",
        "bust-4": "0.089392",
        "bust-3": "0.173032",
    }
    assert as_printed(found.pop("lose"), "0.000001") == Fraction("0.714240")
    assert {line: as_printed(chance, "0.000001") for line, chance in found.items()} == {
        line: Fraction(digits) for line, digits in printed.items()
    }
