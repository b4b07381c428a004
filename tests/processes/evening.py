"""An evening in a venue over a data folder, on a clock turned by hand: patrons bet and decide at random.

It plays through the venue's front door and knows what is in the folder only by asking SQLite for all of it.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from pathlib import Path
from random import Random

import msgspec

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.database.opening import open_store
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.adapters.entropy import SeededEntropy
from cutcard.games.blackjack.options import Decision
from cutcard.ledger import cashier_events
from cutcard.profiles import Mode, load
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.settings import fields
from cutcard.venue.requests import CASHIER, Reply, Request
from cutcard.venue.venue import Venue
from cutcard.views.patron import own_view

TABLES = (
    ("shared", "multihand-etg", Mode.VIDEO),
    ("coup", "punto-banco", Mode.VIDEO),
    ("alone", "multihand-online", Mode.INTERNAL),
)
# What holds money and the record, asked for as the store asks for it: a turned bit that no question
# meets, such as one in free space or beside an index, has changed nothing.
QUESTIONS = (
    "SELECT stream, last FROM streams ORDER BY stream",
    "SELECT account, balance, held FROM accounts ORDER BY account",
    "SELECT account, place, amount FROM holds ORDER BY account, place",
    "SELECT id, postings FROM transfers WHERE id > 0 ORDER BY id",
    "SELECT stream, number, state FROM snapshots ORDER BY stream",
)
ENTRIES = (
    "SELECT number, round, at_ms, wall_ms, tag, public, private, salt, hash FROM entries"
    " WHERE stream = (SELECT id FROM streams WHERE stream = ?) AND number > 0 ORDER BY number"
)


def quick(name: str, profile: str, mode: Mode) -> Settings:
    """A table that does not dawdle."""
    shipped = load(profile)
    times = msgspec.structs.replace(
        shipped.table,
        betting_s=2,
        last_bets_s=1,
        decision_s=2,
        result_s=1,
        animation_s=1,
        nice_win_s=0,
        big_win_s=0,
    )
    return Settings(
        id=name,
        name=name,
        profile=msgspec.structs.replace(shipped, table=times),
        mode=mode,
        card_ms=50,
    )


def digest(link: sqlite3.Connection) -> str:
    """All of the folder that matters, as one hash."""
    hashed = hashlib.sha256()
    for question in QUESTIONS:
        hashed.update(repr(link.execute(question).fetchall()).encode())
    for (stream,) in link.execute("SELECT stream FROM streams ORDER BY stream").fetchall():
        hashed.update(repr(link.execute(ENTRIES, (stream,)).fetchall()).encode())
    return hashed.hexdigest()


def reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing and stumbles over no bad text."""
    link = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    link.text_factory = lambda raw: raw.decode(errors="replace")
    return link


class Evening:
    """A venue, its folder, and the hash of the folder after each commit."""

    def __init__(self, folder: Path, seed: int, patrons: int = 6) -> None:
        self._chance = Random(seed)
        self._folder = folder
        self._clock = FakeClock()
        self._store = open_store(folder)
        self.venue = Venue(self._store, self._clock, SeededEntropy(seed))
        self.venue.offer([quick(*table) for table in TABLES if table[2] is Mode.INTERNAL])
        self._asked = 0
        self.prefixes: list[str] = []
        self._link = reading(folder / FILE)
        self._note()
        self._patrons = [f"p{number}" for number in range(patrons)]
        for table in TABLES:
            if table[2] is not Mode.INTERNAL:
                opened = self.ask(table[0], c.OpenTable(quick(*table)))
                assert opened.refusal is None, f"the table opens: {opened.refusal}"
        for number, patron in enumerate(self._patrons):  # half of them guests
            given = cashier_events.GivePlayMoney(patron, 500_000)
            self.ask(CASHIER, given if number % 2 else cashier_events.CashIn(patron, 500_000, "desk"))
            for name, _, _ in TABLES:
                self.ask(name, c.Join(patron))

    def ask(self, table: str, command: c.Command | cashier_events.Command) -> Reply:
        """One command in a step of its own."""
        self._asked += 1
        (reply,) = self.venue.step([Request(f"k{self._asked}", table, command)]).replies
        self._note()
        return reply

    def _note(self) -> None:
        now = digest(self._link)
        if not self.prefixes or self.prefixes[-1] != now:
            self.prefixes.append(now)

    def play(self, steps: int) -> None:
        """So many turns of the clock, with what the patrons make of each."""
        for _ in range(steps):
            self._clock.advance(self._chance.choice((20, 60, 250, 900)))
            self.venue.step()
            self._note()
            for patron in self._chance.sample(self._patrons, 2):
                self._act(patron)

    def _act(self, patron: str) -> None:
        running = self._chance.choice(
            [each for each in self.venue.tables.values() if patron in each.table.patrons.places]
        )
        own = own_view(running.table, patron, self.venue.book.playable_of(patron))
        assert own is not None, f"{patron} has joined"
        if own.asks:
            asked = self._chance.choice(own.asks)
            open_to = [choice for choice in asked.choices if choice.available]
            decision = Decision(self._chance.choice(open_to).decision)
            self.ask(running.stream, c.Decide(patron, decision, asked.position, asked.branch))
        elif "place" in own.can and not own.wagers:
            position, bet = self._chance.choice(fields(running.table.deal.settings))
            if bet in ("main", "player", "banker", "tie"):
                self.ask(running.stream, c.PlaceBet(patron, bet, 100 * self._chance.randint(1, 9), position))
        elif "deal" in own.can:
            self.ask(running.stream, c.PressDeal(patron))

    def copied(self, to: Path) -> None:
        """The folder as a power cut would leave it: with whatever lies in the write-ahead log."""
        to.mkdir(parents=True, exist_ok=True)
        for file in sorted(self._folder.iterdir()):
            if file.name.startswith(FILE) and not file.name.endswith("-shm"):
                shutil.copy(file, to / file.name)

    def close(self) -> None:
        """The evening is over."""
        self._link.close()
        self._store.close()
