"""Which store a command is about: a data folder or a PostgreSQL database. Nothing is opened here.

An address that holds a password is best read from a file or the environment: on a command line everybody who
lists the processes sees it, if only until it is hidden there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from cutcard.adapters.database.address import is_postgres
from cutcard.cli.refusal import BadInput, short

Database = Annotated[
    str | None,
    Parameter(help="A postgresql:// address instead of a folder. Else CUTCARD_DATABASE."),
]
DatabaseFile = Annotated[
    Path | None,
    Parameter(help="A file with that address: on the command line everybody could read its password."),
]

VARIABLE: Final = "CUTCARD_DATABASE"
FOLDER: Final = "data"


def store_address(data: str | None, database: str | None, database_file: Path | None) -> str:
    """The store meant: the database named, else the folder named, else CUTCARD_DATABASE, else ``data``."""
    if database is not None and database_file is not None:
        raise BadInput("give the database's address by --database or by --database-file, not both")
    if database is not None:
        return _address(database, "--database")
    if database_file is not None:
        return _address(_first_line(database_file), short(database_file))
    if data is not None:
        return data
    written = os.environ.get(VARIABLE, "").strip()
    return _address(written, VARIABLE) if written else FOLDER


def cache_folder(address: str, data: str | None) -> str:
    """Where a server may keep what it counted: in its data folder, if it has one."""
    folder = data if is_postgres(address) else address
    return "" if folder is None or is_postgres(folder) else str(Path(folder) / "cache")


def _address(written: str, where: str) -> str:
    """An address that is one; what was written instead is not repeated, since it may hold a password."""
    if not is_postgres(written):
        raise BadInput(
            f"a store is a folder or a postgresql:// address, and what {where} gives is no such address"
        )
    return written


def _first_line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"there is no database's address to be read in {short(file)}") from None
