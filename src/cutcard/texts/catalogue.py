"""A language's catalogue: every file of its folder, read once. It words keys and invents nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

from cutcard.games.reason import Reason, Refusal

_FACT = re.compile(r"\{(\w+)\}")

Facts = Mapping[str, int | str]


class NoSuchText(KeyError):
    """The catalogue has no such key, or the text asks for a fact that was not given."""

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, by folder."""
    rooms = (one for one in resources.files("cutcard.texts").iterdir() if one.is_dir())
    return tuple(sorted(one.name for one in rooms if not one.name.startswith("_")))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language."""
    folder = resources.files("cutcard.texts") / language
    texts: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        for key, worded in json.loads(file.read_text(encoding="utf-8")).items():
            assert key not in texts, f"{key} is worded twice in {language}"
            texts[key] = worded
    return texts


def text(key: str, facts: Facts | None = None, language: str = "en") -> str:
    """The text of a key with its facts filled in."""
    worded = catalogue(language).get(key)
    if worded is None:
        raise NoSuchText(f"{language} has no text for {key}")
    given = facts or {}

    def filled(found: re.Match[str]) -> str:
        name = found[1]
        if name not in given:
            raise NoSuchText(f"the text of {key} asks for {name}")
        fact = str(given[name])
        return text(fact[1:], given, language) if fact.startswith("@") else fact

    return _FACT.sub(filled, worded)


def say(what: Reason | Refusal, language: str = "en") -> str:
    """A reason or a refusal in words."""
    key = f"refused.{what.code}" if isinstance(what, Refusal) else what.key
    return text(key, what.facts, language)
