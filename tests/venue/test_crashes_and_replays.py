"""A long scripted session: cut off before and after every write, and replayed from its record alone.

What is played is drawn from a seed; what must hold is asked of the shadow and of the replay.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import patron
from cutcard.record import Entry
from cutcard.table import Phase
from cutcard.table import commands as c
from cutcard.venue.ports import Batch
from cutcard.venue.requests import CASHIER, Reply, Request
from cutcard.venue.restarting.snapshot import state_hash
from cutcard.venue.table_runner import replay_table
from cutcard.venue.venue import Venue
from cutcard.verification.folder import verify_folder
from tests.soak import as_often, seeds
from tests.venue.dealing import Supervisor, dealers_of
from tests.venue.effects import effects_of
from tests.venue.house import House, branched, small_house, to_seventeen
from tests.venue.playing import legal
from tests.venue.shadow import must

ROUNDS = 200
SAMPLES = 100
APART = as_often(140, 4)  # writes between two cuts of one of four runs, together spread over all
CORPUS = as_often(500, 25_000, usual=200)
PATRONS = ("p0", "p1", "p2")


class Cut(msgspec.Struct):
    """The disk at one instant, and the ask that was on its way."""

    moment: str
    number: int
    store: MemoryStore
    ask: Request | None
    wall_ms: int
    rounds: int


class Session:
    """Patrons who play until so many rounds are settled; the disk is copied at chosen writes."""

    def __init__(self, seed: int, rounds: int, cuts: range = range(0)) -> None:
        self.house = small_house(seed)
        self.rounds = rounds
        self.tables = self.house.seat(PATRONS)
        self.dealers = dealers_of(self.house.venue, seed)
        self.wanted = cuts
        self.writes = 0
        self.cuts: list[Cut] = []
        self.on_the_way: Request | None = None
        self.replies: dict[str, Reply] = {}
        self.house.store._faults = self._watch

    def _watch(self, moment: str, batch: Batch) -> None:
        house = self.house
        if moment == "before":
            self.writes += 1
        if self.writes in self.wanted:
            copy = branched(house.store)
            rounds = house.shadow.settled
            self.cuts.append(Cut(moment, self.writes, copy, self.on_the_way, house.clock.wall_ms(), rounds))
        if moment == "after":
            house.shadow.absorb(batch)

    def play(self) -> House:
        house, rnd = self.house, self.house.random
        while house.shadow.settled < self.rounds:
            who = rnd.choice(PATRONS)
            if house.venue.book.playable(patron(who)) < 10_000:
                house.taken(CASHIER, ce.CashIn(who, 500_000, "desk"))
            asked = legal(rnd, house.venue, who, rnd.choice(self.tables[who]))
            if asked is not None:
                self._ask(house.keyed(*asked))
            for dealer in self.dealers:
                ask = dealer.thinks(house.venue, 0)
                if ask is not None:
                    dealer.hears(self._ask(ask))
            needed = self._looked_after(house)
            if needed is not None:
                self._ask(needed)
            house.clock.advance(rnd.randrange(1_500))
            house.step()
        return house

    def _ask(self, ask: Request) -> Reply:
        self.on_the_way = ask
        reply = self.replies[ask.key] = self.house.step([ask]).replies[0]
        self.on_the_way = None
        return reply

    def _looked_after(self, house: House) -> Request | None:
        """Somebody looks after a table."""
        at = house.random.choice(list(house.venue.tables))
        by = Supervisor(house.random.choice(("boss", "sue")), 0, busy=5)
        command = by.command(house.random, house.venue.tables[at].table, house.venue.now_ms())
        return None if command is None else house.keyed(at, command)


def go_on(venue: Venue, seed: int, rounds: int) -> Iterator[Reply]:
    """A few rounds more."""
    rnd = random.Random(seed)
    clock = venue.clock
    assert isinstance(clock, FakeClock)
    begun = sum(running.table.deal.round for running in venue.tables.values())
    dealers = dealers_of(venue, seed)
    for number in range(2_000):
        if sum(running.table.deal.round for running in venue.tables.values()) >= begun + rounds:
            return
        who = rnd.choice(PATRONS)
        own = [at for at, running in venue.tables.items() if who in running.table.patrons.places]
        asked = legal(rnd, venue, who, rnd.choice(own))
        if asked is not None:
            yield venue.step([Request(f"more-{number}", *asked)]).replies[0]
        for dealer in dealers:
            command = dealer.command(venue.tables[dealer.table].table, venue.now_ms())
            if command is not None:
                yield venue.step([Request(f"more-{number}-{dealer.who}", dealer.table, command)]).replies[0]
        clock.advance(rnd.randrange(1_500))
        venue.step()
    raise AssertionError(f"seed {seed}: no round came to its end")


def after(cut: Cut, replies: dict[str, Reply], seed: int) -> None:
    """What the next process makes of the disk as it was cut off."""
    clock = FakeClock(wall_ms=cut.wall_ms + 5_000)
    venue = Venue(cut.store, clock, SeededEntropy(seed), best=to_seventeen)
    assert not venue.frozen
    assert venue.book.totals() == 0
    if cut.ask is not None:
        before = effects_of(cut.store)
        again = venue.step([cut.ask]).replies[0]
        was = replies[cut.ask.key]
        if cut.moment == "after" and was.refusal is None:
            assert again == was, f"write {cut.number}: {again} and not {was}"
            assert effects_of(cut.store) == before, f"write {cut.number}: {cut.ask} had a second effect"
    assert not any(reply.refusal and reply.refusal.code == "unavailable" for reply in go_on(venue, seed, 4))
    assert not list(verify_folder(cut.store)), f"write {cut.number}, {cut.moment}"


@pytest.mark.parametrize("seed", seeds(4, usual=1))
def test_tb_43_a_crash_before_or_after_a_write_loses_nothing(seed: int) -> None:
    session = Session(77, ROUNDS, range(1 + seed * APART // 4, 10**6, APART))
    session.play()
    assert len(session.cuts) >= SAMPLES // 4, session.writes
    assert session.cuts[-1].number > session.writes - APART, "the cuts reach to the end of the session"
    for cut in session.cuts:
        after(cut, session.replies, cut.number)


@pytest.mark.parametrize("seed", seeds(5, quick=1, usual=2))
def test_mo_05_a_corpus_of_rounds_replays_to_the_same_states_and_money(seed: int) -> None:
    house = Session(seed, CORPUS if seed else CORPUS // 5).play()
    assert not list(verify_folder(house.store))
    _every_table_follows_from_its_record(house, seed)
    assert [stream for stream in house.venue.tables if house.store.snapshot(stream)], "some are snapshots now"
    house.crash()  # from snapshots
    _every_table_follows_from_its_record(house, seed)


def _every_table_follows_from_its_record(house: House, seed: int) -> None:
    compared = 0
    for stream, running in house.venue.tables.items():
        again = replay_table(stream, None, house.store.entries(stream))
        assert again is not None
        if running.table.phase in (Phase.BETTING, Phase.LAST_BETS):
            assert state_hash(again.table) == state_hash(running.table), f"seed {seed}, {stream}"
            compared += 1
    assert compared, "no table was between two rounds"


def tampered(store: MemoryStore, stream: str, tag: str) -> MemoryStore:
    """A copy in which the money of one entry is another's."""
    copy = branched(store)
    entries = copy._kept.entries[stream]
    index = next(at for at, entry in enumerate(entries) if entry.tag == tag)
    entry: Entry = entries[index]
    private = tuple((who, body.replace(b'"returned":', b'"returned":1')) for who, body in entry.private)
    entries[index] = msgspec.structs.replace(entry, private=private)
    return copy


def test_mo_05_a_replay_finds_money_that_was_changed() -> None:
    house = Session(5, 20).play()
    stream = next(at for at, stream in house.shadow.streams.items() if stream.settled)
    assert not list(verify_folder(house.store))
    faults = list(verify_folder(tampered(house.store, stream, "round_settled")))
    assert any("round_settled" in fault for _, _, fault in faults)
    copy = branched(house.store)
    copy._kept.book._balances["patron:p0"] += 1
    assert any("patron:p0" in fault for _, _, fault in verify_folder(copy))


def test_a_replay_finds_a_snapshot_of_another_state() -> None:
    house = Session(5, 60).play()
    copy = branched(house.store)
    stream = next(iter(copy._kept.snapshots))
    kept = copy._kept.snapshots[stream]
    copy._kept.snapshots[stream] = msgspec.structs.replace(kept, state_hash=bytes(32))
    assert any("snapshot" in fault for _, _, fault in verify_folder(copy))


def test_tb_60_a_session_on_disk_replays(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = open_store(tmp_path_factory.mktemp("data"))
    try:
        clock = FakeClock()
        venue = Venue(store, clock, SeededEntropy(9))
        for each in House(1).offers or small_house(1).offers:
            venue.offer([each])
        venue.step([Request("in", CASHIER, ce.CashIn("p0", 50_000, "desk"))])
        for offer in tuple(venue.offers):
            venue.step([Request(f"join-{offer}", offer, c.Join("p0"))])
        rnd = random.Random(3)
        for number in range(60):
            asked = legal(rnd, venue, "p0", rnd.choice(list(venue.tables)))
            if asked is not None:
                venue.step([Request(f"k{number}", *asked)])
        must(not list(verify_folder(store)), "the record of a session on disk does not replay")
        assert Venue(store, clock, SeededEntropy(10)).book.balances() == venue.book.balances()
    finally:
        store.close()
