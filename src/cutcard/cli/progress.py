"""Telling people on stderr that something takes a while. Says nothing on stdout and nothing to a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMPILING = "compiling the counting for this machine; this is done once and takes about ten seconds"


@contextmanager
def working(what: str) -> Iterator[None]:
    """A line on the terminal while something is counted."""
    if not _compiled():
        what = COMPILING
        if not sys.stderr.isatty():
            sys.stderr.write(f"cutcard: {what}\n")
            sys.stderr.flush()
    from rich.console import Console

    with Console(stderr=True).status(f"{what} …"):
        yield


def _compiled() -> bool:
    """Whether the compiled counting is kept from an earlier run."""
    import cutcard.exact

    kept = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(kept) if kept else Path(cutcard.exact.__file__).parent / "__pycache__"
    return any(folder.rglob("kernel.*.nbi"))
