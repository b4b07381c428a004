"""Winning lines are shown to all, wagered or not, as soon as the cards tell them (SB-51)."""

from __future__ import annotations

from cutcard.cards import parse_cards
from cutcard.games.blackjack.dealer import Dealer, looked, with_card, with_face_down
from cutcard.games.blackjack.settle import highlights
from cutcard.games.blackjack.specials import CATALOGUE
from cutcard.profiles import load, paytable


def dealer_showing(cards: str) -> Dealer:
    dealer = Dealer()
    for card in parse_cards(cards):
        dealer = with_card(dealer, card)
    return dealer


def shown(first: str, dealer: Dealer) -> dict[str, str]:
    profile = load("multihand-etg")
    tables = {bet.id: paytable(profile, bet.id) for bet in CATALOGUE}
    return {bet: ended.id for bet, ended in highlights(tables, parse_cards(first), dealer).items()}


def test_sb_51_every_winning_bet_is_shown() -> None:
    lines = shown("7h 7h", dealer_showing("7h 7c Kd"))
    assert lines["sevens"] == "three-sevens-suited"
    assert lines["21-plus-3"] == "three-of-a-kind"
    assert lines["dealer-pair"] == "mixed-pair"
    assert lines["bust"] == "bust-3"
    assert "lucky-aces" not in lines


def test_sb_51_what_hangs_on_a_hidden_card_is_not_shown() -> None:
    waiting = with_face_down(dealer_showing("7h"))
    lines = shown("7h 7h", waiting)
    assert "sevens" in lines
    assert not {"dealer-pair", "bust", "lucky-aces"} & set(lines)


def test_sb_51_two_queens_of_hearts_wait_for_the_look() -> None:
    unchecked = with_face_down(dealer_showing("Ah"))
    assert "lucky-ladies" not in shown("Qh Qh", unchecked)
    assert shown("Qh Qh", looked(unchecked, False))["lucky-ladies"] == "queen-of-hearts-pair"
