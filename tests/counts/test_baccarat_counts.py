"""Baccarat counted out from a full shoe, against figures that others have published.

It proves the figures by the slow witness, which knows none of the product's own counting.
"""

from fractions import Fraction

import pytest

from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.bets.judging import won
from cutcard.games.baccarat.coup import Coup, Winner, natural, winner
from tests.counts.coups import chances, coups, edge, views, ways
from tests.counts.published_baccarat import COUNTS, EDGES, MARGINS, TIES, as_printed


@pytest.mark.parametrize("decks", COUNTS)
def test_every_ordered_six_card_deal_is_counted(decks: int) -> None:
    assert sum(count for _, count in coups(decks).values()) == COUNTS[decks]["all"]
    for side in Winner:
        assert ways(decks, won(side)) == COUNTS[decks][side]


@pytest.mark.parametrize(("dealt", "part"), [(4, "0.378868"), (5, "0.303444"), (6, "0.317687")])
def test_how_many_cards_a_coup_takes(dealt: int, part: str) -> None:
    # Wizard of Odds, 4-5-6
    taken = ways(8, lambda coup: len(coup.player) + len(coup.banker) == dealt)
    assert round(Fraction(taken, COUNTS[8]["all"]), 6) == Fraction(part)


@pytest.mark.parametrize(("bet", "table", "decks", "printed", "source"), EDGES)
def test_published_edges_come_out(bet: str, table: str, decks: int, printed: str, source: str) -> None:
    found = edge(CATALOGUE[bet], CATALOGUE.paytable(bet, table), decks)
    assert as_printed(found, printed), f"{source} prints {printed}, counted {float(found * 100):.6f}"


@pytest.mark.parametrize("points", TIES)
def test_sb_40_straight_up_ties_as_published(points: int) -> None:
    count, pays, printed = TIES[points]
    bet = CATALOGUE[f"straight-up-tie-{points}"]
    (table,) = bet.paytables
    assert ways(8, bet.lines[0].fits) == count
    assert str(table.pays["win"]) == pays
    assert as_printed(edge(bet, table), printed)


@pytest.mark.parametrize("outcome", MARGINS)
def test_sb_35_margins_as_published(outcome: str) -> None:
    for bet_id, count in zip(("emperor-player", "emperor-banker"), MARGINS[outcome], strict=True):
        bet = CATALOGUE[bet_id]
        assert chances(bet, bet.paytables[0])[outcome] == Fraction(count, COUNTS[8]["all"])


def test_sb_32_kill_as_published() -> None:
    # Wizard of Odds, Kill the Ox/Tiger
    killed = chances(CATALOGUE["kill"], CATALOGUE.paytable("kill"))
    assert killed["ox-killed"] == Fraction(84_102_272_663_808, COUNTS[8]["all"])
    assert killed["tiger-killed"] == Fraction(54_956_551_870_464, COUNTS[8]["all"])


def test_sb_36_suited_threes_are_86_016_and_not_64_512() -> None:
    nines = chances(CATALOGUE["lucky-nines"], CATALOGUE.paytable("lucky-nines", "500-250-20-8-5-2-1"))
    assert nines["three-nines-suited"] == Fraction(86_016, 1_229_930_520)
    assert nines["four-nines"] == Fraction(35_960, 1_229_930_520)


def test_sb_37_sixes_as_published() -> None:
    # Wizard of Odds, Lucky 6
    sixes = chances(CATALOGUE["super-6"], CATALOGUE.paytable("super-6", "23-12"))
    assert sixes["two-card-six"] == Fraction(186_173_936_904_192, COUNTS[8]["all"])
    assert sixes["three-card-six"] == Fraction(83_058_367_551_488, COUNTS[8]["all"])


def test_a_natural_of_either_side_is_as_likely() -> None:
    def won_by_natural(side: Winner) -> int:
        return ways(8, lambda coup: natural(coup) is not None and winner(coup) is side)

    assert won_by_natural(Winner.PLAYER) == won_by_natural(Winner.BANKER)


def test_every_first_four_cards_are_counted_once() -> None:
    dealt = sum(count for _, count in views(CATALOGUE["lucky-nines"], 8))
    assert dealt == 416 * 415 * 414 * 413


def test_a_coup_of_one_deck_can_be_counted_too() -> None:
    assert sum(count for _, count in coups(1).values()) == 52 * 51 * 50 * 49 * 48 * 47
    assert all(isinstance(coup, Coup) for coup, _ in coups(1).values())
