"""``cutcard restore``: a copy put back into a data folder. What is in it is not known here."""

from __future__ import annotations

from pathlib import Path

from cutcard.adapters.sql_errors import CannotOpen
from cutcard.adapters.sql_open import is_postgres
from cutcard.cli.arguments import Json
from cutcard.cli.backup import Data, File, Force
from cutcard.cli.output import named, print_json, print_lines
from cutcard.cli.refusal import BadInput


def restore(file: File, /, *, data: Data = "data", force: Force = False, json: Json = False) -> None:
    """Put a backup in place of the data folder's database."""
    from cutcard.adapters import sqlite_backup

    if is_postgres(data):
        raise BadInput("a PostgreSQL database is restored with its own pg_restore or psql")
    try:
        commits = sqlite_backup.restore(file, Path(data), force=force)
    except CannotOpen as wrong:
        raise BadInput(str(wrong)) from None
    if json:
        print_json({"data": named(data), "commits": commits})
    else:
        print_lines([f"{data}: {commits:,} commits, whole and in balance"])
