"""The durable store, over either database: one writer, batches in one transaction, reads beside it.

Which database it is, the driver knows; what an entry or a document means, nobody here knows.

The writer numbers its transactions. Where an answer to a commit is lost, that number says later
whether the batch was written, so a batch may be committed again until it is: it is written once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

from cutcard.adapters.database.audit import audit
from cutcard.adapters.database.driver import Driver
from cutcard.adapters.database.errors import Contradiction
from cutcard.adapters.database.rows import Known, Row, Stream, entry_of, forget, learn, plan_rows
from cutcard.ledger import Hold
from cutcard.record import Entry
from cutcard.venue.ports import Batch, Document, Mark, Purse, Snapshot, Unavailable

ENTRIES_AT_ONCE = 64  # entries of a big table are megabytes each
ROWS_AT_ONCE = 10_000  # accounts: a name and two numbers each

_ENTRIES = (
    "SELECT number, round, at_ms, wall_ms, tag, public, private, salt, hash FROM entries"
    " WHERE stream = (SELECT id FROM streams WHERE stream = ?) AND number > ? AND number <= ?"
    " ORDER BY number LIMIT ?"
)
_SPAN = (
    "SELECT first, last FROM rounds WHERE stream = (SELECT id FROM streams WHERE stream = ?) AND round = ?"
)
_ROUNDS = (
    "SELECT round FROM rounds WHERE stream = (SELECT id FROM streams WHERE stream = ?) AND round < ?"
    " ORDER BY round DESC LIMIT ?"
)
_ROUNDS_OF = (
    "SELECT round FROM round_patrons WHERE stream = (SELECT id FROM streams WHERE stream = ?) AND round < ?"
    " AND patron = ? ORDER BY round DESC LIMIT ?"
)
_END = 2**62  # past every number, and still a whole number to SQLite and PostgreSQL


class SqlStore:
    """A store in an SQL database."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._contradicting: tuple[type[Exception], ...] = (Contradiction, *driver.contradicting)
        self._writing, self._reading = Lock(), Lock()
        self._reader: Any = None
        self._writer: Any = driver.connect_writer()
        self._known = self._load(self._writer)
        self._doubt: Batch | None = None  # whether it was written is not known
        self._late: Batch | None = None  # it was written, and its committer does not know
        self._closed = False

    def commit(self, batch: Batch) -> None:
        """Write all of it in one transaction, durable on return.

        After Unavailable the same batch may be committed again until it succeeds, however the
        first attempt ended. Contradiction says that it can never be written.
        """
        with self._writing:
            self._connect_again()
            late, self._late = self._late, None
            if late is not None:
                # Its first attempt ended in doubt and was written: writing it again would double it.
                if batch is late or batch == late:
                    return
                self._late = late
                raise Contradiction("the batch before this one was written after all: load the store again")
            try:
                plan = plan_rows(batch, self._known)
                self._driver.write(self._writer, plan.steps, self._known.serial)
            except self._contradicting as wrong:
                forget(self._known, batch)
                raise Contradiction(_one_line(wrong)) from wrong
            except self._driver.unavailable as wrong:
                self._lose_writer(batch)
                raise Unavailable(_one_line(wrong)) from wrong
            except BaseException:
                self._lose_writer(batch)
                raise
            learn(self._known, plan)

    def _lose_writer(self, batch: Batch) -> None:
        """Whether the batch is written is not known until the database can be asked."""
        _close_quietly(self._writer, self._driver.unavailable)
        self._writer, self._doubt = None, batch

    def was_written(self, batch: Batch) -> bool:
        """Whether this batch, whose commit ended in Unavailable, was written all the same.

        After this the doubt is over: any batch that follows what is stored may be committed.
        """
        with self._writing:
            self._connect_again()
            late, self._late = self._late, None
            return late is not None and (batch is late or batch == late)

    def _connect_again(self) -> None:
        """Where the writer was lost: the lock is taken first, so that nothing of ours is still under way."""
        if self._writer is not None:
            return
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            writer = self._driver.connect_writer()
            known = self._load(writer)
        except self._driver.unavailable as wrong:
            raise Unavailable(_one_line(wrong)) from wrong
        written = known.serial - self._known.serial
        # One more than we know of is the batch in doubt; anything else is not ours.
        if written > (self._doubt is not None):
            writer.close()
            raise Contradiction("another process has written to this store")
        self._late = self._doubt if written else None
        self._writer, self._known, self._doubt = writer, known, None

    def _load(self, link: Any) -> Known:
        ask = self._driver.ask
        ((serial,),) = ask(link, "SELECT serial FROM head", ())
        streams = ask(link, "SELECT stream, id, last FROM streams", ())
        accounts = ask(link, "SELECT account FROM accounts", ())
        return Known(
            serial,
            {name: Stream(id_, last) for name, id_, last in streams},
            {account for (account,) in accounts},
        )

    def _ask(self, query: str, *params: object) -> list[Row]:
        """Rows of one query. A connection lost while idle is noticed only now, so one more is tried."""
        with self._reading:
            if self._closed:
                raise Unavailable("the store is closed")
            for attempt in (1, 2):
                fresh = self._reader is None
                try:
                    if fresh:
                        self._reader = self._driver.connect()
                    return self._driver.ask(self._reader, query, params)
                except self._driver.unavailable as wrong:
                    _close_quietly(self._reader, self._driver.unavailable)
                    self._reader = None
                    if fresh or attempt == 2:
                        raise Unavailable(_one_line(wrong)) from wrong
        raise AssertionError("two attempts end in an answer or in an error")

    def purses(self) -> Iterator[Purse]:
        """Every account, by name."""
        after = ""
        query = "SELECT account, balance, held FROM accounts WHERE account > ? ORDER BY account LIMIT ?"
        while rows := self._ask(query, after, ROWS_AT_ONCE):
            for row in rows:
                yield Purse(*row)
            after = rows[-1][0]

    def holds(self) -> Iterator[Hold]:
        """Every hold that is not zero."""
        for row in self._ask("SELECT account, place, amount FROM holds ORDER BY account, place"):
            yield Hold(*row)

    def answer(self, key: str) -> bytes | None:
        """What the command with this key was answered, if it was."""
        return self._one("SELECT answer FROM answers WHERE key = ?", key)

    def _one(self, query: str, *params: object) -> bytes | None:
        rows = self._ask(query, *params)
        return rows[0][0] if rows else None

    def entries(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries of a stream in order, those after the given number, up to and including ``upto``."""
        end = _END if upto is None else upto
        while rows := self._ask(_ENTRIES, stream, after, end, ENTRIES_AT_ONCE):
            for row in rows:
                yield entry_of(stream, row)
            after = rows[-1][0]

    def round_entries(self, stream: str, round_: int) -> Iterator[Entry]:
        """The entries of one round, in order."""
        for first, last in self._ask(_SPAN, stream, round_):
            yield from (entry for entry in self.entries(stream, first - 1, last) if entry.round == round_)

    def rounds(self, stream: str, patron: str | None, before: int | None, limit: int) -> Sequence[int]:
        """Round numbers of a stream, latest first; only those with a private leaf of this patron if named."""
        end = _END if before is None else before
        if patron is None:
            rows = self._ask(_ROUNDS, stream, end, limit)
        else:
            rows = self._ask(_ROUNDS_OF, stream, end, patron, limit)
        return [number for (number,) in rows]

    def streams(self) -> Sequence[str]:
        """The names of all streams, sorted."""
        return sorted(str(name) for (name,) in self._ask("SELECT stream FROM streams"))

    def secret(self, stream: str, round_: int) -> bytes | None:
        """The secret of a round."""
        return self._one("SELECT secret FROM secrets WHERE stream = ? AND round = ?", stream, round_)

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a stream."""
        query = "SELECT stream, number, state, state_hash FROM snapshots WHERE stream = ?"
        rows = self._ask(query, stream)
        return Snapshot(*rows[0]) if rows else None

    def documents(self, kind: str) -> Iterator[Document]:
        """All documents of a kind, sorted by key."""
        for key, body in sorted(self._ask("SELECT key, body FROM documents WHERE kind = ?", kind)):
            yield Document(kind, key, body)

    def document(self, kind: str, key: str) -> bytes | None:
        """One document's body."""
        return self._one("SELECT body FROM documents WHERE kind = ? AND key = ?", kind, key)

    def mark(self) -> Mark:
        """How far this store is written. Asked by its writer."""
        ((transfer,),) = self._ask("SELECT coalesce(max(id), 0) FROM transfers")
        return Mark({name: stream.last for name, stream in self._known.streams.items()}, transfer)

    def audit(self, after: int = 0, balances: dict[str, int] | None = None) -> Sequence[str]:
        """What does not add up: every balance counted again from every posting. Empty where all does.

        Where ``balances`` are named, from those on, and the postings after so many transfers.
        """
        return audit(self._ask, after, balances)

    def close(self) -> None:
        """Let go of the store."""
        with self._writing, self._reading:
            if not self._closed:
                self._closed = True
                for link in (self._writer, self._reader):
                    _close_quietly(link, self._driver.unavailable)
                self._writer = self._reader = None
                self._driver.close()


def _close_quietly(link: Any, errors: tuple[type[Exception], ...]) -> None:
    try:
        if link is not None:
            link.close()
    except errors:
        return  # a connection that is broken has nothing left to lose


def _one_line(wrong: BaseException) -> str:
    return " ".join(str(wrong).split()) or type(wrong).__name__
