"""The README's rounds are played: what it, or a guide, says a command prints is what the command prints."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from cutcard.cli import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (README, ROOT / "docs" / "guide" / "analysis.md")
EXAMPLE = re.compile(r"```console\n\$ (.*?)\n(.*?)```", re.DOTALL)
SHOWN = [example for page in PAGES for example in EXAMPLE.findall(page.read_text(encoding="utf-8"))]


def lines(printed: str) -> list[str]:
    return "\n".join(line.rstrip() for line in printed.splitlines()).strip("\n").splitlines()


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_page_prints_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], command: str, output: str
) -> None:
    program, *words = shlex.split(command)
    assert program == "cutcard"
    main(words)
    assert lines(capsys.readouterr().out) == lines(output)


def test_there_is_a_played_round() -> None:
    assert any(command.startswith("cutcard deal") for command, _ in SHOWN)


def test_the_readmes_python_is_true() -> None:
    ran = doctest.testfile(str(README), module_relative=False)
    assert ran.attempted > 5
    assert ran.failed == 0
