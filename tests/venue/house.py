"""A whole venue in one process, with tables of every profile that a random shoe can deal.

It knows how a venue is set up and refuses to know what is done in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import Kept, MemoryStore
from cutcard.ledger import Book
from cutcard.ledger import cashier_events as ce
from cutcard.profiles import Mode, load
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.asks import CASHIER, Ask, Effects, Reply
from cutcard.venue.ports import Batch, Clock, Entropy, Store
from cutcard.venue.venue import Venue
from tests.venue.shadow import Shadow

MakeVenue = Callable[[Store, Clock, Entropy], Venue]

VIDEO = ("multihand-etg", "punto-banco", "dai-bacc", "koi-bacc", "punto-banco-no-commission")
INTERNAL = ("multihand-online", "multihand-etg", *VIDEO[1:])
PURSE = 200_000


def settings(profile: str, mode: Mode, id_: str = "", **changes: object) -> Settings:
    """A table's settings; rule values may be changed by name, the table's own by keyword."""
    own = set(Settings.__struct_fields__)
    rules = {name: value for name, value in changes.items() if name not in own}
    mine = {name: value for name, value in changes.items() if name in own}
    named = id_ or f"{profile}-{mode.value}"
    return Settings(id=named, name=profile, profile=load(profile, rules), mode=mode, **mine)  # type: ignore[arg-type]


def timed(one: Settings, **times: int | bool) -> Settings:
    """The same table with other times."""
    replace = msgspec.structs.replace
    table = replace(one.profile.table, **times)
    return replace(one, profile=replace(one.profile, table=table))


class House:
    """A venue, its store, its clock, and a shadow that follows every batch."""

    def __init__(self, seed: int, make: MakeVenue = Venue) -> None:
        self.random = random.Random(seed)
        self.clock = FakeClock(steady_ms=self.random.randrange(10**6))
        self.entropy = SeededEntropy(seed)
        self.make = make
        self.shadow = Shadow()
        self.store = MemoryStore(self._faults)
        self.venue = make(self.store, self.clock, self.entropy)
        self.asked = 0

    def _faults(self, moment: str, batch: Batch) -> None:
        if moment == "after":
            self.shadow.absorb(batch)

    def ask(self, table: str, command: c.Command | ce.Command, key: str = "") -> Reply:
        """One ask in a step of its own."""
        return self.step([self.keyed(table, command, key)]).replies[0]

    def keyed(self, table: str, command: c.Command | ce.Command, key: str = "") -> Ask:
        """The ask of a command under a key that no other has."""
        self.asked += 1
        return Ask(key or f"key-{self.asked}", table, command)

    def step(self, asks: Sequence[Ask] = ()) -> Effects:
        """One step, and whether all is as it must be."""
        effects = self.venue.step(asks)
        self.shadow.check(self.venue)
        return effects

    def taken(self, table: str, command: c.Command | ce.Command) -> Reply:
        """An ask that has to be taken."""
        reply = self.ask(table, command)
        assert reply.refusal is None, f"{type(command).__name__}: {reply.refusal}"
        return reply

    def crash(self) -> None:
        """The process is gone, and the next one starts from what was durable."""
        self.store = self.store.reopened(self._faults)
        self.venue = self.make(self.store, self.clock, self.entropy)
        self.venue.offer(self.offers)
        self.shadow.check(self.venue, whole=True)

    offers: tuple[Settings, ...] = ()

    def furnish(self, video: Sequence[Settings], offers: Sequence[Settings] = ()) -> None:
        """Open tables, and put others on offer."""
        self.offers = tuple(offers)
        self.venue.offer(self.offers)
        for one in video:
            self.taken(one.id, c.OpenTable(one))

    def seat(self, patrons: Sequence[str], purse: int = PURSE) -> dict[str, list[str]]:
        """Everybody gets money and has every table open: the names of their tables."""
        tables: dict[str, list[str]] = {}
        for one in patrons:
            self.taken(CASHIER, ce.CashIn(one, purse, "desk"))
            open_to_all = [at for at, run in self.venue.tables.items() if run.table.settings.owner is None]
            names = [*open_to_all, *(offer.id for offer in self.offers)]
            tables[one] = [str(self.taken(name, c.Join(one)).result["table"]) for name in names]
        return tables


def full_house(seed: int, make: MakeVenue = Venue) -> House:
    """A venue with all its tables, some of them with other rule values, and nobody in it yet."""
    house = House(seed, make)
    video = [settings(one, Mode.VIDEO) for one in VIDEO]
    video.append(settings("multihand-etg", Mode.VIDEO, "hits", hit_on_timeout=True, second_card="none"))
    video[0] = msgspec.structs.replace(video[0], unit=50, early_start=False)
    house.furnish(video, [settings(one, Mode.INTERNAL) for one in INTERNAL])
    return house


def small_house(seed: int, make: MakeVenue = Venue) -> House:
    """A venue with a few tables of each kind, so that they are busy."""
    house = House(seed, make)
    shared = settings("multihand-etg", Mode.VIDEO, unit=50)
    hits = settings("multihand-etg", Mode.VIDEO, "hits", hit_on_timeout=True, second_card="none", card_ms=200)
    coups = settings("punto-banco", Mode.VIDEO, card_ms=200)
    video = [
        timed(one, betting_s=5, last_bets_s=2, decision_s=4, result_s=1, big_win_s=0, nice_win_s=0)
        for one in (shared, hits, coups)
    ]
    house.furnish(video, [settings(one, Mode.INTERNAL) for one in ("multihand-online", "koi-bacc")])
    return house


def branched(store: MemoryStore) -> MemoryStore:
    """A copy of what is on the disk at this instant."""
    kept = store._kept
    book = Book()
    book.load(list(store.purses()), list(store.holds()))
    copy = Kept(
        book,
        list(kept.transfers),
        {stream: list(entries) for stream, entries in kept.entries.items()},
        dict(kept.answers),
        dict(kept.secrets),
        dict(kept.snapshots),
        {kind: dict(documents) for kind, documents in kept.documents.items()},
    )
    return MemoryStore(kept=copy)
