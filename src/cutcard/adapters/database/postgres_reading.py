"""A PostgreSQL database that is only read: nothing in it is made, locked or changed; a server may be running.

All of it is read as it was at one moment. What the rows mean is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from cutcard.adapters.database.errors import CannotOpen
from cutcard.adapters.database.postgres_driver import Link, open_first_link, version
from cutcard.adapters.database.rows import Row, Steps
from cutcard.adapters.database.schema import KNOWN


class PostgresReader:
    """One connection, in a transaction that begins with it and sees nothing that comes later."""

    unavailable: tuple[type[Exception], ...] = (psycopg.Error,)
    contradicting: tuple[type[Exception], ...] = ()

    def __init__(self, url: str) -> None:
        self._link = open_first_link(url)
        try:
            # A whole record takes long to read, and a server's limits are for those who write.
            self._link.execute("SET statement_timeout = 0")
            self._link.execute("SET idle_in_transaction_session_timeout = 0")
            self._link.execute("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self.version = _known_version(self._link)
        except BaseException:
            self._link.close()
            raise

    def connect(self) -> Link:
        """The one connection: another one would see another moment."""
        return self._link

    connect_writer = connect

    def ask(self, link: Link, query: str, params: Sequence[object]) -> list[Row]:
        """All rows of a query; numbers, names and bytes travel in binary."""
        return link.cursor(binary=True).execute(query.replace("?", "%s").encode(), params).fetchall()

    def write(self, link: Any, steps: Steps, serial: int) -> None:  # noqa: ARG002  # the driver's shape
        """Never."""
        raise psycopg.OperationalError("the store is open for reading only")

    def close(self) -> None:
        """The transaction ends with its connection."""
        self._link.close()


def _known_version(link: Link) -> str:
    stored_version = version(link)
    if stored_version not in KNOWN:
        raise CannotOpen("the database is not a Cutcard database of this version or an older one")
    assert stored_version is not None
    return stored_version
