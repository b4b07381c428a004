"""Files that a command is told to write: looked at before the work begins, and written whole.

What is written is made elsewhere.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from cutcard.adapters.whole_file import moved_into_place
from cutcard.cli.refusal import BadInput, short

STDOUT: Final = 1  # the number of the file descriptor


@contextmanager
def output_file(target: Path) -> Iterator[BinaryIO]:
    """The file to write into. An ordinary one is replaced when all is written; a pipe or device is not."""
    if is_stdout(target):
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    elif target.exists() and not target.is_file() and not target.is_dir():
        with target.open("wb") as file:
            yield file
    else:
        with moved_into_place(target) as part, part.open("wb") as file:
            yield file


def is_stdout(target: Path) -> bool:
    """Whether what is written there arrives where we print: a pipe or file behind ``/dev/stdout``."""
    try:
        there, ours = target.stat(), os.fstat(STDOUT)
    except OSError:
        return False
    return os.path.samestat(there, ours) and not stat.S_ISCHR(there.st_mode)


def refuse_unwritable(wanted: Mapping[str, Path | None]) -> None:
    """Refuses files, by option, that cannot be written, before anything is worked out or written."""
    for option, path in wanted.items():
        if path is not None and (why := _unwritable(path)):
            raise BadInput(f"{option} {short(path)} cannot be written: {why}")


def _unwritable(path: Path) -> str:
    try:
        if path.is_dir():
            return "it is a folder"
        if path.exists():
            return "" if os.access(path, os.W_OK) else "it may not be changed"
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            return f"there is no folder {short(folder)}"
        return "" if os.access(folder, os.W_OK) else f"nothing may be written in {short(folder)}"
    except OSError as wrong:
        return wrong.strerror or str(wrong)
