"""``cutcard export``: the entries of a data folder, for other programs. It copies, and judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from cutcard.adapters.database.address import is_postgres, without_passwords
from cutcard.adapters.database.sqlite_backup import is_of_the_data
from cutcard.analysis.answer import file_name
from cutcard.cli.arguments import Json
from cutcard.cli.house.store_address import Database, DatabaseFile, store_address
from cutcard.cli.output import print_json, print_lines
from cutcard.cli.output_file import is_stdout, output_file
from cutcard.cli.refusal import BadInput, short
from cutcard.record.export import write_lines, write_parquet

if TYPE_CHECKING:
    from cutcard.record import Entry
    from cutcard.venue.ports import Store

Data = Annotated[str | None, Parameter(help="The folder a server keeps its data in.")]
Out = Annotated[
    Path,
    Parameter(help="The file to write. One that is there is replaced, a pipe is written to."),
]
Stream = Annotated[str | None, Parameter(help="Only this stream; without it, all of them.")]
Format = Annotated[Literal["jsonl", "parquet"], Parameter(help="JSON lines, or Parquet.")]


def export(
    *,
    out: Out,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    stream: Stream = None,
    format: Format = "jsonl",  # noqa: A002  # the option's name
    json: Json = False,
) -> None:
    """Write every entry of the record, private leaves included, to a file."""
    from cutcard.cli.house.data_folder import reading

    if json and is_stdout(out):
        raise BadInput(f"{out} is stdout: the entries and what --json prints cannot both go there")
    write = write_parquet if format == "parquet" else write_lines
    address = store_address(data, database, database_file)
    with reading(address) as store:
        streams = _streams(store, stream)
        if not is_postgres(address) and is_of_the_data(Path(address), out):
            raise BadInput(f"{out} is part of the data themselves")
        try:
            with output_file(out) as file:
                entries = write(_entries(store, streams), file)
        except UnicodeDecodeError:
            raise BadInput(
                f"the record in {without_passwords(address)} is damaged: an entry is no text"
            ) from None
        except OSError as wrong:
            if isinstance(wrong, BrokenPipeError) and is_stdout(out):
                raise  # whoever reads what we print has had enough
            raise BadInput(f"{short(out)} cannot be written: {wrong.strerror or wrong}") from None
    if json:
        print_json({"out": file_name(out), "format": format, "streams": len(streams), "entries": entries})
    elif not is_stdout(out):
        print_lines([f"{out}: {entries} entries of {len(streams)} streams"])


def _streams(store: Store, wanted: str | None) -> list[str]:
    there = list(store.streams())
    if wanted is None:
        return there
    if wanted not in there:
        raise BadInput(f"there is no stream {wanted!r}; there are {', '.join(there) or 'none'}")
    return [wanted]


def _entries(store: Store, streams: list[str]) -> Iterator[Entry]:
    for stream in streams:
        yield from store.entries(stream)
