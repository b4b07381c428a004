"""The words of ``GLOSSARY.md`` are the words of the code, and what they are not called has no name there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from tests.house.checkout import PACKAGE, ROOT, files, modules, place, tree

ROW: Final = re.compile(r"^\| \*\*(.+?)\*\* \| (.+?) \|(.*)\|$", re.MULTILINE)
BARE: Final = frozenset(("told", "asked", "opened", "kept", "found", "said", "made", "noted", "seen", "held"))
"""Participles that name no work and no result: what is so called can be found by no word for it."""

STILL_BARE: Final = {
    "verification": ("opened",),  # the body of a round_opened event, as a verifier of its own reads it
    "views": ("asked",),  # a message of protocol 2, whose schema promises the name to other clients
}
"""What is still called so, by room, and why it stays."""

LITERARY: Final = frozenset(("tell", "tells", "teller", "telling", "tellings", "told", "retold", "untold"))
"""Once an encoder, a reply, a request and a reader of records all had this word in their names."""

SAY_INSTEAD: Final = (
    "call it what it is, as the glossary does: message, reply, news, refusal, output, shown_in"
)
NOT_READ_YET: Final = ("tests/agreement", "tests/commands", "tests/counts")
"""Folders in which tests still call what a command printed `told`; only ever shortened."""

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
    found.update(name for path in modules(PACKAGE) for _, name in defined_in(tree(path)))
    return frozenset(" ".join(parts_of(name)) for name in found)


def parts_of(name: str) -> list[str]:
    return [part.lower() for part in PART.findall(name)]


def defined_in(module: ast.AST) -> Iterator[tuple[int, str]]:
    """The names that a module gives to functions, classes, parameters, variables and attributes."""
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case _:
                pass


def literary_in(module: ast.AST) -> list[tuple[int, str]]:
    return [(line, name) for line, name in defined_in(module) if not LITERARY.isdisjoint(parts_of(name))]


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


def test_nothing_is_named_by_a_literary_word() -> None:
    """In text the word may stand where a person speaks to a person; a name says what a thing is."""
    paths = [path for path in modules(ROOT) if not path.relative_to(ROOT).as_posix().startswith(NOT_READ_YET)]
    wrong = [place(path) for path in paths if not LITERARY.isdisjoint(parts_of(path.stem))]
    wrong += [f"{place(path, line)} {name}" for path in paths for line, name in literary_in(tree(path))]
    assert wrong == [], SAY_INSTEAD


def test_a_literary_name_is_noticed() -> None:
    named = """
class ToldAgain:
    def refusal_told(self, telling): self._told = untold = tells_all(telling)
"""
    found = {name for _, name in literary_in(ast.parse(named))}
    assert found == {"ToldAgain", "refusal_told", "telling", "_told", "untold"}
    assert literary_in(ast.parse("stellar = teletype = foretold = tell_ = 1")) == [(1, "tell_")]
