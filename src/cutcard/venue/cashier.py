"""The cashier's desk in the venue: its record, its state, and the chance its vouchers need."""

from __future__ import annotations

from collections.abc import Callable, Container

import msgspec

from cutcard.games.reason import Refusal
from cutcard.ledger import Hold, cashier, cashier_events
from cutcard.ledger.cashier import Cashier, Standing, Terms
from cutcard.ledger.voucher_code import CHANCE_BYTES
from cutcard.record import SALT_BYTES, Entry, seal
from cutcard.venue.requests import CASHIER, Reply, Request
from cutcard.venue.unit_of_work import Work

PLAY_MONEY = 1_000_000  # in minor units: what a guest has at most been given


class Desk:
    """Open vouchers and hand pays, and the tail of the cashier's record."""

    def __init__(self, terms: Terms | None = None) -> None:
        self.terms = terms or Terms(play_money_max=PLAY_MONEY)
        self.cashier = Cashier()
        self.last: Entry | None = None

    def load(self, restored: tuple[Cashier, Entry | None]) -> None:
        """Start anew from the record."""
        self.cashier, self.last = restored

    def decide(
        self, work: Work, request: Request, staked: Callable[[str], int], tables: Container[str]
    ) -> Reply:
        """What the cashier makes of a command; tips are given at one of these tables."""
        command = request.command
        if not isinstance(command, cashier_events.Command):
            return Reply(request.key, Refusal("no_such_table", {"table": request.table}))
        if isinstance(command, cashier_events.Tip) and command.table not in tables:
            return Reply(request.key, Refusal("no_such_table", {"table": command.table[:64]}))
        if isinstance(command, cashier_events.CashOut | cashier_events.SellVoucher):
            command = msgspec.structs.replace(command, chance=work.entropy.random_bytes(CHANCE_BYTES))
        who = getattr(command, "patron", None)
        standing = Standing()
        if who is not None:
            account = work.book.purse(who)
            has_money = who not in work.book.play and work.book.knows(account)
            standing = Standing(
                work.book.balance(account), work.book.amount_held(account), staked(who), has_money
            )
        decided = cashier.decide(self.terms, self.cashier, command, standing, work.book.play)
        if not isinstance(decided, tuple):
            return Reply(request.key, Refusal(decided.code, decided.facts))
        result: dict[str, int | str] = {}
        for event in decided:
            refusal = self._happen(work, event)
            if refusal is not None:
                return Reply(request.key, refusal)
            result.update(_log_facts(event))
        return Reply(request.key, None, result)

    def _happen(self, work: Work, event: cashier_events.Event) -> Refusal | None:
        no_holds: tuple[Hold, ...] = ()
        if isinstance(event, cashier_events.PlayMoneyGiven):
            work.book.play.add(event.patron)
        refusal = work.move(no_holds, cashier.transfers(event, work.book.play, self.cashier))
        if refusal is not None:
            return refusal
        salt = work.entropy.random_bytes(SALT_BYTES)
        self.last = seal(self.last, CASHIER, 0, work.at_ms, work.wall_ms, event, salt)
        work.entries.append(self.last)
        self.cashier = cashier.evolve(self.cashier, event)
        return None


def _log_facts(event: cashier_events.Event) -> dict[str, int | str]:
    """What the answer says: the paper's number and its amount."""
    facts: dict[str, int | str] = {"what": str(event.__struct_config__.tag), "amount": event.amount}
    for name in ("code", "id"):
        if hasattr(event, name):
            facts[name] = getattr(event, name)
    return facts
