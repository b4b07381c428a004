"""What a venue does when something is wrong with one table, one ask or the store: nothing else may notice.

Each test is about one way in which a venue could be brought down, or money be lost.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.games.reason import Reason
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import patron
from cutcard.profiles import Mode
from cutcard.table import Phase
from cutcard.table import commands as c
from cutcard.venue.ports import Batch, Unavailable
from cutcard.venue.random_center import RandomCenter
from cutcard.venue.requests import CASHIER, Request, Wanted
from cutcard.venue.restarting.snapshot import SHAPE
from cutcard.venue.table_runner import Running
from cutcard.venue.unit_of_work import Work
from cutcard.venue.venue import RETRY_MS, Venue
from cutcard.verification.folder import verify_folder
from tests.venue.dealing import Manners, dealers_of
from tests.venue.house import House, hurried, settings, small_house

VIDEO = settings("punto-banco", Mode.VIDEO)
OTHER = settings("koi-bacc", Mode.VIDEO, card_ms=0)


def house_of() -> House:
    house = House(1)
    house.furnish([VIDEO, OTHER], [settings("koi-bacc", Mode.INTERNAL, "own")])
    return house


class BadCenter(RandomCenter):
    """Deals a fifty-third card."""

    def _card(self, table: object, index: int) -> int:
        raise AssertionError(f"the shoe is broken at {index}")


class WorseCenter(RandomCenter):
    """Fails in a way that nobody thought of."""

    def _card(self, table: object, index: int) -> int:
        cards: dict[int, int] = {}
        return cards[index]


def froze(house: House, center: type[RandomCenter]) -> list[Wanted]:
    """Ann's coup at a table whose center fails; who is called."""
    house.seat(["ann"])
    running = house.venue.tables[VIDEO.id]
    assert running.center is not None
    running.center = center(running.center.secret, running.center.pack)
    bet_and_deal(house, VIDEO.id, "ann")
    house.clock.advance(60_000)
    return house.venue.step().calls


def bet_and_deal(house: House, at: str, who: str) -> None:
    house.venue.step([house.keyed(at, c.PlaceBet(who, "player", 500))])
    house.venue.step([house.keyed(at, c.PressDeal(who))])


def test_a_table_that_cannot_go_on_freezes_alone() -> None:
    house = house_of()
    stopped = Reason("called.frozen", {"reason": "the shoe is broken at 0"})
    assert [(call.table, call.why) for call in froze(house, BadCenter)] == [(VIDEO.id, stopped)]
    assert list(house.venue.frozen) == [VIDEO.id]
    refused = house.venue.step([house.keyed(VIDEO.id, c.ClearAll("ann"))]).replies[0].refusal
    assert refused is not None
    assert refused.code == "table_is_frozen"
    bet_and_deal(house, OTHER.id, "ann")
    for _ in range(40):
        house.clock.advance(1_000)
        house.venue.step()
    assert house.venue.tables[OTHER.id].table.deal.round > 1
    assert house.venue.book.totals() == 0


def test_whatever_goes_wrong_at_a_table_is_that_tables_alone() -> None:
    house = house_of()
    (wanted,) = froze(house, WorseCenter)
    assert str(wanted.why.facts["reason"]).startswith("KeyError: 0 (test_what_went_wrong_once.py, line ")
    assert list(house.venue.frozen) == [VIDEO.id]
    assert not house.venue.suspended
    (reply,) = house.venue.step([house.keyed(OTHER.id, c.PlaceBet("ann", "player", 500))]).replies
    assert reply.refusal is None


def test_tb_31_a_frozen_table_is_helped_on_by_a_void() -> None:
    house = house_of()
    froze(house, BadCenter)
    before = house.venue.book.balance(patron("ann"))
    assert house.venue.open_tables.staked("ann") == 500
    house.taken(VIDEO.id, c.VoidRound("Sue", "the shoe broke"))
    assert not house.venue.frozen
    assert house.venue.book.balance(patron("ann")) == before + 500
    for _ in range(20):
        house.clock.advance(1_000)
        house.step()
    house.taken(VIDEO.id, c.PlaceBet("ann", "player", 500))


def test_tb_51_what_failed_with_the_step_is_decided_anew() -> None:
    """Whatever the store says, no answer of a step that was not written is given later."""
    broken = False

    def faults(moment: str, batch: Batch) -> None:
        if broken and moment == "before":
            raise LookupError("something is wrong with the driver")

    clock = FakeClock()
    venue = Venue(MemoryStore(faults), clock, SeededEntropy(1))
    cash = Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk"))
    broken = True
    with pytest.raises(LookupError):
        venue.step([cash])
    assert venue.suspended
    broken = False
    clock.advance(RETRY_MS)
    assert venue.step([cash]).replies[0].refusal is None
    assert venue.book.balance(patron("ann")) == 5_000


def test_tb_29_late_is_what_came_after_the_time_and_not_what_had_to_wait() -> None:
    house = House(1)
    house.furnish([hurried(msgspec.structs.replace(VIDEO, early_start=False))])
    house.seat(["ann", "bob", "cyd"])
    house.taken(VIDEO.id, c.PlaceBet("ann", "player", 500))
    table = house.venue.tables[VIDEO.id].table
    assert table.clock.deadline_ms is not None
    closes = house.clock.steady_ms() + table.clock.deadline_ms - house.venue.now_ms()
    house.clock.advance(60_000)  # something holds the house up
    bets = [
        msgspec.structs.replace(house.keyed(VIDEO.id, c.PlaceBet(who, "banker", 500)), came_ms=came)
        for who, came in (("bob", closes - 1), ("cyd", closes + 1))
    ]
    in_time, late = house.step(bets).replies
    assert in_time.refusal is None
    assert late.refusal is not None
    assert late.refusal.code == "bets_are_closed"
    assert house.venue.open_tables.staked("bob") == 500


class TakesLateAsks(Venue):
    """A time that is over ends with the step, and not before what came after it."""

    def _bring_up(self, work: Work, running: Running, came_ms: int | None) -> None:
        pass


@pytest.mark.parametrize(
    ("make", "after_ms", "refused"),
    [(Venue, 0, False), (Venue, 1, True), (Venue, 30_000, True), (TakesLateAsks, 1, False)],
)
def test_tb_29_a_late_ask_is_late_although_nothing_closed_the_bets_before_it(
    make: type[Venue], after_ms: int, refused: bool
) -> None:
    """The last millisecond is in time. The last venue has the mistake that this test is there to find."""
    house = House(1, make)
    house.furnish([hurried(msgspec.structs.replace(VIDEO, early_start=False))])
    house.seat(["ann", "bob"])
    house.taken(VIDEO.id, c.PlaceBet("ann", "player", 500))
    table = house.venue.tables[VIDEO.id].table
    assert table.clock.deadline_ms is not None
    closes = house.clock.steady_ms() + table.clock.deadline_ms - house.venue.now_ms()
    house.clock.advance(60_000)
    late = msgspec.structs.replace(
        house.keyed(VIDEO.id, c.PlaceBet("bob", "banker", 500)), came_ms=closes + after_ms
    )
    (reply,) = house.venue.step([late]).replies
    assert (reply.refusal is not None) is refused
    if refused:
        assert house.venue.open_tables.staked("bob") == 0


def test_an_offer_makes_a_table_for_any_name() -> None:
    house = house_of()
    for who in ("ann", "Ann", "Ann Ö.", "x" * 90, "a-b"):
        reply = house.taken("own", c.Join(who))
        assert reply.result["table"] in house.venue.tables
    assert len({running.table.deal.settings.id for running in house.venue.tables.values()}) == 7
    house.crash()
    assert len(house.venue.tables) == 7


@pytest.mark.parametrize(
    "command",
    [
        c.Deal(5),
        c.Burn(),
        c.OpenRound("00" * 32),
        c.Reveal("00" * 32),
        ce.CashIn("ann", 500, "desk"),
        ce.GivePlayMoney("ann", 500),
    ],
    ids=lambda command: type(command).__name__,
)
def test_tb_62_nobody_deals_at_a_random_table_but_its_center(command: c.Command | ce.Command) -> None:
    house = house_of()
    house.seat(["ann"])
    bet_and_deal(house, VIDEO.id, "ann")
    assert house.venue.tables[VIDEO.id].table.phase is Phase.PLAYING
    before = house.shadow.events
    reply = house.ask(VIDEO.id, command)
    assert reply.refusal is not None
    assert reply.refusal.code == "not_asked_of_this_table"
    assert house.shadow.events == before


def test_tb_51_a_refusal_is_the_same_again_after_the_disk_failed() -> None:
    full = False

    def faults(moment: str, batch: Batch) -> None:
        if full and moment == "before":
            raise Unavailable("the disk is full")

    clock = FakeClock()
    venue = Venue(MemoryStore(faults), clock, SeededEntropy(1))
    venue.step([Request("open", VIDEO.id, c.OpenTable(VIDEO))])
    late = Request("late", VIDEO.id, c.PlaceBet("ann", "player", 500))
    first = venue.step([late]).replies
    full = True
    refused = venue.step([Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk"))]).replies[0].refusal
    assert refused is not None
    assert refused.code == "unavailable"
    full = False
    clock.advance(RETRY_MS)
    again = venue.step(
        [Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk")), Request("join", VIDEO.id, c.Join("ann"))]
    )
    assert all(reply.refusal is None for reply in again.replies)
    assert venue.step([late]).replies == first
    assert venue.book.balance(patron("ann")) == 5_000


def test_tb_51_a_refusal_stays_when_its_copy_comes_while_the_disk_is_full() -> None:
    full = False

    def faults(moment: str, batch: Batch) -> None:
        if full and moment == "before":
            raise Unavailable("the disk is full")

    clock = FakeClock()
    venue = Venue(MemoryStore(faults), clock, SeededEntropy(1))
    venue.step([Request("open", VIDEO.id, c.OpenTable(VIDEO))])
    early = Request("early", VIDEO.id, c.PlaceBet("ann", "player", 500))
    first = venue.step([early]).replies
    full = True
    venue.step([Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk")), early])
    venue.step([early])
    full = False
    clock.advance(RETRY_MS)
    venue.step(
        [Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk")), Request("join", VIDEO.id, c.Join("ann"))]
    )
    assert venue.step([early]).replies == first


def test_tb_44_a_full_disk_is_tried_again_but_not_all_the_time() -> None:
    tried = 0
    full = False

    def faults(moment: str, batch: Batch) -> None:
        nonlocal tried
        if moment == "before":
            tried += full
            if full:
                raise Unavailable("the disk is full")

    clock = FakeClock()
    venue = Venue(MemoryStore(faults), clock, SeededEntropy(1))
    venue.step([Request("open", VIDEO.id, c.OpenTable(VIDEO)), Request("join", VIDEO.id, c.Join("ann"))])
    venue.step([Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk"))])
    venue.step([Request("bet", VIDEO.id, c.PlaceBet("ann", "player", 500))])
    full = True
    for number in range(100):
        assert venue.step([Request(f"k{number}", VIDEO.id, c.ClearAll("ann"))]).replies[0].refusal is not None
        clock.advance(RETRY_MS // 10)
    assert tried < 20
    full = False
    clock.advance(RETRY_MS)
    assert venue.step([Request("clear", VIDEO.id, c.ClearAll("ann"))]).replies[0].refusal is None
    assert venue.book.amount_held(patron("ann")) == 0


def test_a_batch_that_was_written_after_all_counts_once() -> None:
    lost = False

    def faults(moment: str, batch: Batch) -> None:
        if lost and moment == "after":
            raise Unavailable("the answer is lost")

    clock = FakeClock()
    venue = Venue(MemoryStore(faults), clock, SeededEntropy(1))
    venue.step([Request("open", VIDEO.id, c.OpenTable(VIDEO))])
    lost = True
    ask = Request("in", CASHIER, ce.CashIn("ann", 5_000, "desk"))
    assert venue.step([ask]).replies[0].refusal is not None
    lost = False
    clock.advance(RETRY_MS)
    assert venue.step([ask]).replies[0].refusal is None
    assert venue.book.balance(patron("ann")) == 5_000
    assert not venue.suspended


def test_a_snapshot_forgets_no_running_time() -> None:
    house = small_house(3)
    tables = house.seat(["ann"], 900_000)
    at = next(table for table in tables["ann"] if table == "punto-banco-video")
    house.taken(at, c.PlaceBet("ann", "player", 100))
    house.taken(at, c.SetOption("ann", "auto_repeat", True))
    while house.store.snapshot(at) is None:
        wake = house.venue.next_wake_ms()
        assert wake is not None
        house.clock.advance(max(1, wake - house.venue.now_ms()))
        house.step()
    house.crash()
    table = house.venue.tables[at].table
    assert table.phase is not Phase.BETTING or table.clock.deadline_ms is not None
    before = table.deal.round
    house.clock.advance(600)
    for _ in range(400):
        house.clock.advance(200)
        house.step()
    assert house.venue.tables[at].table.deal.round > before


def live_rounds(house: House, rounds: int) -> str:
    """So many rounds of a live coup, with bets that are kept on."""
    at = "punto-banco-live"
    (dealer,) = (dealer for dealer in dealers_of(house.venue, 1, Manners(0, 0, 0, 0)) if dealer.table == at)
    house.seat(["ann"], 900_000)
    house.taken(at, c.OpenRound())
    house.taken(at, c.PlaceBet("ann", "player", 100))
    house.taken(at, c.SetOption("ann", "auto_repeat", True))
    while house.venue.tables[at].table.deal.round < rounds:
        command = dealer.command(house.venue.tables[at].table, house.venue.now_ms())
        if isinstance(command, c.CardCommand | c.EnterCard | c.OpenRound):
            house.taken(at, command)
        house.clock.advance(500)
        house.step()
    return at


def test_a_live_table_is_kept_and_bets_that_repeat_are_put_back() -> None:
    house = small_house(3)
    at = live_rounds(house, 12)
    assert house.store.snapshot(at) is not None
    assert [entry.tag for entry in house.store.entries(at)].count("bets_closed") > 10


def test_a_snapshot_of_another_version_is_passed_over() -> None:
    house = small_house(3)
    at = live_rounds(house, 12)
    kept = house.store.snapshot(at)
    assert kept is not None
    state = kept.state.replace(SHAPE.encode(), b"another").replace(b'"draws"', b'"drawn"')
    older = msgspec.structs.replace(kept, state=state, state_hash=sha256(state).digest())
    house.store._kept.snapshots[at] = older
    assert list(verify_folder(house.store)) == []
    house.crash()
    assert house.venue.tables[at].table.deal.round == 12


def test_a_key_may_not_be_endless() -> None:
    house = house_of()
    reply = house.ask(VIDEO.id, c.Join("ann"), "k" * 161)
    assert reply.refusal is not None
    assert reply.refusal.code == "key_too_long"
    house.taken(VIDEO.id, c.Join("ann"))
