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
from typing import TypeVar

import msgspec

import cutcard

Result = TypeVar("Result")


def folder() -> Path:
    """Where results are kept: ``CUTCARD_CACHE``, or the user's own cache folder."""
    given = os.environ.get("CUTCARD_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutcard"


def fingerprint(*parts: object) -> str:
    """A hash over values, the same on every machine."""
    encoded = msgspec.json.encode(parts, enc_hook=str, order="deterministic")
    return hashlib.sha256(encoded).hexdigest()


def kept(kind: type[Result], key: str, work: Callable[[], Result]) -> Result:
    """The result kept under this key, or that of the work, which is then kept."""
    path = folder() / f"{fingerprint(_code(), kind.__name__, key)}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        result = work()
        _keep(path, msgspec.json.encode(result))
        return result


@cache
def _code() -> str:
    """A hash over the code that counts: a result of other code is another result."""
    found = hashlib.sha256()
    package = Path(cutcard.__file__).parent
    for room in ("cards", "exact", "games", "money", "specials"):
        for path in sorted((package / room).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


def _keep(path: Path, content: bytes) -> None:
    """Written beside and moved into place, so that nobody reads half a file; a full disk costs no result."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
    except OSError:
        return
