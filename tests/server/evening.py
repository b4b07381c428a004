"""A whole venue whose every follower's view is compared with a fresh one after each step.

Strangers open each table before and after everybody is sent what changed at it. Only how many have wagered
or finished, and the lobby, may come a moment later. Nothing is sent, and no time passes but by hand. What is
done there is not known here.
"""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.server.metrics import Metrics
from cutcard.server.realtime.connection import Connection
from cutcard.server.realtime.followers import COUNTS_MS
from cutcard.server.realtime.lobby import LOBBY_MS
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.realtime.subscriptions import Subscriptions
from cutcard.server.realtime.view_keys import has_a_crowd
from cutcard.table import commands as c
from cutcard.table.betting.buttons import last_elsewhere
from cutcard.table.forks.fork import FORK_MARK
from cutcard.venue.requests import Reply, Request
from cutcard.venue.table_runner import Running
from cutcard.views.croupier import croupier_view
from cutcard.views.held_back import late_view
from cutcard.views.messages.tables import HandsView
from cutcard.views.patron import own_view
from cutcard.views.public import hands_view, public_view, roads_view
from tests.venue.dealing import Supervisor, dealers_of
from tests.venue.house import settings, small_house, timed

PATRONS = ("p0", "p1", "p2", "p3")
DELAYED = "delayed"
COUNTS = ("players", "wagered", "finished")
CROUPIERS_COUNTS = ("wagers", "staked", "staked_play", "undecided")
TIMES = ("left_ms", "dispute_left_ms", "reserved_ms")

PARTS = ("public", "hands", "own", "croupier", "roads")
PARTS_OF = {
    **{who: {"public", "hands", "own", "roads"} for who in PATRONS},
    "croupier": {"public", "croupier", "roads"},
    "display": {"public", "roads"},
}
"""Which parts of a table each audience may be sent, whatever is in them."""

View = dict[str, Any]


class FakeConnection:
    """A connection that keeps what it is sent, and what it has made of it."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, View]] = {}
        self.purse: View | None = None
        self.notices: list[View] = []
        self.lobby: list[View] | None = None

    def hear(self, frame: str) -> None:
        message = msgspec.json.decode(frame)
        match message["type"]:
            case "table":
                parts = self.known.setdefault(message["table"], {})
                parts.update({name: message[name] for name in PARTS if name in message})
            case "gone":
                self.known.pop(message["table"], None)
            case "purse":
                self.purse = message
            case "notices":
                self.notices = message["notices"]
            case "lobby":
                self.lobby = message["tables"]
            case _:
                raise AssertionError(f"nobody should be sent {message}")


def plain(view: msgspec.Struct | None, *without: str) -> View:
    """A view as it is sent, without what depends on the moment of sending."""
    return cut(msgspec.json.decode(msgspec.json.encode(view)), *without)


def cut(view: View | None, *without: str) -> View:
    kept = {name: value for name, value in (view or {}).items() if name not in (*TIMES, *without)}
    if "forks" in kept:
        kept["forks"] = [cut(fork) for fork in kept["forks"]]
    return kept


def agree(known: View | None, view: msgspec.Struct | None, where: str, *without: str) -> None:
    """What somebody was sent is what is so."""
    was, due = cut(known, *without), plain(view, *without)
    unlike = {name: (was.get(name), due.get(name)) for name in was | due if was.get(name) != due.get(name)}
    assert not unlike, f"{where}: sent, and so: {unlike}"


class Evening:
    """A venue, whoever plays, deals and watches there, and what each of their screens shows."""

    def __init__(self, seed: int, make: type[Subscriptions] = Subscriptions) -> None:
        self.random = random.Random(seed)
        self.house = small_house(seed)
        self.delay_a_result()
        self.house.seat(PATRONS)
        self.venue = self.house.venue
        self.subscriptions = make(self.venue, Metrics(), "EUR")
        self.dealers = dealers_of(self.venue, seed)
        self.supervisor = Supervisor("sue", seed, 20)
        self.connections = {who: FakeConnection() for who in ("croupier", "display")}
        self.held_back = 0
        out = Outbox()
        for running in self.venue.tables.values():
            self.subscriptions.follow(self.connection("croupier"), running, None, out, deals=True)
            self.subscriptions.follow(self.connection("display"), running, None, out)
        self.subscriptions.lobby.watch(self.connection("display"), "en", out)
        self.deliver(out)
        for who in PATRONS:
            self.connect(who)

    def delay_a_result(self) -> None:
        """One more private table, whose cards a display shows first (MO-01)."""
        table = settings("multihand-online", Mode.INTERNAL, DELAYED, card_ms=0)
        self.house.offers = (
            *self.house.offers,
            timed(table, autoplay=True, autoplay_s=1, delayed_result_s=2, result_s=1, animation_s=0),
        )
        self.house.venue.offer(self.house.offers)

    # Connections.

    def connection(self, who: str) -> Connection:
        return cast(Connection, self.connections[who])

    def deliver(self, out: Outbox) -> None:
        for connection, frame in out.frames:
            cast(FakeConnection, connection).hear(frame)

    def connect(self, who: str) -> None:
        """A patron's terminal opens a connection, and hears what it has to show."""
        self.connections[who], out = FakeConnection(), Outbox()
        self.subscriptions.arrive(self.connection(who), who, out)
        self.deliver(out)
        self.venue.presence.connection_opened(who, self.connections[who])
        self.step([])

    def close(self, who: str) -> None:
        """The connection is gone."""
        connection = self.connections.pop(who)
        self.subscriptions.depart(cast(Connection, connection), who)
        self.venue.presence.connection_closed(who, connection, self.house.clock.steady_ms())
        self.step([])

    # Time and steps.

    def wait(self, ms: int) -> None:
        self.house.clock.advance(ms)
        self.step([])

    def attempt(self, table: str, command: Any) -> Refusal | None:
        """Somebody tries this; why not, where it is refused."""
        ask = self.house.keyed(table, command)
        (reply,) = self.step([ask])
        return reply.refusal

    def do(self, table: str, command: Any) -> None:
        """Somebody does this, and may."""
        refusal = self.attempt(table, command)
        assert refusal is None, f"{table}: {command}: {refusal}"

    def step(self, asks: list[Request]) -> list[Reply]:
        """One turn of the server: strangers open tables before and after the news are sent."""
        effects = self.house.step(asks)
        for dealer in (*self.dealers, self.supervisor):
            for reply in effects.replies:
                dealer.hears(reply)
        out = Outbox()
        changed = [name for name in effects.changed if name in self.venue.tables]
        self.stranger(changed)
        self.go_away(asks, effects.replies, out)
        self.subscriptions.queue_news(effects, out)
        self.come(asks, effects.replies, out)
        self.stranger(changed)
        self.deliver(out)
        for name in changed:
            self.check(name, counts=False)
        self.check_purses()
        return effects.replies

    def go_away(self, asks: list[Request], replies: list[Reply], out: Outbox) -> None:
        """Who has left a table no longer hears of it."""
        for ask, reply in zip(asks, replies, strict=True):
            if isinstance(ask.command, c.Leave) and reply.refusal is None:
                self.subscriptions.left(ask.command.patron, ask.table, out)

    def come(self, asks: list[Request], replies: list[Reply], out: Outbox) -> None:
        """Who has come to a table hears of it from now on."""
        for ask, reply in zip(asks, replies, strict=True):
            if isinstance(ask.command, c.Join) and reply.refusal is None:
                who, running = ask.command.patron, self.venue.tables[str(reply.result["table"])]
                if who in self.connections and who in running.table.patrons.places:
                    self.subscriptions.follow(self.connection(who), running, who, out)

    def stranger(self, tables: list[str]) -> None:
        """Somebody has a look at each of these tables, and a patron opens a second terminal; both go."""
        connection, second, out = (
            cast(Connection, FakeConnection()),
            cast(Connection, FakeConnection()),
            Outbox(),
        )
        for name in tables:
            self.subscriptions.follow(connection, self.venue.tables[name], None, out)
        self.subscriptions.depart(connection, None)
        who = self.random.choice(PATRONS)
        self.subscriptions.arrive(second, who, out)
        self.subscriptions.depart(second, who)

    # What everybody has been sent.

    def check(self, name: str, *, counts: bool) -> None:
        """Everybody's view of a table is a fresh one, the counts with it or not."""
        running = self.venue.tables[name]
        crowd = has_a_crowd(running.table)
        public_without = () if counts else COUNTS
        croupier_without = () if counts or not crowd else (*CROUPIERS_COUNTS, "can")
        fresh = public_view(running.table, self.venue.now_ms())
        late = late_view(running.table, fresh)
        boards = roads_view(running.table)
        for who, connection in self.connections.items():
            known = connection.known.get(name)
            if known is None:
                assert name not in self.venue.open_tables.of(who), f"{name}: {who} hears nothing of it"
                continue
            assert set(known) <= PARTS_OF[who], f"{name}: what is sent to {who}"
            agree(known["public"], late if who in PATRONS else fresh, f"{name}: {who}", *public_without)
            agree(known.get("roads"), boards, f"{name}: the roads of {who}")
            if who in PATRONS:
                self.check_own(running, who, known)
            if who == "croupier":
                due = croupier_view(running.table, self.venue.book.play)
                agree(known["croupier"], due, f"{name}: {who}", *croupier_without)

    def check_own(self, running: Running, who: str, known: dict[str, View]) -> None:
        table, name = running.table, running.stream
        playable = self.venue.book.playable_of(who)
        others = (self.venue.tables[at].table for at in self.venue.open_tables.of(who))
        elsewhere = last_elsewhere(others, table, who)
        own = own_view(table, who, playable, self.venue.now_ms(), other=elsewhere)
        agree(known["own"], own, f"{name}: what {who} has")
        agree(known["hands"], hands_view(table, who) or HandsView(), f"{name}: the hands of {who}")

    def check_purses(self) -> None:
        """Every meter, and what the house has to say to each patron."""
        for who in (who for who in PATRONS if who in self.connections):
            agree(self.connections[who].purse, self.subscriptions.purse(who), f"the purse of {who}")
            due = [plain(notice) for notice in self.venue.notices.of(who)]
            assert [cut(notice) for notice in self.connections[who].notices] == due, f"the notices of {who}"

    def counts_arrive(self) -> None:
        """Nobody does anything: what was held back comes by itself, when it is due; the lobby, too."""
        while self.subscriptions.due_ms is not None:
            self.held_back += 1
            late_ms = self.subscriptions.due_ms - self.venue.now_ms()
            assert late_ms <= COUNTS_MS, "counts are not held back for longer"
            self.wait(max(0, late_ms))
        self.wait(LOBBY_MS)
        for name in self.venue.tables:
            self.check(name, counts=True)
        rows = [plain(row) for row in self.subscriptions.lobby.rows("en")]
        assert [cut(row) for row in self.connections["display"].lobby or ()] == rows, "the lobby"

    def events(self) -> set[tuple[str, Mode]]:
        """Which events there were, and in which mode; an interrupted game is its table's."""
        return {
            (entry.tag, self.venue.tables[table].table.deal.settings.mode)
            for stream in self.house.store.streams()
            if (table := stream.split(FORK_MARK)[0]) in self.venue.tables
            for entry in self.house.store.entries(stream)
        }
