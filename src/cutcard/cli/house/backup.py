"""``cutcard backup``: a copy of the data, also while the server runs. What is in them is not known here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cutcard.adapters.database.address import is_postgres
from cutcard.adapters.database.errors import CannotOpen
from cutcard.analysis.answer import file_name
from cutcard.cli.arguments import Json
from cutcard.cli.house.data_folder import against
from cutcard.cli.house.store_address import Database, DatabaseFile, store_address
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.refusal import BadInput

Data = Annotated[str | None, Parameter(help="The data folder.")]
File = Annotated[Path, Parameter(help="The backup.")]
Force = Annotated[bool, Parameter(negative="", help="Replace what is there already.")]


def backup(
    file: File,
    /,
    *,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Copy everything in a data folder or a database into one file."""
    address = store_address(data, database, database_file)
    try:
        commits = _backed_up(address, file, force=force)
    except CannotOpen as wrong:
        raise BadInput(str(wrong)) from None
    size = file.stat().st_size
    if json:
        print_json({"file": file_name(file), "bytes": size, "commits": commits})
    else:
        print_lines([f"{file}: {commits:,} commits, {size:,} bytes, whole and in balance"])


def _backed_up(address: str, file: Path, *, force: bool) -> int:
    if is_postgres(address):
        from cutcard.adapters.database import postgres_backup

        return postgres_backup.back_up(address, file, force=force, judge=against)
    from cutcard.adapters.database import sqlite_backup

    return sqlite_backup.back_up(Path(address), file, force=force, judge=against)
