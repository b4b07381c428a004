"""The committed bundle of the screens: builds it, checks it, takes pictures of it. Knows no screen by heart.

python3 run.py web            install the modules, check the types, build into src/cutcard/web/static
python3 run.py web --check    compare it with its sources: rebuilt where node is there, else by its hash
python3 run.py web --shots    pictures of every screen into docs/pictures, from a server of its own
"""

from __future__ import annotations

import filecmp
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
STATIC = ROOT / "src" / "cutcard" / "web" / "static"
HASH = STATIC / "sources.sha256"
SOURCES = ("src", "public", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json")


def sources_hash() -> str:
    """One hash over everything the bundle is made from."""
    files = [*WEB.glob("*.html")]
    for name in SOURCES:
        place = WEB / name
        files += [path for path in place.rglob("*") if path.is_file()] if place.is_dir() else [place]
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(str(file.relative_to(WEB)).encode() + b"\0")
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def npm(*arguments: str, into: Path | None = None) -> None:
    """Run npm in this folder; its failure is ours."""
    environment = dict(os.environ)
    if into is not None:
        environment["CUTCARD_STATIC"] = str(into)
    done = subprocess.run(["npm", *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed")


def modules() -> None:
    """The node modules that the lock names."""
    marker = WEB / "node_modules" / ".package-lock.json"
    if not marker.exists() or marker.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        # Not npm ci: it insists on the bindings of every other platform being in the lock, too.
        npm("install", "--no-save", "--no-audit", "--no-fund")


def build() -> int:
    """The bundle anew, with the hash of what it was made from."""
    schema = subprocess.run([sys.executable, WEB / "schema.py"], check=False)
    if schema.returncode:
        return schema.returncode
    modules()
    npm("run", "wire")
    npm("run", "check")
    npm("run", "build")
    HASH.write_text(sources_hash() + "\n")
    return 0


def check() -> int:
    """Whether the committed bundle and the message types are what the sources make."""
    if subprocess.run([sys.executable, WEB / "schema.py", "--check"], check=False).returncode:
        print("web/wire.schema.json is not what the shapes of the messages make: python3 run.py web")
        return 1
    if not HASH.exists() or HASH.read_text().strip() != sources_hash():
        print("the bundle is older than its sources: python3 run.py web")
        return 1
    if not shutil.which("npm"):
        return 0
    modules()
    npm("run", "check")
    npm("test")
    with tempfile.TemporaryDirectory() as folder:
        npm("run", "build", into=Path(folder))
        return compare(Path(folder))


def compare(built: Path) -> int:
    """Byte by byte, names included."""
    names = {str(path.relative_to(built)) for path in built.rglob("*") if path.is_file()}
    kept = {str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file()} - {HASH.name}
    differ = sorted(names ^ kept) or [
        name for name in sorted(names) if not filecmp.cmp(built / name, STATIC / name, shallow=False)
    ]
    if differ:
        print(f"the bundle is not what its sources make: {', '.join(differ[:5])}")
    return int(bool(differ))


def shots() -> int:
    """Pictures of every screen."""
    sys.path.insert(0, str(ROOT))
    from tests.browser.shots import take

    return take(ROOT / "docs" / "pictures")


def main(arguments: list[str]) -> int:
    """One of the three."""
    verbs = {(): build, ("--check",): check, ("--shots",): shots}
    verb = verbs.get(tuple(arguments))
    if verb is None:
        print("usage: python3 run.py web [--check | --shots]", file=sys.stderr)
        return 2
    return verb()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
