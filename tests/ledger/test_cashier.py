"""The cashier's counter: cash, vouchers, hand pays, tips, play money."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from cutcard.ledger import Posting, Refusal, balanced
from cutcard.ledger import cashier_events as did
from cutcard.ledger.cashier import AMOUNT_MAX, Cashier, Standing, Terms, decide, evolve, transfers
from cutcard.ledger.voucher_code import check_digit, code_from, read_code
from cutcard.texts import text

TERMS = Terms(voucher_max=1_000, cash_in_max=5_000, play_money_max=500)
CHANCE = bytes(range(16))


def happened(command: did.Command, standing: Standing | None = None, at: Cashier | None = None) -> did.Event:
    (event,) = asked(command, standing, at)
    assert isinstance(event, did.Happened)
    return event


def asked(
    command: did.Command, standing: Standing | None = None, at: Cashier | None = None
) -> tuple[did.Event, ...]:
    answer = decide(TERMS, at or Cashier(), command, standing or Standing())
    assert not isinstance(answer, Refusal), answer
    return answer


def refused(command: did.Command, standing: Standing | None = None, at: Cashier | None = None) -> str:
    answer = decide(TERMS, at or Cashier(), command, standing or Standing())
    assert isinstance(answer, Refusal)
    assert text(f"refused.{answer.code}", answer.facts)
    return answer.code


def moved(event: did.Event) -> tuple[Posting, ...]:
    (transfer,) = transfers(event)
    assert balanced(transfer)
    return transfer.postings


def printed(code: str) -> str:
    """In groups of four, as people write a code."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def test_tb_52_cash_comes_in_over_the_desk() -> None:
    event = happened(did.CashIn("ann", 5_000, "kim"))
    assert moved(event) == (Posting("desk", -5_000), Posting("patron:ann", 5_000))
    assert refused(did.CashIn("ann", 5_001, "kim")) == "amount_too_large"
    assert refused(did.CashIn("ann", 0, "kim")) == "amount_not_positive"


@pytest.mark.parametrize(("balance", "kind"), [(1_000, did.VoucherIssued), (1_001, did.HandPayCalled)])
def test_tb_52_a_voucher_up_to_the_limit_and_a_hand_pay_above(balance: int, kind: type) -> None:
    assert isinstance(happened(did.CashOut("ann", CHANCE), Standing(balance)), kind)


def test_tb_52_no_cash_out_with_a_bet_on_a_table() -> None:
    out = did.CashOut("ann", CHANCE)
    assert refused(out, Standing(100, held=1)) == "bets_on_a_table"
    assert refused(out, Standing(100, in_escrow=1)) == "bets_on_a_table"
    assert refused(out, Standing()) == "nothing_to_cash_out"
    assert refused(did.CashOut("ann", b"short"), Standing(5)) == "too_little_chance"


def test_tb_52_a_voucher_is_redeemed_once() -> None:
    issued = happened(did.CashOut("ann", CHANCE), Standing(700))
    assert isinstance(issued, did.VoucherIssued)
    assert moved(issued) == (Posting("patron:ann", -700), Posting("vouchers", 700))
    cashier = evolve(Cashier(), issued)
    assert refused(did.CashOut("bob", CHANCE), Standing(5), cashier) == "number_is_taken"
    redeem = did.RedeemVoucher("bob", printed(issued.code))
    redeemed = happened(redeem, at=cashier)
    assert moved(redeemed) == (Posting("vouchers", -700), Posting("patron:bob", 700))
    after = evolve(cashier, redeemed)
    assert after == Cashier()
    assert refused(redeem, at=after) == "no_such_voucher"
    assert refused(did.RedeemVoucher("bob", "1234"), at=cashier) == "voucher_code_mistyped"


def test_a_voucher_is_paid_or_voided_instead() -> None:
    issued = happened(did.CashOut("ann", CHANCE), Standing(700))
    assert isinstance(issued, did.VoucherIssued)
    cashier = evolve(Cashier(), issued)
    paid = happened(did.PayVoucher(issued.code, "kim"), at=cashier)
    assert moved(paid) == (Posting("vouchers", -700), Posting("desk", 700))
    voided = happened(did.VoidVoucher(issued.code, "kim", "paper jam"), at=cashier)
    assert moved(voided) == (Posting("vouchers", -700), Posting("patron:ann", 700))
    assert evolve(cashier, paid) == evolve(cashier, voided) == Cashier()


def test_tb_52_a_voucher_is_sold_for_cash_and_put_in_by_whoever_has_it() -> None:
    sold = happened(did.SellVoucher(1_000, "kim", CHANCE))
    assert isinstance(sold, did.VoucherSold)
    assert moved(sold) == (Posting("desk", -1_000), Posting("vouchers", 1_000))
    cashier = evolve(Cashier(), sold)
    redeemed = happened(did.RedeemVoucher("bob", sold.code), at=cashier)
    assert moved(redeemed) == (Posting("vouchers", -1_000), Posting("patron:bob", 1_000))
    voided = happened(did.VoidVoucher(sold.code, "kim", "paper jam"), at=cashier)
    assert moved(voided) == (Posting("vouchers", -1_000), Posting("desk", 1_000))
    assert evolve(cashier, redeemed) == evolve(cashier, voided) == Cashier()
    assert refused(did.SellVoucher(1_001, "kim", CHANCE)) == "amount_too_large"
    assert refused(did.SellVoucher(5, "kim", b"short")) == "too_little_chance"
    assert refused(did.SellVoucher(5, "kim", CHANCE), at=cashier) == "number_is_taken"


def test_tb_52_an_attendant_confirms_a_hand_pay() -> None:
    called = happened(did.CashOut("ann", CHANCE), Standing(9_000))
    assert isinstance(called, did.HandPayCalled)
    assert moved(called) == (Posting("patron:ann", -9_000), Posting("hand_pays", 9_000))
    cashier = evolve(Cashier(), called)
    confirmed = happened(did.ConfirmHandPay(called.id, "kim"), at=cashier)
    assert moved(confirmed) == (Posting("hand_pays", -9_000), Posting("desk", 9_000))
    cancelled = happened(did.CancelHandPay(called.id, "kim", "patron stays"), at=cashier)
    assert moved(cancelled) == (Posting("hand_pays", -9_000), Posting("patron:ann", 9_000))
    assert evolve(cashier, confirmed) == evolve(cashier, cancelled) == Cashier()
    assert refused(did.ConfirmHandPay(called.id, "kim")) == "no_such_hand_pay"


def test_tb_54_a_tip_goes_to_the_table_in_a_name() -> None:
    tip = did.Tip("ann", "one", "kim", 40)
    event = happened(tip, Standing(100, held=60))
    assert moved(event) == (Posting("patron:ann", -40), Posting("tips:one:kim", 40))
    assert evolve(Cashier(), event) == Cashier()
    assert refused(tip, Standing(100, held=61)) == "not_enough_credit"
    assert refused(did.Tip("ann", "one", "kim", AMOUNT_MAX + 1), Standing(1)) == "amount_too_large"


def test_play_money_is_given_up_to_a_limit() -> None:
    give = did.GivePlayMoney("ann", 300)
    assert moved(happened(give, Standing(200))) == (Posting("play_money", -300), Posting("patron:ann", 300))
    assert refused(give, Standing(201)) == "play_money_enough"
    answer = decide(Terms(), Cashier(), give, Standing())
    assert isinstance(answer, Refusal)
    assert answer.code == "no_play_money_here"


def test_commands_and_events_differ_by_their_tags() -> None:
    for union in (did.Command, did.Event):
        tags = [kind.__struct_config__.tag for kind in union.__args__]
        assert len(set(tags)) == len(tags)
    event = did.VoucherIssued("ann", code_from(CHANCE), 5)
    assert msgspec.json.decode(msgspec.json.encode(event), type=did.Event) == event


def test_a_code_has_a_check_digit_that_finds_every_slip() -> None:
    """Every single wrong digit, and every two neighbours swapped."""
    assert check_digit("572") == "4"  # Damm's own example
    code = code_from(Random(7).randbytes(16))
    assert len(code) == 20
    assert read_code(printed(code)) == read_code(f" {code} ") == code
    for at, right in enumerate(code):
        for digit in "0123456789":
            assert (read_code(code[:at] + digit + code[at + 1 :]) is None) == (digit != right)
        swapped = code[:at] + code[at + 1 : at + 2] + right + code[at + 2 :]
        assert swapped == code or read_code(swapped) is None
    assert read_code("٣" * 20) is None
    with pytest.raises(ValueError, match="16 random bytes"):
        code_from(b"short")
