"""A file that appears whole or not at all. What is in it is not known here.

It is made in a folder of its own beside its place, under a name that nobody else can have, and moved
into place when it is finished and on the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR, ELOOP
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def moved_into_place(target: Path) -> Iterator[Path]:
    """Where to make the file. It takes its place when the block ends well; else nothing has changed.

    A link is followed: what it points to is replaced, not the link.
    """
    place = Path(os.path.realpath(target))
    if place.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(target))
    if place.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP), str(target))
    with TemporaryDirectory(prefix=".cutcard-", dir=place.parent) as folder:
        part = Path(folder) / "part"
        yield part
        _sync(part)
        part.replace(place)
        _sync(place.parent)


def _sync(path: Path) -> None:
    if path.is_dir() and os.name == "nt":
        return  # Windows has no sync for folders
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
