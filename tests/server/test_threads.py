"""A table's state is read on the venue's own thread, whatever is asked over HTTP or a socket.

A whole server in this process, whose tables note from where they are looked at.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from cutcard.adapters.clock import SystemClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import cashier_events as cash
from cutcard.profiles import Mode, load
from cutcard.server.app import HANDLERS, App
from cutcard.server.card_sources import dealing, devices_of
from cutcard.server.config import Config
from cutcard.server.http.accounts import Person, person_document
from cutcard.server.metrics import Metrics
from cutcard.server.realtime.websocket import Sockets
from cutcard.server.record_watch import RecordWatch
from cutcard.server.runtime import House
from cutcard.server.trouble import Trouble
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.ports import Batch
from cutcard.venue.requests import CASHIER, Request
from cutcard.venue.roles import Role
from cutcard.venue.venue import Venue
from cutcard.verification.point import Point

COUP, OFFER, PATRON = "coup", "an-offer", "p1"
ADDRESS = ("127.0.0.1", 5_000)
NAMED = {"table": COUP, "number": "1", "language": "en", "profile": "punto-banco", "person": PATRON}


class Watched:
    """A table that notes every look at it from another thread than the venue's."""

    def __init__(self, running: Any, looks: list[str]) -> None:
        self.__dict__.update(_running=running, _looks=looks)

    def __getattr__(self, name: str) -> Any:
        self._note(name)
        return getattr(self.__dict__["_running"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._note(name)
        setattr(self.__dict__["_running"], name, value)

    def _note(self, name: str) -> None:
        if threading.current_thread().name != "venue":
            self.__dict__["_looks"].append(name)


class WatchedVenue(Venue):
    """A venue that notes every look at its money from another thread than its own."""

    looks: list[str]

    def __getattribute__(self, name: str) -> Any:
        if name in ("book", "desk") and threading.current_thread().name != "venue":
            self.looks.append(name)
        return super().__getattribute__(name)


class WatchedFrozen(dict[str, str]):
    """The same for the tables that are frozen."""

    def __init__(self, looks: list[str]) -> None:
        super().__init__()
        self._looks = looks

    def __iter__(self) -> Iterator[str]:
        if threading.current_thread().name != "venue":
            self._looks.append("frozen")
        return super().__iter__()


def furnished(looks: list[str]) -> Venue:
    """A coup that is being bet on and an offer; two people."""
    store, everything = MemoryStore(), tuple(role.value for role in Role if role is not Role.PATRON)
    people = [(PATRON, (Role.PATRON.value,)), ("staff", everything)]
    made = [Person(id=name, name=name, password=None, roles=roles, created_ms=0) for name, roles in people]
    store.commit(Batch(documents=[person_document(person) for person in made]))
    WatchedVenue.looks = looks
    venue = WatchedVenue(store, SystemClock(), SeededEntropy(1))
    profile = load("punto-banco")
    venue.offer([Settings(id=OFFER, name="Own", profile=profile, mode=Mode.INTERNAL)])
    coup = c.OpenTable(Settings(id=COUP, name="Coup", profile=profile, mode=Mode.VIDEO))
    asks: list[tuple[str, Any]] = [
        (COUP, coup),
        (CASHIER, cash.GivePlayMoney(PATRON, 100_000)),
        (COUP, c.Join(PATRON)),
        (OFFER, c.Join(PATRON)),
        (COUP, c.PlaceBet(PATRON, "player", 500)),
    ]
    for number, (table, command) in enumerate(asks):
        (reply,) = venue.step([Request(str(number), table, command)]).replies
        assert reply.refusal is None, reply
    return venue


@asynccontextmanager
async def running(looks: list[str]) -> AsyncIterator[House]:
    venue = furnished(looks)
    house = House(Config(), venue, Metrics(), Trouble(1.0), Point())
    await house.start()
    for name in list(venue.tables):
        venue.tables[name] = cast(Any, Watched(venue.tables[name], looks))
    venue.frozen = WatchedFrozen(looks)
    looks.clear()  # before its thread began, everything was this one's
    try:
        yield house
    finally:
        await house.stop()


def visited(visit: Callable[[House], Awaitable[None]]) -> list[str]:
    """What was looked at from elsewhere."""
    looks: list[str] = []

    async def run() -> None:
        async with running(looks) as house:
            await visit(house)

    asyncio.run(run())
    return looks


def token(house: House, who: str) -> str:
    person = house.people.person(who)
    assert person is not None
    made, session = house.people.open_session(person)
    house.people.admit(session)
    return made


async def status(app: App, path: str, signed_in: str) -> int:
    """What a reading of this address is answered."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    headers = [(b"host", b"house"), (b"authorization", f"Bearer {signed_in}".encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ADDRESS,
        "server": ("house", 80),
        "state": {},
    }
    await app(scope, receive, send)
    return statuses[0]


def readings() -> list[str]:
    """Every address that can be read, with something in the place of each parameter."""
    paths = [path for handler in HANDLERS if "GET" in handler.http_methods for path in handler.paths]
    return sorted(re.sub(r"{(\w+)[^}]*}", lambda named: NAMED.get(named[1], "x"), path) for path in paths)


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")  # of its next version
def test_no_page_reads_a_table_off_its_thread() -> None:
    answers: dict[int, int] = {}

    async def visit(house: House) -> None:
        app = App(house)
        for who in (PATRON, "staff"):
            signed_in = token(house, who)
            for path in readings():
                answered = await status(app, path, signed_in)
                answers[answered] = answers.get(answered, 0) + 1
                assert answered < 500, path

    assert visited(visit) == []
    assert answers[200] > 20, "most of them have something to tell"


class Ear:
    """A line that keeps what it is sent."""

    open, dropped = True, False

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def send(self, *frames: str) -> None:
        self.heard.extend(json.loads(frame) for frame in frames)

    def hold_up(self, wait_s: float) -> None:
        raise AssertionError(f"nobody asks too fast here: {wait_s}")


ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hello", {"protocol": 2}),
    ("join", {"table": OFFER}),
    ("join", {"table": COUP}),
    ("place_bet", {"table": COUP, "bet": "banker", "amount": 500}),
    ("hold_chip", {"table": COUP, "amount": 500}),
    ("resume", {"tables": {COUP: 1}}),
    ("watch", {"table": COUP}),
    ("unwatch", {"table": COUP}),
    ("lobby", {}),
    ("call_attendant", {"table": COUP}),
    ("notice_seen", {"notice": "none"}),
    ("pause", {"table": COUP, "reason": "a look"}),
    ("cash_out", {}),
)


def test_no_message_reads_a_table_off_its_thread() -> None:
    async def visit(house: House) -> None:
        sockets = Sockets(house)
        for who in (PATRON, "staff"):
            ear = Ear()
            headers = [(b"cookie", f"cutcard_session={token(house, who)}".encode())]
            scope = {
                "query_string": b"",
                "headers": headers,
                "client": ADDRESS,
                "path": "/ws",
                "scheme": "ws",
            }
            listener = sockets.listener(cast(Any, ear), scope)
            assert listener is not None
            listener.arrive()
            for number, (kind, fields) in enumerate(ASKED):
                listener.hear(json.dumps({"ask": str(number), "do": {"type": kind, **fields}}).encode())
            async with asyncio.timeout(30):
                while sum(message["type"] == "answer" for message in ear.heard) < len(ASKED):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            listener.depart()

    assert visited(visit) == []


def test_the_record_is_read_on_without_a_look_at_the_book_off_its_thread() -> None:
    async def visit(house: House) -> None:
        watch = RecordWatch(house)
        await watch.read_on()
        kept = house.venue.store.mark()
        await house.ask("more", COUP, c.PlaceBet(PATRON, "banker", 500))
        assert house.venue.store.mark() != kept, "there is more to read"
        await watch.read_on()

    assert visited(visit) == []


def test_those_who_deal_learn_where_without_a_look_at_a_table() -> None:
    async def visit(house: House) -> None:
        house.devices = devices_of(house)
        await house.devices.start("127.0.0.1", 0)
        try:
            needed = dealing(house, "a token", (COUP,), ())
        finally:
            await house.devices.stop()
        assert (needed.live, needed.automatic, needed.device_key) == ((COUP,), (), house.devices.key)

    assert visited(visit) == []


def test_a_look_from_elsewhere_is_noticed() -> None:
    async def visit(house: House) -> None:
        assert house.venue.tables[COUP].table.deal.round
        assert tuple(house.venue.frozen) == ()
        assert house.venue.book.play == {PATRON}
        assert not house.venue.desk.cashier.hand_pays
        await house.call(lambda _: house.venue.tables[COUP].table.deal.round)

    assert visited(visit) == ["table", "frozen", "book", "desk"]
