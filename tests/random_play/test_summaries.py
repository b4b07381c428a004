"""A hand's summary is all that matters of it: against the plain definition, card list by card list."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.games.blackjack.hand import NO_CARDS, Hand, is_blackjack, is_bust, plus, value
from cutcard.games.blackjack.options import options
from cutcard.games.blackjack.play import Position, State, state_of, with_first_card
from cutcard.games.blackjack.rules import Rules, Surrender

cards = st.lists(st.integers(0, 51), min_size=1, max_size=12)


def summary(given_cards: list[int], cards_counted: int = 3) -> Hand:
    hand = NO_CARDS
    for card in given_cards:
        hand = plus(hand, value(card), cards_counted)
    return hand


def best_total(given_cards: list[int]) -> tuple[int, bool]:
    """BJ-01 as it is written: each ace 1 or 11, whichever is better."""
    totals = {0}
    for card in given_cards:
        worth = {1, 11} if card % 13 == 0 else {min(card % 13 + 1, 10)}
        totals = {total + each for total in totals for each in worth}
    best = max((total for total in totals if total <= 21), default=min(totals))
    return best, best <= 21 and best != min(totals)


@given(cards)
def test_bj_01_total_and_softness(given_cards: list[int]) -> None:
    hand = summary(given_cards)
    assert (hand.total, hand.soft) == best_total(given_cards)
    assert is_bust(hand) is (best_total(given_cards)[0] > 21)


@given(st.integers(0, 51), st.integers(0, 51))
def test_bj_02_blackjack_is_an_ace_and_a_ten(first: int, second: int) -> None:
    ace_and_ten = sorted([value(first), value(second)]) == [1, 10]
    assert is_blackjack(summary([first, second])) is ace_and_ten


@pytest.mark.parametrize("charlie", [0, 5])
def test_bj_25_equal_summaries_have_equal_options_and_successors(charlie: Literal[0, 5]) -> None:
    """Every hand of up to four cards by value: those that summarise alike have one future."""
    rules = Rules(charlie=charlie, surrender=Surrender.LATE)
    futures: dict[Hand, tuple[object, ...]] = {}
    for count in (1, 2, 3, 4):
        for values in product(range(1, 11), repeat=count):
            dealt = [each - 1 for each in values]
            hand = summary(dealt, rules.cards_counted)
            after = [summary([*dealt, card], rules.cards_counted) for card in range(10)]
            future = (options(rules, hand, 1), *after, *(state_of(rules, each, 1, False) for each in after))
            assert futures.setdefault(hand, future) == future, values


@given(st.permutations(range(4)), st.lists(st.integers(0, 51), min_size=4, max_size=4))
def test_the_order_of_later_cards_does_not_matter(order: list[int], given_cards: list[int]) -> None:
    shuffled = [given_cards[index] for index in order]
    assert summary(given_cards) == summary(shuffled)


def test_bj_06_a_position_without_a_main_bet_is_dealt_and_takes_no_decision() -> None:
    position = Position(1, main=False)
    for card in (0, 9):
        position = with_first_card(Rules(), position, card)
    assert position.in_play is None
    assert position.branches[0].state is State.UNPLAYED
