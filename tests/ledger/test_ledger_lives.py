"""FZ-2 for the ledger: a machine that cashes, holds, stakes and settles at will, beside a plain model.

The invariants are asked after every step, whatever was refused.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from cutcard.ledger import Book, Hold, Posting, Refusal, Transfer, escrow, house, patron
from cutcard.ledger.cashier import Cashier, Standing, Terms, decide, evolve, transfers
from cutcard.ledger.cashier_events import (
    CancelHandPay,
    CashIn,
    CashOut,
    Command,
    ConfirmHandPay,
    GivePlayMoney,
    PayVoucher,
    RedeemVoucher,
    Tip,
    VoidVoucher,
)

PATRONS = st.sampled_from(["ann", "bob", "cyd"])
TABLES = st.sampled_from(["one", "two"])
AMOUNTS = st.integers(-3, 300)
TERMS = Terms(voucher_max=200, cash_in_max=250, play_money_max=100)


class LedgerLife(RuleBasedStateMachine):
    """Three patrons, two tables, one cashier."""

    def __init__(self) -> None:
        super().__init__()
        self.book = Book()
        self.cashier = Cashier()
        self.spent: set[str] = set()
        self.stakes: dict[tuple[str, str], int] = {}
        self.chance = 0

    def standing(self, who: str) -> Standing:
        staked = sum(amount for (owner, _), amount in self.stakes.items() if owner == who)
        return Standing(self.book.balance(patron(who)), self.book.amount_held(patron(who)), staked)

    def ask(self, command: Command, who: str = "") -> None:
        before = self.book.balances(), self.cashier
        happened = decide(TERMS, self.cashier, command, self.standing(who))
        if isinstance(happened, Refusal):
            assert (self.book.balances(), self.cashier) == before
            return
        for event in happened:
            assert self.book.make((), transfers(event)) is None
            self.cashier = evolve(self.cashier, event)

    @rule(who=PATRONS, amount=AMOUNTS)
    def cash_in(self, who: str, amount: int) -> None:
        self.ask(CashIn(who, amount, "kim"), who)

    @rule(who=PATRONS, amount=AMOUNTS)
    def play_money(self, who: str, amount: int) -> None:
        self.ask(GivePlayMoney(who, amount), who)

    @rule(who=PATRONS, table=TABLES, amount=AMOUNTS)
    def tip(self, who: str, table: str, amount: int) -> None:
        self.ask(Tip(who, table, "kim", amount), who)

    @rule(who=PATRONS)
    def cash_out(self, who: str) -> None:
        self.chance += 1
        standing = self.standing(who)
        self.ask(CashOut(who, self.chance.to_bytes(16, "big")), who)
        on_a_table = standing.held or standing.in_escrow
        assert self.book.balance(patron(who)) == (standing.balance if on_a_table else 0)

    @rule(who=PATRONS, pick=st.integers(0, 5), how=st.sampled_from(["redeem", "pay", "void"]))
    def voucher(self, who: str, pick: int, how: str) -> None:
        """Any voucher there ever was; one that is gone stays gone."""
        codes = [*sorted(self.cashier.vouchers), *sorted(self.spent)]
        if not codes:
            return
        code = codes[pick % len(codes)]
        commands: dict[str, Command] = {
            "redeem": RedeemVoucher(who, code),
            "pay": PayVoucher(code, "kim"),
            "void": VoidVoucher(code, "kim", "not printed"),
        }
        before = self.book.balances()
        self.ask(commands[how], who)
        assert code not in self.cashier.vouchers
        assert (code in self.spent) == (self.book.balances() == before)
        self.spent.add(code)

    @rule(confirmed=st.booleans())
    def hand_pay(self, confirmed: bool) -> None:
        for waiting in sorted(self.cashier.hand_pays)[:1]:
            self.ask(ConfirmHandPay(waiting, "kim") if confirmed else CancelHandPay(waiting, "kim", "left"))

    @rule(who=PATRONS, table=TABLES, amount=AMOUNTS)
    def hold(self, who: str, table: str, amount: int) -> None:
        account = patron(who)
        room = self.book.playable(account) + self.book.hold_at(account, table)
        refused = self.book.make([Hold(account, table, amount)], ())
        assert (refused is None) == (0 <= amount <= room)

    @rule(table=TABLES)
    def no_more_bets(self, table: str) -> None:
        for who in ("ann", "bob", "cyd"):
            account = patron(who)
            amount = self.book.hold_at(account, table)
            stake = Transfer("staked", table, (Posting(account, -amount), Posting(escrow(table), amount)))
            assert self.book.make([Hold(account, table, 0)], [stake]) is None
            self.stakes[who, table] = self.stakes.get((who, table), 0) + amount

    @rule(table=TABLES, times=st.integers(0, 3))
    def settle(self, table: str, times: int) -> None:
        staked = {who: amount for (who, at), amount in self.stakes.items() if at == table}
        returned = tuple(Posting(patron(who), times * amount) for who, amount in staked.items())
        total = sum(staked.values())
        rest = (Posting(escrow(table), -total), Posting(house(table), total - times * total))
        assert self.book.make((), [Transfer("settled", table, (*returned, *rest))]) is None
        self.stakes = {key: amount for key, amount in self.stakes.items() if key[1] != table}

    @invariant()
    def adds_up(self) -> None:
        balances = self.book.balances()
        assert self.book.totals() == sum(balances.values()) == 0
        for who in ("ann", "bob", "cyd"):
            assert 0 <= self.book.playable(patron(who)) <= self.book.balance(patron(who))
        for table in ("one", "two"):
            staked = sum(amount for (_, at), amount in self.stakes.items() if at == table)
            assert self.book.balance(escrow(table)) == staked
        assert self.book.balance("vouchers") == sum(
            voucher.amount for voucher in self.cashier.vouchers.values()
        )
        assert self.book.balance("hand_pays") == sum(
            hand_pay.amount for hand_pay in self.cashier.hand_pays.values()
        )


TestLedgerLife = LedgerLife.TestCase
