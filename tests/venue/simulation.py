"""A whole venue on a bad day: a lossy network, crashing servers and terminals, failing disks, jumping clocks.

Everything is drawn from one seed and nothing waits for real time, so a run can be had again exactly.
It knows nothing of any game; the shadow and the terminals say what is wrong.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from cutcard.adapters.memory_store import Crash, MemoryStore
from cutcard.ledger import cashier_events as ce
from cutcard.record import opened
from cutcard.table import Phase
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.asks import CASHIER, Ask, Reply
from cutcard.venue.ports import Batch, Unavailable
from cutcard.venue.replay import verify_folder
from cutcard.venue.venue import Venue
from tests.venue.clients import Client
from tests.venue.house import MakeVenue, small_house
from tests.venue.shadow import must

MINUTES_2 = 120_000
LOOP_MS = 20


class Weather:
    """How bad the day is. Chances are in thousandths."""

    def __init__(
        self,
        dropped: int = 50,
        repeated: int = 50,
        crash_at_write: int = 4,
        disk_full: int = 2,
        doubtful: int = 4,
        gusts: bool = True,
    ) -> None:
        self.dropped = dropped
        self.repeated = repeated
        self.crash_at_write = crash_at_write
        self.disk_full = disk_full
        self.doubtful = doubtful
        self.gusts = gusts


class Simulation:
    """One venue, its terminals, and what lies between them."""

    def __init__(
        self, seed: int, make: MakeVenue = Venue, weather: Weather | None = None, voids: bool = False
    ) -> None:
        self.random = random.Random(f"weather {seed}")
        self.weather = weather or Weather()
        self.house = small_house(seed, make)
        self.voids = voids
        names = [f"p{number}" for number in range(6)]
        seats = self.house.seat(names)
        self.clients = {
            one: Client(one, seed, seats[one], slow=n == 0, sleepy=n in (1, 2)) for n, one in enumerate(names)
        }
        self.queue: list[tuple[int, int, Callable[[], None]]] = []
        self.queued = 0
        self.inbox: list[Ask] = []
        self.epoch = 0
        self.up = True
        self.calm = False
        self.disk_full_until = 0
        self.cut_off: dict[str, int] = {}
        self.trace = sha256()
        self.crashes = 0
        self.house.store = self.house.store.reopened(self._faults)
        self.house.venue.store = self.house.store
        self.start = self.now

    @property
    def now(self) -> int:
        return self.house.clock.steady_ms()

    def later(self, ms: int, what: Callable[[], None]) -> None:
        self.queued += 1
        heapq.heappush(self.queue, (self.now + ms, self.queued, what))

    def note(self, *what: Any) -> None:
        """One more line of the trace, which is the same for the same seed on every machine."""
        self.trace.update(repr((self.now - self.start, *what)).encode())

    # The disk.

    def _faults(self, moment: str, batch: Batch) -> None:
        roll = 1000 if self.calm else self.random.randrange(1000)
        if moment == "before":
            if self.now < self.disk_full_until:
                raise Unavailable("the disk is full")
            if roll < self.weather.disk_full:
                self.disk_full_until = self.now + self.random.randrange(3_000)
                raise Unavailable("the disk is full")
            if roll > 999 - self.weather.crash_at_write and not self.calm:
                raise Crash
            return
        self.house.shadow.absorb(batch)
        self.note("kept", [entry.hash for entry in batch.entries])
        if roll < self.weather.doubtful:
            raise Unavailable("the answer is lost")
        if roll > 999 - self.weather.crash_at_write and not self.calm:
            raise Crash

    # The network.

    def _delay(self) -> int:
        rnd = self.random
        return rnd.randrange(5, 60) if rnd.random() < 0.9 else rnd.randrange(60, 3_000)

    def _carry(self, who: str, deliver: Callable[[], None]) -> None:
        """A message: lost, late, twice, or as it should be."""
        epoch = self.epoch
        copies = 1
        if not self.calm:
            roll = self.random.randrange(1000)
            copies = 0 if roll < self.weather.dropped else 2 if roll > 999 - self.weather.repeated else 1
            if self.cut_off.get(who, 0) > self.now:
                copies = 0

        def arrive() -> None:
            if epoch == self.epoch:  # a crash of the server closes every connection
                deliver()

        for _ in range(copies):
            self.later(self._delay(), arrive)

    def send(self, who: str, ask: Ask) -> None:
        self._carry(who, lambda: self.inbox.append(ask))

    def answer(self, who: str, reply: Reply) -> None:
        client = self.clients[who]

        def hear() -> None:
            wrong = client.hears(reply)
            must(wrong is None, wrong or "")

        slowly = 4_000 if client.slow and not self.calm else 0
        self._carry(who, lambda: self._read(slowly, hear))

    def _read(self, slowly: int, hear: Callable[[], None]) -> None:
        """A slow reader hears what lies in its socket later, if the socket is still the same."""
        epoch = self.epoch
        self.later(slowly, lambda: hear() if epoch == self.epoch else None)

    # The server.

    def serve(self) -> None:
        """One turn of the server's loop."""
        self.later(LOOP_MS, self.serve)
        if not self.up:
            return
        venue = self.house.venue
        asks, self.inbox = self.inbox[:256], self.inbox[256:]
        wake = venue.next_wake_ms()
        if not asks and not venue.suspended and (wake is None or wake > venue.now_ms()):
            return
        try:
            effects = venue.step(asks)
        except Crash:
            self.crash()
            return
        self.house.shadow.check(venue)
        for ask, reply in zip(asks, effects.replies, strict=True):
            self.note(reply.key, reply.refusal.code if reply.refusal else "taken")
            if not ask.key.startswith("boss"):
                self.answer(ask.key.partition("-")[0], reply)

    def crash(self) -> None:
        """The server is gone for a while, now and then for long."""
        self.up = False
        self.crashes += 1
        self.epoch += 1
        self.inbox = []
        self.note("crash")
        if self.random.random() < 0.1:
            self.house.clock.jump_wall(20 * 60 * 1000)
        self.later(self.random.randrange(50, 3_000), self.restart)

    def restart(self) -> None:
        house = self.house
        house.store = MemoryStore(self._faults, house.store._kept)
        try:
            house.venue = house.make(house.store, house.clock, house.entropy)
        except (Crash, Unavailable):
            self.later(self.random.randrange(50, 2_000), self.restart)
            return
        house.venue.offer(house.offers)
        house.shadow.check(house.venue, whole=True)
        self.up = True
        self.note("up again")

    # The terminals, and the weather.

    def act(self, client: Client) -> None:
        if self.calm:
            return
        self.later(client.random.randrange(50, 500), lambda: self.act(client))
        if client.random.random() < 0.005:
            client.crashes()
        if self.up and not self.house.venue.suspended:
            ask = client.thinks(self.house.venue, self.now)
            if ask is not None:
                self.send(client.who, ask)

    def resend(self, client: Client) -> None:
        self.later(250, lambda: self.resend(client))
        for ask in client.due(self.now):
            self.send(client.who, ask)

    def gust(self) -> None:
        """Something goes wrong by itself."""
        if self.calm:
            return
        self.later(self.random.randrange(2_000, 12_000), self.gust)
        kind = self.random.randrange(4)
        if kind == 0 and self.up:
            self.crash()
        elif kind == 1:
            who = self.random.choice(list(self.clients))
            self.cut_off[who] = self.now + self.random.randrange(8_000)
        elif kind == 2:
            self.house.clock.jump_wall(self.random.randrange(-(10**7), 10**7))

    def void(self) -> None:
        """A round is handed back."""
        if self.calm:
            return
        self.later(2_000, self.void)
        if self.up:
            at = self.random.choice(list(self.house.venue.tables))
            self.inbox.append(Ask(f"boss-{self.queued}", at, c.VoidRound("boss", "spilt")))

    def until(self, ends: int, done: Callable[[], bool] = lambda: False) -> None:
        while self.queue and self.queue[0][0] <= ends and not done():
            at, _, what = heapq.heappop(self.queue)
            self.house.clock.advance(max(0, at - self.now))
            what()

    def run(self, ms: int = MINUTES_2) -> str:
        """A day of so many milliseconds, a calm evening, and the reckoning; the trace's hash."""
        self.serve()
        for client in self.clients.values():
            self.act(client)
            self.resend(client)
        if self.weather.gusts:
            self.later(3_000, self.gust)
        if self.voids:
            self.later(1_000, self.void)
        self.until(self.now + ms)
        self.calm, self.disk_full_until, self.cut_off = True, 0, {}
        if not self.up:
            self.later(0, self.restart)
        self.until(
            self.now + 60_000, lambda: self.up and not any(one.pending for one in self.clients.values())
        )
        self.reckoning()
        return self.trace.hexdigest()

    def reckoning(self) -> None:
        """Every terminal believes what the ledger says, and the record replays to the same."""
        venue = self.house.venue
        must(self.up and not venue.suspended, "the venue did not come up again")
        pending = {one: list(client.pending) for one, client in self.clients.items() if client.pending}
        must(not pending, f"never answered: {pending}")
        self.house.shadow.check(venue, whole=True)
        faults = list(verify_folder(self.house.store))
        must(not faults, f"the replay found {faults}")
        counted = effects_of(self.house.store)
        for who, client in self.clients.items():
            for at, how in client.watched():
                happened = counted.get((who, at, how), 0)
                believed = client.believes[at, how]
                must(happened == believed, f"{who} believes in {believed} × {how} at {at}, not {happened}")


def effects_of(store: MemoryStore) -> dict[tuple[str, str, str], int]:
    """How often each thing that a patron can ask for has happened, by the record."""
    counts: dict[tuple[str, str, str], int] = {}
    for stream in store.streams():
        for entry in store.entries(stream):
            event = opened(entry, ce.Event if stream == CASHIER else e.AnyEvent)
            how = getattr(event, "how", entry.tag)
            if isinstance(event, e.Decided) and event.automatic:
                continue
            who = getattr(event, "patron", None)
            if who is not None:
                counts[who, stream, how] = counts.get((who, stream, how), 0) + 1
    return counts


def in_play(venue: Venue) -> int:
    """How many rounds are being played."""
    return sum(one.table.phase is Phase.PLAYING for one in venue.tables.values())
