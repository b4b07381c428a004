"""What the cashier is asked and what then has happened, as values. What is allowed is not known here.

Every command but those of an attendant, who names a voucher or a hand pay, names its patron; every
event names the patron whose purse or paper it is about.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec


class CashIn(msgspec.Struct, frozen=True, tag="cash_in"):
    """An attendant takes cash for a patron."""

    patron: str
    amount: int
    by: str


class CashOut(msgspec.Struct, frozen=True, tag="cash_out"):
    """A patron wants all of the purse: a voucher, or a hand pay above the limit. Chance is its number."""

    patron: str
    chance: bytes


class RedeemVoucher(msgspec.Struct, frozen=True, tag="redeem_voucher"):
    """A patron puts a voucher in; anybody may who has it."""

    patron: str
    code: str


class SellVoucher(msgspec.Struct, frozen=True, tag="sell_voucher"):
    """An attendant takes cash for a voucher, which whoever holds it may put in. Chance is its number."""

    amount: int
    by: str
    chance: bytes


class PayVoucher(msgspec.Struct, frozen=True, tag="pay_voucher"):
    """An attendant pays a voucher in cash."""

    code: str
    by: str


class VoidVoucher(msgspec.Struct, frozen=True, tag="void_voucher"):
    """A voucher that was never printed, say, goes back to the purse it came from."""

    code: str
    by: str
    why: str


class ConfirmHandPay(msgspec.Struct, frozen=True, tag="confirm_hand_pay"):
    """An attendant has paid a patron by hand."""

    id: str
    by: str


class CancelHandPay(msgspec.Struct, frozen=True, tag="cancel_hand_pay"):
    """A hand pay that will not be paid goes back to the purse."""

    id: str
    by: str
    why: str


class Tip(msgspec.Struct, frozen=True, tag="tip"):
    """A patron tips whoever is on duty at a table (TB-54)."""

    patron: str
    table: str
    name: str
    amount: int


class GivePlayMoney(msgspec.Struct, frozen=True, tag="give_play_money"):
    """A guest gets play money."""

    patron: str
    amount: int


Command = (
    CashIn
    | CashOut
    | RedeemVoucher
    | SellVoucher
    | PayVoucher
    | VoidVoucher
    | ConfirmHandPay
    | CancelHandPay
    | Tip
    | GivePlayMoney
)


class Happened(msgspec.Struct, frozen=True):
    """What all events have in common: each is its patron's own affair, and none of its fields is public."""

    open_fields: ClassVar[tuple[str, ...]] = ()


class CashTaken(Happened, frozen=True, tag="cash_taken"):
    """Cash came in over the desk."""

    patron: str
    amount: int
    by: str


class VoucherIssued(Happened, frozen=True, tag="voucher_issued"):
    """The whole purse is on a voucher now."""

    patron: str
    code: str
    amount: int


class VoucherSold(Happened, frozen=True, tag="voucher_sold"):
    """Cash came in over the desk for a voucher. It came from no purse, so its patron is nobody."""

    patron: str
    code: str
    amount: int
    by: str


class VoucherRedeemed(Happened, frozen=True, tag="voucher_redeemed"):
    """A voucher's amount is in a purse now; the voucher is worth nothing any more."""

    patron: str
    code: str
    amount: int


class VoucherPaid(Happened, frozen=True, tag="voucher_paid"):
    """A voucher was paid in cash. The patron is the one it was issued to."""

    patron: str
    code: str
    amount: int
    by: str


class VoucherVoided(Happened, frozen=True, tag="voucher_voided"):
    """A voucher's amount is back in the purse that it came from."""

    patron: str
    code: str
    amount: int
    by: str
    why: str


class HandPayCalled(Happened, frozen=True, tag="hand_pay_called"):
    """The whole purse waits for an attendant, who pays it by hand."""

    patron: str
    id: str
    amount: int


class HandPayConfirmed(Happened, frozen=True, tag="hand_pay_confirmed"):
    """The patron has the cash."""

    patron: str
    id: str
    amount: int
    by: str


class HandPayCancelled(Happened, frozen=True, tag="hand_pay_cancelled"):
    """The amount is back in the purse."""

    patron: str
    id: str
    amount: int
    by: str
    why: str


class TipGiven(Happened, frozen=True, tag="tip_given"):
    """A tip is in the table's account, in somebody's name."""

    patron: str
    table: str
    name: str
    amount: int


class PlayMoneyGiven(Happened, frozen=True, tag="play_money_given"):
    """Play money is in a purse."""

    patron: str
    amount: int


Event = (
    CashTaken
    | VoucherIssued
    | VoucherSold
    | VoucherRedeemed
    | VoucherPaid
    | VoucherVoided
    | HandPayCalled
    | HandPayConfirmed
    | HandPayCancelled
    | TipGiven
    | PlayMoneyGiven
)
