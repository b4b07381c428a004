"""Whether every rule of the games is named by some test. What a test makes of it is not known here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
WRITTEN: Final = re.compile(r"\b(BJ|BA|SB|RD|PF)-(\d\d)\b|\btest_(bj|ba|sb|rd|pf)_(\d\d)_")

# BJ-07 and BJ-17 are about limits and credit, which the rules of a game do not know.
WANTED: Final = {
    "BJ": (range(1, 7), range(8, 17), range(18, 27)),
    "BA": (range(1, 10),),
    "SB": (range(1, 22), range(30, 42), range(50, 52)),
    "RD": (range(1, 12),),
    "PF": (range(1, 4),),
}


def _wanted() -> Iterator[str]:
    for family, ranges in WANTED.items():
        yield from (f"{family}-{number:02}" for numbers in ranges for number in numbers)


def _named() -> set[str]:
    """Every id that a test's name, a comment or a round file mentions, this file left out."""
    files = (path for path in TESTS.rglob("*") if path.suffix in (".py", ".round") and path != Path(__file__))
    found = (match for path in files for match in WRITTEN.finditer(path.read_text(encoding="utf-8")))
    return {f"{match[1] or match[3].upper()}-{match[2] or match[4]}" for match in found}


def test_every_rule_is_named_by_a_test() -> None:
    named = _named()
    missing = [rule for rule in _wanted() if rule not in named]
    assert not missing, f"no test names {', '.join(missing)}"
