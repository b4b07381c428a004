"""The lock of a data folder: one process writes there. What is in the folder is not known here.

The operating system holds the lock and lets go of it when the process ends, however it ends. The
number in the file only says who has it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from cutcard.adapters.database.errors import CannotOpen

LOCK_FILE: Final = "lock"


class FolderLock:
    """Held from the moment it is made until it is released."""

    def __init__(self, folder: Path) -> None:
        try:
            self._file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as wrong:
            raise CannotOpen(f"{folder / LOCK_FILE} cannot be opened: {wrong.strerror}") from wrong
        if not _try_lock(self._file):
            holder = os.pread(self._file, 20, 0).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            raise CannotOpen(f"the data in {folder} are in use by another process ({holder})")
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let another process have the folder."""
        os.close(self._file)


def _try_lock(file: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
