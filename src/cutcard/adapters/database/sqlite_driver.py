"""SQLite as a store's database: its pragmas, its statements, its damage. Knows no row's meaning."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cutcard.adapters.database.errors import CannotOpen, Contradiction
from cutcard.adapters.database.rows import Row, Steps
from cutcard.adapters.database.schema import up_to_date
from cutcard.adapters.database.sqlite_lock import FolderLock

FILE: Final = "cutcard.sqlite"
# A backup or `cutcard verify` may hold the file for a moment; after so long the store is unavailable.
BUSY_MS: Final = 5_000

PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with a write-ahead log this is a sync at every commit
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_MS}",
    "PRAGMA cache_size = -65536",  # KiB, as it is negative: 64 MiB
    "PRAGMA journal_size_limit = 67108864",  # a log that once grew is cut to 64 MiB again
    "PRAGMA wal_autocheckpoint = 4000",  # seldom enough that of a hundred commits not one waits for it
)

STATEMENTS: Final = {
    "streams_new": "INSERT INTO streams (id, stream, last) VALUES (?, ?, ?)",
    "streams": "UPDATE streams SET last = ? WHERE id = ?",
    "entries": "INSERT INTO entries (stream, number, round, at_ms, wall_ms, tag, public, private, salt, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "rounds": "INSERT INTO rounds (stream, round, first, last) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (stream, round) DO UPDATE SET last = excluded.last",
    "round_patrons": "INSERT INTO round_patrons (patron, stream, round) VALUES (?, ?, ?)"
    " ON CONFLICT DO NOTHING",
    "accounts_new": "INSERT INTO accounts (account, balance, held) VALUES (?, 0, 0)",
    "holds_gone": "DELETE FROM holds WHERE account = ? AND place = ?",
    "holds": "INSERT INTO holds (account, place, amount) VALUES (?, ?, ?)"
    " ON CONFLICT (account, place) DO UPDATE SET amount = excluded.amount",
    "transfers": "INSERT INTO transfers (serial, kind, ref, postings) VALUES (?, ?, ?, ?)",
    "accounts_held": "UPDATE accounts SET balance = balance + ?, held = (SELECT coalesce(sum(amount), 0)"
    " FROM holds WHERE holds.account = accounts.account) WHERE account = ?",
    "accounts": "UPDATE accounts SET balance = balance + ? WHERE account = ?",
    "answers": "INSERT INTO answers (key, answer) VALUES (?, ?)",
    "secrets": "INSERT INTO secrets (stream, round, secret) VALUES (?, ?, ?)",
    "snapshots": "INSERT INTO snapshots (stream, number, state, state_hash) VALUES (?, ?, ?, ?) ON CONFLICT"
    " (stream) DO UPDATE SET number = excluded.number, state = excluded.state,"
    " state_hash = excluded.state_hash",
    "documents_gone": "DELETE FROM documents WHERE kind = ? AND key = ?",
    "documents": "INSERT INTO documents (kind, key, body) VALUES (?, ?, ?)"
    " ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body",
}


class SqliteDriver:
    """A data folder with an SQLite file in it, locked for this process."""

    unavailable: tuple[type[Exception], ...] = (sqlite3.Error,)
    contradicting: tuple[type[Exception], ...] = (sqlite3.IntegrityError, OverflowError)

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise CannotOpen(f"{folder} cannot be made: {wrong.strerror}") from wrong
        self._path = folder / FILE
        self._lock = FolderLock(folder)
        try:
            self._prepare()
        except BaseException:
            self._lock.release()
            raise

    def _prepare(self) -> None:
        try:
            link = self.connect()
            try:
                check(link, self._path)
                up_to_date(version(link), str(self._path), "sqlite", self.connect)
            finally:
                link.close()
        except sqlite3.Error as wrong:
            raise CannotOpen(f"{self._path} cannot be used: {wrong}") from wrong

    def connect(self) -> sqlite3.Connection:
        """A connection with the pragmas set, on which every statement is its own transaction."""
        link = sqlite3.connect(
            self._path, timeout=BUSY_MS // 1000, isolation_level=None, check_same_thread=False
        )
        try:
            for pragma in PRAGMAS:
                link.execute(pragma).fetchall()
        except sqlite3.Error:
            link.close()
            raise
        return link

    connect_writer = connect

    def ask(self, link: sqlite3.Connection, query: str, params: Sequence[object]) -> list[Row]:
        """All rows of a query."""
        return link.execute(query, tuple(params)).fetchall()

    def write(self, link: sqlite3.Connection, steps: Steps, serial: int) -> None:
        """All steps in one transaction; a foreign writer's is noticed by its number."""
        link.execute("BEGIN IMMEDIATE")
        try:
            _write(link, steps, serial)
            link.execute("COMMIT")
        except BaseException:
            if link.in_transaction:
                link.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let others have the folder."""
        self._lock.release()


def _write(link: sqlite3.Connection, steps: Steps, serial: int) -> None:
    follows = link.execute("UPDATE head SET serial = ? WHERE serial = ?", (serial + 1, serial))
    if follows.rowcount != 1:
        raise Contradiction("another process has written to this store")
    for name, rows in steps:
        query = STATEMENTS[name]
        done = link.executemany(query, rows)
        if query.startswith("UPDATE") and done.rowcount != len(rows):
            raise Contradiction(f"{len(rows)} rows of {name} should change, and {done.rowcount} did")


def version(link: sqlite3.Connection) -> str | None:
    """The schema's version, None where there is none yet."""
    is_migrated = link.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
    rows = link.execute("SELECT version_num FROM alembic_version").fetchall() if is_migrated else []
    return str(rows[0][0]) if rows else None


def check(link: sqlite3.Connection, path: Path | str) -> None:
    """CannotOpen where the file is cut or damaged, with what SQLite says of it."""
    try:
        damage = link.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as wrong:
        raise CannotOpen(f"{path} is damaged: {wrong}") from wrong
    if damage != [("ok",)]:
        raise CannotOpen(f"{path} is damaged: {' '.join(str(damage[0][0]).split())}")
