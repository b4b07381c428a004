"""Backups of a PostgreSQL database, in the same form as a data folder's: either comes back into either.

The form is one SQLite file with the same tables, made by the same migrations. Rows are copied table by table
as they are; what they mean is not known here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, LiteralString

import msgspec
import psycopg
from psycopg import sql

from cutcard.adapters.database import sqlite_backup
from cutcard.adapters.database.audit import audit
from cutcard.adapters.database.errors import CannotOpen
from cutcard.adapters.database.postgres_driver import Link, PostgresDriver, one_line
from cutcard.adapters.database.postgres_reading import PostgresReader
from cutcard.adapters.database.schema import HEAD, migrate
from cutcard.adapters.database.sqlite_backup import Judge, nothing_against
from cutcard.adapters.database.sqlite_driver import FILE, SqliteDriver, version
from cutcard.adapters.whole_file import moved_into_place

ROWS_AT_ONCE: Final = 1_000  # so many lie in memory at a time, and entries of a big table are megabytes each

_TABLES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    " AND name <> 'alembic_version' ORDER BY rowid"
)


class Columns(msgspec.Struct, frozen=True):
    """A table's name, and the names of its columns in order."""

    table: str
    names: tuple[str, ...]

    def sqlite_insert(self) -> str:
        """The statement that writes a row into SQLite; its names are those of our own migrations."""
        marks = ", ".join("?" * len(self.names))
        return f'INSERT INTO "{self.table}" ({self._quoted()}) VALUES ({marks})'  # noqa: S608

    def sqlite_select(self) -> str:
        """The query for all rows in SQLite."""
        return f'SELECT {self._quoted()} FROM "{self.table}"'  # noqa: S608

    def _quoted(self) -> str:
        return ", ".join(f'"{name}"' for name in self.names)

    def postgres(self, text: LiteralString) -> sql.Composed:
        """A statement of PostgreSQL with the table and its columns filled in."""
        columns = sql.SQL(", ").join(map(sql.Identifier, self.names))
        return sql.SQL(text).format(table=sql.Identifier(self.table), columns=columns)


def tables_of(link: sqlite3.Connection) -> list[Columns]:
    """All tables in the order in which they were made: what others refer to comes first."""
    names = []
    for (name,) in link.execute(_TABLES).fetchall():
        columns = link.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", (name,)).fetchall()
        names.append(Columns(name, tuple(column for (column,) in columns)))
    return names


def back_up(url: str, target: Path, *, force: bool = False, judge: Judge = nothing_against) -> int:
    """Copy the database as it is at one instant; how many transactions the copy has. Takes no lock."""
    sqlite_backup.refuse_target(target, force=force)
    reader = PostgresReader(url)
    try:
        with moved_into_place(target) as part:
            _copied_out(reader, part)
            return sqlite_backup.check_copy(part, "the database", judge)
    except (OSError, sqlite3.Error) as wrong:
        raise sqlite_backup.write_error(target, wrong) from wrong
    except psycopg.Error as wrong:
        raise CannotOpen(f"the database cannot be read: {one_line(wrong)}") from wrong
    finally:
        reader.close()


def _copied_out(reader: PostgresReader, part: Path) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(part, isolation_level=None)

    migrate("sqlite", connect, reader.version)
    with closing(connect()) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # the file is synced whole before it takes its place
        copy.execute("BEGIN")
        for columns in tables_of(copy):
            copy.execute(f'DELETE FROM "{columns.table}"')  # noqa: S608  # what a migration put there
            with reader.connect().cursor(name="backup", binary=True) as rows:
                rows.itersize = ROWS_AT_ONCE
                rows.execute(columns.postgres("SELECT {columns} FROM {table}"))
                copy.executemany(columns.sqlite_insert(), rows)
        copy.execute("COMMIT")


def restore(source: Path, url: str, *, force: bool = False, judge: Judge = nothing_against) -> int:
    """Put a backup in place of what is there; how many transactions it has. Nobody may be using it."""
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}")
    serial = sqlite_backup.check_copy(source, source, judge)
    driver = PostgresDriver(url)
    try:
        with _of_this_version(source) as file, closing(driver.connect_writer()) as link:
            link.execute("SET statement_timeout = 0")
            with link.transaction():
                _copied_in(file, link, force=force)
    except psycopg.Error as wrong:
        raise CannotOpen(f"the database cannot be written: {one_line(wrong)}") from wrong
    except (OSError, sqlite3.Error) as wrong:
        raise CannotOpen(f"{source} cannot be read: {wrong}") from wrong
    finally:
        driver.close()
    return serial


@contextmanager
def _of_this_version(source: Path) -> Iterator[Path]:
    """The backup itself, or a copy of one that an older Cutcard made, brought up to date."""
    with closing(sqlite_backup.open_file(source)) as link:
        current = version(link) == HEAD
    if current:
        yield source
        return
    with TemporaryDirectory(prefix="cutcard-restore-") as folder:
        sqlite_backup.restore(source, Path(folder))
        SqliteDriver(Path(folder)).close()
        yield Path(folder) / FILE


def _copied_in(file: Path, link: Link, *, force: bool) -> None:
    if not force and link.execute("SELECT serial FROM head").fetchall() != [(0,)]:
        raise CannotOpen("the database has data in it already")
    with closing(sqlite_backup.open_file(file)) as copy:
        tables = tables_of(copy)
        names = sql.SQL(", ").join([sql.Identifier(columns.table) for columns in tables])
        link.execute(sql.SQL("TRUNCATE {}").format(names))
        for columns in tables:
            with link.cursor().copy(columns.postgres("COPY {table} ({columns}) FROM STDIN")) as into:
                for row in copy.execute(columns.sqlite_select()):
                    into.write_row(row)
            if "id" in columns.names:
                link.execute(columns.postgres(_COUNT_ON), (columns.table,))

    def ask(query: str, *params: object) -> list[tuple[object, ...]]:
        return link.execute(query.replace("?", "%s").encode(), params).fetchall()

    wrong = audit(ask)
    if wrong:
        raise CannotOpen(f"the restored database does not add up: {wrong[0]}")


_COUNT_ON: Final = (
    "SELECT setval(sequence, (SELECT coalesce(max(id), 0) + 1 FROM {table}), false)"
    " FROM pg_get_serial_sequence(%s, 'id') AS found (sequence) WHERE sequence IS NOT NULL"
)
"""Numbers that the database counts up by itself go on after the last one restored."""
