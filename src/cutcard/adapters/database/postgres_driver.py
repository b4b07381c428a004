"""PostgreSQL as a store's database: one statement for each kind of row. Knows no row's meaning.

Rows travel as arrays, and all statements of a batch in one pipeline, so that a commit costs few round trips
however large it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, LiteralString, NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from cutcard.adapters.database.address import check_address, without_passwords
from cutcard.adapters.database.errors import CannotOpen, Contradiction
from cutcard.adapters.database.rows import Row, Steps
from cutcard.adapters.database.schema import up_to_date

LOCK: Final = 0x_43_55_54_43_41_52_44  # "CUTCARD"
LEAVING_MS: Final = 3000  # PostgreSQL frees a lock only when it notices that its holder is gone
SETTINGS: Final = {
    "application_name": "cutcard",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "options": "-c synchronous_commit=on -c statement_timeout=30000 -c lock_timeout=5000",
}


class Kind(NamedTuple):
    """A kind of row: names and types of its columns, and the statement, with {rows} where they come from."""

    columns: LiteralString
    query: LiteralString


KINDS: Final = {
    "streams_new": Kind(
        "id bigint, stream text, last bigint",
        "INSERT INTO streams (id, stream, last) SELECT id, stream, last FROM {rows}",
    ),
    "streams": Kind(
        "last bigint, id bigint",
        "UPDATE streams SET last = n.last FROM {rows} WHERE streams.id = n.id",
    ),
    "entries": Kind(
        "stream bigint, number bigint, round bigint, at_ms bigint, wall_ms bigint, tag text,"
        " public bytea, private bytea, salt bytea, hash bytea",
        "INSERT INTO entries (stream, number, round, at_ms, wall_ms, tag, public, private, salt, hash)"
        " SELECT * FROM {rows}",
    ),
    "rounds": Kind(
        "stream bigint, round bigint, first bigint, last bigint",
        "INSERT INTO rounds (stream, round, first, last) SELECT * FROM {rows}"
        " ON CONFLICT (stream, round) DO UPDATE SET last = excluded.last",
    ),
    "round_patrons": Kind(
        "patron text, stream bigint, round bigint",
        "INSERT INTO round_patrons (patron, stream, round) SELECT * FROM {rows} ON CONFLICT DO NOTHING",
    ),
    "accounts_new": Kind(
        "account text",
        "INSERT INTO accounts (account, balance, held) SELECT account, 0, 0 FROM {rows}",
    ),
    "holds_gone": Kind(
        "account text, place text",
        "DELETE FROM holds USING {rows} WHERE holds.account = n.account AND holds.place = n.place",
    ),
    "holds": Kind(
        "account text, place text, amount bigint",
        "INSERT INTO holds (account, place, amount) SELECT * FROM {rows}"
        " ON CONFLICT (account, place) DO UPDATE SET amount = excluded.amount",
    ),
    "transfers": Kind(
        "serial bigint, kind text, ref text, postings bytea",
        "INSERT INTO transfers (serial, kind, ref, postings) SELECT serial, kind, ref, postings FROM {rows}",
    ),
    "accounts_held": Kind(
        "amount bigint, account text",
        "UPDATE accounts SET balance = balance + n.amount, held = (SELECT coalesce(sum(holds.amount), 0)"
        " FROM holds WHERE holds.account = n.account) FROM {rows} WHERE accounts.account = n.account",
    ),
    "accounts": Kind(
        "amount bigint, account text",
        "UPDATE accounts SET balance = balance + n.amount FROM {rows} WHERE accounts.account = n.account",
    ),
    "answers": Kind(
        "key text, answer bytea",
        "INSERT INTO answers (key, answer) SELECT * FROM {rows}",
    ),
    "secrets": Kind(
        "stream text, round bigint, secret bytea",
        "INSERT INTO secrets (stream, round, secret) SELECT * FROM {rows}",
    ),
    "snapshots": Kind(
        "stream text, number bigint, state bytea, state_hash bytea",
        "INSERT INTO snapshots (stream, number, state, state_hash) SELECT * FROM {rows} ON CONFLICT (stream)"
        " DO UPDATE SET number = excluded.number, state = excluded.state, state_hash = excluded.state_hash",
    ),
    "documents_gone": Kind(
        "kind text, key text",
        "DELETE FROM documents USING {rows} WHERE documents.kind = n.kind AND documents.key = n.key",
    ),
    "documents": Kind(
        "kind text, key text, body bytea",
        "INSERT INTO documents (kind, key, body) SELECT * FROM {rows}"
        " ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body",
    ),
}


def _statement(kind: Kind) -> sql.Composed:
    """The statement with its rows as one array for each column, numbered as they were listed."""
    columns = [word.split() for word in kind.columns.split(",")]
    arrays = sql.SQL(", ").join([sql.SQL("%b::" + type_ + "[]") for _, type_ in columns])
    names = sql.SQL(", ").join([sql.Identifier(name) for name, _ in columns])
    return sql.SQL(kind.query).format(rows=sql.SQL("unnest({}) AS n ({})").format(arrays, names))


STATEMENTS: Final = {name: _statement(kind) for name, kind in KINDS.items()}

Link = psycopg.Connection[tuple[Any, ...]]


class PostgresDriver:
    """A PostgreSQL database, locked for this process as long as its writer is connected."""

    unavailable: tuple[type[Exception], ...] = (psycopg.Error,)
    contradicting: tuple[type[Exception], ...] = (psycopg.IntegrityError, psycopg.DataError)

    def __init__(self, url: str) -> None:
        self._url = url
        link = open_first_link(url)
        self._first: Link | None = link
        try:
            _lock_soon(link)
            up_to_date(version(link), "the database", "postgresql+psycopg", self.connect)
        except BaseException:
            link.close()
            raise

    def connect(self) -> Link:
        """A connection on which every statement is its own transaction."""
        return open_link(self._url)

    def connect_writer(self) -> Link:
        """A connection that holds the database's lock, without which nothing is written."""
        link, self._first = self._first, None
        if link is None:
            link = self.connect()
            # A server may take a moment to notice that the connection before this one is gone.
            try:
                link.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
            except psycopg.Error:
                link.close()
                raise
        return link

    def ask(self, link: Link, query: str, params: Sequence[object]) -> list[Row]:
        """All rows of a query; numbers, names and bytes travel in binary."""
        text = query.replace("?", "%s").encode()
        return link.cursor(binary=True).execute(text, params).fetchall()

    def write(self, link: Link, steps: Steps, serial: int) -> None:
        """All steps in one transaction; a foreign writer's is noticed by its number."""
        with link.transaction():
            done = []
            with link.pipeline():
                head = link.execute(
                    "UPDATE head SET serial = %s WHERE serial = %s", (serial + 1, serial), prepare=True
                )
                for name, rows in steps:
                    columns = [list(column) for column in zip(*rows, strict=True)]
                    done.append((name, len(rows), link.execute(STATEMENTS[name], columns, prepare=True)))
            if head.rowcount != 1:
                raise Contradiction("another process has written to this store")
            for name, count, cursor in done:
                if KINDS[name].query.startswith("UPDATE") and cursor.rowcount != count:
                    raise Contradiction(f"{count} rows of {name} should change, and {cursor.rowcount} did")

    def close(self) -> None:
        """The lock goes with the writer's connection."""
        if self._first is not None:
            self._first.close()


def open_link(url: str) -> Link:
    """A connection on which every statement is its own transaction."""
    return psycopg.connect(make_conninfo(url, **SETTINGS), autocommit=True)


def open_first_link(url: str) -> Link:
    """The first connection to a database; CannotOpen where there is none to be had."""
    check_address(url)
    try:
        return open_link(url)
    except psycopg.Error as wrong:
        raise CannotOpen(f"the database cannot be reached: {one_line(wrong)}") from wrong


def _lock_soon(link: Link) -> None:
    """Takes the lock. Its last holder's is let go only when the database has noticed that they left."""
    link.execute(f"SET lock_timeout = {LEAVING_MS}".encode())
    try:
        link.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
    except psycopg.errors.LockNotAvailable:
        raise CannotOpen("the database is in use by another process") from None
    link.execute("RESET lock_timeout")


def version(link: Link) -> str | None:
    """The schema's version, None where there is none yet."""
    is_migrated = link.execute("SELECT to_regclass('alembic_version')").fetchall() != [(None,)]
    rows = link.execute("SELECT version_num FROM alembic_version").fetchall() if is_migrated else []
    return str(rows[0][0]) if rows else None


def one_line(wrong: psycopg.Error) -> str:
    """What the database says, without any password."""
    return without_passwords(" ".join(str(wrong).split()))
