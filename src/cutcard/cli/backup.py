"""``cutcard backup``: a copy of the data, also while the server runs. What is in them is not known here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cutcard.adapters.sql_errors import CannotOpen
from cutcard.adapters.sql_open import is_postgres
from cutcard.cli.arguments import Json
from cutcard.cli.output import named, print_json, print_lines
from cutcard.cli.refusal import BadInput

Data = Annotated[str, Parameter(help="The data folder.")]
File = Annotated[Path, Parameter(help="The backup.")]
Force = Annotated[bool, Parameter(negative="", help="Replace what is there already.")]


def backup(file: File, /, *, data: Data = "data", force: Force = False, json: Json = False) -> None:
    """Copy the data folder's database into a file."""
    from cutcard.adapters.sqlite_backup import back_up

    if is_postgres(data):
        raise BadInput("a PostgreSQL database is backed up with its own pg_dump, while the server runs")
    try:
        commits = back_up(Path(data), file, force=force)
    except CannotOpen as wrong:
        raise BadInput(str(wrong)) from None
    size = file.stat().st_size
    if json:
        print_json({"file": named(file), "bytes": size, "commits": commits})
    else:
        print_lines([f"{file}: {commits:,} commits, {size:,} bytes, whole and in balance"])
