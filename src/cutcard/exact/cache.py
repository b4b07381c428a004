"""Results kept on disk, so that a question asked before is answered at once. Knows nothing of what they say.

A result is found by a hash of everything it depends on. The folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec

import cutcard

Result = TypeVar("Result")


VARIABLE: Final = "CUTCARD_CACHE"
KERNELS: Final = "kernels"
"""The folder in it for compiled kernels, where these can be kept nowhere else."""


def folder() -> Path | None:
    """Where results are kept: ``CUTCARD_CACHE``, or the user's own cache folder. None for who has no home."""
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutcard"
    except RuntimeError:  # a user whom the system does not know
        return None


def fall_back_to(place: Path) -> None:
    """Where the usual folder cannot be written, keep results here, also in processes started from now on."""
    usual = folder()
    if (usual is None or not is_writable(usual)) and is_writable(place):
        os.environ[VARIABLE] = str(place.absolute())


def is_writable(place: Path) -> bool:
    """Whether files can be made there, and the folder itself if it is missing."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def fingerprint(*parts: object) -> str:
    """A hash over values, the same on every machine."""
    encoded = msgspec.json.encode(parts, enc_hook=str, order="deterministic")
    return hashlib.sha256(encoded).hexdigest()


def remember(kind: type[Result], key: str, work: Callable[[], Result]) -> Result:
    """The result kept under this key, or that of the work, which is then kept.

    Both are what is read of the kept text, so that a figure is written alike before and after: 0.0, never 0.
    """
    result = kept_result(kind, key)
    if result is not None:
        return result
    content = msgspec.json.encode(work())
    path = _path(kind, key)
    if path is not None:
        _keep(path, content)
    return msgspec.json.decode(content, type=kind)


def kept_result(kind: type[Result], key: str) -> Result | None:
    """The result kept under this key, if there is one that is whole."""
    path = _path(kind, key)
    try:
        return None if path is None else msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


def _path(kind: type[Result], key: str) -> Path | None:
    place = folder()
    return None if place is None else place / f"{fingerprint(_code(), kind.__name__, key)}.json"


@cache
def _code() -> str:
    """A hash over the code that counts: a result of other code is another result."""
    digest = hashlib.sha256()
    package = Path(cutcard.__file__).parent
    for room in ("cards", "exact", "games", "money", "specials"):
        for path in sorted((package / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _keep(path: Path, content: bytes) -> None:
    """Written beside and moved into place, so that nobody reads half a file; a full disk costs no result."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
    except OSError:
        return
