"""Some words have no place in the checkout: they name one machine, or work left undone.

Whether the other words are good ones is for readers to say. The patterns are written so that
they do not find themselves.
"""

import re
from pathlib import Path

import pytest

from tests.house.checkout import files, place

ANYWHERE = {
    "a path of one machine": r"/wor[k]/|/h[o]me/\w|/roo[t]/|/Use[r]s/\w",
    "the address of a package index": r"pypi\.or[g]|pythonhosted\.or[g]|registry\.npmj[s]|/simpl[e]/",
    "a setting of a package index": r"index[-_]ur[l]",
}
IN_CODE = {
    "work left undone": r"\bTOD[O]\b|\bFIXM[E]\b|\bXX[X]\b|\bNotImplementedErro[r]\b",
}
CODE = {".py", ".ts", ".svelte", ".css", ".html", ".cu", ".toml", ".yml", ".sh"}


def found(pattern: str, paths: list[Path]) -> list[str]:
    return [
        f"{place(path, number)} {match.group()}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (match := re.search(pattern, line))
    ]


@pytest.mark.parametrize("what", ANYWHERE)
def test_no_file_holds(what: str) -> None:
    assert found(ANYWHERE[what], list(files())) == []


@pytest.mark.parametrize("what", IN_CODE)
def test_no_code_holds(what: str) -> None:
    assert found(IN_CODE[what], [path for path in files() if path.suffix in CODE]) == []
