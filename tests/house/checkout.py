"""The files of this checkout that are ours, and their syntax trees.

It knows what is ignored and refuses to know what any test looks for. Git is not asked, since a
checkout may have been copied without it.
"""

import ast
import os
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "cutcard"
TEXTS = set(".py .md .toml .txt .yml .yaml .json .ts .svelte .css .html .cu .sh".split()) | {""}


@cache
def files() -> tuple[Path, ...]:
    """Every text file that is, or would be, under version control."""
    patterns = [".git/", *(ROOT / ".gitignore").read_text().split()]
    found = []
    for folder, inner, names in os.walk(ROOT):
        here = Path(folder)
        inner[:] = sorted(name for name in inner if not ignored(here / name, patterns))
        found += [here / name for name in sorted(names) if not ignored(here / name, patterns)]
    return tuple(path for path in found if path.suffix in TEXTS)


def ignored(path: Path, patterns: list[str]) -> bool:
    """The part of Git's rule that our .gitignore uses: bare names, and paths from the root."""
    anchored = f"/{path.relative_to(ROOT).as_posix()}"
    return any(fnmatch(anchored if p.startswith("/") else path.name, p.rstrip("/")) for p in patterns)


def modules(*under: Path) -> list[Path]:
    """Our Python files, or those in the folders given."""
    return [
        path
        for path in files()
        if path.suffix == ".py" and (not under or any(path.is_relative_to(folder) for folder in under))
    ]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


def nodes(*under: Path) -> Iterator[tuple[Path, ast.AST]]:
    for path in modules(*under):
        for node in ast.walk(tree(path)):
            yield path, node


def place(path: Path, line: int = 1) -> str:
    """A place as an editor opens it."""
    return f"{path.relative_to(ROOT)}:{line}"
