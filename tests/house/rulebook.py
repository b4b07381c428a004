"""The rules of ``docs/rulebook``: each a heading of an id and a title, with its text below."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.house.checkout import ROOT

FOLDER: Final = ROOT / "docs" / "rulebook"
FAMILIES: Final = {
    "BJ": "Blackjack",
    "SB": "Special bets",
    "BA": "Baccarat",
    "RD": "Roads",
    "MO": "Modes",
    "TB": "Tables",
    "GUI": "Screens",
    "PF": "Profiles",
}
CITED: Final = re.compile(rf"\b(?:{'|'.join(FAMILIES)})-\d\d\b")
_HEADING: Final = re.compile(r"^### ([A-Z]+-\d\d) (.+)\n+(.*)", re.MULTILINE)


class Rule(NamedTuple):
    """One rule: what it is about, how its text begins, and where it stands."""

    number: str
    title: str
    begins: str
    page: Path

    @property
    def link(self) -> str:
        """Its place in the book, as documentation sites and code hosts name headings."""
        words = re.sub(r"[^\w\- ]", "", f"{self.number} {self.title}".lower())
        return f"{self.page.name}#{words.replace(' ', '-')}"


def written() -> list[Rule]:
    """Every rule as it stands in the book, page by page."""
    return [
        Rule(match[1], match[2], match[3], page)
        for page in sorted(FOLDER.glob("*.md"))
        for match in _HEADING.finditer(page.read_text())
    ]


@cache
def rules() -> dict[str, Rule]:
    """The rules by family and number."""
    families = list(FAMILIES)
    order = sorted(written(), key=lambda rule: (families.index(rule.number.split("-")[0]), rule.number))
    return {rule.number: rule for rule in order}
