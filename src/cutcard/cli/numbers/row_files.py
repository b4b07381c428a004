"""Files of rows that a command is told to write, by option. What is in a row is not known here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from cutcard.cli.output_file import refuse_unwritable
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput

NEEDS: Final = {"xlsx": "xlsxwriter", "parquet": "pyarrow"}
"""What writes a kind of file, and is not in every installation."""

Csv = Annotated[Path | None, Parameter(help="Write the rows as CSV.")]
Xlsx = Annotated[Path | None, Parameter(help="Write the rows as a spreadsheet.")]
Parquet = Annotated[Path | None, Parameter(help="Write the rows as Parquet.")]


def refuse_unwritable_rows(wanted: Mapping[str, Path | None]) -> None:
    """Refuses files that cannot be written, and kinds whose part is not installed, before work begins."""
    refuse_unwritable({f"--{kind}": path for kind, path in wanted.items()})
    for kind, module in NEEDS.items():
        if wanted.get(kind):
            import_module(module)


def write_rows(rows: Sequence[Mapping[str, Any]], wanted: Mapping[str, Path | None]) -> None:
    """Writes each file that was asked for."""
    if not any(wanted.values()):
        return
    from cutcard.reports.row_files import write_rows_csv, write_rows_parquet, write_rows_xlsx

    writers = {"csv": write_rows_csv, "xlsx": write_rows_xlsx, "parquet": write_rows_parquet}
    with working("writing"):
        for kind, path in wanted.items():
            if path is not None:
                try:
                    writers[kind](rows, path)
                except OSError as wrong:
                    raise BadInput(f"--{kind} {path} cannot be written: {wrong.strerror}") from None
