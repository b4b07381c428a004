"""The lower bounds in pyproject.toml are those that `python3 run.py lowest` has tried. Installs nothing."""

from __future__ import annotations

import re
import tomllib

import run
from tests.house.checkout import ROOT


def bounds() -> dict[str, str]:
    """The lower bound of every dependency, as it is stated."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = metadata["optional-dependencies"]
    named = [
        *metadata["dependencies"],
        *(requirement for name in run.LOWEST_EXTRAS for requirement in extras[name]),
    ]
    found = [
        re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)(?:;.*)?", requirement)
        for requirement in named
        if not requirement.startswith("cutcard[")  # a part that needs another part
    ]
    assert None not in found, "each has a lower bound and nothing else"
    return {match[1]: match[2] for match in found if match is not None}


def test_each_bound_was_tried() -> None:
    pins = re.findall(
        r"^([\w-]+)(?:\[\w+\])?==([\d.]+)", run.LOWEST.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert bounds() == dict(pins), "after changing a bound: python3 run.py lowest"


def test_only_what_the_project_names_is_noted() -> None:
    project = (
        '[project]\ndependencies = ["some-thing>=1", "other[extra]>=2; sys_platform != \'win32\'"]\n'
        '[project.optional-dependencies]\nmath = ["third>=3"]\nserve = ["cutcard[math]"]\n'
        "cluster = []\nparquet = []\n"
    )
    pins = "some-thing==1.0\nbelow==7\nother==2.0 ; sys_platform != 'win32'\nthird==3.0\n"
    noted = run.lowest_pins(pins, project).splitlines()
    assert noted == [run.LOWEST_HEAD, "some-thing==1.0", "other==2.0 ; sys_platform != 'win32'", "third==3.0"]
