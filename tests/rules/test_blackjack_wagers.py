"""Which wagers may stand together on a position, and which go when one is cleared."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.games.blackjack.wagers import (
    FREELY,
    ONLY_WITH_MAIN,
    SPECIALS_MAX,
    UP_TO_MAIN,
    cleared_with,
    refuse_wagers,
)
from cutcard.games.reason import Refusal
from cutcard.specials import Bet, Catalogue, NoSuchBet
from cutcard.texts import bet_name, say

ALONE = [bet.id for bet in CATALOGUE if bet.needs is None]
HOUSES = (ONLY_WITH_MAIN, FREELY, UP_TO_MAIN)


def test_bj_05_only_with_a_main_bet() -> None:
    assert refuse_wagers(ONLY_WITH_MAIN, {"main": 100, "pair": 500}) is None
    assert refuse_wagers(ONLY_WITH_MAIN, {"pair": 500}) == Refusal("main_bet_first", {"bet": "pair"})


def test_bj_05_freely() -> None:  # BJ-06
    assert refuse_wagers(FREELY, {"pair": 500}) is None
    assert refuse_wagers(FREELY, {"main": 100, "pair": 500}) is None


def test_bj_05_up_to_the_main_bets_amount() -> None:
    assert refuse_wagers(UP_TO_MAIN, {"main": 500, "pair": 499, "suits": 500}) is None
    assert refuse_wagers(UP_TO_MAIN, {"main": 500, "pair": 500, "suits": 501}) == Refusal(
        "more_than_main_bet", {"bet": "suits", "stake": 501, "most": 500}
    )
    assert refuse_wagers(UP_TO_MAIN, {"pair": 1}) == Refusal("main_bet_first", {"bet": "pair"})


@pytest.mark.parametrize("house", HOUSES)
def test_bj_06_a_main_bet_alone_or_nothing_is_never_refused(house: int) -> None:
    assert refuse_wagers(house, {"main": 1}) is None
    assert refuse_wagers(house, {}) is None


@pytest.mark.parametrize("house", HOUSES)
def test_bj_05_nine_special_bets_and_not_one_more(house: int) -> None:
    nine = dict.fromkeys(["main", *ALONE[:SPECIALS_MAX]], 100)
    assert SPECIALS_MAX == 9
    assert refuse_wagers(house, nine) is None
    assert refuse_wagers(house, {**nine, ALONE[9]: 100}) == Refusal(
        "too_many_special_bets", {"wagered": 10, "most": 9}
    )


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(("bet", "needs"), [("top-21-plus-3", "21-plus-3"), ("poker-3-bonus", "poker-3")])
def test_sb_50_a_bet_waits_for_the_one_it_goes_with(house: int, bet: str, needs: str) -> None:  # SB-05, SB-08
    assert refuse_wagers(house, {"main": 100, needs: 100, bet: 100}) is None
    assert refuse_wagers(house, {"main": 100, bet: 100}) == Refusal(
        "other_bet_first", {"bet": bet, "needs": needs}
    )


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("bet", ["sevens", "bust"])
def test_sb_50_some_need_a_main_bet_even_where_others_do_not(house: int, bet: str) -> None:  # SB-18, SB-21
    assert refuse_wagers(house, {"main": 100, bet: 100}) is None
    assert refuse_wagers(house, {bet: 100}) == Refusal("main_bet_first", {"bet": bet})


def test_bets_that_exclude_each_other_are_refused_together() -> None:
    pair, suits = CATALOGUE["pair"], CATALOGUE["suits"]
    rivals: tuple[Bet[Any], ...] = (msgspec.structs.replace(pair, not_with=("suits",)), suits)
    catalogue = Catalogue(rivals)
    assert refuse_wagers(FREELY, {"pair": 1}, catalogue) is None
    assert refuse_wagers(FREELY, {"suits": 1}, catalogue) is None
    assert refuse_wagers(FREELY, {"suits": 1, "pair": 1}, catalogue) == Refusal(
        "bets_exclude_each_other", {"bet": "pair", "other": "suits"}
    )


def test_a_bet_that_does_not_exist_is_the_callers_mistake() -> None:
    with pytest.raises(NoSuchBet):
        refuse_wagers(FREELY, {"moon": 1})
    with pytest.raises(AssertionError):
        refuse_wagers(FREELY, {"pair": 0})


WAGERS = dict.fromkeys(["main", "21-plus-3", "top-21-plus-3", "pair", "sevens", "bust"], 100)


def test_sb_50_what_depends_on_a_bet_is_cleared_with_it() -> None:
    for house in HOUSES:
        assert cleared_with(house, "21-plus-3", WAGERS) == ("top-21-plus-3",)
        assert cleared_with(house, "top-21-plus-3", WAGERS) == ()
        assert cleared_with(house, "pair", WAGERS) == ()


def test_sb_50_clearing_the_main_bet_clears_what_cannot_stand_without_it() -> None:  # BJ-05
    assert cleared_with(FREELY, "main", WAGERS) == ("sevens", "bust")
    everything = ("21-plus-3", "top-21-plus-3", "pair", "sevens", "bust")
    assert cleared_with(ONLY_WITH_MAIN, "main", WAGERS) == everything
    assert cleared_with(UP_TO_MAIN, "main", WAGERS) == everything


def test_sb_50_clearing_goes_on_down_the_chain() -> None:
    replace = msgspec.structs.replace
    chain: tuple[Bet[Any], ...] = (
        replace(CATALOGUE["top-21-plus-3"], needs="21-plus-3"),
        replace(CATALOGUE["21-plus-3"], needs="main"),
    )
    wagers = dict.fromkeys(["main", "21-plus-3", "top-21-plus-3"], 100)
    assert cleared_with(FREELY, "main", wagers, Catalogue(chain)) == ("21-plus-3", "top-21-plus-3")


def test_sb_50_bets_that_are_not_wagered_are_not_cleared() -> None:
    assert cleared_with(ONLY_WITH_MAIN, "main", {"main": 100}) == ()
    assert cleared_with(FREELY, "poker-3", {"poker-3": 100}) == ()


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("cleared", list(WAGERS))
def test_what_is_left_after_clearing_may_stand(house: int, cleared: str) -> None:
    gone = {cleared, *cleared_with(house, cleared, WAGERS)}
    left = {bet: stake for bet, stake in WAGERS.items() if bet not in gone}
    assert refuse_wagers(house, left) is None


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal("too_many_special_bets", {"wagered": 10, "most": 9}),
        Refusal("main_bet_first", {"bet": "pair"}),
        Refusal("other_bet_first", {"bet": "top-21-plus-3", "needs": "21-plus-3"}),
        Refusal("more_than_main_bet", {"bet": "suits", "stake": 501, "most": 500}),
        Refusal("bets_exclude_each_other", {"bet": "pair", "other": "suits"}),
    ],
    ids=lambda refusal: refusal.code,
)
def test_every_refusal_is_worded_with_its_facts(refusal: Refusal) -> None:
    bet = refusal.facts.get("bet")
    fact = str(refusal.facts["most"]) if bet is None else bet_name(str(bet))
    assert fact in say(refusal)
