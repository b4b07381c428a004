"""Entries for other programs: one JSON line each, or the columns of a Parquet file.

Everything is in it, private leaves and salts included, so it is for auditors. Which entries are asked for,
and where the bytes go, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO, Final

import msgspec

from cutcard.record.entry import FORMAT, Entry

ROWS_AT_ONCE: Final = 10_000  # a row group of the file: a record never lies in memory whole


class Exported(msgspec.Struct, frozen=True):
    """An entry as one line: bodies are JSON within JSON, exactly as they were hashed."""

    format: int
    stream: str
    number: int
    round: int
    at_ms: int
    wall_ms: int
    tag: str
    public: msgspec.Raw
    private: dict[str, msgspec.Raw]
    salt: str
    hash: str


def export_entry(entry: Entry) -> Exported:
    """An entry as it is exported."""
    return Exported(
        FORMAT,
        entry.stream,
        entry.number,
        entry.round,
        entry.at_ms,
        entry.wall_ms,
        entry.tag,
        msgspec.Raw(entry.public),
        {patron: msgspec.Raw(body) for patron, body in entry.private},
        entry.salt.hex(),
        entry.hash.hex(),
    )


def import_entry(line: bytes) -> Entry:
    """The entry of an exported line."""
    exported = msgspec.json.decode(line, type=Exported)
    private = tuple((patron, bytes(body)) for patron, body in exported.private.items())
    times = (exported.round, exported.at_ms, exported.wall_ms)
    salt, found = bytes.fromhex(exported.salt), bytes.fromhex(exported.hash)
    return Entry(
        exported.stream, exported.number, *times, exported.tag, bytes(exported.public), private, salt, found
    )


def write_lines(entries: Iterable[Entry], out: BinaryIO) -> int:
    """Write JSON lines; how many there were."""
    count = 0
    for entry in entries:
        out.write(msgspec.json.encode(export_entry(entry)) + b"\n")
        count += 1
    return count


def write_parquet(entries: Iterable[Entry], out: BinaryIO) -> int:
    """Write a Parquet file; how many rows it has. Needs the extra ``parquet``."""
    import pyarrow as pa  # type: ignore[import-untyped]  # it ships no types
    from pyarrow import parquet

    schema = _schema(pa)
    count = 0
    with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        for rows in _chunks(entries):
            columns = list(zip(*(_row(entry) for entry in rows), strict=True))
            arrays = [
                pa.array(list(column), type=field.type) for column, field in zip(columns, schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            count += len(rows)
    return count


def _schema(pa: Any) -> Any:
    text, number, raw = pa.string(), pa.int64(), pa.binary()
    leaves = pa.list_(pa.struct([("patron", text), ("body", text)]))
    return pa.schema(
        [
            *(("stream", text), ("number", number), ("round", number), ("at_ms", number)),
            *(("wall_ms", number), ("tag", text), ("public", text), ("private", leaves)),
            *(("salt", raw), ("hash", raw)),
        ]
    )


def _row(entry: Entry) -> tuple[object, ...]:
    leaves = [{"patron": patron, "body": body.decode()} for patron, body in entry.private]
    return (
        *(entry.stream, entry.number, entry.round, entry.at_ms, entry.wall_ms, entry.tag),
        *(entry.public.decode(), leaves, entry.salt, entry.hash),
    )


def _chunks(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    rest = iter(entries)
    while rows := list(islice(rest, ROWS_AT_ONCE)):
        yield rows
