"""State machines: a table of each profile, and a patron's session, in whatever order Hypothesis likes.

The machines choose what is asked; the shadow judges what comes of it.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cutcard.ledger import cashier_events as ce
from cutcard.profiles import Mode, load, profile_ids
from cutcard.table import Phase, Table
from cutcard.table import commands as c
from cutcard.table.phases import playing
from cutcard.table.pit.croupier import why_no_round
from cutcard.venue.requests import CASHIER
from cutcard.verification.folder import verify_folder
from tests.soak import as_often
from tests.venue import house as houses
from tests.venue.dealing import Supervisor, dealers_of
from tests.venue.house import House
from tests.venue.playing import garbage, illegal, legal

PATRONS = ("p0", "p1", "p2")
KINDS = [(profile, Mode.VIDEO) for profile in houses.VIDEO] + [
    (profile, Mode.INTERNAL) for profile in houses.INTERNAL
]
DEALT_TO = [
    (profile, mode)
    for mode in (Mode.LIVE, Mode.AUTO)
    for profile in profile_ids()
    if mode in load(profile).table.modes
]
QUICK = (*KINDS[:2], ("live-seven", Mode.LIVE), ("american-live", Mode.LIVE))
SEEDS = st.integers(0, 2**32)
FLOOR = ("boss", "sue")
PATRON = st.sampled_from(PATRONS)


class TableMachine(RuleBasedStateMachine):
    """One table, three patrons, time, and a supervisor."""

    kind = KINDS[0]

    def __init__(self) -> None:
        super().__init__()
        profile, mode = self.kind
        self.house = House(7)
        table = houses.settings(profile, mode, "it")
        if mode is Mode.INTERNAL:
            self.house.furnish([], [table])
        else:
            self.house.furnish([table])
        self.dealers = dealers_of(self.house.venue, 7)
        self.tables = {who: at[0] for who, at in self.house.seat(PATRONS, 20_000).items()}

    @rule(who=PATRON, seed=SEEDS)
    def play(self, who: str, seed: int) -> None:
        asked = legal(random.Random(seed), self.house.venue, who, self.tables[who])
        if asked is not None:
            self.house.taken(*asked)

    @rule(who=PATRON, seed=SEEDS, wild=st.booleans())
    def try_something(self, who: str, seed: int, wild: bool) -> None:
        choose = garbage if wild else illegal
        self.house.ask(*choose(random.Random(seed), self.house.venue, who, self.tables[who]))

    @precondition(lambda self: self.dealers)
    @rule(seed=SEEDS, cards=st.integers(1, 8))
    def deal(self, seed: int, cards: int) -> None:
        (dealer,) = self.dealers
        dealer.random.seed(seed)
        for _ in range(cards):
            ask = dealer.thinks(self.house.venue, 0)
            if ask is not None:
                assert dealer.hears(self.house.step([ask]).replies[0]) is None

    @rule(who=PATRON, back=st.booleans())
    def lose_or_find_a_line(self, who: str, back: bool) -> None:
        self.house.taken(self.tables[who], c.ComeBack(who) if back else c.GoAway(who))

    @rule(who=PATRON, by=st.sampled_from(FLOOR), seed=SEEDS)
    def supervise(self, who: str, by: str, seed: int) -> None:
        at = self.tables[who]
        table = self.house.venue.tables[at].table
        command = Supervisor(by, 7, busy=1000).command(random.Random(seed), table, self.house.venue.now_ms())
        if command is not None:
            self.house.ask(at, command)

    @rule(ms=st.sampled_from((1, 700, 5_000, 30_000)))
    def wait(self, ms: int) -> None:
        self.house.clock.advance(ms)
        self.house.step()

    @rule(who=PATRON)
    def void(self, who: str) -> None:
        self.house.ask(self.tables[who], c.VoidRound("boss", "spilt"))

    @rule(who=PATRON)
    def pause_and_resume(self, who: str) -> None:
        at = self.tables[who]
        if self.house.venue.tables[at].table.halt.paused is None:
            self.house.ask(at, c.Pause("boss", "a look"))
        else:
            self.house.ask(at, c.Resume("boss"))

    @rule()
    def crash(self) -> None:
        self.house.crash()

    @invariant()
    def nobody_is_overdrawn(self) -> None:
        self.house.shadow.check(self.house.venue, whole=True)

    def teardown(self) -> None:
        assert not list(verify_folder(self.house.store))


class DisputeMachine(RuleBasedStateMachine):
    """A live coup that is disputed, closed, corrected or void at any moment (TB-30)."""

    def __init__(self) -> None:
        super().__init__()
        self.house = House(9)
        coups = houses.settings("punto-banco", Mode.LIVE, "it", burn=0)
        self.house.furnish([houses.timed(coups, dispute_s=5, result_s=0)])
        self.house.seat(PATRONS, 20_000)
        self.halted: tuple[int, int] | None = None

    @property
    def table(self) -> Table:
        return self.house.venue.tables["it"].table

    @precondition(lambda self: why_no_round(self.table, self.house.venue.now_ms()) is None)
    @rule()
    def deal_the_first_cards(self) -> None:
        self.house.taken("it", c.OpenRound())
        self.house.taken("it", c.PlaceBet("p0", "player", 500))
        self.house.taken("it", c.PlaceBet("p1", "banker", 700))
        self.house.taken("it", c.CloseBets("eve"))
        for card in (0, 13, 26, 39):
            self.house.ask("it", c.Deal(card))

    @rule(card=st.integers(0, 51))
    def deal(self, card: int) -> None:
        self.house.ask("it", c.Deal(card))

    @rule(who=PATRON)
    def dispute(self, who: str) -> None:
        staked = playing(self.table, who)
        open_to_it = staked and self.table.halt.dispute is None and len(self.table.deal.dealt) >= 4
        reply = self.house.ask("it", c.Dispute(who, "that was a nine"))
        assert (reply.refusal is None) == open_to_it, f"{reply} in {self.table.phase}"
        if reply.refusal is None:
            self.halted = (self.table.deal.round, self.house.venue.book.balance("escrow:it"))

    @rule(why=st.sampled_from(("", "it was an eight")))
    def close(self, why: str) -> None:
        may = self.table.halt.dispute is not None and bool(why)
        assert (self.house.ask("it", c.CloseDispute("eve", why)).refusal is None) == may

    @rule(card=st.integers(0, 51), at=st.integers(0, 6))
    def correct(self, card: int, at: int) -> None:
        self.house.ask("it", c.CorrectCard("boss", card, at))
        if self.table.halt.dispute is not None:
            self.halted = (self.table.deal.round, self.house.venue.book.balance("escrow:it"))

    @rule()
    def void(self) -> None:
        self.house.ask("it", c.VoidRound("boss", "disputed"))

    @rule(ms=st.sampled_from((1_000, 5_000, 30_000)))
    def wait(self, ms: int) -> None:
        self.house.clock.advance(ms)
        self.house.step()

    @rule()
    def crash(self) -> None:
        self.house.crash()

    @invariant()
    def nothing_is_paid_while_it_is_open(self) -> None:
        self.house.shadow.check(self.house.venue, whole=True)
        if self.table.halt.dispute is not None:
            assert self.halted == (self.table.deal.round, self.house.venue.book.balance("escrow:it"))

    def teardown(self) -> None:
        assert not list(verify_folder(self.house.store))


class SessionMachine(RuleBasedStateMachine):
    """A patron comes, brings money, opens and closes tables, tips, takes the money out again."""

    def __init__(self) -> None:
        super().__init__()
        self.house = House(8)
        coups = houses.settings("punto-banco", Mode.VIDEO, "it")
        self.house.furnish([coups], [houses.settings("koi-bacc", Mode.INTERNAL, "own")])
        self.inside = 0
        self.outside = 0

    @rule(who=PATRON, at=st.sampled_from(("it", "own")))
    def come(self, who: str, at: str) -> None:
        self.house.taken(at, c.Join(who))

    @rule(who=PATRON, at=st.sampled_from(("it", "own")))
    def go(self, who: str, at: str) -> None:
        name = at if at == "it" else f"own-{who}"
        running = self.house.venue.tables.get(name)
        reply = self.house.ask(name, c.Leave(who))
        place = running.table.patrons.places.get(who) if running else None
        assert place is None or reply.refusal is not None, "who has left has no place"

    @rule(who=PATRON, amount=st.integers(1, 10_000))
    def bring(self, who: str, amount: int) -> None:
        self.house.taken(CASHIER, ce.CashIn(who, amount, "desk"))
        self.inside += amount

    @rule(who=PATRON, amount=st.sampled_from((100, 500)))
    def bet(self, who: str, amount: int) -> None:
        self.house.ask("it", c.PlaceBet(who, "player", amount))

    @rule(who=PATRON, amount=st.integers(-1, 50))
    def tip(self, who: str, amount: int) -> None:
        self.house.ask(CASHIER, ce.Tip(who, "it", "eve", amount))

    @rule(who=PATRON)
    def cash_out(self, who: str) -> None:
        table = self.house.venue.tables["it"].table
        on_it = who in table.patrons.places and bool(table.patrons.places[who].chips)
        on_it = on_it or (
            table.phase is Phase.PLAYING and table.deal.felt is not None and who in table.deal.felt.wagers
        )
        reply = self.house.ask(CASHIER, ce.CashOut(who, b""))
        assert not on_it or reply.refusal is not None, "cash out only with no bet on any table (TB-52)"

    @precondition(lambda self: self.house.venue.desk.cashier.vouchers)
    @rule(who=PATRON)
    def redeem(self, who: str) -> None:
        code = next(iter(self.house.venue.desk.cashier.vouchers))
        self.house.taken(CASHIER, ce.RedeemVoucher(who, code))
        again = self.house.ask(CASHIER, ce.RedeemVoucher(who, code))
        assert again.refusal is not None, "a voucher can be redeemed once (TB-52)"

    @rule(ms=st.sampled_from((1, 5_000, 30_000)))
    def wait(self, ms: int) -> None:
        self.house.clock.advance(ms)
        self.house.step()

    @rule()
    def crash(self) -> None:
        self.house.crash()

    @invariant()
    def the_desk_has_what_came_in(self) -> None:
        self.house.shadow.check(self.house.venue, whole=True)
        assert self.house.venue.book.balance("desk") == -self.inside


def run(machine: type[RuleBasedStateMachine], examples: int) -> None:
    chosen = settings(
        max_examples=as_often(examples, 5_000),
        stateful_step_count=as_often(40, 100),
        deadline=None,
        print_blob=True,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=chosen)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id="-".join(kind), marks=[] if kind in QUICK else pytest.mark.slow)
        for kind in (*KINDS, *DEALT_TO)
    ],
)
def test_a_table_in_any_order(kind: tuple[str, Mode]) -> None:
    assert kind[1] in load(kind[0]).table.modes
    run(type("Machine", (TableMachine,), {"kind": kind}), 8)


def test_tb_30_a_dispute_in_any_order() -> None:
    run(DisputeMachine, 12)


def test_tb_52_a_session_in_any_order() -> None:
    run(SessionMachine, 12)
