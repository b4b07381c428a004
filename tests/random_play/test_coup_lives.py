"""Any cards at all: a coup takes what is due, keeps what it took, and then takes nothing more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutcard.cards import CARDS
from cutcard.games.baccarat.bets import CATALOGUE
from cutcard.games.baccarat.coup import (
    NO_CARD_IS_DUE,
    Coup,
    Side,
    Winner,
    due,
    finished,
    natural,
    take,
    total,
    winner,
)
from cutcard.games.baccarat.roads import result_of
from cutcard.games.baccarat.rules import BankerPays, Rules
from cutcard.games.baccarat.settle import outcomes
from cutcard.games.due import NOTHING, Card
from tests.random_play.coups import ANY_CARD, finished_coups

SPECIALS_AND_MAIN = [(bet.id, None) for bet in CATALOGUE]


@given(cards=st.lists(ANY_CARD, max_size=12))
def test_cards_are_conserved_and_those_not_due_are_refused(cards: list[int]) -> None:
    coup, taken = Coup(), 0
    for card in cards:
        waits_for, after = due(coup), take(coup, card)
        if waits_for is NOTHING:
            assert after is NO_CARD_IS_DUE
            continue
        assert isinstance(after, Coup)
        assert isinstance(waits_for, Card)
        grown = {Side.PLAYER: (after.player, coup.player), Side.BANKER: (after.banker, coup.banker)}
        for side, (now, before) in grown.items():
            assert now == ((*before, card) if side is waits_for.to else before)
        coup, taken = after, taken + 1
    assert len(coup.player) + len(coup.banker) == taken <= 6


@given(coup=finished_coups())
def test_a_finished_coup_has_two_or_three_cards_a_side(coup: Coup) -> None:
    assert {len(coup.player), len(coup.banker)} <= {2, 3}
    assert finished(coup)
    if natural(coup) is not None:
        assert len(coup.player) == len(coup.banker) == 2
    totals = {Winner.PLAYER: total(coup.player), Winner.BANKER: total(coup.banker)}
    if winner(coup) is Winner.TIE:
        assert len(set(totals.values())) == 1
    else:
        assert totals[winner(coup)] == max(totals.values()) > min(totals.values())


@given(coup=finished_coups(), suits=st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_suits_change_nothing_but_the_suited_lines(coup: Coup, suits: list[int]) -> None:
    def recoloured(cards: tuple[int, ...], chosen: list[int]) -> tuple[int, ...]:
        return tuple(card % 13 + 13 * suit for card, suit in zip(cards, chosen, strict=False))

    other = Coup(recoloured(coup.player, suits[:3]), recoloured(coup.banker, suits[3:]))
    assert result_of(other) == result_of(coup)
    # The first pay table of every bet is blind to suits.
    assert outcomes(Rules(), other, SPECIALS_AND_MAIN) == outcomes(Rules(), coup, SPECIALS_AND_MAIN)


@given(coup=finished_coups(), banker_pays=st.sampled_from(BankerPays))
def test_ba_05_exactly_one_main_bet_wins_or_banker_is_returned(coup: Coup, banker_pays: BankerPays) -> None:
    player, banker, tie = outcomes(
        Rules(banker_pays=banker_pays), coup, [("player", None), ("banker", None), ("tie", None)]
    )
    match winner(coup):
        case Winner.TIE:
            assert (player.id, banker.id, tie.id) == ("push", "push", "win")
        case Winner.PLAYER:
            assert (player.id, banker.id, tie.id) == ("win", "lose", "lose")
        case Winner.BANKER:
            assert (player.id, tie.id) == ("lose", "lose")
            assert banker.id in {"win", "six", "push"}


def test_every_card_can_open_a_coup() -> None:
    assert all(take(Coup(), card) == Coup((card,)) for card in CARDS)
