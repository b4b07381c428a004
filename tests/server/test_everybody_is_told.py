"""Whatever a step changed, everybody is told in that step, whoever else opens the table meanwhile.

A whole venue with tables of every mode; after each step the view that every follower has built up from its
frames is compared with a fresh one. Only how many have wagered or finished may come a moment later, and must
come by itself. Nothing is sent anywhere, and no time passes but by hand.
"""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec
import pytest

from cutcard.server.metrics import Metrics
from cutcard.server.realtime.connection import Line
from cutcard.server.realtime.followers import COUNTS_MS, Following, Shared
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.realtime.own_key import has_a_crowd
from cutcard.server.realtime.subscriptions import Teller
from cutcard.table.betting.buttons import last_elsewhere
from cutcard.venue.requests import Ask
from cutcard.venue.table_runner import Running
from cutcard.views.croupier import croupier_view
from cutcard.views.patron import own_view
from cutcard.views.public import hands_view, public_view
from cutcard.views.shapes import HandsView
from tests.venue.dealing import Supervisor, dealers_of
from tests.venue.house import small_house
from tests.venue.playing import legal

PATRONS = ("p0", "p1", "p2", "p3")
STEPS = 500
COUNTS = ("players", "wagered", "finished")
CROUPIERS_COUNTS = ("wagers", "staked", "staked_play", "undecided")
TIMES = ("left_ms", "dispute_left_ms", "reserved_ms")

PARTS = ("public", "hands", "own", "croupier")
PARTS_OF = {
    **{who: {"public", "hands", "own"} for who in PATRONS},
    "croupier": {"public", "croupier"},
    "display": {"public"},
}
"""Which parts of a table each audience may be told, whatever is in them."""

View = dict[str, Any]


class FakeLine:
    """A connection that keeps what it is sent, and what it has made of it."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, View]] = {}

    def hear(self, frame: str) -> None:
        told = msgspec.json.decode(frame)
        if told["type"] == "table":
            parts = self.known.setdefault(told["table"], {})
            parts.update({name: told[name] for name in PARTS if name in told})


def plain(view: msgspec.Struct | None, *without: str) -> View:
    """A view as it is sent, without what depends on the moment of the telling."""
    return cut(msgspec.to_builtins(view), *without)


def cut(view: View | None, *without: str) -> View:
    kept = {name: value for name, value in (view or {}).items() if name not in (*TIMES, *without)}
    if "forks" in kept:
        kept["forks"] = [cut(fork) for fork in kept["forks"]]
    return cast(View, msgspec.json.decode(msgspec.json.encode(kept)))


class Evening:
    """A venue, whoever plays, deals and watches there, and what each of their screens shows."""

    def __init__(self, seed: int, make: type[Teller] = Teller) -> None:
        self.random = random.Random(seed)
        self.house = small_house(seed)
        self.house.seat(PATRONS)
        self.venue = self.house.venue
        self.teller = make(self.venue, Metrics(), "EUR")
        self.dealers = dealers_of(self.venue, seed)
        self.supervisor = Supervisor("sue", seed, 20)
        self.lines = {who: FakeLine() for who in (*PATRONS, "croupier", "display")}
        out = Outbox()
        for who in PATRONS:
            self.teller.arrive(self.line(who), who, out)
        for running in self.venue.tables.values():
            self.teller.follow(self.line("croupier"), running, None, out, deals=True)
            self.teller.follow(self.line("display"), running, None, out)
        self.deliver(out)
        self.held_back = 0

    def line(self, who: str) -> Line:
        return cast(Line, self.lines[who])

    def deliver(self, out: Outbox) -> None:
        for line, frame in out.frames:
            cast(FakeLine, line).hear(frame)

    def asks(self) -> list[Ask]:
        """What somebody does next; nothing where time passes instead."""
        now = self.house.clock.steady_ms()
        kind = self.random.random()
        ask = None
        if kind < 0.45:
            who = self.random.choice(PATRONS)
            at = self.random.choice(self.venue.open_tables.of(who))
            found = legal(self.random, self.venue, who, at)
            return [] if found is None else [self.house.keyed(*found)]
        if kind < 0.85:
            ask = self.random.choice(self.dealers).thinks(self.venue, now)
        elif kind < 0.87:
            ask = self.supervisor.thinks(self.venue, now)
        if ask is None:
            self.house.clock.advance(self.random.choice((20, 100, 400, 1_500, 4_000)))
        return [] if ask is None else [ask]

    def step(self, asks: list[Ask]) -> list[str]:
        """One turn of the server: strangers open tables before and after everybody is told."""
        effects = self.house.step(asks)
        for dealer in (*self.dealers, self.supervisor):
            for reply in effects.replies:
                dealer.hears(reply)
        out = Outbox()
        changed = [name for name in effects.changed if name in self.venue.tables]
        self.stranger(changed)
        self.teller.tell(effects, out)
        self.stranger(changed)
        self.deliver(out)
        return changed

    def stranger(self, tables: list[str]) -> None:
        """Somebody has a look at each of these tables, and a patron opens a second terminal; both go."""
        line, second, out = cast(Line, FakeLine()), cast(Line, FakeLine()), Outbox()
        for name in tables:
            self.teller.follow(line, self.venue.tables[name], None, out)
        self.teller.depart(line, None)
        who = self.random.choice(PATRONS)
        self.teller.arrive(second, who, out)
        self.teller.depart(second, who)

    def check(self, name: str, *, counts: bool) -> None:
        """Everybody's view of a table is a fresh one, the counts with it or not."""
        running = self.venue.tables[name]
        crowd = has_a_crowd(running.table)
        public_without = () if counts else COUNTS
        croupier_without = () if counts or not crowd else (*CROUPIERS_COUNTS, "can")
        fresh = public_view(running.table, self.venue.now_ms())
        for who, line in self.lines.items():
            known = line.known.get(name)
            if known is None:
                continue
            assert set(known) <= PARTS_OF[who], f"{name}: what is told to {who}"
            assert cut(known["public"], *public_without) == plain(fresh, *public_without), f"{name}: {who}"
            if who in PATRONS:
                self.check_own(running, who, known)
            if who == "croupier":
                due = plain(croupier_view(running.table, self.venue.book.play), *croupier_without)
                assert cut(known["croupier"], *croupier_without) == due, f"{name}: {who}"

    def check_own(self, running: Running, who: str, known: dict[str, View]) -> None:
        table, name = running.table, running.stream
        playable = self.venue.book.playable_of(who)
        others = (self.venue.tables[at].table for at in self.venue.open_tables.of(who))
        elsewhere = last_elsewhere(others, table, who)
        own = own_view(table, who, playable, self.venue.now_ms(), other=elsewhere)
        assert cut(known["own"]) == plain(own), f"{name}: what {who} has"
        hands = hands_view(table, who) or HandsView()
        assert cut(known["hands"]) == plain(hands), f"{name}: the hands of {who}"

    def counts_arrive(self) -> None:
        """Nobody does anything: what was held back comes by itself, when the teller says."""
        while self.teller.due_ms is not None:
            self.held_back += 1
            late_ms = self.teller.due_ms - self.venue.now_ms()
            assert late_ms <= COUNTS_MS, "counts are not held back for longer"
            self.house.clock.advance(max(0, late_ms))
            self.step([])
        for name in self.venue.tables:
            self.check(name, counts=True)


@pytest.mark.parametrize("seed", [1, 2], ids="seed={}".format)
def test_everybody_is_told_in_the_same_step_whoever_opens_the_table(seed: int) -> None:
    evening = Evening(seed)
    for number in range(STEPS):
        for name in evening.step(evening.asks()):
            evening.check(name, counts=False)
        if number % 20 == 0:
            evening.counts_arrive()
    assert evening.held_back > 5, "nothing was ever held back, so nothing was tried"
    phases = {
        running.table.deal.settings.mode
        for running in evening.venue.tables.values()
        if running.table.deal.round > 1
    }
    assert len(phases) == 4, f"only {phases} were played"


class TellsEverybodyTheCroupiersPart(Teller):
    """What to do next is told to whoever follows a table."""

    def follow(self, line: Line, running: Running, patron: str | None, out: Outbox, **how: bool) -> None:
        super().follow(line, running, patron, out, **{**how, "deals": True})


class TellsDisplaysAPatronsPart(Teller):
    """A display is told what a patron at the table has."""

    def follow(self, line: Line, running: Running, patron: str | None, out: Outbox, **how: bool) -> None:
        shown = patron if patron is not None or how.get("deals") else next(iter(running.table.places), None)
        super().follow(line, running, shown, out, **how)


class TellsCroupiersAHand(Teller):
    """A croupier is told what a patron's own hands are, too."""

    def _croupier_part(self, running: Running, one: Following) -> str:
        part = super()._croupier_part(running, one)
        return f'{part},"hands":{self._hands(running, PATRONS[0], Shared())}' if part else part


@pytest.mark.parametrize(
    "planted", [TellsEverybodyTheCroupiersPart, TellsDisplaysAPatronsPart, TellsCroupiersAHand]
)
def test_a_part_that_is_told_to_a_further_audience_is_noticed(planted: type[Teller]) -> None:
    """A shape may be as agreed and still go to somebody whom it is not for."""
    evening = Evening(1, planted)

    def watch() -> None:
        for _ in range(STEPS):
            for name in evening.step(evening.asks()):
                evening.check(name, counts=False)

    with pytest.raises(AssertionError, match="what is told to"):
        watch()
