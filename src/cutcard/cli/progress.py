"""Telling people on stderr that something takes a while. Says nothing on stdout and nothing to a pipe."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

from cutcard.exact import cache


@contextmanager
def working(what: str) -> Iterator[None]:
    """A line on the terminal while something is counted."""
    from rich.console import Console

    console = Console(stderr=True)
    if not _compiled():
        what = f"{what}; on a machine's first use the counting is compiled, which takes about ten seconds"
        if not console.is_terminal:
            console.print(f"cutcard: {what}", soft_wrap=True, highlight=False)
    with console.status(f"{what} …") if console.is_terminal else nullcontext():
        yield


def _compiled() -> bool:
    """Whether compiled kernels are kept from an earlier run."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    found = find_spec("cutcard.exact.kernel")
    assert found is not None
    assert found.origin is not None
    folders = [Path(given) if given else Path(found.origin).parent / "__pycache__"]
    own = cache.folder()
    if own is not None:
        folders.append(own / cache.KERNELS)
    return any(path for folder in folders for path in folder.rglob("kernel.*.nbi"))
