"""Vouchers and hand pays looked up by their number: what became of them, from the record. It pays nothing."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

import msgspec
from litestar import get
from litestar.params import Parameter

from cutcard.games.reason import Refusal
from cutcard.ledger.voucher_code import read_code
from cutcard.record import Entry
from cutcard.server.http.permissions import AnyRequest, house_of
from cutcard.server.http.refusals import Refused
from cutcard.venue.ports import Store, Unavailable
from cutcard.venue.requests import CASHIER, UNAVAILABLE
from cutcard.views.names import NameOf

KINDS: Final = ("voucher_", "hand_pay_")
OPENED: Final = ("voucher_issued", "voucher_sold", "hand_pay_called")

Number = Annotated[str, Parameter(max_length=64)]


class PaperStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened to it. ``by`` is empty where a patron did it at a terminal.

    ``patron`` is an account, ``name`` what they are called; both are empty where no patron had a part in it.
    """

    what: str
    at_ms: int
    by: str
    patron: str
    name: str
    why: str


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher or a hand pay: its amount, whether it is still owed, and its record, oldest first."""

    number: str
    amount: int
    owed: bool
    steps: tuple[PaperStep, ...]


class _Paper(msgspec.Struct, frozen=True):
    """What the cashier's events say of a paper."""

    amount: int
    patron: str = ""
    code: str = ""
    id: str = ""
    by: str = ""
    why: str = ""


def _read(store: Store, number: str, name_of: NameOf) -> Paper | None:
    """The paper's record, from all that the cashier has on record."""
    steps: list[PaperStep] = []
    amount = 0
    for entry in store.entries(CASHIER):
        if not entry.tag.startswith(KINDS):
            continue
        kept = msgspec.json.decode(entry.private[0][1], type=_Paper)
        if number in (kept.code, kept.id):
            amount = kept.amount
            steps.append(_step(entry, kept, name_of))
    if not steps:
        return None
    return Paper(number=number, amount=amount, owed=steps[-1].what in OPENED, steps=tuple(steps))


def _step(entry: Entry, kept: _Paper, name_of: NameOf) -> PaperStep:
    return PaperStep(
        what=entry.tag,
        at_ms=entry.wall_ms,
        by=kept.by,
        patron=kept.patron,
        name=name_of(kept.patron),
        why=kept.why,
    )


@get("/api/cashier/papers/{number:str}", name="cashier.paper", summary="A voucher's or hand pay's record")
async def paper(request: AnyRequest, number: Number) -> Paper:
    """What became of a voucher or a hand pay, by the number on it."""
    code = read_code(number)
    if code is None:
        raise Refused(Refusal("voucher_code_mistyped"))
    house = house_of(request)
    try:
        found = await asyncio.to_thread(_read, house.venue.store, code, house.people.name_of)
    except Unavailable:
        raise Refused(UNAVAILABLE) from None
    if found is None:
        raise Refused(Refusal("no_such_voucher"))
    return found


HANDLERS: Final = (paper,)
