"""The book: what may be held and moved, judged as a whole. Stores are not asked here."""

from __future__ import annotations

import pytest

from cutcard.ledger import (
    Book,
    Hold,
    Posting,
    Refusal,
    Transfer,
    balanced,
    desk,
    escrow,
    hand_pays,
    house,
    is_patrons,
    patron,
    play_money,
    tips,
    vouchers,
)
from cutcard.venue.ports import Purse

ANN = patron("ann")


def move(source: str, target: str, amount: int) -> Transfer:
    return Transfer("moved", "", (Posting(source, -amount), Posting(target, amount)))


def with_cash(amount: int) -> Book:
    book = Book()
    assert book.make((), [move(desk(), ANN, amount)]) is None
    return book


def test_an_account_is_named_for_whose_money_it_is() -> None:
    named = [ANN, escrow("t"), house("t"), tips("t", "kim"), desk(), vouchers(), hand_pays(), play_money()]
    assert len(set(named)) == len(named)
    assert [is_patrons(name) for name in named] == [True] + [False] * 7


def test_tb_50_a_transfer_is_balanced_or_refused() -> None:
    off = Transfer("bad", "7", (Posting(desk(), -5), Posting(ANN, 6)))
    assert not balanced(off)
    book = Book()
    assert book.make((), [off]) == Refusal("unbalanced", {"kind": "bad", "ref": "7", "off": 1})
    assert (book.totals(), book.balances()) == (0, {})
    with pytest.raises(AssertionError, match="off by 1"):
        book.apply(off)


def test_tb_03_a_hold_leaves_the_playable_amount() -> None:
    book = with_cash(100)
    assert book.make([Hold(ANN, "one", 60)], ()) is None
    assert (book.balance(ANN), book.amount_held(ANN), book.playable(ANN)) == (100, 60, 40)
    assert book.make([Hold(ANN, "two", 40)], ()) is None
    assert book.holds() == (Hold(ANN, "one", 60), Hold(ANN, "two", 40))
    assert book.make([Hold(ANN, "one", 61)], ()) == Refusal("not_enough_credit", {"needed": 1, "playable": 0})
    assert book.make([Hold(ANN, "one", 0)], ()) is None
    assert (book.hold_at(ANN, "one"), book.hold_at(ANN, "two"), book.playable(ANN)) == (0, 40, 60)
    assert book.make([Hold(ANN, "two", 0)], ()) is None
    assert book.holds() == ()


def test_a_hold_becomes_a_stake_in_one_step() -> None:
    book = with_cash(100)
    book.put(Hold(ANN, "one", 100))
    stake = move(ANN, escrow("one"), 100)
    assert isinstance(book.why_not((), [stake]), Refusal)
    assert book.make([Hold(ANN, "one", 0)], [stake]) is None
    assert (book.balance(escrow("one")), book.balance(ANN), book.totals()) == (100, 0, 0)


def test_the_last_hold_at_a_place_counts() -> None:
    book = with_cash(10)
    assert book.make([Hold(ANN, "one", 99), Hold(ANN, "one", 10)], ()) is None
    assert book.amount_held(ANN) == 10


def test_a_negative_hold_is_refused() -> None:
    book = with_cash(10)
    assert book.make([Hold(ANN, "one", -1)], ()) == Refusal(
        "hold_is_negative", {"amount": -1, "place": "one"}
    )


def test_the_limit_is_exact() -> None:
    book = with_cash(100)
    assert book.why_not((), [move(ANN, house("one"), 100)]) is None
    assert book.why_not((), [move(ANN, house("one"), 101)]) == Refusal(
        "not_enough_credit", {"needed": 101, "playable": 100}
    )
    assert book.why_not((), [move(house("one"), ANN, 10**12)]) is None, "the house may owe any amount"


def test_a_book_is_loaded_from_a_store() -> None:
    book = Book()
    book.load([Purse(ANN, 50, 20), Purse(desk(), -50, 0)], [Hold(ANN, "one", 20)])
    assert (book.balance(ANN), book.amount_held(ANN), book.playable(ANN), book.totals()) == (50, 20, 30, 0)


def test_a_round_of_a_hundred_thousand_is_one_transfer() -> None:
    who = [patron(str(number)) for number in range(100_000)]
    book = Book()
    postings = tuple([Posting(name, 5) for name in who])
    assert book.make((), [Transfer("settled", "", (*postings, Posting(house("t"), -500_000)))]) is None
    assert (book.balance(who[-1]), book.totals()) == (5, 0)
