"""Advice for the hand on the table, and best play without new money (TB-40)."""

from __future__ import annotations

import pytest

from cutcard.cards import NotInPack, parse_card, parse_cards
from cutcard.exact.main.advice import Advice, advise, without_new_money
from cutcard.games.blackjack.hand import NO_CARDS, Hand, half_of, plus, value
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Rules, Surrender


def hand_of(cards: str) -> Hand:
    hand = NO_CARDS
    for card in parse_cards(cards):
        hand = plus(hand, value(card), 3)
    return hand


def advice(rules: Rules, cards: str, up: str, seen: str = "") -> Advice:
    return advise(rules, hand_of(cards), parse_cards(cards), parse_card(up), parse_cards(seen))


@pytest.mark.parametrize(
    ("cards", "up", "best"),
    [
        ("Th 6d", "Tc", Decision.HIT),
        ("Th 6d", "6c", Decision.STAND),
        ("6h 5d", "6c", Decision.DOUBLE),
        ("8h 8d", "Tc", Decision.SPLIT),
        ("Ah 7d", "9c", Decision.HIT),
        ("5h 6d 5c", "Tc", Decision.STAND),  # with two fives gone this sixteen is another matter
        ("9h 7d", "Ac", Decision.HIT),
    ],
)
def test_well_known_hands(cards: str, up: str, best: Decision) -> None:
    assert advice(Rules(), cards, up).best is best


def test_surrender_is_advised_where_there_is_one() -> None:
    assert advice(Rules(surrender=Surrender.LATE), "Th 6d", "Tc").best is Decision.SURRENDER


def test_what_can_be_seen_counts() -> None:
    plain = advice(Rules(decks=1), "Th 2d", "4c").values
    poor = advice(Rules(decks=1), "Th 2d", "4c", seen="Tc Td Ts Kc Kd Kh Qc Qd").values
    assert poor[Decision.HIT] > plain[Decision.HIT]
    assert poor[Decision.STAND] < plain[Decision.STAND]


def test_a_hand_of_a_split_has_its_own_decisions() -> None:
    split = plus(half_of(hand_of("8h 8d")), 3, 3)
    told = advise(Rules(), split, parse_cards("8h 3d"), parse_card("6c"), parse_cards("8d"), hands=2)
    assert told.best is Decision.DOUBLE
    assert Decision.SPLIT not in told.values


def test_tb_40_no_new_money_means_hit_or_stand() -> None:
    told = without_new_money(Rules(), parse_cards("6h 5d"), parse_card("6c"))
    assert set(told.values) == {Decision.HIT, Decision.STAND}
    assert told.best is Decision.HIT


def test_tb_40_a_pair_is_played_as_its_total() -> None:
    assert without_new_money(Rules(), parse_cards("8h 8d"), parse_card("6c")).best is Decision.STAND


def test_a_card_the_pack_does_not_have_is_refused() -> None:
    with pytest.raises(NotInPack):
        advice(Rules(decks=1), "Th 6d", "Tc", seen="Th")
