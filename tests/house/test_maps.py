"""What the map and the guide for contributors name is there. Whether they say it well is for readers."""

import re
from importlib import import_module

import pytest

from tests.house.checkout import PACKAGE, ROOT

ANY = re.compile("NAME|LANGUAGE")  # whoever reads puts one in
PATH = re.compile(r"`([\w./*-]*/[\w./*-]*|\w+\.py)`")
NOT_KEPT = {"site/", ".venv/bin"}
ROOMS = sorted(folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").is_file())
IN_ROOM = re.compile(rf"(?<![\w./])({'|'.join(ROOMS)})\.(?!(?:py|md|json|toml)\b)(\w+)")


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


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_every_module_that_is_named_in_its_room_is_there(page: str) -> None:
    pairs = IN_ROOM.findall((ROOT / page).read_text(encoding="utf-8"))
    assert [f"{room}.{name}" for room, name in pairs if not is_in_room(room, name)] == []


def is_in_room(room: str, name: str) -> bool:
    """A module or a folder of the room, or what the room itself offers."""
    return (
        is_there(f"{room}/{name}", beside=())
        or is_there(f"{room}/{name}.py", beside=())
        or offers(room, name)
    )


def offers(room: str, name: str) -> bool:
    return hasattr(import_module(f"cutcard.{room}"), name)


def test_a_module_that_was_renamed_is_found() -> None:
    assert IN_ROOM.findall("─▶ venue.projection ─▶ `venue/money.py`, tests.venue.house") == [
        ("venue", "projection")
    ]
    assert not is_in_room("venue", "projection")
