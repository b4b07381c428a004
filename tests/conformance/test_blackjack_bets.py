"""What must hold for every special bet of blackjack, whichever they are."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations, pairwise, product
from operator import mul
from pathlib import Path

import pytest

import cutcard
from cutcard.cards import CARDS
from cutcard.games.blackjack.specials import CATALOGUE, plays_out, second_card_matters
from cutcard.specials import Bet, PayTable
from tests.counts.special_bets import (
    AnyBet,
    chances,
    dealers_hands,
    fits_everywhere,
    in_clubs,
    members,
    outcomes,
    returned,
)

TEXTS = json.loads(
    (Path(cutcard.__file__).parent / "texts/en/bets-blackjack.json").read_text(encoding="utf-8")
)

every_bet = pytest.mark.parametrize("bet", list(CATALOGUE), ids=lambda bet: bet.id)
every_table = pytest.mark.parametrize(
    ("bet", "table"),
    [(bet, table) for bet in CATALOGUE for table in bet.paytables],
    ids=lambda part: part.id,
)


@every_bet
def test_the_lines_of_a_bet_differ(bet: AnyBet) -> None:
    ids = [line.id for line in bet.lines]
    assert len(set(ids)) == len(ids)
    assert not {"push", "lose"} & set(ids)


@every_bet
def test_what_a_bet_needs_or_excludes_exists(bet: AnyBet) -> None:  # SB-50
    assert bet.needs is None or bet.needs == "main" or bet.needs in CATALOGUE
    assert bet.needs != bet.id
    assert all(other in CATALOGUE for other in bet.not_with)


@every_bet
def test_a_bet_sees_cards_that_are_dealt(bet: AnyBet) -> None:
    first_cards = ("P1", "P2", "D1", "D2")
    in_order = tuple(card for card in first_cards if card in bet.sees)
    assert bet.sees in (in_order, ("dealer",))


@every_bet
def test_every_bet_has_a_pay_table_and_no_two_share_an_id(bet: AnyBet) -> None:
    ids = [table.id for table in bet.paytables]
    assert ids
    assert len(set(ids)) == len(ids)


@every_table
def test_a_pay_table_pays_lines_there_are(bet: AnyBet, table: PayTable) -> None:
    assert set(table.pays) <= {line.id for line in bet.lines}
    assert table.source


@every_table
def test_lines_stand_from_the_best_paid_to_the_least(bet: AnyBet, table: PayTable) -> None:
    # SB-03: so the first line that fits is also the best-paid one.
    odds = [table.pays[line.id].ratio for line in bet.lines if line.id in table.pays]
    assert all(better >= worse for better, worse in pairwise(odds))
    assert odds[-1] > 0


@pytest.mark.slow
@every_table
def test_every_paid_line_can_win_and_none_hides_another(bet: AnyBet, table: PayTable) -> None:
    assert set(outcomes(bet, table, max(table.decks))) == {*table.pays, "lose"}


@every_bet
def test_probabilities_sum_to_one(bet: AnyBet) -> None:
    assert sum(chances(bet, 8).values()) == 1


@every_table
def test_no_pay_table_gives_money_away(bet: AnyBet, table: PayTable) -> None:
    for decks in table.decks:
        assert returned(bet, table, decks) < 1, decks


@every_table
def test_own_designs_return_between_88_and_97_and_a_half_percent(bet: AnyBet, table: PayTable) -> None:
    if table.source == "own design":
        assert Fraction("0.88") <= returned(bet, table, 8) <= Fraction("0.975")


def _with_places_changed(places: int, classes: int, first: int, other: int) -> list[int]:
    """Where each deal, in the order of a product, stands once two of its cards have changed places."""
    steps = [classes ** (places - 1 - place) for place in range(places)]
    steps[first], steps[other] = steps[other], steps[first]
    return [sum(map(mul, deal, steps)) for deal in product(range(classes), repeat=places)]


def _order_matters(bet: AnyBet) -> bool:
    same_hand = [
        (place, other)
        for place, other in combinations(range(len(bet.sees)), 2)
        if bet.sees[place][0] == bet.sees[other][0]
    ]
    for place, other in same_hand:
        moved = _with_places_changed(len(bet.sees), len(members(bet.classes)), place, other)
        for line in bet.lines:
            fits = fits_everywhere(bet, line)
            if bytes(map(fits.__getitem__, moved)) != fits:
                return True
    return False


@every_bet
def test_the_cards_of_a_hand_may_change_places_unless_the_bet_is_ordered(bet: AnyBet) -> None:
    if not plays_out(bet):
        assert _order_matters(bet) == bet.ordered
        return
    for values in dealers_hands(False):
        hand = in_clubs(values)
        assert all(line.fits(hand) == line.fits(hand[::-1]) for line in bet.lines)


@every_bet
def test_cards_of_one_class_are_interchangeable(bet: AnyBet) -> None:
    alike = members(bet.classes)
    chance = random.Random(52)
    hands = [in_clubs(values) for values in dealers_hands(False)] if plays_out(bet) else None
    for _ in range(4000):
        # Classes, not cards, are equally likely: a class of one card comes up as often as one of forty.
        cards = (
            chance.choice(hands)
            if hands
            else [chance.choice(class_)[0] for class_ in [alike] * len(bet.sees)]
        )
        others = tuple(chance.choice(_alike(alike, card)) for card in cards)
        for line in bet.lines:
            assert line.fits(tuple(cards)) == line.fits(others), (line.id, cards, others)


def _alike(classes: list[list[int]], card: int) -> list[int]:
    return next(class_ for class_ in classes if card in class_)


@every_bet
def test_a_bet_that_does_not_see_the_second_card_never_waits_for_it(bet: AnyBet) -> None:  # BJ-20
    if {"D2", "dealer"} & set(bet.sees):
        return
    assert not any(second_card_matters(bet, (card,) * len(bet.sees), False) for card in CARDS)


@every_bet
def test_every_bet_and_line_has_a_text(bet: AnyBet) -> None:
    assert TEXTS[f"bet.{bet.id}.name"]
    assert TEXTS[f"bet.{bet.id}.about"].endswith(".")
    for line in bet.lines:
        assert TEXTS[f"line.{bet.id}.{line.id}"]


def test_no_text_is_left_over() -> None:
    bets: list[Bet[object]] = list(CATALOGUE)
    wanted = {f"bet.{bet.id}.{part}" for bet in bets for part in ("name", "about")}
    wanted |= {f"line.{bet.id}.{line.id}" for bet in bets for line in bet.lines}
    assert {key for key in TEXTS if not key.startswith("refused.")} == wanted
