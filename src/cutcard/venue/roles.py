"""Who may do what, as data: every command, message and page, and the roles it is open to (TB-70).

What is in no row is open to nobody. Who somebody is, and whether a command makes sense, is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from cutcard.ledger import cashier_events as cash
from cutcard.table import commands as c


class Role(StrEnum):
    """What somebody is to the house."""

    PATRON = "patron"
    CROUPIER = "croupier"
    ATTENDANT = "attendant"
    OPERATOR = "operator"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"


Allowed = tuple[Role | None, ...]

NOBODY: Final[Allowed] = ()
"""Only the venue itself does this."""

SIGNED_IN: Final[Allowed] = tuple(Role)
ANYBODY: Final[Allowed] = (None, *Role)
"""Whoever comes, signed in or not."""

_PATRON: Final[Allowed] = (Role.PATRON,)
_CROUPIER: Final[Allowed] = (Role.CROUPIER,)
_DESK: Final[Allowed] = (Role.ATTENDANT, Role.SUPERVISOR)
_OPERATOR: Final[Allowed] = (Role.OPERATOR,)
_SUPERVISOR: Final[Allowed] = (Role.SUPERVISOR,)
_FLOOR: Final[Allowed] = (Role.CROUPIER, Role.OPERATOR, Role.SUPERVISOR)
_HOUSE: Final[Allowed] = (Role.OPERATOR, Role.SUPERVISOR)
_READERS: Final[Allowed] = (Role.OPERATOR, Role.SUPERVISOR, Role.AUDITOR)
_STAFF: Final[Allowed] = tuple(role for role in Role if role is not Role.PATRON)

SEES_ALL: Final = frozenset(_READERS)
"""Roles that see every patron's past rounds, and private tables (TB-61)."""

COMMANDS: Final[Mapping[type[msgspec.Struct], Allowed]] = {
    c.Join: _PATRON,
    c.Leave: _PATRON,
    c.PlaceBet: _PATRON,
    c.ClearLast: _PATRON,
    c.ClearAll: _PATRON,
    c.UndoBet: _PATRON,
    c.DoubleBets: _PATRON,
    c.RaiseBets: _PATRON,
    c.RepeatBets: _PATRON,
    c.BetAll: _PATRON,
    c.LetItPlay: _PATRON,
    c.PlayNow: _PATRON,
    c.SetOption: _PATRON,
    c.SetSpeed: _PATRON,
    c.Reserve: _PATRON,
    c.Contribute: _PATRON,
    c.PressDeal: _PATRON,
    c.Decide: _PATRON,
    c.TakeSeat: _PATRON,
    c.LeaveSeat: _PATRON,
    c.SetBehind: _PATRON,
    c.RefuseBehind: _PATRON,
    c.Dispute: _PATRON,
    c.FillDispute: _PATRON,
    c.ConfirmResult: _PATRON,
    c.GoAway: NOBODY,
    c.StayAway: NOBODY,
    c.ComeBack: NOBODY,
    c.Complete: NOBODY,
    c.Deal: _CROUPIER,
    c.DealFaceDown: _CROUPIER,
    c.Burn: _CROUPIER,
    c.Check: _CROUPIER,
    c.TurnUp: _CROUPIER,
    c.EnterCard: _CROUPIER,
    c.OpenRound: _CROUPIER,
    c.CloseBets: _CROUPIER,
    c.ChangeShoe: _CROUPIER,
    c.SeeCutCard: _CROUPIER,
    c.CallSupervisor: _CROUPIER,
    c.FreeSeat: (Role.CROUPIER, Role.SUPERVISOR),
    c.CorrectCard: (Role.CROUPIER, Role.SUPERVISOR),
    c.CloseDispute: (Role.CROUPIER, Role.SUPERVISOR),
    c.ProposeCorrection: _HOUSE,
    c.ApproveCorrection: _HOUSE,
    c.OpenTable: _OPERATOR,
    c.ChangeSettings: _OPERATOR,
    c.CloseTable: _OPERATOR,
    c.Pause: _FLOOR,
    c.Resume: _HOUSE,
    c.VoidRound: _SUPERVISOR,
    c.Reveal: NOBODY,
    c.Tick: NOBODY,
    cash.CashIn: _DESK,
    cash.SellVoucher: _DESK,
    cash.PayVoucher: _DESK,
    cash.VoidVoucher: _DESK,
    cash.ConfirmHandPay: _DESK,
    cash.CancelHandPay: _DESK,
    cash.CashOut: _PATRON,
    cash.RedeemVoucher: _PATRON,
    cash.Tip: _PATRON,
    cash.GivePlayMoney: NOBODY,
}

MESSAGES: Final[Mapping[str, Allowed]] = {
    "hello": ANYBODY,
    "watch": ANYBODY,
    "unwatch": ANYBODY,
    "lobby": ANYBODY,
    "resume": ANYBODY,
    "hold_chip": _PATRON,
    "notice_seen": _PATRON,
    "call_attendant": _PATRON,
    "cancel_attendant": _PATRON,
}
"""What is asked of a socket and of no table."""

ROUTES: Final[Mapping[str, Allowed]] = {
    "page.lobby": ANYBODY,
    "page.play": ANYBODY,
    "page.display": ANYBODY,
    "page.croupier": ANYBODY,
    "page.supervisor": ANYBODY,
    "page.operator": ANYBODY,
    "page.lab": ANYBODY,
    "page.file": ANYBODY,
    "health": ANYBODY,
    "metrics": _READERS,
    "messages": ANYBODY,
    "texts": ANYBODY,
    "tables": ANYBODY,
    "tables.one": ANYBODY,
    "tables.roads": ANYBODY,
    "tables.help": ANYBODY,
    "tables.advice": _PATRON,
    "guest": ANYBODY,
    "login": ANYBODY,
    "logout": ANYBODY,
    "me": SIGNED_IN,
    "me.language": SIGNED_IN,
    "me.purse": _PATRON,
    "people": _READERS,
    "people.add": _OPERATOR,
    "people.change": _OPERATOR,
    "rounds": (Role.PATRON, *_READERS),
    "rounds.one": (Role.PATRON, *_READERS),
    "rounds.steps": (Role.PATRON, *_READERS),
    "cashier.cash_out": COMMANDS[cash.CashOut],
    "cashier.redeem": COMMANDS[cash.RedeemVoucher],
    "cashier.tip": COMMANDS[cash.Tip],
    "cashier.cash_in": COMMANDS[cash.CashIn],
    "cashier.sell_voucher": COMMANDS[cash.SellVoucher],
    "cashier.pay_voucher": COMMANDS[cash.PayVoucher],
    "cashier.void_voucher": COMMANDS[cash.VoidVoucher],
    "cashier.confirm_hand_pay": COMMANDS[cash.ConfirmHandPay],
    "cashier.cancel_hand_pay": COMMANDS[cash.CancelHandPay],
    "cashier.hand_pays": (Role.ATTENDANT, *_READERS),
    "cashier.paper": (Role.ATTENDANT, *_READERS),
    "calls": _STAFF,
    "calls.answer": (Role.ATTENDANT, Role.SUPERVISOR),
    "calls.done": (Role.ATTENDANT, Role.SUPERVISOR),
    "house.tables": (Role.CROUPIER, *_READERS),
    "house.settings": _READERS,
    "house.record": _READERS,
    "house.open": COMMANDS[c.OpenTable],
    "house.change": COMMANDS[c.ChangeSettings],
    "house.close": COMMANDS[c.CloseTable],
    "house.pause": COMMANDS[c.Pause],
    "house.resume": COMMANDS[c.Resume],
    "house.void": COMMANDS[c.VoidRound],
    "house.duty": (Role.CROUPIER, Role.ATTENDANT),
    "profiles": _READERS,
    "profiles.upload": _OPERATOR,
    "profiles.one": _READERS,
    "profiles.version": _READERS,
    "jurisdictions": _READERS,
    "jurisdictions.upload": _OPERATOR,
    "jurisdictions.one": _READERS,
    "jurisdictions.version": _READERS,
    "audit": _READERS,
}


def allowed_for(command: msgspec.Struct) -> Allowed:
    """Whom a command is open to; one without a row to nobody.

    Putting the last card right is the croupier's; any other card is a supervisor's (MO-04, TB-30).
    """
    if isinstance(command, c.CorrectCard) and command.at:
        return _SUPERVISOR
    return COMMANDS.get(type(command), NOBODY)


def may(held: Collection[str], row: Allowed) -> bool:
    """Whether somebody with these roles is let in; who is not signed in holds none."""
    return None in row or any(role in held for role in row)
