"""One table, three patrons, a croupier with chosen cards, and terminals that can be lost.

It knows how a round is brought to a moment and refuses to know what must come of it. Everything between a
terminal and the table goes through the house's own rule for terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.cards import parse_card
from cutcard.games.blackjack.dealer import has_blackjack, with_card
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import cashier_events as ce
from cutcard.ledger import escrow
from cutcard.profiles import Mode, load
from cutcard.record import decode_event
from cutcard.table import Settings, Table, Want, want
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.table.forks.fork import fork_stream
from cutcard.table.state import Phase
from cutcard.venue.best_play import BestPlay
from cutcard.venue.requests import CASHIER, Reply, Request
from cutcard.venue.venue import Venue
from cutcard.verification.folder import verify_folder
from cutcard.views import hands_view, own_view, public_view
from tests.venue.house import to_seventeen

ANN, BOB, CYD = "ann", "bob", "cyd"
PURSE = 100_000
SECOND = 1_000
FORK_WAIT_MS = 60 * SECOND
SILENT_MS = 15 * SECOND
"""A line of which nothing is heard for so long is as good as closed (TB-40)."""

PLAIN = "2c 3d 4h 5s 6c 2d 3h 4s 5c 6d 2h 3s 4c 5d 6h 2s 3c 4d 5h 6s".split()


AT_ONCE: dict[str, Any] = dict.fromkeys(("result_s", "animation_s", "nice_win_s", "big_win_s"), 0)
"""A private table goes as quickly as it can: these tests are about waiting for people."""


class Stage:
    """The venue with one table, and Ann's line to it."""

    def __init__(
        self, profile: str, mode: Mode, seed: int = 1, best: BestPlay = to_seventeen, **changes: Any
    ) -> None:
        self.name = "t"
        own = {name: changes.pop(name) for name in tuple(changes) if name in Settings.__struct_fields__}
        times: dict[str, Any] = changes.pop("times", {})
        loaded = load(profile, changes)
        if mode is Mode.INTERNAL:
            own, times = {"card_ms": 0, **own}, {**AT_ONCE, **times}
        loaded = replace(loaded, table=replace(loaded.table, **times))
        settings = Settings(id="t", name="T", profile=loaded, mode=mode, **own)
        self.clock, self.store, self.best = FakeClock(), MemoryStore(), best
        self.entropy = SeededEntropy(seed)
        self.venue = Venue(self.store, self.clock, self.entropy, best=best)
        self.lines: dict[str, int | None] = {}
        self.silent: dict[str, int] = {}
        self.asked = self.opened = 0
        self.cards: list[int] = []
        self.hole: int | None = None
        if mode is Mode.INTERNAL:
            self.venue.offer([settings])
        else:
            self.must("t", c.OpenTable(settings))
        for patron in (ANN, BOB, CYD) if mode is not Mode.INTERNAL else (ANN,):
            self.must(CASHIER, ce.CashIn(patron, PURSE, "desk"))
            self.name = str(self.must("t", c.Join(patron)).result["table"])
            self.connect(patron)

    @property
    def table(self) -> Table:
        return self.venue.tables[self.name].table

    # Asking, and what has to hold after every step.

    def ask(self, table: str, command: Any) -> Reply:
        self.asked += 1
        effects = self.venue.step([Request(f"k{self.asked}", table, command)])
        self.check()
        return effects.replies[0]

    def must(self, table: str, command: Any) -> Reply:
        reply = self.ask(table, command)
        assert reply.refusal is None, f"{command}: {reply.refusal}"
        return reply

    def do(self, command: Any) -> Reply:
        return self.must(self.name, command)

    def check(self) -> None:
        """Sum zero, nobody below zero, and in escrow what is staked in the open round."""
        assert not self.venue.frozen, self.venue.frozen
        assert self.venue.book.totals() == 0
        balances = self.venue.book.balances().items()
        assert all(amount >= 0 for account, amount in balances if account.startswith("patron:"))
        for name, running in self.venue.tables.items():
            table = running.table
            public_view(table, self.venue.now_ms())
            for patron in table.patrons.places:
                own_view(table, patron, 0)
                hands_view(table, patron)
            staked = 0
            if table.phase in (Phase.PLAYING, Phase.DISPUTE) and table.deal.felt is not None:
                staked = sum(table.deal.felt.staked(patron) for patron in table.deal.felt.wagers)
            assert self.venue.book.balance(escrow(name)) == staked

    def crash(self, away_ms: int = 0) -> None:
        """The server stops and starts again; every line is gone with it."""
        self.clock.advance(away_ms)
        self.store = self.store.reopen()
        self.venue = Venue(self.store, self.clock, self.entropy, best=self.best)
        self.venue.expect_connections()
        self.check()
        self.lines = dict.fromkeys(self.lines)

    # Terminals.

    @property
    def now(self) -> int:
        return self.clock.steady_ms()

    def connect(self, patron: str) -> None:
        self.opened += 1
        self.lines[patron] = self.opened
        self.silent.pop(patron, None)
        self.venue.presence.connection_opened(patron, self.opened)
        self.venue.step()

    def close(self, patron: str) -> None:
        line, self.lines[patron] = self.lines[patron], None
        self.venue.presence.connection_closed(patron, line, self.now)
        self.venue.step()

    def hang(self, patron: str) -> None:
        """The line stays open and nothing comes over it any more, until the server cuts it."""
        self.silent[patron] = self.now

    def there(self, patron: str) -> bool:
        return self.lines[patron] is not None and patron not in self.silent

    def wait(self, ms: int, slice_ms: int = SECOND) -> None:
        """Time passes, second by second, and a line over which nothing comes is cut after 15 s."""
        until = self.now + ms
        while self.now < until:
            self.clock.advance(min(slice_ms, until - self.now))
            for patron, since_ms in list(self.silent.items()):
                if self.now >= since_ms + SILENT_MS and self.lines[patron] is not None:
                    self.close(patron)
            self.venue.step()
            self.check()

    # The croupier.

    def script(self, *cards: str) -> None:
        """The cards that come next; after them, small ones."""
        self.cards = [parse_card(word) for text in cards for word in text.split()]

    def _card(self) -> int:
        if not self.cards:
            self.cards = [parse_card(word) for word in PLAIN]
        return self.cards.pop(0)

    def croupier(self) -> bool:
        """Whatever the table waits for from the croupier; false where it is nothing."""
        if self.table.deal.settings.mode is not Mode.LIVE or self.table.phase is not Phase.PLAYING:
            return False
        match want(self.table):
            case Want.CARD:
                self.do(c.Deal(self._card()))
            case Want.FACE_DOWN:
                self.hole = self._card()
                read = self.table.deal.settings.face_down_reader
                self.do(c.DealFaceDown(self.hole if read else None))
            case Want.CHECK:
                felt: Any = self.table.deal.felt
                assert self.hole is not None
                self.do(c.Check(has_blackjack(with_card(felt.round.dealer, self.hole))))
            case Want.TURN:
                assert self.hole is not None
                self.do(c.TurnUp(self.hole))
            case Want.BURN_SHOWN:
                self.do(c.Burn(parse_card("2c")))
            case Want.BURN:
                self.do(c.Burn())
            case _:
                return False
        return True

    def until(self, reached: Callable[[], bool], decide: Callable[[], bool] = lambda: False) -> None:
        """Deal, decide and wait until this is so."""
        for _ in range(2_000):
            if reached():
                return
            if not decide() and not self.croupier():
                self.wait(SECOND)
        raise AssertionError(f"never reached: {self.table.phase} {self.tags()[-12:]}")

    def asks(self, patron: str) -> bool:
        felt: Any = self.table.deal.felt
        return self.table.phase is Phase.PLAYING and bool(felt.hands_to_decide(patron))

    def decide(self, patron: str, decision: Decision) -> Reply:
        felt: Any = self.table.deal.felt
        hand = felt.hands_to_decide(patron)[0]
        return self.do(c.Decide(patron, decision, hand.position, hand.branch))

    # The record.

    def events(self) -> list[Any]:
        return [decode_event(entry, e.AnyEvent) for entry in self.store.entries(self.name)]

    def tags(self) -> list[str]:
        return [entry.tag for entry in self.store.entries(self.name)]

    def fork_events(self, seat: int, round_: int = 1) -> list[Any]:
        stream = fork_stream(self.name, round_, seat)
        return [decode_event(entry, e.ForkEvent) for entry in self.store.entries(stream)]

    def verified(self) -> None:
        """The whole store replays to the same cards, results and money."""
        assert list(verify_folder(self.store)) == []

    def lines_of(self, patron: str) -> list[e.LineShare]:
        """How the patron's wagers of the last round were settled."""
        settled = [event for event in self.events() if isinstance(event, e.RoundSettled)]
        return list(settled[-1].shares[patron].lines) if patron in settled[-1].shares else []


def shares_of(events: Sequence[Any], patron: str) -> Iterator[e.WindowShare]:
    """What the ends of windows did to this patron."""
    for event in events:
        if isinstance(event, e.WindowClosed) and patron in event.shares:
            yield event.shares[patron]
