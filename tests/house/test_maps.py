"""What the map and the guide for contributors name is there. Whether they say it well is for readers."""

import re

import pytest

from tests.house.checkout import PACKAGE, ROOT

ANY = re.compile("NAME|LANGUAGE")  # whoever reads puts one in
PATH = re.compile(r"`([\w./*-]*/[\w./*-]*|\w+\.py)`")
NOT_KEPT = {"site/", ".venv/bin"}


def named(page: str) -> list[str]:
    """The paths in code marks, those of an address aside."""
    paths = [ANY.sub("*", path) for path in PATH.findall((ROOT / page).read_text(encoding="utf-8"))]
    return [path for path in paths if not path.startswith("/") and path not in NOT_KEPT]


def is_there(path: str, *, beside: tuple[str, ...]) -> bool:
    """From the root or from the package; a name alone is also one of the folders just named."""
    places = (ROOT, PACKAGE, *(PACKAGE / folder for folder in beside))
    return any(any(place.glob(path.rstrip("/"))) for place in places)


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_that_is_named_is_there(page: str) -> None:
    folders = tuple(sorted({path.rpartition("/")[0] for path in named(page) if "/" in path}))
    missing = [path for path in named(page) if not is_there(path, beside=folders)]
    assert missing == []
    assert len(named(page)) > 20
