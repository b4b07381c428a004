"""What goes wrong while a server runs, as lines of its log: store, frozen tables, slow steps, sign-ins.

Each line has its facts as fields. What happens again and again is written seldom, with how often it happened.
No card is written: why a table is frozen may name one that lies face down, so staff read that at the table.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

import structlog

from cutcard.server.address import Networks, Scope, client_address, is_loopback, is_within
from cutcard.venue.venue import Venue

EVERY_S: Final = 10.0  # a line for what happens all the time, and how many were left out
NAME_MAX: Final = 64  # as long as a name may be; what was typed may be anything
FORWARDED: Final = (b"x-forwarded-for", b"forwarded")


class Seldom:
    """Lets something through at once, then once in so many seconds; the others are counted."""

    def __init__(self, every_s: float = EVERY_S) -> None:
        self._every_s = every_s
        self._next_s = 0.0
        self._left_out = 0

    def due(self) -> bool:
        """Whether this one is let through."""
        if monotonic() < self._next_s:
            self._left_out += 1
            return False
        self._next_s = monotonic() + self._every_s
        return True

    def left_out(self) -> int:
        """How many were not, since the last one that was."""
        count, self._left_out = self._left_out, 0
        return count


class Trouble:
    """Looks at the venue after every step. On the venue's thread."""

    def __init__(self, slow_step_s: float) -> None:
        self._log = structlog.get_logger("venue")
        self._slow_step_s = slow_step_s
        self._slow, self._failed, self._unwritten = Seldom(), Seldom(), Seldom()
        self._suspended_s: float | None = None
        self._frozen: frozenset[str] = frozenset()

    def store_failed(self, wrong: Exception) -> None:
        """A write, or finding out about one, has failed."""
        if self._unwritten.due():
            again = self._unwritten.left_out()
            self._log.error("store failed", why=str(wrong), kind=type(wrong).__name__, left_out=again)

    def step_failed(self) -> None:
        """A step has ended in an error that the venue does not know, which is being handled."""
        if self._failed.due():
            self._log.exception("the step failed", left_out=self._failed.left_out())

    def stepped(self, venue: Venue) -> None:
        """A step is over, well or not: say what has changed by it."""
        if venue.suspended and self._suspended_s is None:
            self._suspended_s = monotonic()
            self._log.error("suspended")
        if not venue.suspended and self._suspended_s is not None:
            self._log.info("running again", after_s=round(monotonic() - self._suspended_s, 3))
            self._suspended_s = None
        frozen = frozenset(venue.frozen)
        if frozen != self._frozen:
            self._log_frozen(venue, frozen)

    def _log_frozen(self, venue: Venue, frozen: frozenset[str]) -> None:
        for table in sorted(frozen - self._frozen):
            running = venue.tables.get(table)
            self._log.error(
                "table frozen", table=table, round=0 if running is None else running.table.deal.round
            )
        for table in sorted(self._frozen - frozen):
            self._log.info("table goes on", table=table)
        self._frozen = frozen

    def took(self, seconds: float, requests: int, waiting: int) -> None:
        """How long a turn took from what was asked to what is sent."""
        if seconds > self._slow_step_s and self._slow.due():
            again = self._slow.left_out()
            self._log.warning(
                "slow step", seconds=round(seconds, 4), requests=requests, waiting=waiting, left_out=again
            )


class UnnamedProxy:
    """Says once that a proxy on this machine stands before everybody, and that nobody has named it."""

    def __init__(self, trusted: Networks) -> None:
        self._log = structlog.get_logger("http")
        self._trusted, self._said = trusted, False

    def look(self, scope: Scope) -> None:
        """Whether a request was passed on by whoever is not trusted to say for whom."""
        if self._said or not any(name in FORWARDED for name, _ in scope["headers"]):
            return
        peer = client_address(scope)
        if is_loopback(peer) and not is_within(peer, self._trusted):
            self._said = True
            self._log.warning("a proxy is not named", address=peer, option="--trusted-proxy")


class SignIns:
    """Who was not let in, by account name and address. What they gave as a password is not known here."""

    def __init__(self) -> None:
        self._log = structlog.get_logger("sign-in")
        self._too_many = Seldom(1.0)

    def refused(self, name: str, address: str, why: str) -> None:
        """Name and password do not go together. So many are let through to be tried that each is logged."""
        self._log.warning("sign-in refused", name=name[:NAME_MAX], address=address, why=why, left_out=0)

    def too_many(self, name: str, address: str, why: str) -> None:
        """They tried too often, which costs them nothing: a flood of attempts must not be one of lines."""
        if self._too_many.due():
            left_out = self._too_many.left_out()
            self._log.warning(
                "sign-in refused", name=name[:NAME_MAX], address=address, why=why, left_out=left_out
            )
