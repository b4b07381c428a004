"""Whether every rule of tables that is kept by what there is so far is named by some test.

What a test makes of it is not known here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
WRITTEN: Final = re.compile(r"\b(TB|MO|GUI|BJ)-(\d\d)\b|\btest_(tb|mo|gui|bj)_(\d\d)_")

WANTED: Final = {
    "TB": (1, 2, 3, 5, *range(10, 15), 23, 29, 31, 43, 44, 50, 51, 52, 53, 54, 60, 62, 64, 65),
    "MO": (1, 2, 5),
    "GUI": (8, 9),
    "BJ": (7, 16, 17),
}


def _named() -> set[str]:
    """Every id that a test's name, a comment or a round file mentions, this file left out."""
    files = (path for path in TESTS.rglob("*") if path.suffix in (".py", ".round") and path != Path(__file__))
    found = (match for path in files for match in WRITTEN.finditer(path.read_text(encoding="utf-8")))
    return {f"{one[1] or one[3].upper()}-{one[2] or one[4]}" for one in found}


def test_every_rule_of_tables_is_named_by_a_test() -> None:
    named = _named()
    wanted = [f"{family}-{number:02}" for family, numbers in WANTED.items() for number in numbers]
    missing = [rule for rule in wanted if rule not in named]
    assert not missing, f"no test names {', '.join(missing)}"
