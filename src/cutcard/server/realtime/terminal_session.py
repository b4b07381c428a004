"""One terminal's session: its messages are checked against the roles and handed on; each is answered once.

Rules, money and views are others' affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from time import perf_counter
from typing import Any, Final

import msgspec

from cutcard.cards import BadCard
from cutcard.games.reason import Refusal
from cutcard.ledger import cashier_events as cash
from cutcard.server.engine import BUSY, Job, PendingRequest
from cutcard.server.http.accounts import Session
from cutcard.server.http.refusals import NOT_ALLOWED, NOT_SIGNED_IN, refusal_message
from cutcard.server.realtime import commands
from cutcard.server.realtime.allowed import open_to_staff
from cutcard.server.realtime.connection import Connection
from cutcard.server.realtime.encoding import encode_message
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.runtime import House, wall_ms
from cutcard.table import commands as c
from cutcard.table.command import Source
from cutcard.table.phases import open_to_displays
from cutcard.venue.patrons.premises import refuse_from_outside
from cutcard.venue.ports import Unavailable
from cutcard.venue.requests import CASHIER, UNAVAILABLE, Reply, Request
from cutcard.venue.roles import MESSAGES, ROUTES, SEES_ALL, Allowed, Role, allowed_for, may
from cutcard.venue.table_runner import Running
from cutcard.views.messages import terminal as messages
from cutcard.views.messages.protocol import PROTOCOL

ON_DUTY_NOBODY: Final = "house"

WATCHED_MAX: Final = 64
"""So many tables one socket follows without playing: every table of a large house, and no more."""

LIMITED: Final[Mapping[type[msgspec.Struct], str]] = {
    commands.Lobby: "lobby",
    **dict.fromkeys((commands.Watch, commands.ResumeTables, commands.HoldChip), "look"),
    **dict.fromkeys((commands.CallAttendant, commands.CancelAttendant), "call"),
}
"""What costs the house more than it costs to ask, and the limit that it falls under."""

Result = Mapping[str, int | str] | None


class TerminalSession:
    """A socket and whoever is at the other end."""

    def __init__(self, house: House, connection: Connection, address: str) -> None:
        self._house, self._subscriptions = house, house.subscriptions
        self.connection, self.address = connection, address
        self._from_outside = not house.premises.hold(address)
        self.session: Session | None = None
        self.language = "en"
        self.limited = 0

    @property
    def patron(self) -> str | None:
        """Who plays here: only patrons do."""
        if self.session is None or Role.PATRON not in self.session.roles:
            return None
        return self.session.person

    @property
    def roles(self) -> tuple[str, ...]:
        """What whoever is here may be."""
        return () if self.session is None else self.session.roles

    @property
    def name(self) -> str:
        """What others may call whoever is here."""
        person = None if self.session is None else self._house.people.person(self.session.person)
        return "" if person is None else person.name

    @property
    def _deals(self) -> bool:
        """Whether whoever is here sees what the table waits for from whoever deals."""
        return any(role in self.roles for role in (Role.CROUPIER, Role.SUPERVISOR))

    def arrive(self, session: Session | None) -> None:
        """Say welcome, and show what is open."""
        self.session = session
        person = None if session is None else self._house.people.person(session.person)
        if person is not None:
            self.language = person.language
        welcome = messages.Welcome(
            protocol=PROTOCOL,
            patron=None if person is None else person.id,
            name=None if person is None else person.name,
            roles=self.roles,
            language=self.language,
            now_ms=wall_ms(),
            may=open_to_staff(self.roles),
        )
        self.connection.send(encode_message(welcome))
        if may(self.roles, ROUTES["calls"]):
            self._house.calls.listen(self.connection)
        patron = self.patron
        if patron is not None:
            self._house.calls.listen_for(patron, self.connection)
            self._house.engine.put(Job(lambda out: self._here(patron, out)))

    def depart(self) -> None:
        """The socket is closed."""
        self.connection.open = False
        patron = self.patron
        self._house.calls.unlisten(self.connection, patron)
        self._house.engine.put(Job(lambda _: self._gone(patron)))

    def _here(self, patron: str, out: Outbox) -> None:
        self._subscriptions.arrive(self.connection, patron, out)
        self._house.venue.presence.connection_opened(patron, self.connection)

    def _gone(self, patron: str | None) -> None:
        self._subscriptions.depart(self.connection, patron)
        if patron is not None:
            venue = self._house.venue
            venue.presence.connection_closed(patron, self.connection, venue.clock.steady_ms())

    def refuse(self, ask: str, refusal: Refusal) -> None:
        """Answer no at once."""
        self._house.metrics.refusals.labels(refusal.code).inc()
        self.connection.send(self._answer(ask, refusal, None))

    def _too_often(self, ask: str, what: str) -> bool:
        """Refuse where this is asked for too often: by whoever is here, or from this address."""
        who = (
            id(self.connection) if self.session is None or what in ("lobby", "look") else self.session.person
        )
        no = self._house.limits.take(what, self.address, who)
        if no is not None:
            self.limited += 1
            self.refuse(ask, no)
        return no is not None

    def hello(self, ask: str, session: Session | None, *, signs_in: bool) -> None:
        """Answer a hello, and a sign-in with it where it brought a token."""
        same = session is not None and self.session is not None and session.person == self.session.person
        if signs_in and not same:
            self.refuse(ask, NOT_SIGNED_IN)
            return
        who = {} if self.session is None else {"patron": self.session.person}
        self.connection.send(self._answer(ask, None, {**who, "protocol": PROTOCOL}))

    def _answer(self, ask: str, refusal: Refusal | None, result: Result) -> str:
        if refusal is not None:
            view = refusal_message(refusal, self.language, self._house.config.currency)
            return encode_message(messages.Answer(ask=ask, ok=False, refusal=view))
        return encode_message(messages.Answer(ask=ask, ok=True, result=result))

    def take(self, ask: str, message: msgspec.Struct) -> None:
        """Take a message that could be read."""
        if self.session is not None and not self._alive():
            self.refuse(ask, NOT_SIGNED_IN)
        elif type(message) in commands.COMMANDS:
            self._to_table(ask, message, commands.patron_command(message, self.patron or "", self.name))
        elif type(message) in commands.STAFF_COMMANDS:
            self._from_staff(ask, message)
        elif isinstance(message, commands.CashierMessage):
            self._to_cashier(ask, message)
        else:
            self._to_socket(ask, message)

    def _alive(self) -> bool:
        assert self.session is not None
        session = self._house.people.alive(self.session.key)
        if session is None:
            return False
        self.session = session
        self._house.touch(session)
        return True

    def _why_not(self, row: Allowed) -> Refusal | None:
        if may(self.roles, row):
            return None
        return NOT_SIGNED_IN if self.session is None else NOT_ALLOWED

    # Commands for tables and the cashier.

    def _to_table(self, ask: str, message: Any, command: Any) -> None:
        self._send(ask, message.table, command, self._followed)

    def _from_staff(self, ask: str, message: Any) -> None:
        person = self._house.people.person(self.session.person) if self.session else None
        try:
            command = commands.staff_command(message, "" if person is None else person.name)
        except BadCard as wrong:
            self.refuse(ask, Refusal("bad_message", {"why": str(wrong)}))
            return
        no = self._why_not(allowed_for(command))
        if no is not None:
            self.refuse(ask, no)
        else:
            self._send(ask, message.table, command)

    def _to_cashier(self, ask: str, message: commands.CashierMessage) -> None:
        patron = self.patron or ""
        command: cash.Command
        match message:
            case commands.CashOut():
                command = cash.CashOut(patron, b"")
            case commands.RedeemVoucher():
                if self._too_often(ask, "voucher"):
                    return
                command = cash.RedeemVoucher(patron, message.code)
            case commands.Tip():
                on_duty = self._house.duty.get(message.table, ON_DUTY_NOBODY)
                command = cash.Tip(patron, message.table, on_duty, message.amount)
        self._send(ask, CASHIER, command)

    def _send(
        self, ask: str, table: str, command: Any, then: Callable[[Reply, Any, Outbox], None] | None = None
    ) -> None:
        no = self._why_not(allowed_for(command))
        if no is not None:
            self.refuse(ask, no)
            return
        if not self._put(ask, table, command, then):
            self.refuse(ask, BUSY)

    def _put(
        self, ask: str, table: str, command: Any, then: Callable[[Reply, Any, Outbox], None] | None
    ) -> bool:
        """Into the venue's inbox, to be answered from there; false where it is full."""
        assert self.session is not None, "whoever may command is signed in"

        def answer(reply: Reply, out: Outbox) -> None:
            out.answers.append((self.connection, self._answer(ask, reply.refusal, reply.result)))
            if then is not None and reply.refusal is None:
                then(reply, command, out)

        key, came_ms = f"{self.session.person}:{ask}", self._house.venue.clock.steady_ms()
        outside = self._from_outside and hasattr(command, "patron")
        request = Request(key, table, command, came_ms=came_ms, source=Source.TERMINAL, from_outside=outside)
        return self._house.engine.put(PendingRequest(request, answer, perf_counter()))

    def _followed(self, reply: Reply, command: Any, out: Outbox) -> None:
        """Who joins a table hears of it from then on; who leaves no longer does."""
        name = str(reply.result.get("table", ""))
        running = self._house.venue.tables.get(name)
        if (
            isinstance(command, c.Join)
            and running is not None
            and command.patron in running.table.patrons.places
        ):
            # Afterwards, or the news of the joining would be sent twice.
            out.after.append(
                lambda: self._subscriptions.follow(self.connection, running, command.patron, out)
            )
        elif isinstance(command, c.Leave):
            self._subscriptions.left(command.patron, name, out)

    # Messages for the socket itself.

    def _to_socket(self, ask: str, message: msgspec.Struct) -> None:
        no = self._why_not(MESSAGES[commands.tag_of(type(message))])
        if no is not None:
            self.refuse(ask, no)
            return
        what = LIMITED.get(type(message))
        if what is not None and self._too_often(ask, what):
            return
        match message:
            case commands.ResumeTables():
                self._call(ask, lambda out: self._resume(ask, message, out))
            case commands.Watch():
                self._call(ask, lambda out: self._watch(message.table, out))
            case commands.Unwatch():
                self._call(ask, lambda out: self._unwatch(message.table, out))
            case commands.Lobby():
                self._call(ask, self._lobby)
            case commands.HoldChip():
                self._call(ask, lambda out: self._hold_chip(message, out))
            case commands.NoticeSeen():
                self._call(ask, lambda out: self._mark_seen(message.notice, out))
            case commands.CallAttendant() | commands.CancelAttendant():
                self._attendant(ask, message)
            case _:
                raise AssertionError(f"{message} is no message for a socket")

    def _call(self, ask: str, work: Callable[[Outbox], Refusal | Result]) -> None:
        """Do it on the venue's thread and answer with what it gives."""

        def run(out: Outbox) -> None:
            result = work(out)
            refusal, result = (result, None) if isinstance(result, Refusal) else (None, result)
            if refusal is not None:
                self._house.metrics.refusals.labels(refusal.code).inc()
            out.answers.append((self.connection, self._answer(ask, refusal, result)))

        if not self._house.engine.put(Job(run)):
            self.refuse(ask, BUSY)

    def _visible(self, name: str) -> Running | Refusal:
        """A table that whoever is here may look at: a private one only its owner, the house, and displays."""
        running = self._house.venue.tables.get(name)
        if running is None:
            return Refusal("no_such_table", {"table": name[:64]})
        if self._from_outside and self.patron is not None:
            refused = refuse_from_outside(running.table.deal.settings)
            if refused is not None:
                return refused
        allowed_in = not self._is_guest(running) or open_to_displays(running.table)
        return running if allowed_in else Refusal("not_your_table")

    def _is_guest(self, running: Running) -> bool:
        """Whether this table is somebody else's, and whoever is here not of the house."""
        owner = running.table.deal.settings.owner
        return owner not in (None, self.patron) and not SEES_ALL.intersection(self.roles)

    def _follow(self, running: Running, patron: str | None, out: Outbox) -> None:
        # However the owner looks at a private table, a delayed result comes to them last (MO-01).
        owner = running.table.deal.settings.owner
        late = owner is not None and owner == self.patron
        how = {"deals": self._deals, "guest": self._is_guest(running), "late": late}
        self._subscriptions.follow(self.connection, running, patron, out, **how)

    def _resume(self, ask: str, message: commands.ResumeTables, out: Outbox) -> Refusal | Result:
        for name in message.tables:
            running = self._visible(name)
            if isinstance(running, Refusal):
                out.frames.append((self.connection, encode_message(messages.Gone(name, "closed"))))
                continue
            patron = self.patron if self.patron in running.table.patrons.places else None
            if patron is None and self.patron is not None:
                self._rejoin(f"{ask}:{name}", name, self.patron)
            self._follow(running, patron, out)
        return {"tables": len(message.tables)}

    def _rejoin(self, ask: str, name: str, patron: str) -> None:
        """A terminal that was gone for so long that its place was given up is at the table again (GUI-19)."""
        command = c.Join(patron, self.name)

        def answer(reply: Reply, out: Outbox) -> None:
            if reply.refusal is None:
                self._followed(reply, command, out)

        key = sha256(f"{patron}:{ask}".encode()).hexdigest()
        request = Request(key, name, command, from_outside=self._from_outside)
        self._house.engine.put(PendingRequest(request, answer, perf_counter()))

    def _watch(self, name: str, out: Outbox) -> Refusal | Result:
        running, subscriptions = self._visible(name), self._subscriptions
        if isinstance(running, Refusal):
            return running
        if subscriptions.watched(self.connection) >= WATCHED_MAX and not subscriptions.follows(
            self.connection, name
        ):
            return Refusal("watching_enough", {"most": WATCHED_MAX})
        self._follow(running, None, out)
        return {"table": name}

    def _unwatch(self, name: str, out: Outbox) -> Refusal | Result:
        self._subscriptions.unfollow(self.connection, name, "unwatched", out)
        return {"table": name}

    def _hold_chip(self, message: commands.HoldChip, out: Outbox) -> Refusal | Result:
        running = self._visible(message.table)
        if isinstance(running, Refusal):
            return running
        held = self._subscriptions.hold_chip(self.connection, running, message.amount, out)
        return {"table": message.table} if held else Refusal("not_at_this_table")

    def _lobby(self, out: Outbox) -> Refusal | Result:
        self._subscriptions.lobby.watch(self.connection, self.language, out)
        return {}

    def _mark_seen(self, notice: str, out: Outbox) -> Refusal | Result:
        """Written before it is answered: a notice that was read does not come back."""
        patron, venue = self.patron, self._house.venue
        assert patron is not None, "only patrons have notices"
        try:
            venue.write([venue.notices.mark_seen(patron, notice)])
        except Unavailable:
            return UNAVAILABLE
        venue.notices.drop(patron, notice)
        self._subscriptions.queue_notices(patron, out)
        return {}

    def _attendant(self, ask: str, message: commands.CallAttendant | commands.CancelAttendant) -> None:
        assert self.session is not None, "whoever may call somebody is signed in"
        calls, patron = self._house.calls, self.session.person
        if isinstance(message, commands.CallAttendant):
            call = calls.call_attendant(patron, message.table, wall_ms())
            if call is None:
                self.refuse(ask, BUSY)
            else:
                self.connection.send(self._answer(ask, None, {"call": call.id}))
        elif calls.cancel(patron):
            self.connection.send(self._answer(ask, None, {}))
        else:
            self.refuse(ask, Refusal("no_such_call"))
