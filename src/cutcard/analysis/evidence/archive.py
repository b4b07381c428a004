"""Files as one archive: the same files give the same bytes, anywhere. What is in the files is not known here.

Nothing in it is compressed, dated or left in the order in which it was made, so neither a clock nor a
compressor can make two archives differ. A manifest lists the SHA-256 of every file.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from typing import Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec

MANIFEST: Final = "MANIFEST.json"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The first moment that an archive can name."""

PLAIN_FILE: Final = 0o100644 << 16
UNIX: Final = 3

BYTES_MAX: Final = 1 << 28
FILES_MAX: Final = 10_000
"""No bundle is nearly so large; what is larger is not read."""

DAMAGED: Final = (
    BadZipFile,
    RuntimeError,
    ValueError,
    EOFError,
    OSError,
    zlib.error,
    struct.error,
)
"""All that Python's reader says of an archive that is damaged, or made to mislead it."""

Files = Mapping[str, bytes]


class BadArchive(ValueError):
    """The file is no archive of ours; the text says why."""


def pack_files(files: Files) -> bytes:
    """The files and their manifest, as an archive."""
    assert MANIFEST not in files, "the manifest is written here"
    hashes = {name: sha256(files[name]).hexdigest() for name in sorted(files)}
    manifest = msgspec.json.format(msgspec.json.encode({"files": hashes}), indent=2) + b"\n"
    held = BytesIO()
    with ZipFile(held, "w", ZIP_STORED) as archive:
        for name, content in sorted({**files, MANIFEST: manifest}.items()):
            entry = ZipInfo(name, EPOCH)
            entry.create_system, entry.external_attr = UNIX, PLAIN_FILE
            archive.writestr(entry, content)
    return held.getvalue()


def unpack_files(archive: bytes) -> dict[str, bytes]:
    """The files of an archive, its manifest left out after it was held against them."""
    try:
        with ZipFile(BytesIO(archive)) as opened:
            files = _read(opened)
    except BadArchive:
        raise
    except DAMAGED as wrong:
        raise BadArchive(f"it is no archive that can be read: {wrong}") from None
    manifest = files.pop(MANIFEST, None)
    if manifest is None:
        raise BadArchive(f"it has no {MANIFEST}")
    _check(files, manifest)
    return files


def _read(opened: ZipFile) -> dict[str, bytes]:
    entries = opened.infolist()
    if len(entries) > FILES_MAX or sum(entry.file_size for entry in entries) > BYTES_MAX:
        raise BadArchive("it is larger than any bundle of evidence")
    if len({entry.filename for entry in entries}) < len(entries):
        raise BadArchive("it holds a file twice")
    return {entry.filename: opened.read(entry) for entry in entries}


class _Manifest(msgspec.Struct, frozen=True):
    files: dict[str, str]


def _check(files: Files, manifest: bytes) -> None:
    try:
        hashes = msgspec.json.decode(manifest, type=_Manifest).files
    except msgspec.DecodeError as wrong:
        raise BadArchive(f"its {MANIFEST} cannot be read: {wrong}") from None
    for name in sorted(files.keys() ^ hashes.keys()):
        where = f"not in its {MANIFEST}" if name in files else f"in its {MANIFEST} and not there"
        raise BadArchive(f"{name} is {where}")
    for name, content in sorted(files.items()):
        if sha256(content).hexdigest() != hashes[name]:
            raise BadArchive(f"{name} is not what its {MANIFEST} says")


def differences(there: Files, made: Files) -> list[str]:
    """Where two sets of files differ, a line each; none where they are the same."""
    lines = []
    for name in sorted(there.keys() | made.keys()):
        if name not in made:
            lines.append(f"{name} is in the bundle and was not made again")
        elif name not in there:
            lines.append(f"{name} was made again and is not in the bundle")
        elif there[name] != made[name]:
            lines.append(f"{name} differs{_where(there[name], made[name])}")
    return lines


def _where(there: bytes, made: bytes) -> str:
    """The first line that differs, where both are text."""
    try:
        both = zip(there.decode().splitlines(), made.decode().splitlines(), strict=False)
    except UnicodeDecodeError:
        return ""
    for number, (before, after) in enumerate(both, 1):
        if before != after:
            return f" from line {number}: {_cut(before)} is now {_cut(after)}"
    return ""


def _cut(line: str) -> str:
    line = line.strip()
    return line if len(line) <= 80 else f"{line[:80]}…"
