"""Nobody is given a right in passing: the matrix is the one that was agreed, row by row (TB-70).

``roles.toml`` says it a second time, so that a row that grows by a role is seen by whoever reads the change.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from cutcard.table import commands as c
from cutcard.venue.roles import COMMANDS, MESSAGES, ROUTES, Allowed, Role, allowed_for

LETTERS: Final[dict[Role | None, str]] = dict(zip((None, *Role), "-PCAOSR", strict=True))
AGREED: Final = tomllib.loads((Path(__file__).parent / "roles.toml").read_text())
MATRIX: Final[Mapping[str, Mapping[str, Allowed]]] = {
    "commands": {command.__name__: row for command, row in COMMANDS.items()},
    "messages": MESSAGES,
    "routes": ROUTES,
}


def letters(row: Allowed) -> str:
    return "".join(letter for role, letter in LETTERS.items() if role in row)


def differing(part: str, matrix: Mapping[str, Allowed]) -> set[str]:
    """The rows that are not as they were agreed."""
    rows = {name: letters(row) for name, row in matrix.items()}
    return {name for name in rows | AGREED[part] if rows.get(name) != AGREED[part].get(name)}


@pytest.mark.parametrize("part", MATRIX)
def test_tb_70_every_row_is_as_it_was_agreed(part: str) -> None:
    assert differing(part, MATRIX[part]) == set()


@pytest.mark.parametrize("part", MATRIX)
def test_tb_70_one_role_more_in_any_row_is_noticed(part: str) -> None:
    for name, row in MATRIX[part].items():
        for role in LETTERS:
            if role not in row:
                assert differing(part, {**MATRIX[part], name: (*row, role)}) == {name}


def test_mo_04_only_the_last_card_is_the_croupiers_to_put_right() -> None:
    assert Role.CROUPIER in allowed_for(c.CorrectCard("me", 5))
    for at in (1, 2, 400):
        assert allowed_for(c.CorrectCard("me", 5, at)) == (Role.SUPERVISOR,)
