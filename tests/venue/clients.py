"""Patrons' terminals in a simulation: they bet, sit, decide, dispute, and lose their line now and then."""

from __future__ import annotations

from cutcard.table import commands as c
from cutcard.table.felt.shared import SharedFelt
from cutcard.venue.requests import CASHIER, Request
from cutcard.venue.venue import Venue
from tests.venue.playing import at_the_desk, illegal, legal
from tests.venue.terminals import PENDING_MAX, Terminal

SLEEPS = 0.9
GUESTS = ("p2", "p5")


class Client(Terminal):
    """One patron's terminal. Who is sleepy leaves most decisions at shared tables to the timer."""

    pause_ms = 300

    def __init__(self, who: str, seed: int, tables: list[str], *, slow: bool, sleepy: bool) -> None:
        super().__init__(who, seed)
        self.tables = tables
        self.slow = slow
        self.sleepy = sleepy
        self.believes[CASHIER, "play_money_given" if who in GUESTS else "cash_taken"] = 1  # at the door

    def thinks(self, venue: Venue, now: int) -> Request | None:
        """Something new to ask, if the terminal is not waiting for too much already."""
        rnd = self.random
        if len(self.pending) >= PENDING_MAX:
            return None
        at = rnd.choice(self.tables)
        if rnd.random() < 0.3:
            at = self._asked_at(venue) or at
        if at not in venue.tables:
            return None
        kind = rnd.random()
        if kind < 0.03:
            asked = at_the_desk(rnd, venue, self.who)
        elif kind < 0.9:
            found = legal(rnd, venue, self.who, at)
            if found is None or self._sleeps(venue, found[1], at):
                return None
            asked = found
        else:
            asked = illegal(rnd, venue, self.who, at)
        return self.asks(asked, now)

    def _asked_at(self, venue: Venue) -> str | None:
        """A table that wants a decision: who sees one leaves it seldom alone."""
        for at in self.tables:
            felt = venue.tables[at].table.deal.felt if at in venue.tables else None
            if felt is not None and self.who in felt.wagers and felt.hands_to_decide(self.who):
                return at
        return None

    def _sleeps(self, venue: Venue, command: object, at: str) -> bool:
        shared = isinstance(venue.tables[at].table.deal.felt, SharedFelt)
        return self.sleepy and isinstance(command, c.Decide) and shared and self.random.random() < SLEEPS
