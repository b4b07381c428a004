"""A language's catalogue: every file of its folder, read once. It words keys and invents nothing.

A text is a plain line with facts in it. ``{total}`` is filled in as it was given; numbers and
amounts are the caller's to write. A fact that begins with ``@`` is itself a key, worded in the
same language. Where words follow a number, the text has an arm for each form, as in ICU's
messages: ``{hands, plural, one {# hand} other {# hands}}``. ``#`` is the number, an arm ``=0``
is for that number alone, and which form a number takes is the language's own rule.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Final, Protocol

Facts = Mapping[str, int | str]

FACT: Final = re.compile(r"\{(\w+)\}")
ARM: Final = re.compile(r"(=\d+|[a-z]+) \{((?:[^{}]|\{\w+\})*)\}")
PLURAL: Final = re.compile(r"\{(\w+), plural,((?: (?:=\d+|[a-z]+) \{(?:[^{}]|\{\w+\})*\})+)\}")


class NoSuchText(KeyError):
    """There is no such language or key, or the text asks for a fact that was not given."""

    def __str__(self) -> str:
        return str(self.args[0])


class Refused(Protocol):
    """A refusal, of whichever room: a code and the facts that stand against it."""

    @property
    def code(self) -> str: ...

    @property
    def facts(self) -> Facts: ...


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _spanish(number: int) -> str:
    # Spanish says "dos millones de fichas": whole millions take a form of their own.
    return "many" if number and number % 1_000_000 == 0 else _one_or_other(number)


# The plural rules of Unicode's CLDR for whole numbers.
PLURALS: Final[Mapping[str, Callable[[int], str]]] = {
    "de": _one_or_other,
    "en": _one_or_other,
    "es": _spanish,
    "zh": lambda _: "other",
}


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, by folder."""
    rooms = (path for path in resources.files("cutcard.texts").iterdir() if path.is_dir())
    return tuple(sorted(room.name for room in rooms if not room.name.startswith("_")))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language."""
    if language not in languages():
        raise NoSuchText(f"there is no language {language}; there are {', '.join(languages())}")
    folder = resources.files("cutcard.texts") / language
    texts: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        for key, worded in json.loads(file.read_text(encoding="utf-8")).items():
            assert key not in texts, f"{key} is worded twice in {language}"
            texts[key] = worded
    return texts


def asks(worded: str) -> frozenset[str]:
    """The facts that a text asks for."""
    plurals = list(PLURAL.finditer(worded))
    arms = " ".join(arm[2] for match in plurals for arm in ARM.finditer(match[2]))
    plain = PLURAL.sub("", worded) + arms  # an arm is written in braces too, and is no fact
    return frozenset(match[1] for match in (*plurals, *FACT.finditer(plain)))


def text(key: str, facts: Facts | None = None, language: str = "en") -> str:
    """The text of a key with its facts filled in."""
    worded = catalogue(language).get(key)
    if worded is None:
        raise NoSuchText(f"{language} has no text for {key}")
    given = facts or {}

    def fact(name: str) -> int | str:
        if name not in given:
            raise NoSuchText(f"the text of {key} asks for {name}")
        return given[name]

    def counted(match: re.Match[str]) -> str:
        return _arm(match[2], fact(match[1]), language).replace("#", f"{{{match[1]}}}")

    def filled(match: re.Match[str]) -> str:
        said = str(fact(match[1]))
        return text(said[1:], given, language) if said.startswith("@") else said

    return FACT.sub(filled, PLURAL.sub(counted, worded))


def _arm(arms: str, number: int | str, language: str) -> str:
    """The arm for a number. One that was written out by the caller, as in "1.5", takes ``other``."""
    said = {match[1]: match[2] for match in ARM.finditer(arms)}
    exact = said.get(f"={number}")
    if exact is not None:
        return exact
    form = PLURALS[language](abs(int(number))) if re.fullmatch(r"-?\d+", str(number)) else "other"
    return said.get(form, said["other"])
