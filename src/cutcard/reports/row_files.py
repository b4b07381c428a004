"""Rows of figures as files for other programs: CSV, a spreadsheet, Parquet. Knows no figure.

Rows may have different names: a file has a column for each, and an empty cell where a row has none.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

Row = Mapping[str, Any]

CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC)  # a clock would make every copy differ
WIDTH: Final = 18


def columns_of(rows: Sequence[Row]) -> list[str]:
    """Every name that a row has, in the order in which they come."""
    return list(dict.fromkeys(name for row in rows for name in row))


def write_rows_csv(rows: Sequence[Row], path: Path) -> None:
    """Write CSV with a head line."""
    columns = columns_of(rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_text(row.get(name)) for name in columns] for row in rows)
    path.write_text(out.getvalue(), encoding="utf-8")


def write_rows_xlsx(rows: Sequence[Row], path: Path) -> None:
    """Write a workbook with one sheet, its head line frozen and to be filtered by."""
    from xlsxwriter import Workbook

    held, columns = io.BytesIO(), columns_of(rows)
    book = Workbook(held, {"in_memory": True})
    book.set_properties({"title": path.stem, "created": CREATED})
    tab, bold = book.add_worksheet("Rows"), book.add_format({"bold": True, "text_wrap": True})
    tab.write_row(0, 0, columns, bold)
    for number, row in enumerate(rows, 1):
        for column, name in enumerate(columns):
            _write_cell(tab, number, column, row.get(name))
    tab.set_column(0, len(columns) - 1, WIDTH)
    tab.freeze_panes(1, 0)
    tab.autofilter(0, 0, len(rows), len(columns) - 1)
    book.close()
    path.write_bytes(held.getvalue())


def write_rows_parquet(rows: Sequence[Row], path: Path) -> None:
    """Write a Parquet file. Needs the extra ``parquet``."""
    import pyarrow as pa  # type: ignore[import-untyped]  # it ships no types
    from pyarrow import parquet

    columns = {name: _alike([row.get(name) for row in rows]) for name in columns_of(rows)}
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out, compression="zstd")
    path.write_bytes(out.getvalue())


def _alike(values: list[Any]) -> list[Any]:
    """A column of one type: where its values have several, as those of rules do, they are written as text."""
    types = {type(value) for value in values if value is not None}
    if len(types) < 2 or types == {int, float}:
        return values
    return [None if value is None else str(_text(value)) for value in values]


def _text(value: object) -> object:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value


def _write_cell(tab: Any, row: int, column: int, value: object) -> None:
    if isinstance(value, bool):
        tab.write_boolean(row, column, value)
    elif isinstance(value, int | float):
        tab.write_number(row, column, value)
    elif value is not None:
        tab.write_string(row, column, str(value))
