"""Reading a round aloud: each command of a round file is carried out and what happened is told.

A file is a list of lines ``command -> what happens``. The words before the arrow go to
the rules, the words after it must be what the rules say. Nothing here knows a rule.

    profile american-live          which profile, and `set name=value …` for changed values
    wager 1 main 100               a wager on position 1, before the first card
    card 8h · face down · check no · check blackjack · turn Td
    hit 1 · stand 1.2 · double 2 · split 1 · surrender 1 · insure 1 · decline 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

ARROW = " -> "
Command = Callable[[list[str]], str]


def lines_of(path: Path) -> Iterator[tuple[int, str, str]]:
    """Number, command and expected words of every line that is not a comment."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].rstrip()
        if words:
            command, _, expected = words.partition(ARROW)
            yield number, " ".join(command.split()), " ".join(expected.split())


def check(path: Path, tell: Command) -> list[str]:
    """Every line whose telling differs from what the file says, as ``file:line: …``."""
    wrong = []
    for number, command, expected in lines_of(path):
        told = tell(command.split())
        if told != expected:
            wrong.append(f"{path.name}:{number}: {command}\n  file: {expected}\n  told: {told}")
    return wrong
