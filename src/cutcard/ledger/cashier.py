"""The cashier: money comes in, goes out, is tipped (TB-52, TB-54). Knows no table and draws no number.

``decide`` judges a command, ``evolve`` folds what happened, ``transfers`` says what moved. How much a
patron has, and whether any of it is on a table, are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final, assert_never

import msgspec

from cutcard.ledger import accounts
from cutcard.ledger import cashier_events as did
from cutcard.ledger.refusal import Refusal
from cutcard.ledger.transfer import Posting, Transfer
from cutcard.ledger.voucher_code import CHANCE_BYTES, code_from, read_code

NOT_PAID: Final = Refusal("play_money_is_not_paid")
TAKES_NONE: Final = Refusal("play_purse_takes_no_money")
AMOUNT_MAX: Final = 10**15  # far below what eight bytes hold, so that no sum of a venue overflows


class Terms(msgspec.Struct, frozen=True):
    """What the house allows. Zero play money means that none is given."""

    voucher_max: int = 100_000
    cash_in_max: int = 1_000_000
    play_money_max: int = 0


class Standing(msgspec.Struct, frozen=True):
    """A patron's money as the book and the tables have it at this moment.

    A purse is of house money or of play money for good; ``has_money`` where house money was ever in it.
    """

    balance: int = 0
    held: int = 0
    in_escrow: int = 0
    has_money: bool = False


class Owed(msgspec.Struct, frozen=True):
    """An amount on paper, and whose purse it came from; empty where it was bought at the desk."""

    patron: str
    amount: int


class Cashier(msgspec.Struct, frozen=True):
    """Vouchers that nobody has redeemed, by code, and hand pays that wait, by id."""

    vouchers: Mapping[str, Owed] = {}
    hand_pays: Mapping[str, Owed] = {}


def decide(
    terms: Terms, cashier: Cashier, command: did.Command, standing: Standing, play: Container[str] = ()
) -> tuple[did.Event, ...] | Refusal:
    """What happens, or why not. ``standing`` is that of the command's patron, if it names one.

    ``play`` are the patrons who have play money.
    """
    return _why_no_money(cashier, command, play) or _decided(terms, cashier, command, standing)


def _decided(
    terms: Terms, cashier: Cashier, command: did.Command, standing: Standing
) -> tuple[did.Event, ...] | Refusal:
    match command:
        case did.CashIn(patron, amount, by):
            no = _why_no_amount(amount, terms.cash_in_max)
            return no or (did.CashTaken(patron, amount, by),)
        case did.CashOut(patron, chance):
            return _cash_out(terms, cashier, patron, chance, standing)
        case did.RedeemVoucher(patron, code):
            return _on_voucher(
                cashier, code, lambda whole, owed: did.VoucherRedeemed(patron, whole, owed.amount)
            )
        case did.SellVoucher(amount, by, chance):
            number = _why_no_amount(amount, terms.voucher_max) or _number(cashier, chance)
            return number if isinstance(number, Refusal) else (did.VoucherSold("", number, amount, by),)
        case did.PayVoucher(code, by):
            return _on_voucher(
                cashier, code, lambda whole, owed: did.VoucherPaid(owed.patron, whole, owed.amount, by)
            )
        case did.VoidVoucher(code, by, why):
            return _on_voucher(
                cashier, code, lambda whole, owed: did.VoucherVoided(owed.patron, whole, owed.amount, by, why)
            )
        case did.ConfirmHandPay() | did.CancelHandPay():
            return _on_hand_pay(cashier, command)
        case did.Tip(patron, table, name, amount):
            no = _why_no_amount(amount, AMOUNT_MAX) or _why_not_playable(amount, standing)
            return no or (did.TipGiven(patron, table, name, amount),)
        case did.GivePlayMoney(patron, amount):
            return _play_money(terms, patron, amount, standing)
        case _:
            assert_never(command)


def _why_no_money(cashier: Cashier, command: did.Command, play: Container[str]) -> Refusal | None:
    """Play money never becomes money, and no money is lost among it."""
    match command:
        case did.CashOut(patron) if patron in play:
            return NOT_PAID
        case did.CashIn(patron) if patron in play:
            return TAKES_NONE
        case did.RedeemVoucher(patron, code):
            return (
                TAKES_NONE
                if patron in play
                else _why_not_paid(cashier.vouchers.get(read_code(code) or ""), play)
            )
        case did.PayVoucher(code):
            return _why_not_paid(cashier.vouchers.get(read_code(code) or ""), play)
        case did.ConfirmHandPay(id_):
            return _why_not_paid(cashier.hand_pays.get(id_), play)
        case _:
            return None


def _why_not_paid(owed: Owed | None, play: Container[str]) -> Refusal | None:
    """Papers that an earlier version wrote for play money; they can be cancelled, into the purse."""
    return NOT_PAID if owed is not None and owed.patron in play else None


def _why_no_amount(amount: int, most: int) -> Refusal | None:
    if amount <= 0:
        return Refusal("amount_not_positive", {"amount": amount})
    return Refusal("amount_too_large", {"amount": amount, "most": most}) if amount > most else None


def _why_not_playable(amount: int, standing: Standing) -> Refusal | None:
    playable = standing.balance - standing.held
    if amount <= playable:
        return None
    return Refusal("not_enough_credit", {"needed": amount, "playable": playable})


def _cash_out(
    terms: Terms, cashier: Cashier, patron: str, chance: bytes, standing: Standing
) -> tuple[did.Event, ...] | Refusal:
    if standing.held or standing.in_escrow:
        return Refusal("bets_on_a_table", {"amount": standing.held + standing.in_escrow})
    if standing.balance <= 0:
        return Refusal("nothing_to_cash_out")
    number = _number(cashier, chance)
    if isinstance(number, Refusal):
        return number
    if standing.balance > terms.voucher_max:
        return (did.HandPayCalled(patron, number, standing.balance),)
    return (did.VoucherIssued(patron, number, standing.balance),)


def _number(cashier: Cashier, chance: bytes) -> str | Refusal:
    """The number of a new paper, from chance."""
    if len(chance) < CHANCE_BYTES:
        return Refusal("too_little_chance", {"bytes": len(chance), "needed": CHANCE_BYTES})
    number = code_from(chance)
    taken = number in cashier.vouchers or number in cashier.hand_pays
    return Refusal("number_is_taken") if taken else number


def _on_voucher(
    cashier: Cashier, written: str, happens: Callable[[str, Owed], did.Event]
) -> tuple[did.Event, ...] | Refusal:
    code = read_code(written)
    if code is None:
        return Refusal("voucher_code_mistyped")
    owed = cashier.vouchers.get(code)
    return Refusal("no_such_voucher") if owed is None else (happens(code, owed),)


def _on_hand_pay(
    cashier: Cashier, command: did.ConfirmHandPay | did.CancelHandPay
) -> tuple[did.Event, ...] | Refusal:
    owed = cashier.hand_pays.get(command.id)
    if owed is None:
        return Refusal("no_such_hand_pay")
    if isinstance(command, did.CancelHandPay):
        return (did.HandPayCancelled(owed.patron, command.id, owed.amount, command.by, command.why),)
    return (did.HandPayConfirmed(owed.patron, command.id, owed.amount, command.by),)


def _play_money(
    terms: Terms, patron: str, amount: int, standing: Standing
) -> tuple[did.Event, ...] | Refusal:
    if not terms.play_money_max:
        return Refusal("no_play_money_here")
    if standing.has_money:
        return Refusal("purse_has_money")
    no = _why_no_amount(amount, terms.play_money_max)
    if no is None and standing.balance + amount > terms.play_money_max:
        no = Refusal("play_money_enough", {"balance": standing.balance, "most": terms.play_money_max})
    return no or (did.PlayMoneyGiven(patron, amount),)


def evolve(cashier: Cashier, event: did.Event) -> Cashier:
    """The cashier after what happened."""
    match event:
        case did.VoucherIssued(patron, code, amount) | did.VoucherSold(patron, code, amount):
            return Cashier({**cashier.vouchers, code: Owed(patron, amount)}, cashier.hand_pays)
        case did.VoucherRedeemed() | did.VoucherPaid() | did.VoucherVoided():
            return Cashier(_without(cashier.vouchers, event.code), cashier.hand_pays)
        case did.HandPayCalled(patron, id_, amount):
            return Cashier(cashier.vouchers, {**cashier.hand_pays, id_: Owed(patron, amount)})
        case did.HandPayConfirmed() | did.HandPayCancelled():
            return Cashier(cashier.vouchers, _without(cashier.hand_pays, event.id))
        case did.CashTaken() | did.TipGiven() | did.PlayMoneyGiven():
            return cashier
        case _:
            assert_never(event)


def _without(owed: Mapping[str, Owed], number: str) -> dict[str, Owed]:
    return {other: what for other, what in owed.items() if other != number}


def transfers(
    event: did.Event, play: Container[str] = (), cashier: Cashier | None = None
) -> tuple[Transfer, ...]:
    """What moved, from one account to another; ``cashier`` as it was before.

    Earlier versions wrote vouchers and hand pays for play money: what came of those has play accounts too.
    """
    ref, source, target = _moved(event)
    of_play = event.patron in play
    from_play = of_play
    if isinstance(event, did.VoucherRedeemed) and cashier is not None and event.code in cashier.vouchers:
        from_play = cashier.vouchers[event.code].patron in play
    source = _of_play(source) if from_play else source
    target = _of_play(target) if of_play else target
    kind = str(event.__struct_config__.tag)
    return (Transfer(kind, ref, (Posting(source, -event.amount), Posting(target, event.amount))),)


def _of_play(account: str) -> str:
    if account.startswith(accounts.PATRON):
        return accounts.play_patron(account.removeprefix(accounts.PATRON))
    return account if account == accounts.play_money() else accounts.play(account)


def _moved(event: did.Event) -> tuple[str, str, str]:
    """What it belongs to, from which account and into which, were it money."""
    purse = accounts.patron(event.patron) if event.patron else accounts.desk()
    match event:
        case did.CashTaken():
            return "", accounts.desk(), purse
        case did.VoucherIssued() | did.VoucherSold():
            return event.code, purse, accounts.vouchers()
        case did.VoucherRedeemed() | did.VoucherVoided():
            return event.code, accounts.vouchers(), purse
        case did.VoucherPaid():
            return event.code, accounts.vouchers(), accounts.desk()
        case did.HandPayCalled():
            return event.id, purse, accounts.hand_pays()
        case did.HandPayConfirmed():
            return event.id, accounts.hand_pays(), accounts.desk()
        case did.HandPayCancelled():
            return event.id, accounts.hand_pays(), purse
        case did.TipGiven():
            return event.table, purse, accounts.tips(event.table, event.name)
        case did.PlayMoneyGiven():
            return "", accounts.play_money(), purse
        case _:
            assert_never(event)
