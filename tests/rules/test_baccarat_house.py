"""What a baccarat house may choose: burnt cards, bets that may stand together, layouts.

No coup is dealt here.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.cards import Shuffle, parse_card
from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.rules import BankerPays, Rules, burn_count, shows_first_card
from cutcard.games.baccarat.wagers import layout_clash, together
from cutcard.games.reason import Refusal
from cutcard.games.wagers import declared_clash
from cutcard.money import Odds
from cutcard.specials import Bet

LIBERAL = Rules()
ONE_SIDE = Rules(both_sides=False)
TIE_ALONE = Rules(tie_with_side=False)


def test_the_rules_of_punto_banco_are_the_defaults() -> None:
    assert Rules() == Rules(
        8, Shuffle.CUT_CARD, Fraction(19, 20), "by-first-card", BankerPays.COMMISSION, Odds(8), True, True
    )
    assert hash(Rules()) == hash(Rules(decks=8))


@pytest.mark.parametrize("penetration", [Fraction(0), Fraction(101, 100)])
def test_the_cut_card_lies_within_the_shoe(penetration: Fraction) -> None:
    with pytest.raises(ValueError, match="penetration"):
        Rules(penetration=penetration)
    assert Rules(penetration=Fraction(1)).penetration == 1


@pytest.mark.parametrize("odds", [Odds(0), Odds(-1)])
def test_tie_wins_something(odds: Odds) -> None:
    with pytest.raises(ValueError, match="tie_pays"):
        Rules(tie_pays=odds)


@pytest.mark.parametrize(
    ("first", "burnt"), [("As", 1), ("2d", 2), ("9h", 9), ("Tc", 10), ("Jc", 10), ("Ks", 10)]
)
def test_ba_08_the_first_card_says_how_many_are_burnt(first: str, burnt: int) -> None:
    assert shows_first_card(LIBERAL)
    assert burn_count(LIBERAL, parse_card(first)) == burnt


def test_ba_08_a_house_may_burn_a_fixed_number() -> None:
    assert not shows_first_card(Rules(burn=3))
    assert burn_count(Rules(burn=3), None) == 3
    assert burn_count(Rules(burn=0), parse_card("9h")) == 0
    with pytest.raises(ValueError, match="first card"):
        burn_count(LIBERAL, None)


@pytest.mark.parametrize(
    ("rules", "bets", "refused"),
    [
        (LIBERAL, "player banker tie", None),
        (ONE_SIDE, "player banker", "not_both_sides"),
        (ONE_SIDE, "player tie", None),
        (ONE_SIDE, "banker tie super-6", None),
        (TIE_ALONE, "player tie", "no_tie_with_side"),
        (TIE_ALONE, "banker tie", "no_tie_with_side"),
        (TIE_ALONE, "player banker", None),
        (TIE_ALONE, "tie", None),
        (LIBERAL, "", None),
    ],
)
def test_ba_06_which_main_bets_may_be_combined(rules: Rules, bets: str, refused: str | None) -> None:
    answer = together(rules, bets.split())
    assert (answer.code if answer else None) == refused


def test_sb_35_emperor_is_wagered_on_one_side_only() -> None:
    clash = Refusal("bets_exclude_each_other", {"bet": "emperor-banker", "other": "emperor-player"})
    assert together(LIBERAL, ["emperor-banker", "koi-7", "emperor-player"]) == clash
    assert together(LIBERAL, ["emperor-banker", "koi-7", "emperor-banker"]) is None


def test_sb_39_a_hi_ti_layout_has_no_other_special_bet() -> None:
    assert layout_clash(["player", "banker", "tie", "hi-ti-0-3", "hi-ti-4-6", "hi-ti-7-9"]) is None
    assert layout_clash(["super-6", "straight-up-tie-5", "straight-up-player-1"]) is None
    both = Refusal("bets_exclude_each_other", {"bet": "straight-up-tie-5", "other": "grouped-player-1-3"})
    assert layout_clash(["super-6", "grouped-player-1-3", "straight-up-tie-5"]) == both  # BA-07
    clash = Refusal("bets_exclude_each_other", {"bet": "hi-ti-0-5", "other": "grouped-player-1-4"})
    assert layout_clash(["player", "grouped-player-1-4", "hi-ti-0-5"]) == clash
    assert together(LIBERAL, ["player", "grouped-player-1-4", "hi-ti-0-5"]) == clash


def test_sb_50_a_bet_that_needs_another_is_refused_without_it() -> None:
    koi = CATALOGUE["koi-7"]
    echo = Bet("echo", koi.sees, koi.lines, koi.paytables, needs=koi.id)
    assert declared_clash([echo], [echo.id]) == Refusal("other_bet_first", {"bet": "echo", "needs": "koi-7"})
    assert declared_clash([echo, koi], [echo.id, koi.id]) is None


def test_every_declared_exclusion_works_both_ways() -> None:
    pairs = [(bet.id, other) for bet in CATALOGUE for other in bet.not_with]
    assert pairs
    for bet, other in pairs:
        assert together(LIBERAL, [bet, other]) is not None
        assert together(LIBERAL, [other, bet]) is not None
    assert all(bet.needs is None or bet.needs in CATALOGUE for bet in CATALOGUE)
