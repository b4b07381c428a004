"""No bet tells apart two coups of one kind, so that counting may judge one for all of them."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given

from cutcard.cards import Pack, parse_cards
from cutcard.exact.bets.baccarat import coup_counts, kind
from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.coup import Coup, finished, take
from cutcard.games.reason import Refusal
from cutcard.specials import Bet
from tests.random_play.coups import finished_coups

STANDING_FOR = {kind(coup): coup for coup, _ in coup_counts(Pack.of_decks(8)).ways}
ON_THE_COUP: tuple[Bet[Any], ...] = tuple(bet for bet in CATALOGUE if bet.sees == ("coup",))


def verdicts(coup: Coup) -> list[bool]:
    """Which lines of which bets fit, and which bets push."""
    fits = [line.fits(coup) for bet in ON_THE_COUP for line in bet.lines]
    return fits + [bet.pushes(coup) for bet in ON_THE_COUP if bet.pushes]


BY_KIND = {of: verdicts(coup) for of, coup in STANDING_FOR.items()}


def dealt(cards: tuple[int, ...]) -> Coup:
    """The coup that these cards begin with."""
    coup = Coup()
    for card in cards:
        if finished(coup):
            break
        after = take(coup, card)
        assert not isinstance(after, Refusal)
        coup = after
    return coup


@given(coup=finished_coups())
def test_any_coup_is_judged_like_the_one_that_stands_for_it(coup: Coup) -> None:
    assert verdicts(coup) == BY_KIND[kind(coup)]


def test_every_coup_of_four_ranks_is_judged_like_the_one_that_stands_for_it() -> None:
    reached = set()
    for cards in product(parse_cards("3c 4d 8h Ks"), repeat=6):
        coup = dealt(cards)
        reached.add(kind(coup))
        assert verdicts(coup) == BY_KIND[kind(coup)]
    assert len(reached) > 50


def test_what_stands_for_a_kind_is_a_finished_coup_of_that_kind() -> None:
    assert all(finished(coup) and dealt(in_order(coup)) == coup for coup in STANDING_FOR.values())
    # Naturals and standing hands, Banker draws alone, Player alone, both.
    assert {of[2:] for of in STANDING_FOR} == {(2, 2), (2, 3), (3, 2), (3, 3)}


def in_order(coup: Coup) -> tuple[int, ...]:
    """Its cards in the order in which they left the shoe."""
    p, b = coup.player, coup.banker
    return (p[0], b[0], p[1], b[1], *p[2:], *b[2:])
