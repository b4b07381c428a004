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

from cutcard.adapters.card_device import CardDevices
from cutcard.adapters.memory_store import Crash, MemoryStore
from cutcard.table.felt.turns import TurnsFelt
from cutcard.venue.ports import Batch, Unavailable
from cutcard.venue.requests import Reply, Request
from cutcard.venue.venue import Venue
from cutcard.verification.folder import verify_folder
from tests.venue.card_device.cabling import Cabling
from tests.venue.clients import GUESTS, Client
from tests.venue.dealing import Dealer, Supervisor, dealers_of
from tests.venue.effects import effects_of
from tests.venue.house import MakeVenue, small_house
from tests.venue.shadow import must
from tests.venue.terminals import EFFECTS, Terminal

MINUTES_2 = 120_000
LOOP_MS = 20
PING_MS = 5_000
SILENT_MS = 15_000
FLOOR = ("boss", "sue")


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
    """One venue, its terminals, and what lies between them. ``busy`` is how much supervisors interfere."""

    def __init__(
        self,
        seed: int,
        make: MakeVenue = Venue,
        weather: Weather | None = None,
        busy: int = 20,
        listener: type[CardDevices] = CardDevices,
    ) -> None:
        self.random = random.Random(f"weather {seed}")
        self.weather = weather or Weather()
        self.house = small_house(seed, make)
        names = [f"p{number}" for number in range(6)]
        seats = self.house.seat(names, guests=GUESTS)
        self.clients = {
            name: Client(name, seed, seats[name], slow=n == 0, sleepy=n in (1, 2))
            for n, name in enumerate(names)
        }
        self.dealers = {dealer.who: dealer for dealer in dealers_of(self.house.venue, seed)}
        self.floor = {name: Supervisor(name, seed, busy) for name in FLOOR}
        self.terminals: dict[str, Terminal] = {**self.clients, **self.dealers, **self.floor}
        self.lines: dict[str, int] = {}
        self.heard: dict[str, int] = {}
        self.doors = 0
        self.queue: list[tuple[int, int, Callable[[], None]]] = []
        self.queued = 0
        self.inbox: list[Request] = []
        self.cabling = Cabling(self, seed, listener)
        self.epoch = 0
        self.up = True
        self.calm = False
        self.disk_full_until = 0
        self.cut_off: dict[str, int] = {}
        self.trace = sha256()
        self.crashes = 0
        self.house.store = self.house.store.reopen(self._faults)
        self.house.venue.store = self.house.store
        self.start = self.now
        for name in names:
            self.arrive(name)

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

    def delay(self) -> int:
        """How long a message takes."""
        rnd = self.random
        return rnd.randrange(5, 60) if rnd.random() < 0.9 else rnd.randrange(60, 3_000)

    def _carry(self, who: str, deliver: Callable[[], None]) -> None:
        """A message: lost, late, twice, or as it should be."""
        for _ in range(self.copies(who, self.weather.dropped)):
            self.arrives(self.delay(), deliver)

    def copies(self, who: str, dropped: int) -> int:
        """How often a message arrives."""
        if self.calm:
            return 1
        roll = self.random.randrange(1000)
        copies = 0 if roll < dropped else 2 if roll > 999 - self.weather.repeated else 1
        return 0 if self.cut_off.get(who, 0) > self.now else copies

    def arrives(self, ms: int, deliver: Callable[[], None]) -> None:
        """A message, unless the server crashes before."""
        epoch = self.epoch
        self.later(ms, lambda: deliver() if epoch == self.epoch else None)

    def post(self, ask: Request) -> None:
        """What is asked on the server itself: nothing lies between."""
        self.inbox.append(ask)

    def send(self, who: str, ask: Request) -> None:
        self._carry(who, lambda: self.post(ask))

    def answer(self, who: str, reply: Reply) -> None:
        terminal = self.terminals[who]

        def hear() -> None:
            wrong = terminal.hears(reply)
            must(wrong is None, wrong or "")

        slowly = 4_000 if terminal.slow and not self.calm else 0
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
        self.cabling.wire.loop.settle()
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
        self.cabling.wire.moved(effects.replies)
        for ask, reply in zip(asks, effects.replies, strict=True):
            self.note(reply.key, reply.refusal.code if reply.refusal else "taken")
            who = ask.key.partition("-")[0]
            if who in self.terminals:
                self.answer(who, reply)

    def crash(self) -> None:
        """The server is gone for a while, now and then for long."""
        self.up = False
        self.crashes += 1
        self.epoch += 1
        self.inbox = []
        self.cabling.crash()
        self.note("crash")
        if self.random.random() < 0.1:
            self.house.clock.jump_wall(20 * 60 * 1000)
        self.later(self.random.randrange(50, 3_000), self.restart)

    def restart(self) -> None:
        house = self.house
        house.store = MemoryStore(self._faults, house.store._kept)
        try:
            house.venue = house.made()
        except (Crash, Unavailable):
            self.later(self.random.randrange(50, 2_000), self.restart)
            return
        house.venue.offer(house.offers)
        house.shadow.check(house.venue, whole=True)
        self.up = True
        self.note("up again")
        house.venue.expect_connections()
        for who in list(self.lines):
            self.later(self.random.randrange(50, 4_000), lambda name=who: self.arrive(name))  # type: ignore[misc]

    # The door: whose line is open, as the house's own rule for terminals has it.

    def arrive(self, who: str) -> None:
        """A terminal opens a line, in the place of one it had."""
        if self.up:
            self.doors += 1
            old = self.lines.get(who)
            self.lines[who], self.heard[who] = self.doors, self.now
            presence = self.house.venue.presence
            presence.connection_opened(who, self.doors)
            presence.connection_closed(who, old, self.now)

    def depart(self, who: str, away_ms: int) -> None:
        """A terminal is gone for a while."""
        line = self.lines.pop(who, None)
        if line is not None:
            self.house.venue.presence.connection_closed(who, line, self.now)
            self.cut_off[who] = self.now + away_ms
            self.later(away_ms, lambda: self.arrive(who))

    def ping(self) -> None:
        """Over lines that are alive something comes; the server cuts the others after a while."""
        self.later(PING_MS, self.ping)
        for who, line in self.lines.items() if self.up else ():
            if self.cut_off.get(who, 0) <= self.now:
                self.heard[who] = self.now
                self.house.venue.presence.connection_opened(who, line)
            elif self.now >= self.heard[who] + SILENT_MS:
                self.house.venue.presence.connection_closed(who, line, self.now)

    # The terminals, and the weather.

    def act(self, terminal: Client | Dealer | Supervisor) -> None:
        if self.calm:
            return
        self.later(terminal.random.randrange(50, terminal.pause_ms), lambda: self.act(terminal))
        if terminal.random.random() < 0.005:
            terminal.crashes()
        if self.up and not self.house.venue.suspended:
            ask = terminal.thinks(self.house.venue, self.now)
            if ask is not None:
                self.send(terminal.who, ask)

    def resend(self, terminal: Terminal) -> None:
        self.later(250, lambda: self.resend(terminal))
        for ask in terminal.due(self.now):
            self.send(terminal.who, ask)

    def gust(self) -> None:
        """Something goes wrong by itself."""
        if self.calm:
            return
        self.later(self.random.randrange(2_000, 12_000), self.gust)
        kind = self.random.randrange(4)
        if kind == 0 and self.up:
            self.crash()
        elif kind == 1:
            who = self.random.choice(list(self.terminals))
            self.cut_off[who] = self.now + self.random.randrange(8_000)
        elif kind == 2:
            self.house.clock.jump_wall(self.random.randrange(-(10**7), 10**7))

    def plug(self) -> None:
        """Somebody pulls the plug of a terminal, or its line hangs, often in the middle of a decision."""
        if self.calm:
            return
        self.later(self.random.randrange(500, 4_000), self.plug)
        who = self.random.choice(self._deciding() or list(self.clients))
        ms = self.random.choice((2_000, 4_500, 6_000, 20_000))
        if self.up and self.random.random() < 0.8:
            self.depart(who, ms)
        else:
            self.cut_off[who] = self.now + ms

    def _deciding(self) -> list[str]:
        """Who is asked for a decision at a seat."""
        felts = [
            running.table.deal.felt
            for running in self.house.venue.tables.values()
            if running.table.clock.window_open
        ]
        seats = [felt for felt in felts if isinstance(felt, TurnsFelt)]
        return [who for felt in seats for who in felt.asked_by()]

    def until(self, ends: int, done: Callable[[], bool] = lambda: False) -> None:
        while self.queue and self.queue[0][0] <= ends and not done():
            at, _, what = heapq.heappop(self.queue)
            self.house.clock.advance(max(0, at - self.now))
            what()

    def run(self, ms: int = MINUTES_2) -> str:
        """A day of so many milliseconds, a calm evening, and the reckoning; the trace's hash."""
        try:
            self._run(ms)
        finally:
            self.cabling.wire.close()
        return self.trace.hexdigest()

    def _run(self, ms: int) -> None:
        self.serve()
        self.ping()
        actors: list[Client | Dealer | Supervisor] = [*self.clients.values()]
        for terminal in (*actors, *self.dealers.values(), *self.floor.values()):
            self.act(terminal)
            self.resend(terminal)
        self.cabling.begin()
        if self.weather.gusts:
            self.later(3_000, self.gust)
        self.later(2_000, self.plug)
        self.until(self.now + ms)
        self.calm, self.disk_full_until, self.cut_off = True, 0, {}
        if not self.up:
            self.later(0, self.restart)
        self.until(
            self.now + 60_000,
            lambda: self.up and not any(terminal.pending for terminal in self.terminals.values()),
        )
        self.reckoning()

    def reckoning(self) -> None:
        """Every terminal believes what the ledger says, and the record replays to the same."""
        venue = self.house.venue
        must(self.up and not venue.suspended, "the venue did not come up again")
        pending = {
            who: list(terminal.pending) for who, terminal in self.terminals.items() if terminal.pending
        }
        must(not pending, f"never answered: {pending}")
        self.house.shadow.check(venue, whole=True)
        faults = list(verify_folder(self.house.store))
        must(not faults, f"the replay found {faults}")
        dealing = {dealer.table: dealer.who for dealer in self.dealers.values()} | self.cabling.dealing()
        counted = effects_of(self.house.store, dealing)
        for who, terminal in self.terminals.items():
            believed = {(at, how): count for (at, how), count in terminal.believes.items() if count}
            happened = {(at, how): n for (by, at, how), n in counted.items() if by == who and how in EFFECTS}
            differ = [each for each in {**believed, **happened} if believed.get(each) != happened.get(each)]
            wrong = [(each, believed.get(each, 0), happened.get(each, 0)) for each in differ]
            must(not wrong, f"{who} believes in so many, and so many happened: {wrong}")
