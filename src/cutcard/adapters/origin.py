"""Where the running program comes from: its revision, its sources and its dependencies, with their hashes."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

import cutcard

PACKAGE: Final = Path(cutcard.__file__).parent
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
OF_NUMBERS: Final = re.compile(r"""extra\s*==\s*['"]math['"]""")
NOT_SOURCE: Final = {".pyc", ".nbi", ".nbc"}  # what Python and numba compile beside the sources


def program_origin() -> dict[str, Any]:
    """The version, the revision of a checkout and what is changed in it, and the hash of each source file."""
    sources = {
        path.relative_to(PACKAGE).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file() and path.suffix not in NOT_SOURCE
    }
    return {"version": cutcard.__version__, **_revision(), "sources": sources}


def dependencies_origin() -> dict[str, Any]:
    """Python, and every distribution that figures may be made with: its version and a hash of its files."""
    found = {each.metadata["Name"]: each for each in _dependencies()}
    listed = {
        name: {"version": found[name].version, "sha256": _files_hash(found[name])}
        for name in sorted(found, key=str.lower)
    }
    return {"python": platform.python_version(), "dependencies": listed}


def _revision() -> dict[str, Any]:
    """Nothing is known of a revision outside a checkout, or where there is no git."""
    revision = _git("rev-parse", "HEAD")
    if revision is None or _git("ls-files", "--error-unmatch", "__init__.py") is None:
        return {"revision": None, "changed": None}
    status = _git("status", "--porcelain", "--", ".")
    return {"revision": revision.strip(), "changed": bool(status)}


def _git(*arguments: str) -> str | None:
    program = shutil.which("git")
    if program is None:
        return None
    command = [program, "-C", str(PACKAGE), *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return answer.stdout if answer.returncode == 0 else None


def _dependencies() -> Iterator[Distribution]:
    """Those of the package and of its part for mathematics, and theirs, as far as they are installed."""
    seen = {"cutcard"}
    waiting = [name for name in _required(distribution("cutcard"), numbers=True) if name not in seen]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # for another system, or another Python
        yield found
        waiting += _required(found, numbers=False)


def _required(found: Distribution, *, numbers: bool) -> Iterable[str]:
    for line in found.requires or ():
        name, _, marker = line.partition(";")
        wanted = "extra" not in marker or (numbers and OF_NUMBERS.search(marker))
        written = NAME.match(name)
        if wanted and written:
            yield written[0].lower().replace("_", "-")


def _files_hash(found: Distribution) -> str | None:
    """Of its own files: scripts, and what the installer noted, hang on the place where it is installed."""
    own = (file for file in found.files or () if ".." not in file.parts)
    lines = sorted(
        f"{file.as_posix()} {file.hash.mode} {file.hash.value}"
        for file in own
        if file.hash is not None and not file.parts[0].endswith(".dist-info")
    )
    return sha256("\n".join(lines).encode()).hexdigest() if lines else None
