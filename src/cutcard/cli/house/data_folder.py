"""A store opened for reading: nothing in it is made, locked or changed, and a server may be running.

All of it is read as it was at one moment, whatever a server writes meanwhile. What is in it is the store's
affair.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cutcard.adapters.database.address import is_postgres
from cutcard.adapters.database.driver import Driver
from cutcard.adapters.database.errors import CannotOpen
from cutcard.adapters.database.rows import Row, Steps
from cutcard.adapters.database.sqlite_driver import FILE
from cutcard.adapters.database.store import SqlStore
from cutcard.cli.refusal import BadInput
from cutcard.venue.ports import Unavailable

BUSY_S: Final = 5  # the server that owns the folder may be writing just now


class ReadingDriver:
    """An SQLite file that is only read."""

    unavailable: tuple[type[Exception], ...] = (sqlite3.Error,)
    contradicting: tuple[type[Exception], ...] = ()

    def __init__(self, path: Path) -> None:
        self._path = path
        self._link: sqlite3.Connection | None = None

    def connect(self) -> sqlite3.Connection:
        """The one connection, in a transaction that begins here and sees nothing that comes later."""
        if self._link is None:
            self._link = self._open()
            self._link.execute("BEGIN")
            self._link.execute("SELECT count(*) FROM sqlite_master").fetchall()
        return self._link

    def _open(self) -> sqlite3.Connection:
        """A connection that can write nothing."""
        address = f"{self._path.absolute().as_uri()}?mode=ro"
        link = sqlite3.connect(
            address, timeout=BUSY_S, isolation_level=None, check_same_thread=False, uri=True
        )
        try:
            link.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except sqlite3.OperationalError:
            link.close()
            # On a read-only disk SQLite cannot make the files it shares with writers; then nobody writes.
            link = sqlite3.connect(
                f"{address}&immutable=1", isolation_level=None, check_same_thread=False, uri=True
            )
        return link

    connect_writer = connect

    def ask(self, link: sqlite3.Connection, query: str, params: Sequence[object]) -> list[Row]:
        """All rows of a query."""
        return link.execute(query, tuple(params)).fetchall()

    def write(self, link: Any, steps: Steps, serial: int) -> None:  # noqa: ARG002  # the driver's shape
        """Never."""
        raise sqlite3.OperationalError("the store is open for reading only")

    def close(self) -> None:
        """Nothing is held."""


@contextmanager
def reading(address: str | Path) -> Iterator[SqlStore]:
    """The store of a data folder or a database; bad input where there is none, or it cannot be read."""
    driver, name = _driver(str(address))
    broken: tuple[type[Exception], ...] = (*driver.unavailable, Unavailable)
    try:
        store = SqlStore(driver)
    except driver.unavailable as wrong:
        driver.close()
        raise _unreadable(name, wrong) from None
    try:
        yield store
    except broken as wrong:
        raise _unreadable(name, wrong) from None
    finally:
        store.close()


def against(path: Path) -> str | None:
    """What in a store's file does not hold, hashes and money from its first entry on.

    One that no house of this version has opened yet is judged as it was written: all money is of one kind.
    """
    from cutcard.verification.point import Point, describe_fault, faults_since

    store = SqlStore(ReadingDriver(path))
    try:
        faults, _ = faults_since(store, Point())
    except Unavailable as wrong:
        return f"it cannot be read: {wrong}"
    finally:
        store.close()
    return describe_fault(faults[0]) if faults else None


def _driver(address: str) -> tuple[Driver, str]:
    """How it is read, and what people know it by."""
    if is_postgres(address):
        from cutcard.adapters.database.postgres_reading import PostgresReader

        try:
            return PostgresReader(address), "the database"
        except CannotOpen as wrong:
            raise BadInput(str(wrong)) from None
    path = Path(address) / FILE
    if not path.is_file():
        raise BadInput(f"{address} is no data folder: there is no {FILE} in it")
    return ReadingDriver(path), str(path)


def _unreadable(name: str, wrong: Exception) -> BadInput:
    return BadInput(f"{name} cannot be read: {wrong}")
