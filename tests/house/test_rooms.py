"""Every room has a name that says something, is declared, and says what it is.

What a room may import is not asked here; `run.py check` asks it.
"""

import ast
import re
import tomllib
from collections import Counter

import pytest

from tests.house.checkout import PACKAGE, ROOT, files, modules, place, tree

SAY_NOTHING = set("util utils helper helpers common manager managers service services base misc".split())


def declared() -> set[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return {room for layer in layers for room in re.findall(r"\w+", layer)}


def test_every_folder_of_the_package_is_declared() -> None:
    # import-linter sees only folders with an __init__.py, so it would miss the others.
    rooms = {path.relative_to(PACKAGE).parts[0] for path in files() if path.is_relative_to(PACKAGE)}
    assert {room for room in rooms if (PACKAGE / room).is_dir()} - declared() == set()


def test_no_name_says_nothing() -> None:
    parts = {part for path in files() for part in path.relative_to(ROOT).with_suffix("").parts}
    assert parts & SAY_NOTHING == set()


@pytest.mark.parametrize("kind", ["src", "tests", "bench", "run.py"])
def test_every_module_says_what_it_knows(kind: str) -> None:
    silent = [
        place(path)
        for path in modules(ROOT / kind)
        if path.stat().st_size and ast.get_docstring(tree(path)) is None
    ]
    assert silent == []


def test_no_folder_of_the_package_holds_more_than_20_files() -> None:
    """What has more falls into parts, each of which can be taken in at a glance."""
    held = Counter(path.parent for path in modules(PACKAGE))
    assert {place(folder): files for folder, files in held.items() if files > 20} == {}
