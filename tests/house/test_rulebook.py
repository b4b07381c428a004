"""The rule book defines every rule that anything cites, once, in words."""

from __future__ import annotations

from collections import Counter

from tests.house.checkout import ROOT, files
from tests.house.rulebook import CITED, FAMILIES, FOLDER, rules, written

SPEAKS: tuple[str, ...] = (".py", ".ts", ".svelte", ".md", ".toml", ".round", ".json", ".css")


def test_every_rule_is_defined_once_and_says_something() -> None:
    twice = [number for number, count in Counter(rule.number for rule in written()).items() if count > 1]
    assert not twice
    silent = [rule.number for rule in written() if not rule.begins or rule.begins.startswith("#")]
    assert not silent


def test_what_is_cited_is_defined() -> None:
    unknown = {
        f"{path.relative_to(ROOT)}: {number}"
        for path in files()
        if path.suffix in SPEAKS and "static" not in path.parts
        for number in CITED.findall(path.read_text())
        if number not in rules()
    }
    assert not unknown


def test_the_book_has_every_family_and_names_its_pages() -> None:
    assert {number.split("-")[0] for number in rules()} == set(FAMILIES)
    contents = (FOLDER / "README.md").read_text()
    unnamed = [page.name for page in FOLDER.glob("*.md") if f"({page.name})" not in contents]
    assert unnamed == ["README.md"]
