"""Which test shows which requirement, furthest out: writes ``docs/reference/traceability.md``.

A test names the ids it shows, in its name, in its text or in the comment above it; a round file in its
comments. What a module or a helper mentions counts for nothing. Whether a test really shows what it names is
for readers to say.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.house.checkout import ROOT, files, modules, tree
from tests.house.rulebook import CITED, FAMILIES, rules

REQUIREMENTS: Final = ROOT / "tests" / "house" / "requirements.toml"
PAGE: Final = ROOT / "docs" / "reference" / "traceability.md"
IN_A_NAME: Final = re.compile(r"(?<=_)(bj|sb|ba|rd|tb|mo|gui|pf)_(\d\d)(?=_|$)")
TITLED: Final = re.compile(r"""^\s*(?:it|test|describe)(?:\.each\(.*\))?\(["'`](.*?)["'`],""")
OPENING: Final = """\
Which test shows which rule of the [rule book](../rulebook/README.md). Of several tests that name one, the
page has the outermost: in a browser (*screen*), of the screens' code without a browser (*code*), over HTTP or
a socket (*socket*), as a command (*command*), or of the library itself (*engine*).
Every rule is to be shown in a browser but for those that nobody meets on a screen, which are named below.
`python3 run.py docs` writes it anew from the tests; `tests/house` fails for a rule that no test names.
"""


class Level(IntEnum):
    """How far out a test stands, the outermost first."""

    SCREEN = 0
    CODE = 1
    SOCKET = 2
    COMMAND = 3
    ENGINE = 4


BY_FOLDER: Final = {
    **dict.fromkeys(("browser", "nights"), Level.SCREEN),
    **dict.fromkeys(("server", "processes", "client"), Level.SOCKET),
}
BY_IMPORT: Final = {
    "playwright": Level.SCREEN,
    "tests.browser": Level.SCREEN,
    "tests.server.running": Level.SOCKET,
    "tests.processes.served": Level.SOCKET,
    "cutcard.client": Level.SOCKET,
    "cutcard.cli": Level.COMMAND,
}

SAID: Final = {
    Level.SCREEN: "screen",
    Level.CODE: "code",
    Level.SOCKET: "socket",
    Level.COMMAND: "command",
    Level.ENGINE: "engine",
}


class Shown(NamedTuple):
    """A test that names a requirement."""

    level: Level
    path: str
    line: int
    test: str


@cache
def not_built() -> tuple[str, ...]:
    """The rules that nothing shows yet."""
    return tuple(tomllib.loads(REQUIREMENTS.read_text())["missing"])


@cache
def partly() -> dict[str, str]:
    """The rules of which a part is missing on the screens, and which part: gaps, whatever shows the rest."""
    return {str(part["id"]): str(part["lacks"]) for part in tomllib.loads(REQUIREMENTS.read_text())["partly"]}


@cache
def elsewhere() -> dict[str, str]:
    """The rules that nobody meets on a screen, each with the reason."""
    groups = tomllib.loads(REQUIREMENTS.read_text())["elsewhere"]
    return {number: str(group["why"]) for group in groups for number in group["ids"]}


@cache
def requirements() -> dict[str, str]:
    """Every rule of what is built with its title, by family and number."""
    return {number: rule.title for number, rule in rules().items() if number not in not_built()}


def ids_in(text: str) -> set[str]:
    """Every id that a text or a test's name mentions."""
    in_names = {f"{match[1].upper()}-{match[2]}" for match in IN_A_NAME.finditer(text)}
    return {match.group() for match in CITED.finditer(text)} | in_names


@cache
def shown() -> dict[str, list[Shown]]:
    """The tests that name each id, furthest out first."""
    found: dict[str, list[Shown]] = {}
    for mentioned, test in [*_in_python(), *_in_rounds(), *_in_web()]:
        found.setdefault(mentioned, []).append(test)
    return {mentioned: sorted(tests) for mentioned, tests in found.items()}


def _in_python() -> Iterator[tuple[str, Shown]]:
    for path in modules(ROOT / "tests"):
        if path.name.startswith("test_"):
            yield from _in_module(path)


def _in_module(path: Path) -> Iterator[tuple[str, Shown]]:
    level, lines, after = level_of(path), path.read_text().splitlines(), 0
    for node in tree(path).body:
        text = "\n".join(lines[after : node.end_lineno])
        after = node.end_lineno or after
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for mentioned in ids_in(text):
                yield mentioned, Shown(level, _place(path), node.lineno, node.name)


def level_of(path: Path) -> Level:
    """By its folder, or by what it is made with."""
    folder = path.relative_to(ROOT).parts[1]
    if folder in BY_FOLDER:
        return BY_FOLDER[folder]
    names = [
        name
        for node in ast.walk(tree(path))
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    ]
    made_with = [
        level
        for start, level in BY_IMPORT.items()
        if any(name == start or name.startswith(f"{start}.") for name in names)
    ]
    return min(made_with, default=Level.ENGINE)


def _in_rounds() -> Iterator[tuple[str, Shown]]:
    """Rounds written out, which a test of their folder plays."""
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.suffix == ".round":
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for mentioned in ids_in(line) if line.startswith("#") else ():
                    yield mentioned, Shown(Level.ENGINE, _place(path), number, path.stem)


def _in_web() -> Iterator[tuple[str, Shown]]:
    for path in files():
        if path.name.endswith(".test.ts"):
            title = ""
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = TITLED.match(line)
                title = match[1] if match else title
                for mentioned in ids_in(line) if title else ():
                    yield mentioned, Shown(Level.CODE, _place(path), number, title)


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def gaps() -> list[str]:
    """What people meet on a screen and no test shows there."""
    return [
        mentioned
        for mentioned in requirements()
        if mentioned in partly()
        or (mentioned not in elsewhere() and shown()[mentioned][0].level is not Level.SCREEN)
    ]


def page() -> str:
    """The page: gaps first, then every requirement with the outermost test that names it."""
    return "\n".join([*_opening(), *_gaps_listed(), *_families(), ""])


def _opening() -> Iterator[str]:
    counts = {
        level: sum(tests[0].level is level for known, tests in shown().items() if known in requirements())
        for level in Level
    }
    yield "# Traceability"
    yield ""
    yield OPENING
    yield ", ".join(f"{SAID[level]} {counts[level]}" for level in Level) + f" of {len(requirements())}."
    yield ""


def _gaps_listed() -> Iterator[str]:
    for title, rows in (
        ("Met on a screen, and not shown there", {gap: _gap(gap) for gap in gaps()}),
        ("Not built yet", {number: rules()[number].title for number in not_built()}),
    ):
        yield f"## {title}"
        yield ""
        yield from [f"- **{mentioned}** {what}" for mentioned, what in rows.items()] or ["None."]
        yield ""
    yield "## Not met on a screen"
    yield ""
    for why in dict.fromkeys(elsewhere().values()):
        yield f"- {', '.join(number for number, reason in elsewhere().items() if reason == why)}: {why}"
    yield ""


def _gap(number: str) -> str:
    return f"{requirements()[number]}: {partly()[number]}" if number in partly() else requirements()[number]


def _families() -> Iterator[str]:
    for family, title in FAMILIES.items():
        yield f"## {title}"
        yield ""
        yield "| id | what | level | test |"
        yield "| --- | --- | --- | --- |"
        for mentioned, what in requirements().items():
            if mentioned.startswith(f"{family}-"):
                yield _row(mentioned, what, shown()[mentioned][0])
        yield ""


def _row(mentioned: str, what: str, test: Shown) -> str:
    rule = f"[{mentioned}](../rulebook/{rules()[mentioned].link})"
    return f"| {rule} | {what} | {SAID[test.level]} | [{linked(test)}](../../{test.path}) |"


def linked(test: Shown) -> str:
    """What a link to the test is called."""
    return f"{test.path}: {test.test}"


if __name__ == "__main__":
    PAGE.write_text(page())
    sys.exit(0)
