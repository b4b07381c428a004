"""How long a start takes that verifies what was written since the last point, against one that does not.

A hundred thousand rounds are played once, through the venue and into a real database, at private tables that
dawdle nowhere, many of them in one step. Then the same folder is opened turn by turn: plainly, with every
table read back; and so that what came since the point is verified first, as a server does it. Once as many
rounds came since as in the five minutes between two points, and once none. Only the ratio means anything.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from bench.ratio import interleaved
from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.entropy import SeededEntropy
from cutcard.ledger import cashier_events
from cutcard.profiles import Mode, load
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.ports import Batch
from cutcard.venue.requests import CASHIER, Request
from cutcard.venue.venue import Venue
from cutcard.verification.point import faults_since, kept_point, point_document

ROUNDS = 100_000
PATRONS = 200
SINCE = 2_000
"""Rounds since the last point: 400 a minute, for the five minutes between two."""
TURNS = 5
AT_ONCE = ("result_s", "animation_s", "nice_win_s", "big_win_s")


class House:
    """A folder of data, and patrons who play a round each, all in one step."""

    def __init__(self, folder: Path) -> None:
        self._asked, self._clock = 0, FakeClock()
        self.go_on(folder)
        loaded = load("punto-banco")
        quick = replace(loaded, table=replace(loaded.table, **dict.fromkeys(AT_ONCE, 0)))
        self.venue.offer([Settings(id="own", name="Own", profile=quick, mode=Mode.INTERNAL, card_ms=0)])
        self._patrons = [f"p{number}" for number in range(PATRONS)]
        self._ask(lambda who: (CASHIER, cashier_events.CashIn(who, 1_000_000, "desk")))
        self._ask(lambda who: ("own", c.Join(who)))
        self._tables = {who: self.venue.open_tables.of(who)[0] for who in self._patrons}

    def go_on(self, folder: Path) -> None:
        """Open the folder, for the first time or again."""
        self._store = open_store(folder)
        self.venue = Venue(self._store, self._clock, SeededEntropy(1))

    def _ask(self, asked: Callable[[str], tuple[str, c.Command | cashier_events.Command]]) -> None:
        asks = []
        for who in self._patrons:
            self._asked += 1
            asks.append(Request(f"k{self._asked}", *asked(who)))
        for reply in self.venue.step(asks).replies:
            assert reply.refusal is None, reply

    def play(self, rounds: int) -> None:
        """So many rounds, at all tables."""
        for _ in range(rounds // PATRONS):
            self._clock.advance(1_000)
            self._ask(lambda who: (self._tables[who], c.PlaceBet(who, "banker", 500)))
            self._ask(lambda who: (self._tables[who], c.PressDeal(who)))

    def close(self) -> None:
        self._store.close()


def plain(folder: Path) -> None:
    """Every table read back, and nothing verified."""
    store = open_store(folder)
    Venue(store, FakeClock(), SeededEntropy(2))
    store.close()


def verified(folder: Path) -> None:
    """The same, after what came since the point was read and counted."""
    store = open_store(folder)
    faults, _ = faults_since(store, kept_point(store))
    assert faults == []
    Venue(store, FakeClock(), SeededEntropy(2))
    store.close()


def keep_point(folder: Path) -> None:
    """Verify what came since the last point, and keep how far that is, as a server does when it stops."""
    store = open_store(folder)
    start = perf_counter()
    faults, point = faults_since(store, kept_point(store))
    assert faults == []
    print(f"  what came since the last point verified in {perf_counter() - start:,.2f} s")
    store.commit(Batch(documents=[point_document(point)]))
    store.close()


def compared(folder: Path, what: str) -> None:
    timings = interleaved({"plain": lambda: plain(folder), "verified": lambda: verified(folder)}, TURNS)
    both = {name: timing.median for name, timing in timings.items()}
    ratio = both["verified"] / both["plain"]
    times = f"{both['verified']:.2f} s against {both['plain']:.2f} s"
    print(f"{what}: a verifying start takes {ratio:.2f} x a plain one ({times})")


def main(rounds: int = ROUNDS) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        start = perf_counter()
        house = House(folder)
        house.play(rounds - SINCE)
        house.close()
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        print(f"  {rounds - SINCE:,} rounds played in {perf_counter() - start:,.0f} s, {size:,.0f} MB")
        keep_point(folder)
        house.go_on(folder)
        house.play(SINCE)
        house.close()
        compared(folder, f"{rounds:,} rounds, {SINCE:,} of them since the point")
        keep_point(folder)
        compared(folder, f"{rounds:,} rounds, none since the point")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
