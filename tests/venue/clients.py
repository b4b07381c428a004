"""Patrons' terminals in a simulation: they ask, wait, ask again under the same key, crash, and remember.

What a terminal was told is noted beside it, so that a crash of its own forgets nothing that was promised.
"""

from __future__ import annotations

import random
from collections import Counter

from cutcard.ledger import cashier_events as ce
from cutcard.table import commands as c
from cutcard.venue.asks import CASHIER, Ask, Reply
from cutcard.venue.venue import Venue
from tests.venue.playing import at_the_desk, illegal, legal

RESEND_MS = 1_000
PENDING_MAX = 4

_HOW = {
    c.PlaceBet: "place",
    c.ClearLast: "clear_last",
    c.ClearAll: "clear_all",
    c.UndoBet: "undo",
    c.DoubleBets: "double",
    c.RaiseBets: "raise",
    c.BetAll: "bet_all",
    c.LetItPlay: "let_it_play",
    c.PlayNow: "play_now",
    c.Decide: "decided",
    c.Contribute: "contributed",
    ce.CashIn: "cash_taken",
    ce.Tip: "tip_given",
    ce.RedeemVoucher: "voucher_redeemed",
}


class Client:
    """One patron's terminal."""

    def __init__(self, who: str, seed: int, tables: list[str], *, slow: bool, sleepy: bool) -> None:
        self.who = who
        self.random = random.Random(f"{seed} {who}")
        self.tables = tables
        self.slow = slow
        self.sleepy = sleepy
        self.made = 0
        self.pending: dict[str, Ask] = {}
        self.resend_at: dict[str, int] = {}
        self.told: dict[str, Reply] = {}
        self.believes: Counter[tuple[str, str]] = Counter({(CASHIER, "cash_taken"): 1})  # at the door

    def thinks(self, venue: Venue, now: int) -> Ask | None:
        """Something new to ask, if the terminal is not waiting for too much already."""
        rnd = self.random
        if len(self.pending) >= PENDING_MAX:
            return None
        at = rnd.choice(self.tables)
        if at not in venue.tables:
            return None
        kind = rnd.random()
        if kind < 0.03:
            asked = at_the_desk(rnd, venue, self.who)
        elif kind < 0.9:
            found = legal(rnd, venue, self.who, at)
            sleeps = self.sleepy and rnd.random() < 0.9
            if found is None or (sleeps and isinstance(found[1], c.Decide) and at == "multihand-etg-video"):
                return None
            asked = found
        else:
            asked = illegal(rnd, venue, self.who, at)
        self.made += 1
        ask = Ask(f"{self.who}-{self.made}", *asked)
        self.pending[ask.key] = ask
        self.resend_at[ask.key] = now + RESEND_MS
        return ask

    def due(self, now: int) -> list[Ask]:
        """What nobody has answered for a while."""
        late = [key for key, at in self.resend_at.items() if at <= now]
        for key in late:
            self.resend_at[key] = now + RESEND_MS + self.random.randrange(500)
        return [self.pending[key] for key in late]

    def hears(self, reply: Reply) -> str | None:
        """An answer, perhaps once more; what is wrong with it, if anything is."""
        if reply.refusal is not None and reply.refusal.code == "unavailable":
            return None  # nothing is known of it: it will be asked again
        before = self.told.setdefault(reply.key, reply)
        if before != reply:
            return f"{reply.key} was answered {before} and then {reply}"
        ask = self.pending.pop(reply.key, None)
        self.resend_at.pop(reply.key, None)
        if ask is not None and reply.refusal is None:
            self.believes[self._effect(ask)] += 1
        return None

    def _effect(self, ask: Ask) -> tuple[str, str]:
        return ask.table, _HOW.get(type(ask.command), "")

    def crashes(self) -> None:
        """Everything but the outbox is forgotten, and that is sent again at once."""
        for key in self.resend_at:
            self.resend_at[key] = 0

    def watched(self) -> list[tuple[str, str]]:
        """The effects that can be counted in the record."""
        return [(at, how) for at in (*self.tables, CASHIER) for how in dict.fromkeys(_HOW.values())]
