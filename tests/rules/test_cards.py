"""Cards, packs and shoes, as they are handled at a table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.cards import (
    CARDS,
    BadCard,
    NotInPack,
    Pack,
    Shoe,
    Shuffle,
    card_of,
    is_red,
    parse_card,
    parse_cards,
    rank,
    suit,
    text,
    texts,
)


def test_a_card_is_written_rank_first() -> None:
    assert [text(card) for card in (0, 12, 13, 51)] == ["Ac", "Kc", "Ad", "Ks"]
    assert texts(parse_cards("As Td 9h")) == ["As", "Td", "9h"]


def test_every_card_reads_back() -> None:
    for card in CARDS:
        assert parse_card(text(card)) == card == card_of(rank(card), suit(card))


def test_diamonds_and_hearts_are_red() -> None:
    assert [is_red(parse_card(written)) for written in ("Ac", "Ad", "Ah", "As")] == [False, True, True, False]


@pytest.mark.parametrize("written", ["", "A", "as", "10h", "Az", "1h", "Asc"])
def test_anything_else_is_no_card(written: str) -> None:
    with pytest.raises(BadCard, match="is not a card"):
        parse_card(written)


def test_a_pack_has_no_more_of_a_card_than_its_decks() -> None:
    ace = parse_card("As")
    pack = Pack.of_decks(2).without([ace, ace])
    assert (pack.size, pack.counts[ace]) == (102, 0)
    with pytest.raises(NotInPack, match="no As left"):
        pack.without([ace])


def test_a_pack_is_laid_out_in_order() -> None:
    pack = Pack.of_decks(1).without(parse_cards("Ac 2c"))
    assert text(pack.at(0)) == "3c"
    assert text(pack.at(49)) == "Ks"
    for outside in (-1, 50):
        with pytest.raises(IndexError, match="50 cards"):
            pack.at(outside)


def test_a_shoe_gives_each_remaining_card_in_turn() -> None:
    shoe = Shoe.fresh(1, Shuffle.EVERY_ROUND, Fraction(1))
    drawn = []
    while shoe.pack.size:
        card, shoe = shoe.draw(iter([0]))
        drawn.append(card)
    assert drawn == list(CARDS)
    assert shoe.dealt == 52


def test_bj_03_every_round_has_a_new_shoe() -> None:
    shoe = Shoe.fresh(8, Shuffle.EVERY_ROUND, Fraction(1)).take(0)
    assert shoe.between_rounds() == Shoe.fresh(8, Shuffle.EVERY_ROUND, Fraction(1), number=2)


def test_bj_03_a_continuous_shoe_is_always_full() -> None:
    shoe = Shoe.fresh(8, Shuffle.CONTINUOUS, Fraction(1)).take(0)
    assert shoe.between_rounds() == Shoe.fresh(8, Shuffle.CONTINUOUS, Fraction(1))


def test_bj_03_a_shoe_is_finished_with_the_round_in_which_the_cut_card_came() -> None:
    shoe = Shoe.fresh(1, Shuffle.CUT_CARD, Fraction(1, 2))
    for card in range(25):
        shoe = shoe.take(card)
    assert not shoe.cut_card_out
    assert shoe.between_rounds() is shoe
    shoe = shoe.take(25)
    assert shoe.cut_card_out
    assert shoe.between_rounds().dealt == 0
    assert shoe.between_rounds().number == 2  # BA-08: shoes are counted


@pytest.mark.parametrize("decks", [0, 9])
def test_bj_03_a_shoe_has_one_to_eight_decks(decks: int) -> None:
    with pytest.raises(ValueError, match="1 to 8 decks"):
        Shoe.fresh(decks, Shuffle.CONTINUOUS, Fraction(1))


@pytest.mark.parametrize("penetration", [Fraction(0), Fraction(3, 2)])
def test_the_cut_card_lies_within_the_shoe(penetration: Fraction) -> None:
    with pytest.raises(ValueError, match="cut card"):
        Shoe.fresh(8, Shuffle.CUT_CARD, penetration)


def test_a_card_the_shoe_no_longer_holds_is_refused() -> None:
    shoe = Shoe.fresh(1, Shuffle.CUT_CARD, Fraction(1)).take(7)
    with pytest.raises(NotInPack):
        shoe.take(7)
