"""The database's schema, brought up to date on opening. Holds no table itself: the migrations do.

Alembic is imported only where there is something to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cutcard.adapters.database.errors import CannotOpen

HEAD: Final = "0001"
KNOWN: Final = (HEAD,)


def up_to_date(version: str | None, name: str, dialect: str, connect: Callable[[], Any]) -> None:
    """Make the tables where there are none, or change them to what this version needs."""
    if version == HEAD:
        return
    if version is not None and version not in KNOWN:
        raise CannotOpen(f"{name} was written by a newer Cutcard: schema {version}, where {HEAD} is known")
    migrate(dialect, connect)


def migrate(dialect: str, connect: Callable[[], Any], to: str = HEAD) -> None:
    """All missing migrations in one transaction, so that a crash leaves the old schema whole."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import Connection, create_engine, event
    from sqlalchemy.pool import NullPool

    engine = create_engine(f"{dialect}://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Our connections commit every statement by themselves unless told otherwise.
        connection.exec_driver_sql("BEGIN")

    config = Config()
    config.set_main_option("script_location", "cutcard.adapters:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)
    engine.dispose()
