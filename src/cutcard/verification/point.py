"""A verified point: how far a store's record and money were found to hold, so that no start reads all again.

What came since is checked against it: every hash, every balance, every posting. Whether events follow from
each other is not asked here, and what a point says of older entries is believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from cutcard.ledger import Book, Hold, cashier, cashier_events
from cutcard.ledger.cashier import Cashier
from cutcard.record import Entry, decode_event
from cutcard.record.chain import link_fault
from cutcard.table import events as e
from cutcard.table.forks.fork import FORK_MARK
from cutcard.texts import say
from cutcard.venue.money import moves
from cutcard.venue.patrons.play_money import is_apart, players_of
from cutcard.venue.ports import Document, Mark, Purse, Store
from cutcard.venue.requests import CASHIER
from cutcard.verification.fold import Fault
from cutcard.verification.folder import money_faults
from cutcard.verification.verdict import IMPOSSIBLE

POINT: Final = "verified_point"
ENTRIES_AT_ONCE: Final = 64  # entries of a big table are megabytes each
UNREADABLE: Final = (*IMPOSSIBLE, msgspec.DecodeError)


class Point(msgspec.Struct, frozen=True):
    """What held: the streams' heads with their hashes, and the money that the record comes to."""

    mark: Mark = Mark()
    hashes: dict[str, str] = {}
    balances: dict[str, int] = {}
    holds: tuple[Hold, ...] = ()


class Audited(Store, Protocol):
    """A store that counts its own postings."""

    def audit(self, after: int = 0, balances: dict[str, int] | None = None) -> Sequence[str]:
        """What does not add up, from balances after a transfer on."""
        ...


def point_document(point: Point) -> Document:
    """A point as it is kept, with a sum over it: a turned bit makes it one that nobody kept."""
    body = msgspec.json.encode(point)
    return Document(POINT, POINT, sha256(body).hexdigest().encode() + body)


def kept_point(store: Store) -> Point:
    """The point that was kept last; where there is none that can be believed, all has to be read."""
    stored = store.document(POINT, POINT)
    if not isinstance(stored, bytes) or sha256(stored[64:]).hexdigest().encode() != stored[:64]:
        return Point()
    try:
        return msgspec.json.decode(stored[64:], type=Point)
    except msgspec.ValidationError:
        return Point()


def faults_since(store: Audited, before: Point) -> tuple[list[Fault], Point]:
    """What does not hold since a point, money and all (CR-3); and the point from here on.

    Nothing may be written meanwhile.
    """
    since = Since(store, before, players_of(store))
    faults = since.faults(store.mark())
    if not faults:
        audit = store.audit(before.mark.transfer, dict(before.balances))
        faults = [("", 0, line) for line in audit] or list(money_faults(store, since.book))
    # A store of an older version has its play money set apart by what comes next.
    return faults, since.point() if is_apart(store) else Point()


def describe_fault(fault: Fault) -> str:
    """A fault in one line: where, and what."""
    stream, round_number, why = fault
    where = f"{stream}, round {round_number}: " if round_number else f"{stream}: " if stream else ""
    return f"{where}{why}"


class Since:
    """Goes on from a point: reads what was written since, counts its money, and has a new point.

    ``players`` are the patrons who had play money at the point; later ones are read of.
    """

    def __init__(self, store: Store, point: Point, players: Iterable[str]) -> None:
        self._store, self._mark, self._hashes = store, point.mark, dict(point.hashes)
        self._apart = is_apart(store)
        self.book = Book()
        purses = (Purse(account, balance, 0) for account, balance in point.balances.items())
        self.book.load(purses, point.holds, players)
        self._desk: Cashier | None = None

    def point(self) -> Point:
        """What holds by now."""
        return Point(self._mark, dict(self._hashes), dict(self.book.balances()), self.book.holds())

    def faults(self, upto: Mark, rest: Callable[[], None] = lambda: None) -> list[Fault]:
        """Read up to a mark; where anything does not hold, the first of it in each stream.

        After a fault there is no point to go on from. ``rest`` is called now and then.
        """
        names = sorted({*self._mark.streams, *upto.streams}, key=lambda name: (name != CASHIER, name))
        faults = [fault for name in names for fault in self._stream(name, upto.streams.get(name, 0), rest)]
        self._mark = upto
        return faults

    def _stream(self, name: str, last: int, rest: Callable[[], None]) -> Iterator[Fault]:
        """One stream, up to the first entry that does not follow."""
        done = self._mark.streams.get(name, 0)
        before: Entry | None = None
        if done:
            before = next(iter(self._store.entries(name, done - 1, done)), None)
            if before is None or before.hash.hex() != self._hashes[name]:
                yield name, 0, f"entry {done} is not the one that was verified"
                return
        take = self._taken_cash if name == CASHIER else self._count_money
        for entry in self._store.entries(name, done, last):
            wrong = link_fault(before, entry)
            fault = take(entry) if wrong is None else say(wrong)
            if fault is not None:
                yield name, entry.round, fault
                return
            before = entry
            if entry.number % ENTRIES_AT_ONCE == 0:
                rest()
        if (before.number if before else 0) != last:
            yield name, 0, f"its record should have {last} entries"
        elif before is not None:
            self._hashes[name] = before.hash.hex()

    def _count_money(self, entry: Entry) -> str | None:
        """Count the money of a table's entry; that of an interrupted game moves with its table."""
        if FORK_MARK in entry.stream:
            return None
        try:
            holds, transfers = moves(
                entry.stream, entry.round, decode_event(entry, e.AnyEvent), self.book.play
            )
        except UNREADABLE as wrong:
            return f"entry {entry.number} cannot be read: {wrong}"
        for hold in holds:
            self.book.put(hold)
        for transfer in transfers:
            self.book.apply(transfer)
        return None

    def _taken_cash(self, entry: Entry) -> str | None:
        """Count the money of an entry of the cashier, whose vouchers say what kind of money they are."""
        try:
            desk = self._desk if self._desk is not None else self._desk_before(entry)
            event = decode_event(entry, cashier_events.Event)
            if self._apart and isinstance(event, cashier_events.PlayMoneyGiven):
                self.book.play.add(event.patron)
            for transfer in cashier.transfers(event, self.book.play, desk):
                self.book.apply(transfer)
            self._desk = cashier.evolve(desk, event)
        except UNREADABLE as wrong:
            return f"entry {entry.number} cannot be read: {wrong}"
        return None

    def _desk_before(self, entry: Entry) -> Cashier:
        """The cashier before an entry; what was verified is not counted again."""
        desk = Cashier()
        for known in self._store.entries(CASHIER, 0, entry.number - 1):
            desk = cashier.evolve(desk, decode_event(known, cashier_events.Event))
        return desk
