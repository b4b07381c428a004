"""The cashier over HTTP: patrons cash out, redeem and tip, attendants take and pay. Judges nothing itself."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import get, post

from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as cash
from cutcard.server.address import client_address
from cutcard.server.http.permissions import AnyRequest, house_of, person_of
from cutcard.server.http.refusals import Refused
from cutcard.server.realtime.commands import Amount, RequestId, TableName, Text
from cutcard.server.realtime.terminal_session import ON_DUTY_NOBODY
from cutcard.server.runtime import or_refuse
from cutcard.venue.requests import CASHIER
from cutcard.views.messages.tables import PurseView

Code = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
PersonId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class CashRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ask with nothing to say but its id, made by the asker: asked again, it has no further effect."""

    ask: RequestId


class VoucherAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something about a voucher."""

    ask: RequestId
    code: Code


class VoidAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A voucher to be void, and why."""

    ask: RequestId
    code: Code
    why: Text


class TipAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tip for whoever is on duty at a table."""

    ask: RequestId
    table: TableName
    amount: Amount


class CashAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cash taken for a patron."""

    ask: RequestId
    patron: PersonId
    amount: Amount


class SaleAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A voucher for cash."""

    ask: RequestId
    amount: Amount


class HandPayAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand pay that was paid."""

    ask: RequestId
    id: Code


class HandPayCancelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand pay that will not be paid, and why."""

    ask: RequestId
    id: Code
    why: Text


class HandPay(msgspec.Struct, frozen=True):
    """Money that waits for an attendant."""

    id: str
    patron: str
    name: str
    amount: int


class CashDone(msgspec.Struct, frozen=True):
    """What came of it: the paper's number and its amount."""

    result: dict[str, int | str]


async def _ask(request: AnyRequest, ask: str, command: cash.Command) -> CashDone:
    who = person_of(request).id
    reply = or_refuse(await house_of(request).ask(f"{who}:{ask}", CASHIER, command))
    return CashDone(dict(reply.result))


@get("/api/me/purse", name="me.purse", summary="The credit meter")
async def purse(request: AnyRequest) -> PurseView:
    """What one has, what is held on tables, what can be staked."""
    house, patron = house_of(request), person_of(request).id
    view = await house.call(lambda _: house.subscriptions.purse(patron))
    return msgspec.convert(view, PurseView, from_attributes=True)


@post("/api/cashier/cash-out", name="cashier.cash_out", summary="Cash out")
async def cash_out(request: AnyRequest, data: CashRequest) -> CashDone:
    """All of the purse: on a voucher, or by hand above its limit."""
    return await _ask(request, data.ask, cash.CashOut(person_of(request).id, b""))


@post("/api/cashier/redeem", name="cashier.redeem", summary="Put a voucher in")
async def redeem(request: AnyRequest, data: VoucherAsked) -> CashDone:
    """A voucher's amount into one's purse. Nobody may try code after code."""
    house, patron = house_of(request), person_of(request).id
    no = house.limits.take("voucher", client_address(request.scope), patron)
    if no is not None:
        raise Refused(no)
    return await _ask(request, data.ask, cash.RedeemVoucher(patron, data.code))


@post("/api/cashier/tip", name="cashier.tip", summary="Tip")
async def tip(request: AnyRequest, data: TipAsked) -> CashDone:
    """A tip for whoever is on duty at a table."""
    on_duty = house_of(request).duty.get(data.table, ON_DUTY_NOBODY)
    return await _ask(request, data.ask, cash.Tip(person_of(request).id, data.table, on_duty, data.amount))


@post("/api/cashier/cash-in", name="cashier.cash_in", summary="Take cash")
async def cash_in(request: AnyRequest, data: CashAsked) -> CashDone:
    """Cash taken at the desk into a patron's purse."""
    if house_of(request).people.person(data.patron) is None:
        raise Refused(Refusal("no_such_person"))
    return await _ask(request, data.ask, cash.CashIn(data.patron, data.amount, person_of(request).name))


@post("/api/cashier/sell-voucher", name="cashier.sell_voucher", summary="Sell a voucher")
async def sell_voucher(request: AnyRequest, data: SaleAsked) -> CashDone:
    """A voucher for cash taken at the desk, for whoever puts it in."""
    return await _ask(request, data.ask, cash.SellVoucher(data.amount, person_of(request).name, b""))


@post("/api/cashier/pay-voucher", name="cashier.pay_voucher", summary="Pay a voucher")
async def pay_voucher(request: AnyRequest, data: VoucherAsked) -> CashDone:
    """A voucher paid in cash."""
    return await _ask(request, data.ask, cash.PayVoucher(data.code, person_of(request).name))


@post("/api/cashier/void-voucher", name="cashier.void_voucher", summary="Void a voucher")
async def void_voucher(request: AnyRequest, data: VoidAsked) -> CashDone:
    """A voucher back into the purse it came from."""
    return await _ask(request, data.ask, cash.VoidVoucher(data.code, person_of(request).name, data.why))


@post("/api/cashier/confirm-hand-pay", name="cashier.confirm_hand_pay", summary="Confirm a hand pay")
async def confirm_hand_pay(request: AnyRequest, data: HandPayAsked) -> CashDone:
    """The patron has the cash."""
    return await _ask(request, data.ask, cash.ConfirmHandPay(data.id, person_of(request).name))


@post("/api/cashier/cancel-hand-pay", name="cashier.cancel_hand_pay", summary="Cancel a hand pay")
async def cancel_hand_pay(request: AnyRequest, data: HandPayCancelled) -> CashDone:
    """Back into the purse."""
    return await _ask(request, data.ask, cash.CancelHandPay(data.id, person_of(request).name, data.why))


@get("/api/cashier/hand-pays", name="cashier.hand_pays", summary="Hand pays that wait")
async def hand_pays(request: AnyRequest) -> tuple[HandPay, ...]:
    """What waits for an attendant, oldest first."""
    house = house_of(request)
    waiting: Any = await house.call(lambda _: dict(house.venue.desk.cashier.hand_pays))
    name_of = house.people.name_of
    return tuple(
        HandPay(id_, owed.patron, name_of(owed.patron), owed.amount) for id_, owed in waiting.items()
    )


HANDLERS: Final = (
    *(purse, cash_out, redeem, tip, cash_in, sell_voucher, pay_voucher, void_voucher),
    *(confirm_hand_pay, cancel_hand_pay, hand_pays),
)
