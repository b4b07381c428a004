"""Who follows which table, and the frames they get: what is the same for many is encoded once.

A frame is joined from texts: the public part is one text for everybody, hands one for each line of play, a
patron's own part one for all patrons with the same things before them. A part that a follower has already is
left out. Only the venue's thread comes here, so a view is always of one instant. Nothing here is sent.

Whatever a step changed is queued in the same step. Only the counts of who has wagered or finished may wait a
moment, and they come by themselves. A fresh view for one follower changes nothing for the others.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from cutcard.server.metrics import Metrics
from cutcard.server.realtime.connection import Connection
from cutcard.server.realtime.encoding import encode, encode_message
from cutcard.server.realtime.followers import Following, Shared, counts_every_ms
from cutcard.server.realtime.lobby import Lobby
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.realtime.view_keys import has_a_crowd, moment_of, news_key, own_key
from cutcard.table.betting.buttons import last_elsewhere
from cutcard.table.phases import holds_back, open_to_displays
from cutcard.venue.requests import Changed, Effects
from cutcard.venue.table_runner import Running
from cutcard.venue.venue import Venue
from cutcard.views.croupier import croupier_view
from cutcard.views.held_back import late_view
from cutcard.views.messages import terminal as messages
from cutcard.views.messages.tables import HandsView
from cutcard.views.patron import own_view
from cutcard.views.public import coups_shown, hands_view, line_key, public_view, roads_view

NO_HANDS: Final = HandsView()


class Subscriptions:
    """Followers by table and by patron, and what they have been sent."""

    def __init__(self, venue: Venue, metrics: Metrics, currency: str) -> None:
        self._venue, self._metrics, self._currency = venue, metrics, currency
        self._tables = venue.tables
        self._at: dict[str, dict[Connection, Following]] = {}
        self._followed: dict[Connection, dict[str, None]] = {}
        self._connections: dict[str, dict[Connection, None]] = {}
        self._moments: dict[str, Hashable] = {}
        self._roads: dict[str, Hashable] = {}
        self._news_keys: dict[str, Hashable] = {}
        self._bets_closed: dict[str, int] = {}
        self._counted: dict[str, int] = {}
        self._stale: dict[str, None] = {}
        self.lobby = Lobby(venue)
        self.due_ms: int | None = None

    # Following.

    def arrive(self, connection: Connection, patron: str, out: Outbox) -> None:
        """A patron's socket: the purse, and every table that is open for them."""
        self._connections.setdefault(patron, {})[connection] = None
        out.frames.append((connection, self._purse(patron)))
        if self._venue.notices.of(patron):
            out.frames.append((connection, self._notices(patron)))
        for name in self._venue.open_tables.of(patron):
            self.follow(connection, self._tables[name], patron, out)

    def depart(self, connection: Connection, patron: str | None) -> None:
        """A socket is closed."""
        for name in self._followed.pop(connection, {}):
            self._at[name].pop(connection, None)
        self.lobby.leave(connection)
        connections = self._connections.get(patron or "")
        if connections is not None:
            connections.pop(connection, None)
            if not connections:
                del self._connections[patron or ""]

    def follow(
        self,
        connection: Connection,
        running: Running,
        patron: str | None,
        out: Outbox,
        *,
        deals: bool = False,
        guest: bool = False,
        late: bool = False,
    ) -> None:
        """From now on this socket hears of this table; first, everything there is to see."""
        followers = self._at.setdefault(running.stream, {})
        follower = followers.get(connection)
        if follower is None or follower.patron != patron:
            number, chip = (0, 0) if follower is None else (follower.number, follower.chip)
            follower = followers[connection] = Following(connection, patron, number, chip)
        self._followed.setdefault(connection, {})[running.stream] = None
        follower.hands = follower.own = follower.croupier = follower.public = 0
        follower.deals, follower.guest, follower.late = deals, guest, late or patron is not None
        whole = self._shared(running, self._roads_text(running))
        self._queue_frame(running, follower, whole, out, own=True)

    def watched(self, connection: Connection) -> int:
        """How many tables a socket follows without being at them."""
        names = self._followed.get(connection, {})
        return sum(self._at[name][connection].patron is None for name in names)

    def follows(self, connection: Connection, name: str) -> bool:
        """Whether a socket hears of a table."""
        return name in self._followed.get(connection, {})

    def hold_chip(self, connection: Connection, running: Running, amount: int, out: Outbox) -> bool:
        """The chip in hand at this terminal, by which its buttons are judged. False: nobody plays here."""
        follower = self._at.get(running.stream, {}).get(connection)
        if follower is None or follower.patron is None:
            return False
        follower.chip = amount
        self._queue_frame(running, follower, Shared(), out, own=True)
        return True

    def unfollow(self, connection: Connection, name: str, reason: str, out: Outbox) -> None:
        """No longer."""
        self._followed.get(connection, {}).pop(name, None)
        if self._at.get(name, {}).pop(connection, None) is not None:
            out.frames.append((connection, encode_message(messages.Gone(name, reason))))

    def left(self, patron: str, name: str, out: Outbox) -> None:
        """A patron has closed a table, on all their sockets."""
        for connection, follower in list(self._at.get(name, {}).items()):
            if follower.patron == patron:
                self.unfollow(connection, name, "left", out)

    # TableNews.

    def queue_news(self, effects: Effects, out: Outbox) -> None:
        """Everybody whom a step has news for."""
        if self._venue.tables is not self._tables:
            self._all_anew(out)
        for name, changed in effects.changed.items():
            self._queue_table(name, changed, out)
        for patron in effects.purses:
            if patron in self._connections:
                self._queue_purse(patron, effects, out)
        for name, changed in effects.changed.items():
            self._queue_elsewhere(name, changed, effects, out)
        for patron in effects.notices:
            self.queue_notices(patron, out)
        self._queue_counts(out)
        self.lobby.queue_rows(out)

    def _all_anew(self, out: Outbox) -> None:
        """The venue has read everything again: whatever anybody was sent may be out of date."""
        self._tables = self._venue.tables
        for name, followers in list(self._at.items()):
            running = self._tables.get(name)
            for connection, follower in list(followers.items()):
                if running is None:
                    self.unfollow(connection, name, "closed", out)
                else:
                    self.follow(
                        connection,
                        running,
                        follower.patron,
                        out,
                        deals=follower.deals,
                        guest=follower.guest,
                        late=follower.late,
                    )
        for patron, connections in self._connections.items():
            out.frames.extend((connection, self._purse(patron)) for connection in connections)

    def _queue_table(self, name: str, changed: Changed, out: Outbox) -> None:
        running = self._tables.get(name)
        if running is None:
            return
        if changed.round_over:
            settings = running.table.deal.settings
            self._metrics.rounds.labels(f"{settings.profile.id}-{settings.mode.value}").inc()
        followers = self._at.get(name)
        if not followers:
            return
        if not open_to_displays(running.table):
            for connection in [connection for connection, follower in followers.items() if follower.guest]:
                self.unfollow(connection, name, "not_your_table", out)
        if changed.everybody or self._news_keys.get(name) != news_key(running.table):
            self._queue_for_all(running, followers, changed, out)
            return
        self._stale[name] = None
        self._queue_for_some(running, followers, changed, out)

    def _queue_for_some(
        self, running: Running, followers: dict[Connection, Following], changed: Changed, out: Outbox
    ) -> None:
        """Where only counts changed for everybody: whoever deals, and those whose own things changed."""
        nothing_shared = Shared()
        if not has_a_crowd(running.table):
            for each in followers.values():
                if each.deals:
                    self._queue_frame(running, each, nothing_shared, out, own=False)
        for patron in changed.patrons:
            for connection in self._connections.get(patron, ()):
                follower = followers.get(connection)
                if follower is not None and follower.patron == patron:
                    self._queue_frame(running, follower, nothing_shared, out, own=True)

    def _queue_for_all(
        self, running: Running, followers: dict[Connection, Following], changed: Changed, out: Outbox
    ) -> None:
        table, name = running.table, running.stream
        shared = self._shared_with_all(running, self._new_roads(running))
        moment = moment_of(table)
        for_all = self._moments.get(name) != moment
        self._moments[name] = moment
        for follower in followers.values():
            own = follower.patron is not None and (for_all or follower.patron in changed.patrons)
            self._queue_frame(running, follower, shared, out, own=own)

    def _queue_frame(
        self, running: Running, follower: Following, shared: Shared, out: Outbox, *, own: bool
    ) -> None:
        """One follower's frame, of the parts that are new to them."""
        parts = follower.public_part(shared)
        if follower.patron is not None:
            hands = self._hands(running, follower.patron, shared)
            known = hash(hands)
            if known != follower.hands:
                follower.hands = known
                parts += f',"hands":{hands}'
            if own:
                parts += self._own_part(running, follower, follower.patron, shared)
        if follower.deals:
            parts += self._croupier_part(running, follower)
        if shared.roads:
            parts += f',"roads":{shared.roads}'
        if parts:
            follower.number += 1
            frame = f'{{"type":"table","table":"{running.stream}","number":{follower.number}{parts}}}'
            out.frames.append((follower.connection, frame))

    def _own_part(self, running: Running, follower: Following, patron: str, shared: Shared) -> str:
        own = self._own(running, follower, patron, shared)
        known = hash(own)
        if known == follower.own:
            return ""
        follower.own = known
        return f',"own":{own}'

    def _croupier_part(self, running: Running, follower: Following) -> str:
        """What to do next, for whoever deals here or watches over it."""
        text = encode(croupier_view(running.table, self._venue.book.play)).decode()
        known = hash(text)
        if known == follower.croupier:
            return ""
        follower.croupier = known
        return f',"croupier":{text}'

    def _shared_with_all(self, running: Running, roads: str = "") -> Shared:
        """What everybody who follows the table gets now."""
        self._stale.pop(running.stream, None)
        self._counted[running.stream] = self._venue.now_ms()
        self._news_keys[running.stream] = news_key(running.table)
        return self._shared(running, roads)

    def _shared(self, running: Running, roads: str) -> Shared:
        """What one message has for everybody, and for a terminal that a result is held back from."""
        view = public_view(running.table, self._venue.now_ms())
        late = encode(late_view(running.table, view)).decode() if holds_back(running.table) else ""
        return Shared(public=encode(view).decode(), late=late, roads=roads)

    def _hands(self, running: Running, patron: str, shared: Shared) -> str:
        key = line_key(running.table, patron)
        text = shared.hands.get(key)
        if text is None:
            text = encode(hands_view(running.table, patron) or NO_HANDS).decode()
            shared.hands[key] = text
        return text

    def _own(self, running: Running, follower: Following, patron: str, shared: Shared) -> str:
        table, playable = running.table, self._venue.book.playable_of(patron)
        open_tables = (self._tables[name].table for name in self._venue.open_tables.of(patron))
        other = last_elsewhere(open_tables, table, patron)
        key = own_key(table, patron, playable, follower.chip, other)
        text = shared.own.get(key)
        if text is None:
            view = own_view(table, patron, playable, self._venue.now_ms(), chip=follower.chip, other=other)
            text = "null" if view is None else encode(view).decode()
            shared.own[key] = text
        return text

    def _roads_text(self, running: Running) -> str:
        view = roads_view(running.table)
        return "" if view is None else encode(view).decode()

    def _new_roads(self, running: Running) -> str:
        """The boards, where a coup was added or a shoe begun."""
        table = running.table
        coups = coups_shown(table)
        known = (len(coups), coups[-1] if coups else None, table.deal.shoe.number)
        if self._roads.get(running.stream) == known:
            return ""
        self._roads[running.stream] = known
        return self._roads_text(running)

    def _queue_purse(self, patron: str, effects: Effects, out: Outbox) -> None:
        """The meter; and at other tables, what can now be paid for, or no longer."""
        text = self._purse(patron)
        out.frames.extend((connection, text) for connection in self._connections[patron])
        self._queue_open_tables(patron, effects, out)

    def _queue_elsewhere(self, name: str, changed: Changed, effects: Effects, out: Outbox) -> None:
        """At other tables of the kind: what Repeat repeats there may be what was played here (GUI-08)."""
        running = self._tables.get(name)
        patrons = changed.patrons if running is None else {**changed.patrons, **self._just_played(running)}
        for patron in patrons:
            if patron not in self._connections or patron in effects.purses:
                continue
            self._queue_open_tables(patron, effects, out)

    def _queue_open_tables(self, patron: str, effects: Effects, out: Outbox) -> None:
        """What a patron has at every open table, but for those that had news for this very patron."""
        for name in self._venue.open_tables.of(patron):
            if name not in effects.changed or patron not in effects.changed[name].patrons:
                self._queue_table(name, Changed(patrons={patron: None}), out)

    def _just_played(self, running: Running) -> dict[str, None]:
        """Who is at a table whose bets have become final since this was last asked."""
        table, closed_ms = running.table, running.table.clock.bets_closed_ms
        known = self._bets_closed.get(running.stream, 0)
        self._bets_closed[running.stream] = closed_ms
        return {} if known == closed_ms else dict.fromkeys(table.patrons.places)

    def purse(self, patron: str) -> messages.Purse:
        """What a patron has, what is held on tables, what can be staked."""
        book = self._venue.book
        account = book.purse(patron)
        return messages.Purse(
            currency=self._currency,
            balance=book.balance(account),
            held=book.amount_held(account),
            playable=book.playable(account),
            play=patron in book.play,
        )

    def _purse(self, patron: str) -> str:
        return encode_message(self.purse(patron))

    def queue_notices(self, patron: str, out: Outbox) -> None:
        """What the patron has not seen yet, on all their sockets."""
        text = self._notices(patron)
        out.frames.extend((connection, text) for connection in self._connections.get(patron, ()))

    def _notices(self, patron: str) -> str:
        return encode_message(messages.NoticesMessage(self._venue.notices.of(patron)))

    def _queue_counts(self, out: Outbox) -> None:
        """How many have wagered or finished, where only that has changed: now and then, not every time."""
        now = self._venue.now_ms()
        self.due_ms = None
        for name in list(self._stale):
            running, followers = self._tables.get(name), self._at.get(name)
            if running is None or not followers:
                del self._stale[name]
                continue
            due = self._counted.get(name, 0) + counts_every_ms(len(followers))
            if now < due:
                self.due_ms = due if self.due_ms is None else min(due, self.due_ms)
                continue
            shared = self._shared_with_all(running)
            for follower in followers.values():
                self._queue_frame(running, follower, shared, out, own=False)
