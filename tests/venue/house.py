"""A whole venue in one process, with tables of every profile and mode.

It knows how a venue is set up and refuses to know what is done in it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import Contents, MemoryStore
from cutcard.games.blackjack.hand import value
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import Book
from cutcard.ledger import cashier_events as ce
from cutcard.profiles import Mode, load
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.forks.decide import Situation
from cutcard.venue.ports import Batch
from cutcard.venue.requests import CASHIER, Effects, Reply, Request
from cutcard.venue.venue import Venue
from tests.venue.shadow import Shadow

MakeVenue = type[Venue]

VIDEO = ("multihand-etg", "punto-banco", "dai-bacc", "koi-bacc", "punto-banco-no-commission")
INTERNAL = ("multihand-online", "multihand-etg", *VIDEO[1:])
DEALT_TO = (
    ("live-seven", Mode.LIVE),
    ("american-live", Mode.LIVE),
    ("multihand-etg", Mode.LIVE),
    ("punto-banco", Mode.LIVE),
    ("multihand-etg", Mode.AUTO),
    ("punto-banco", Mode.AUTO),
)
"""Where real cards are dealt: seats, shared cards and coups, by a croupier or a device."""

PURSE = 200_000
KEPT_S = 4
"""So long places are kept where real cards are dealt: short enough that some are given up."""

GAMES_EACH = 100
"""Everybody is everywhere, so that few patrons make many tables busy."""

SNAPSHOT_EVERY = 24
"""Much oftener than in a house, so that a restart is from a snapshot and soon done."""


def to_seventeen(situation: Situation) -> Decision:
    """Best play as far as a simulated venue cares: quick, and only from what it is given."""
    return Decision.HIT if sum(value(card) for card in situation.cards) < 17 else Decision.STAND


def settings(profile: str, mode: Mode, id_: str = "", **changes: object) -> Settings:
    """A table's settings; rule values may be changed by name, the table's own by keyword."""
    own = set(Settings.__struct_fields__)
    rules = {name: value for name, value in changes.items() if name not in own}
    mine = {name: value for name, value in changes.items() if name in own}
    named = id_ or f"{profile}-{mode.value}"
    return Settings(id=named, name=profile, profile=load(profile, rules), mode=mode, **mine)  # type: ignore[arg-type]


def timed(settings_: Settings, **times: int | bool) -> Settings:
    """The same table with other times."""
    replace = msgspec.structs.replace
    table = replace(settings_.profile.table, **times)
    return replace(settings_, profile=replace(settings_.profile, table=table))


class House:
    """A venue, its store, its clock, and a shadow that follows every batch."""

    def __init__(self, seed: int, make: MakeVenue = Venue) -> None:
        self.random = random.Random(seed)
        self.clock = FakeClock(steady_ms=self.random.randrange(10**6))
        self.entropy = SeededEntropy(seed)
        self.make = make
        self.shadow = Shadow()
        self.store = MemoryStore(self._faults)
        self.venue = self.made()
        self.asked = 0

    def made(self) -> Venue:
        """A venue over what is in the store."""
        return self.make(
            *(self.store, self.clock, self.entropy),
            best=to_seventeen,
            snapshot_every=SNAPSHOT_EVERY,
            games_each=GAMES_EACH,
        )

    def _faults(self, moment: str, batch: Batch) -> None:
        if moment == "after":
            self.shadow.absorb(batch)

    def ask(self, table: str, command: c.Command | ce.Command, key: str = "") -> Reply:
        """One ask in a step of its own."""
        return self.step([self.keyed(table, command, key)]).replies[0]

    def keyed(self, table: str, command: c.Command | ce.Command, key: str = "") -> Request:
        """The ask of a command under a key that no other has."""
        self.asked += 1
        return Request(key or f"key-{self.asked}", table, command)

    def step(self, asks: Sequence[Request] = ()) -> Effects:
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
        self.store = self.store.reopen(self._faults)
        self.venue = self.made()
        self.venue.offer(self.offers)
        self.shadow.check(self.venue, whole=True)

    offers: tuple[Settings, ...] = ()

    def furnish(self, video: Sequence[Settings], offers: Sequence[Settings] = ()) -> None:
        """Open tables, and put others on offer."""
        self.offers = tuple(offers)
        self.venue.offer(self.offers)
        for offer in video:
            self.taken(offer.id, c.OpenTable(offer))

    def seat(
        self, patrons: Sequence[str], purse: int = PURSE, guests: Sequence[str] = ()
    ) -> dict[str, list[str]]:
        """Everybody gets money, guests play money, and has every table open: the names of their tables."""
        tables: dict[str, list[str]] = {}
        for patron in patrons:
            given = ce.GivePlayMoney(patron, purse) if patron in guests else ce.CashIn(patron, purse, "desk")
            self.taken(CASHIER, given)
            open_to_all = [
                at for at, run in self.venue.tables.items() if run.table.deal.settings.owner is None
            ]
            names = [*open_to_all, *(offer.id for offer in self.offers)]
            tables[patron] = [str(self.taken(name, c.Join(patron)).result["table"]) for name in names]
        return tables


def full_house(seed: int, make: MakeVenue = Venue) -> House:
    """A venue with all its tables, some of them with other rule values, and nobody in it yet."""
    house = House(seed, make)
    video = [settings(profile, Mode.VIDEO) for profile in VIDEO]
    video.append(settings("multihand-etg", Mode.VIDEO, "hits", hit_on_timeout=True, second_card="none"))
    video[0] = msgspec.structs.replace(video[0], unit=50, early_start=False, reserve_s=KEPT_S)
    house.furnish([*video, *dealt_to(seed)], [settings(profile, Mode.INTERNAL) for profile in INTERNAL])
    return house


def dealt_to(seed: int) -> list[Settings]:
    """The tables where real cards are dealt; with a reader for the face-down card or without, by the seed."""
    seven = settings(*DEALT_TO[0], bets_behind=seed % 3 == 0, seats_each=2, face_down_reader=seed % 4 > 0)
    seven = msgspec.structs.replace(seven, reserve_s=KEPT_S)
    american = settings(*DEALT_TO[1], void_pays_won_specials=seed % 2 == 0, reserve_s=KEPT_S)
    shared = settings(*DEALT_TO[2], decks=1, reserve_s=KEPT_S)
    small = settings(*DEALT_TO[5], decks=1, penetration="0.5", reserve_s=0)
    return [seven, american, shared, settings(*DEALT_TO[3]), settings(*DEALT_TO[4]), small]


def small_house(seed: int, make: MakeVenue = Venue) -> House:
    """A venue with a few tables of each kind, so that they are busy."""
    house = House(seed, make)
    shared = settings("multihand-etg", Mode.VIDEO, unit=50)
    hits = settings("multihand-etg", Mode.VIDEO, "hits", hit_on_timeout=True, second_card="none", card_ms=200)
    coups = settings("punto-banco", Mode.VIDEO, card_ms=200)
    tables = [hurried(offer) for offer in (shared, hits, coups, *dealt_to(seed))]
    house.furnish(tables, [settings(profile, Mode.INTERNAL) for profile in ("multihand-online", "koi-bacc")])
    return house


def hurried(settings_: Settings) -> Settings:
    """The same table with short times."""
    quick = {"betting_s": 3, "last_bets_s": 1, "decision_s": 4, "result_s": 1, "dispute_s": 2}
    return timed(settings_, **quick, animation_s=1, big_win_s=0, nice_win_s=0)


def branched(store: MemoryStore) -> MemoryStore:
    """A copy of what is on the disk at this instant."""
    kept = store._kept
    book = Book()
    book.load(list(store.purses()), list(store.holds()))
    copy = Contents(
        book,
        list(kept.transfers),
        {stream: list(entries) for stream, entries in kept.entries.items()},
        dict(kept.answers),
        dict(kept.secrets),
        dict(kept.snapshots),
        {kind: dict(documents) for kind, documents in kept.documents.items()},
    )
    return MemoryStore(contents=copy)
