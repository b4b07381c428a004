"""Shipped bets that are said again in TOML are counted to the same last deal."""

from __future__ import annotations

import pytest

from cutcard.cards import Pack, parse_cards
from cutcard.exact.bets.specials import count_bet
from cutcard.games import baccarat, blackjack
from tests.counts.own_bets import WRITTEN, declared

PACKS = (Pack.of_decks(8), Pack.of_decks(1).without(parse_cards("Ah 7c Qh 9d 9s")))
SLOW = {"21-plus-3", "lucky-ladies", "lucky-lucky"}


def bets() -> list[object]:
    return [pytest.param(bet, marks=[pytest.mark.slow] if bet in SLOW else []) for bet in WRITTEN]


@pytest.mark.parametrize("shipped_id", bets())
def test_an_own_bet_is_counted_as_the_shipped_one_that_it_repeats(shipped_id: str) -> None:
    own, shipped = declared(shipped_id)
    rules = blackjack.Rules() if shipped_id in blackjack.CATALOGUE else baccarat.Rules()
    for table in shipped.paytables:
        for pack in PACKS:
            assert count_bet(own, table, pack, rules) == count_bet(shipped, table, pack, rules)


@pytest.mark.parametrize("shipped_id", WRITTEN)
def test_the_order_of_a_hands_cards_is_minded_where_the_shipped_one_minds_it(shipped_id: str) -> None:
    own, shipped = declared(shipped_id)
    assert (own.sees, own.ordered) == (shipped.sees, shipped.ordered)
    assert own.definition
    assert not shipped.definition


@pytest.mark.parametrize("shipped_id", [bet for bet in WRITTEN if bet != "sevens"])
def test_cards_that_no_line_tells_apart_are_of_one_class(shipped_id: str) -> None:
    """As coarse as classes that were found by hand; of sevens alone, which mind the order, three more."""
    classes = [{bet.classes(card) for card in range(52)} for bet in declared(shipped_id)]
    assert len(classes[0]) == len(classes[1])
