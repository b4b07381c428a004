"""Copies of a data folder's database: taken while it is in use, checked, put back. Knows no row's meaning.

A copy is made under another name and moved into place when it is whole and on the disk.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from cutcard.adapters.sql_audit import audited
from cutcard.adapters.sql_errors import CannotOpen
from cutcard.adapters.sql_schema import KNOWN
from cutcard.adapters.sqlite_driver import FILE, check, version
from cutcard.adapters.sqlite_lock import FolderLock


def back_up(folder: Path, target: Path, *, force: bool = False) -> int:
    """Copy the database as it is at one instant; how many transactions the copy has. Takes no lock."""
    source = folder / FILE
    if not source.is_file():
        raise CannotOpen(f"there is no {FILE} in {folder}")
    if target.exists() and not force:
        raise CannotOpen(f"{target} exists already")
    _copied(source, target)
    return checked(target)


def restore(source: Path, folder: Path, *, force: bool = False) -> int:
    """Put a copy in place of a folder's database; how many transactions it has. Nobody may be using it."""
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}")
    serial = checked(source)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CannotOpen(f"{folder} cannot be made: {wrong.strerror}") from wrong
    lock = FolderLock(folder)
    try:
        target = folder / FILE
        _cleared(target, force=force)
        _copied(source, target)
    finally:
        lock.release()
    return serial


def checked(path: Path) -> int:
    """How many transactions a copy has; CannotOpen where it is damaged, not ours, or does not add up."""
    try:
        with closing(_opened(path)) as link:
            check(link, path)
            if version(link) not in KNOWN:
                raise CannotOpen(f"{path} is not a Cutcard database of this version or an older one")

            def ask(query: str, *params: object) -> list[tuple[object, ...]]:
                return link.execute(query, params).fetchall()

            wrong = audited(ask)
            serial = int(link.execute("SELECT serial FROM head").fetchone()[0])
    except sqlite3.Error as broken:
        raise CannotOpen(f"{path} is damaged: {broken}") from broken
    _refuse_what_does_not_add_up(path, wrong)
    return serial


def _refuse_what_does_not_add_up(path: Path, wrong: Sequence[str]) -> None:
    if wrong:
        raise CannotOpen(f"{path} does not add up: {wrong[0]}")


def _opened(path: Path) -> sqlite3.Connection:
    # Not mode=ro: a write-ahead log that a crash left behind must be read too, and that takes its index.
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=5, isolation_level=None)


def _copied(source: Path, target: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        with closing(_opened(source)) as link, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            link.backup(copy)  # all pages in one step: one instant, and a writer is not held up
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()  # so that the copy is one file
        _synced(part)
        part.replace(target)
        _synced(target.parent)
    except (OSError, sqlite3.Error) as wrong:
        part.unlink(missing_ok=True)
        raise CannotOpen(f"{target} cannot be written: {wrong}") from wrong


def _synced(path: Path) -> None:
    if path.is_dir() and os.name == "nt":
        return  # Windows has no sync for folders
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _cleared(target: Path, *, force: bool) -> None:
    """Nothing of an old database may be left beside a new one, least of all its write-ahead log."""
    if target.exists() and not force:
        raise CannotOpen(f"{target} exists already")
    if target.exists():
        try:
            with closing(_opened(target)) as link:
                link.execute("PRAGMA journal_mode = DELETE").fetchall()  # puts the log into the old file
        except sqlite3.Error:
            pass  # too damaged to be put in order, and about to be replaced
    for log in ("-wal", "-shm", "-journal"):
        target.with_name(target.name + log).unlink(missing_ok=True)
