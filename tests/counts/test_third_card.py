"""Card values, naturals and the third card, in every case there is.

Expected draws are a chart, as it hangs in a pit; they are computed nowhere.
"""

from itertools import product

import pytest

from cutcard.cards import CARDS, parse_card, parse_cards
from cutcard.games.baccarat.coup import (
    FOR_BANKER,
    FOR_PLAYER,
    Coup,
    Winner,
    banker_draws,
    due,
    finished,
    natural,
    pair,
    player_draws,
    take,
    total,
    value,
    winner,
)
from cutcard.games.due import NOTHING

# Banker's total down, value of Player's third card across: D draws, S stands (BA-04).
CHART = {
    7: "SSSSSSSSSS",
    6: "SSSSSSDDSS",
    5: "SSSSDDDDSS",
    4: "SSDDDDDDSS",
    3: "DDDDDDDDSD",
    2: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    0: "DDDDDDDDDD",
}
VALUES = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))


def cards(written: str) -> tuple[int, ...]:
    """Cards by rank alone: all are clubs."""
    return tuple(parse_card(f"{rank}c") for rank in written)


def with_total(points: int) -> tuple[int, int]:
    """Two cards worth so much."""
    first, second = cards("KTA23456789"[points + 1] + "K") if points else cards("KQ")
    return first, second


@pytest.mark.parametrize(("rank", "worth"), VALUES.items())
def test_ba_01_a_card_is_worth_its_face_and_a_ten_or_court_card_nothing(rank: str, worth: int) -> None:
    assert {value(parse_card(rank + suit)) for suit in "cdhs"} == {worth}


@pytest.mark.parametrize(
    ("hand", "points"), [("9h 6d", 5), ("Ks Qs", 0), ("9c 9d 9h", 7), ("As", 1), ("", 0)]
)
def test_ba_01_a_total_is_the_last_digit_of_the_sum(hand: str, points: int) -> None:
    assert total(parse_cards(hand)) == points


def test_ba_02_cards_are_dealt_player_first_alternating() -> None:
    coup, order = Coup(), []
    for card in cards("K2A3"):
        order.append(due(coup))
        dealt = take(coup, card)
        assert isinstance(dealt, Coup)
        coup = dealt
    assert order == [FOR_PLAYER, FOR_BANKER, FOR_PLAYER, FOR_BANKER]
    assert coup == Coup(cards("KA"), cards("23"))


def test_ba_02_nobody_draws_against_a_natural() -> None:
    for player, banker in product(range(10), repeat=2):
        coup = Coup(with_total(player), with_total(banker))
        best = max(player, banker)
        assert natural(coup) == (best if best >= 8 else None)
        if best >= 8:
            assert finished(coup)


@pytest.mark.parametrize(("player", "draws"), list(enumerate("DDDDDDSS")))
def test_ba_03_player_draws_on_five_or_less(player: int, draws: str) -> None:
    assert player_draws(player) is (draws == "D")
    assert (due(Coup(with_total(player), with_total(7))) is FOR_PLAYER) is (draws == "D")


@pytest.mark.parametrize("banker", CHART)
def test_ba_04_banker_follows_the_chart(banker: int) -> None:
    for third, draws in enumerate(CHART[banker]):
        assert banker_draws(banker, third) is (draws == "D"), third
        card = cards("TA23456789"[third])[0]
        coup = Coup((*with_total(5), card), with_total(banker))
        assert due(coup) is (FOR_BANKER if draws == "D" else NOTHING), third


@pytest.mark.parametrize(("banker", "draws"), list(enumerate("DDDDDDSS")))
def test_ba_04_banker_draws_on_five_or_less_when_player_stood(banker: int, draws: str) -> None:
    assert banker_draws(banker, None) is (draws == "D")
    for player in (6, 7):
        assert due(Coup(with_total(player), with_total(banker))) is (FOR_BANKER if draws == "D" else NOTHING)


def test_a_third_banker_card_ends_the_coup() -> None:
    assert due(Coup(cards("K23"), cards("K24"))) is NOTHING
    assert due(Coup(cards("K6"), cards("K24"))) is NOTHING


@pytest.mark.parametrize(
    ("player", "banker", "won"),
    [
        ("K7", "K6", Winner.PLAYER),
        ("K6", "K7", Winner.BANKER),
        ("K23", "K5", Winner.TIE),
        ("K9", "K8", Winner.PLAYER),
    ],
)
def test_the_higher_total_wins(player: str, banker: str, won: Winner) -> None:
    assert winner(Coup(cards(player), cards(banker))) is won


def test_a_three_card_eight_or_nine_is_no_natural() -> None:
    assert natural(Coup(cards("K27"), cards("K7"))) is None
    assert natural(Coup(cards("K7"), cards("K27"))) is None
    assert natural(Coup(cards("K9"), cards("8"))) is None


def test_sb_38_a_pair_is_of_rank_and_in_the_first_two_cards() -> None:
    assert pair(parse_cards("Jc Jh"))
    assert not pair(parse_cards("Jc Qc"))
    assert not pair(parse_cards("2c 3c 3d"))
    assert not pair(parse_cards("2c"))


def test_suits_never_matter() -> None:
    assert all(value(card) == value(card % 13) for card in CARDS)
