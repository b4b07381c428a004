"""Which special bets still need the dealer's second card, or the whole hand (BJ-20)."""

from __future__ import annotations

import pytest

from cutcard.cards import CARDS, parse_cards
from cutcard.games.blackjack.specials import CATALOGUE, plays_out, second_card_matters


def matters(bet_id: str, cards: str, blackjack_ruled_out: bool = False) -> bool:
    return second_card_matters(CATALOGUE[bet_id], parse_cards(cards), blackjack_ruled_out)


def test_sb_01_another_ace_always_matters() -> None:
    assert matters("lucky-aces", "2c 3d 4h")
    assert matters("lucky-aces", "Ac Ad Ah")
    # A dealer's ten cannot hide an ace once blackjack is ruled out.
    assert matters("lucky-aces", "2c 3d Th")
    assert not matters("lucky-aces", "2c 3d Th", blackjack_ruled_out=True)
    # Under an ace, only tens are ruled out.
    assert matters("lucky-aces", "2c 3d Ah", blackjack_ruled_out=True)


@pytest.mark.parametrize("bet_id", ["lucky-ladies", "qq-as-lucky-ladies"])  # SB-06, SB-19
def test_the_ladies_ask_only_whether_the_dealer_has_blackjack(bet_id: str) -> None:
    assert matters(bet_id, "Qh Qh Ac")
    assert matters(bet_id, "Qh Qh Kc")
    assert not matters(bet_id, "Qh Qh Ac", blackjack_ruled_out=True)
    assert not matters(bet_id, "Qh Qh Kc", blackjack_ruled_out=True)
    assert not matters(bet_id, "Qh Qh 9c")
    assert not matters(bet_id, "Qh Qd Ac")
    assert not matters(bet_id, "2h 3d Ac")


def test_sb_20_a_dealers_pair_is_open_under_every_up_card() -> None:
    for up in CARDS:
        for ruled_out in (False, True):
            assert second_card_matters(CATALOGUE["dealer-pair"], (up,), ruled_out)


def test_sb_20_no_other_pair_waits_for_the_dealer() -> None:
    assert not matters("player-pair", "8c 8c")
    assert not matters("perfect-pairs", "8c 8c")


def test_sb_21_bust_alone_has_the_dealer_play_out() -> None:
    assert [bet.id for bet in CATALOGUE if plays_out(bet)] == ["bust"]
    assert matters("bust", "6c")


def test_bj_20_nothing_else_waits() -> None:
    waiting = {bet.id for bet in CATALOGUE if {"D2", "dealer"} & set(bet.sees)}
    assert waiting == {"lucky-aces", "lucky-ladies", "qq-as-lucky-ladies", "dealer-pair", "bust"}
