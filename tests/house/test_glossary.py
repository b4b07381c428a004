"""The words of ``GLOSSARY.md`` are the words of the code, and what they are not called has no name there."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final, NamedTuple

from tests.house.checkout import PACKAGE, ROOT, files, modules, tree

ROW: Final = re.compile(r"^\| \*\*(.+?)\*\* \| (.+?) \|(.*)\|$", re.MULTILINE)
BARE: Final = frozenset(("told", "asked", "opened", "kept", "found", "said", "made", "noted", "seen", "held"))
"""Participles that name no work and no result: what is so called can be found by no word for it."""

STILL_BARE: Final = {
    "verification": ("opened",),  # the body of a round_opened event, as a verifier of its own reads it
    "views": ("asked",),  # a message of protocol 2, whose schema promises the name to other clients
}
"""What is still called so, by room, and why it stays."""

PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


class Word(NamedTuple):
    """A word, the section that has it, what it means, and what the thing is not called."""

    name: str
    section: str
    meaning: str
    refused: tuple[str, ...]


@cache
def words() -> tuple[Word, ...]:
    _, *sections = re.split(r"^## (.+)$", (ROOT / "GLOSSARY.md").read_text(), flags=re.MULTILINE)
    return tuple(
        Word(name, title, meaning, _refused(never))
        for title, text in zip(sections[::2], sections[1::2], strict=True)
        for name, meaning, never in ROW.findall(text)
    )


def _refused(never: str) -> tuple[str, ...]:
    """A word with an explanation behind a colon means something else, and is named as a contrast."""
    return tuple(word.strip() for word in never.split(",") if word.strip() and ":" not in never)


@cache
def names() -> frozenset[str]:
    """Every name that the package defines as words: ``PlaceBet`` and ``place_bet`` as ``place bet``."""
    found = {path.relative_to(PACKAGE).with_suffix("").as_posix() for path in modules(PACKAGE)}
    for path in modules(PACKAGE):
        for node in ast.walk(tree(path)):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    found.add(name)
                case ast.arg(arg=name):
                    found.add(name)
                case ast.Name(id=name, ctx=ast.Store()):
                    found.add(name)
                case _:
                    pass
    return frozenset(" ".join(PART.findall(name)).lower() for name in found)


def test_words_are_defined_once_and_found_by_the_alphabet() -> None:
    for section in {word.section for word in words()}:
        listed = [word.name.lower() for word in words() if word.section == section]
        assert listed == sorted(set(listed))
    assert len({word.name for word in words()}) == len(words()) > 60


def test_every_word_is_used() -> None:
    spoken = "\n".join(
        path.read_text().lower()
        for path in files()
        if path.is_relative_to(PACKAGE) and path.suffix in (".py", ".json", ".toml")
    )
    said = re.sub(r"[\s_]+", " ", spoken)
    unused = [word.name for word in words() if not re.search(rf"\b{word.name.lower()}", said)]
    assert unused == []


def test_nothing_has_a_name_that_the_glossary_refuses() -> None:
    defined = {word.name for word in words()}
    refused = {never for word in words() for never in word.refused} - defined
    assert len(refused) > 5
    wrong = {(never, name) for never in refused for name in names() if re.search(rf"\b{never}\b", name)}
    assert wrong == set()


def test_no_function_and_no_class_is_called_by_a_bare_participle() -> None:
    bare = {
        (path.relative_to(PACKAGE).parts[0], node.name.lower().strip("_"))
        for path in modules(PACKAGE)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.name.lower().strip("_") in BARE
    }
    assert sorted((room, name) for room, name in bare if name not in STILL_BARE.get(room, ())) == []
