"""Opening a store by its address: a folder, or a PostgreSQL database. Reads and writes nothing."""

from __future__ import annotations

from pathlib import Path

from cutcard.adapters.database.address import is_postgres, without_passwords
from cutcard.adapters.database.driver import Driver
from cutcard.adapters.database.errors import CannotOpen
from cutcard.adapters.database.store import SqlStore


def open_store(address: str | Path) -> SqlStore:
    """The store there, made if it is new; CannotOpen where it is in use, damaged or out of reach."""
    driver = _driver(str(address))
    try:
        return SqlStore(driver)
    except driver.unavailable as wrong:
        driver.close()
        why = without_passwords(" ".join(str(wrong).split()))
        raise CannotOpen(f"the store cannot be read: {why}") from wrong


def _driver(address: str) -> Driver:
    """Only the driver that is needed is imported."""
    if is_postgres(address):
        from cutcard.adapters.database.postgres_driver import PostgresDriver

        return PostgresDriver(address)
    if "://" in address:
        raise CannotOpen(
            f"a store is a folder or a postgresql:// address, not {address.partition('://')[0]}://"
        )
    from cutcard.adapters.database.sqlite_driver import SqliteDriver

    return SqliteDriver(Path(address))
