"""The parts of a running server held together: the venue's thread, the people, what is sent to sockets.

It crosses between the event loop and the venue's thread, and knows neither HTTP nor any message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter, time_ns
from typing import Any, Final, TypeVar

import msgspec
import structlog

from cutcard.adapters.card_device import CardDevices
from cutcard.games.reason import Refusal
from cutcard.server.address import parse_networks
from cutcard.server.config import Config
from cutcard.server.connections import Connections, descriptor_limit, room_for
from cutcard.server.engine import BUSY, Engine, Job, PendingRequest
from cutcard.server.forgetting import forget_guests
from cutcard.server.http.accounts import SESSION, People, Session, session_document
from cutcard.server.http.known_addresses import KnownAddresses
from cutcard.server.http.refusals import Refused
from cutcard.server.library import Library
from cutcard.server.limits import Limits
from cutcard.server.metrics import Metrics
from cutcard.server.networks import Premises
from cutcard.server.realtime.calls import Calls
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.realtime.sender import Sender
from cutcard.server.realtime.subscriptions import Subscriptions
from cutcard.server.trouble import Trouble, UnnamedProxy
from cutcard.venue.ports import Document, Unavailable
from cutcard.venue.requests import CALL, UNAVAILABLE, Reply, Request
from cutcard.venue.supervisor_calls import calls_of_state
from cutcard.venue.venue import Venue
from cutcard.verification.point import Point

T = TypeVar("T")

LAG_EVERY_S: Final = 0.5  # how late this very sleep ends is the lag
SWEEP_EVERY_S: Final = 300.0  # a session that ran out is refused at once; this puts it away
DUTY: Final = "duty"
"""Who is on duty, kept by table: tips after a restart are still in their name (TB-54)."""


class Verified(msgspec.Struct, frozen=True):
    """What came of it when the record was last looked at: when, and the tables where it does not hold."""

    at_ms: int
    holds: bool
    streams: tuple[str, ...] = ()
    streams_count: int = 0


def wall_ms() -> int:
    """Milliseconds since 1970: sessions end by the wall clock."""
    return time_ns() // 1_000_000


class House:
    """One running server."""

    def __init__(
        self, config: Config, venue: Venue, metrics: Metrics, trouble: Trouble, point: Point
    ) -> None:
        self.config, self.metrics, self.point = config, metrics, point
        self.verified: Verified | None = None
        self.subscriptions = Subscriptions(venue, metrics, config.currency)
        self.engine = Engine(venue, self.subscriptions, metrics, trouble)
        self.people = People(wall_ms, config.session_hours)
        self.people.load(venue.store)
        self.known_addresses = KnownAddresses()
        self.known_addresses.load(venue.store)
        self.library = Library(venue.store)
        self.premises = Premises(config.floor_networks)
        venue.expect_connections()
        self.calls = Calls(self._keep_call, self.people.name_of)
        tables = {name: running.table for name, running in venue.tables.items()}
        self.calls.load(venue.store.documents(CALL), calls_of_state(tables, venue.frozen, wall_ms()))
        self.duty = {
            document.key: (document.body or b"").decode() for document in venue.store.documents(DUTY)
        }
        self.devices: CardDevices | None = None
        self.show_out: Callable[[Session], None] = lambda _: None
        self._moved: dict[str, asyncio.Event] = {}
        self.sender = Sender(metrics)
        self.proxies = parse_networks(config.trusted_proxies)
        self.unnamed_proxy = UnnamedProxy(self.proxies)
        room = msgspec.structs.replace(
            room_for(descriptor_limit(), config.connections_per_address),
            header_s=config.header_s,
            body_s=config.body_s,
            unread_s=config.unread_s,
        )
        self.connections = Connections(room, metrics, self.proxies)
        self.limits = Limits(metrics, self.connections.unlimited)
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._log = structlog.get_logger("house")

    @property
    def venue(self) -> Venue:
        """The venue. Its tables are the venue's thread's; elsewhere only its store may be read."""
        return self.engine.venue

    async def start(self) -> None:
        """Begin to run tables."""
        self._loop = asyncio.get_running_loop()
        self._tasks = [
            asyncio.create_task(work)
            for work in (
                *(self.sender.run(), self.sender.look_after(), self.connections.look_after()),
                *(self._watch_lag(), self._sweep()),
            )
        ]
        self.engine.start(self._hand)

    async def stop(self) -> None:
        """Finish what is being done, and let go of the store."""
        await asyncio.to_thread(self.engine.stop)
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self.venue.store.close()

    def _hand(self, out: Outbox) -> None:
        """From the venue's thread to the event loop's."""
        if self._loop is None or not any(
            (out.answers, out.frames, out.results, out.calls, out.settled_calls, out.moved)
        ):
            return
        with suppress(RuntimeError):  # the loop has closed: nobody is left to hear of it
            self._loop.call_soon_threadsafe(self._deliver, out)

    def _deliver(self, out: Outbox) -> None:
        self.sender.hand(out.answers, out.frames)
        for future, result in out.results:
            if future.done():
                continue
            if isinstance(result, BaseException):
                future.set_exception(result)
            else:
                future.set_result(result)
        for call in out.calls:
            self.calls.put(call)
        for settled in out.settled_calls:
            self.calls.close(settled)
        for name in out.moved:
            self._moved[name].set()

    def _keep_call(self, document: Document) -> None:
        self.engine.put(Job(lambda _: self.venue.write([document])))

    async def moved(self, table: str, within_s: float) -> None:
        """Returns when something has changed at a table, or after so long."""
        event = self._moved.setdefault(table, asyncio.Event())
        self.engine.watched[table] = None
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await event.wait()
        event.clear()

    async def ask(
        self, key: str, table: str, command: Any, *documents: Document, said: msgspec.Struct | str = ""
    ) -> Reply:
        """Ask the venue and wait for its reply; documents are written with a yes, or not at all."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

        def answer(reply: Reply, out: Outbox) -> None:
            out.results.append((future, reply))

        request = Request(key, table, command, documents, said=said)
        if not self.engine.put(PendingRequest(request, answer, perf_counter())):
            return Reply(key, BUSY)
        return await future

    async def call(self, work: Callable[[Outbox], T]) -> T:
        """Have something done on the venue's thread, and wait for what it gives."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def run(out: Outbox) -> None:
            try:
                result: Any = work(out)
            except Exception as wrong:  # noqa: BLE001  # whoever waits for it hears of it
                result = wrong
            out.results.append((future, result))

        if not self.engine.put(Job(run)):
            raise Refused(BUSY)
        try:
            return await future
        except Unavailable:
            raise Refused(UNAVAILABLE) from None

    async def write(self, *documents: Document) -> None:
        """Make documents durable, or refuse."""
        await self.call(lambda _: self.venue.write(documents))

    def read_duty(self, table: str) -> None:
        """Who is on duty at a table, as it was written. On the venue's thread."""
        self.duty[table] = (self.venue.store.document(DUTY, table) or b"").decode()

    def touch(self, session: Session) -> None:
        """A session was used: its end is put off."""
        later = self.people.slid(session)
        if later is not None:
            document = session_document(later)
            self.engine.put(Job(lambda _: self.venue.write([document])))

    async def end_sessions(self, sessions: Sequence[Session]) -> None:
        """These sessions are over."""
        if sessions:
            await self.write(*(Document(SESSION, session.key, None) for session in sessions))
            for session in sessions:
                self.people.end(session.key)
                self.show_out(session)

    async def _watch_lag(self) -> None:
        while True:
            due = perf_counter() + LAG_EVERY_S
            await asyncio.sleep(LAG_EVERY_S)
            self.metrics.lag.set(max(0.0, perf_counter() - due))

    async def _sweep(self) -> None:
        while True:
            try:
                await self.end_sessions(self.people.over())
                await forget_guests(self)
            except Refused as refused:
                self._log.warning("sessions were not swept", code=refused.refusal.code)
            await asyncio.sleep(SWEEP_EVERY_S)


def duty_document(table: str, name: str) -> Document:
    """Somebody is on duty at a table from now on."""
    return Document(DUTY, table, name.encode())


def or_refuse(reply: Reply) -> Reply:
    """The reply, where it is a yes."""
    if reply.refusal is not None:
        refusal: Refusal = reply.refusal
        raise Refused(refusal)
    return reply
