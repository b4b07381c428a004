"""``cutcard restore``: a backup put back into a folder or a database. What is in it is not known here."""

from __future__ import annotations

from pathlib import Path

from cutcard.adapters.database.address import is_postgres, without_passwords
from cutcard.adapters.database.errors import CannotOpen
from cutcard.analysis.answer import file_name
from cutcard.cli.arguments import Json
from cutcard.cli.house.backup import Data, File, Force
from cutcard.cli.house.data_folder import against
from cutcard.cli.house.store_address import Database, DatabaseFile, store_address
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.refusal import BadInput


def restore(
    file: File,
    /,
    *,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Put a backup in place of what is in a data folder or a database."""
    address = store_address(data, database, database_file)
    try:
        commits = _restore(file, address, force=force)
    except CannotOpen as wrong:
        raise BadInput(str(wrong)) from None
    shown = without_passwords(address)
    if json:
        print_json({"data": file_name(shown), "commits": commits})
    else:
        print_lines([f"{shown}: {commits:,} commits, whole and in balance"])


def _restore(file: Path, address: str, *, force: bool) -> int:
    if is_postgres(address):
        from cutcard.adapters.database import postgres_backup

        return postgres_backup.restore(file, address, force=force, judge=against)
    from cutcard.adapters.database import sqlite_backup

    return sqlite_backup.restore(file, Path(address), force=force, judge=against)
