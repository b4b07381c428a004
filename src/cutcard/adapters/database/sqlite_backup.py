"""Copies of a data folder's database: taken while it is in use, checked, put back. Knows no row's meaning.

A copy takes its place when it is whole, checked and on the disk; until then nothing has changed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from cutcard.adapters.database.audit import audit
from cutcard.adapters.database.errors import CannotOpen
from cutcard.adapters.database.schema import KNOWN
from cutcard.adapters.database.sqlite_driver import FILE, check, version
from cutcard.adapters.database.sqlite_lock import LOCK_FILE, FolderLock
from cutcard.adapters.whole_file import moved_into_place

LOGS: Final = ("-wal", "-shm", "-journal")


Judge = Callable[[Path], str | None]
"""What stands against a copy whose sums are right, if anything does: who knows what its rows mean says so."""


def nothing_against(_: Path) -> str | None:
    """No more is asked of the copy than that it adds up."""
    return None


def back_up(folder: Path, target: Path, *, force: bool = False, judge: Judge = nothing_against) -> int:
    """Copy the database as it is at one instant; how many transactions the copy has. Takes no lock.

    The copy is checked before it takes its place: a bad one replaces no good one.
    """
    source = folder / FILE
    if not source.is_file():
        raise CannotOpen(f"there is no {FILE} in {folder}")
    refuse_target(target, force=force)
    if is_of_the_data(folder, target):
        raise CannotOpen(f"{target} is part of the data themselves")
    _readable(source)
    try:
        with moved_into_place(target) as part:
            _copy_pages(source, part)
            return check_copy(part, source, judge)
    except (OSError, sqlite3.Error) as wrong:
        raise write_error(target, wrong) from wrong


def refuse_target(target: Path, *, force: bool) -> None:
    """CannotOpen where no backup may take this place."""
    if target.exists() and not force:
        raise CannotOpen(f"{target} exists already")
    if target.exists() and not target.is_file():
        raise CannotOpen(f"{target} is no ordinary file, so it cannot be replaced by a backup")


def is_of_the_data(folder: Path, path: Path) -> bool:
    """Whether this is the folder's database, one of its logs or its lock: never to be written over."""
    place = Path(os.path.realpath(path))
    names = (FILE, *(FILE + log for log in LOGS), LOCK_FILE)
    return place.name in names and place.parent == Path(os.path.realpath(folder))


def restore(source: Path, folder: Path, *, force: bool = False, judge: Judge = nothing_against) -> int:
    """Put a copy in place of a folder's database; how many transactions it has. Nobody may be using it."""
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}")
    serial = check_copy(source, source, judge)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CannotOpen(f"{folder} cannot be made: {wrong.strerror}") from wrong
    lock = FolderLock(folder)
    target = folder / FILE
    try:
        if target.exists() and not force:
            raise CannotOpen(f"{target} exists already")
        with moved_into_place(target) as part:
            _copy_pages(source, part)
            _clear_logs(target.resolve())
    except (OSError, sqlite3.Error) as wrong:
        raise write_error(target, wrong) from wrong
    finally:
        lock.release()
    return serial


def check_copy(path: Path, named: Path | str, judge: Judge = nothing_against) -> int:
    """How many transactions a copy has; CannotOpen where it is damaged, not ours, or does not add up.

    ``named`` is the file that people know: what is wrong with a copy was wrong with what it was made from.
    """
    try:
        with closing(open_file(path)) as link:
            check(link, named)
            if version(link) not in KNOWN:
                raise CannotOpen(f"{named} is not a Cutcard database of this version or an older one")

            def ask(query: str, *params: object) -> list[tuple[object, ...]]:
                return link.execute(query, params).fetchall()

            wrong = audit(ask)
            heads = link.execute("SELECT serial FROM head").fetchall()
    except sqlite3.Error as broken:
        raise CannotOpen(f"{named} is damaged: {broken}") from broken
    if len(heads) != 1:
        wrong = ["it does not say how many transactions it has", *wrong]
    if wrong:
        raise CannotOpen(f"{named} does not add up: {wrong[0]}")
    against = judge(path)
    if against is not None:
        raise CannotOpen(f"{named} does not hold: {against}")
    return int(heads[0][0])


def open_file(path: Path) -> sqlite3.Connection:
    """A file that is there, on which every statement is its own transaction."""
    # Not mode=ro: a write-ahead log that a crash left behind must be read too, and that takes its index.
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=5, isolation_level=None)


def _readable(source: Path) -> None:
    """Asked before anything is copied, so that a bad source is not taken for a full disk."""
    try:
        with closing(open_file(source)) as link:
            link.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.Error as wrong:
        raise CannotOpen(f"{source} cannot be read: {wrong}") from wrong


def _copy_pages(source: Path, part: Path) -> None:
    with closing(open_file(source)) as link, closing(sqlite3.connect(part, isolation_level=None)) as copy:
        link.backup(copy)  # all pages in one step: one instant, and a writer is not held up
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()  # so that the copy is one file


def write_error(target: Path, wrong: OSError | sqlite3.Error) -> CannotOpen:
    """Why a file cannot be written, in one line."""
    why = wrong.strerror if isinstance(wrong, OSError) else None
    return CannotOpen(f"{target} cannot be written: {why or wrong}")


def _clear_logs(target: Path) -> None:
    """Nothing of an old database may be left beside a new one, least of all its write-ahead log."""
    if target.exists():
        try:
            with closing(open_file(target)) as link:
                link.execute("PRAGMA journal_mode = DELETE").fetchall()  # puts the log into the old file
        except sqlite3.Error:
            pass  # too damaged to be put in order, and about to be replaced
    for log in LOGS:
        target.with_name(target.name + log).unlink(missing_ok=True)
