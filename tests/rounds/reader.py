"""Reads a round file aloud: each line is carried out, and what is called out must be what the file says.

The first line says who carries it out: the rules alone, or a table. Nothing here knows a rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from cutcard.games.baccarat.rules import Rules as BaccaratRules
from cutcard.profiles import load
from tests.rounds.deeds import Deed, Lay
from tests.rounds.dialect import deed_of, lines_of
from tests.rounds.played_table import PlayedTable
from tests.rounds.rules_in_step import RulesInStep
from tests.rounds.rules_in_turn import RulesInTurn
from tests.rounds.rules_of_a_coup import RulesOfACoup


class Plays(Protocol):
    """Whoever carries out what the lines ask for."""

    def carry_out(self, deed: Deed) -> str:
        """Do it, and say what is called out because of it."""
        ...


class Reader:
    """Carries out the lines of one file, one after the other."""

    def __init__(self) -> None:
        self.plays: Plays | None = None

    def perform(self, words: list[str]) -> str:
        """Carry out what one line asks for."""
        deed = deed_of(words)
        if isinstance(deed, Lay):
            assert self.plays is None, "a file is one round or one table"
            self.plays = _laid(deed)
            return ""
        assert self.plays is not None, "the first line names the rules or a table"
        return self.plays.carry_out(deed)

    def finish(self) -> None:
        """What has to hold at the end: a table's record replays to the same."""
        assert self.plays is not None, "an empty file"
        if isinstance(self.plays, PlayedTable):
            self.plays.replays()


def _laid(lay: Lay) -> Plays:
    if lay.kind == "rules in step":
        return RulesInStep(lay.profile)
    if lay.kind == "rules":
        coup = isinstance(load(lay.profile).rules, BaccaratRules)
        return RulesOfACoup(lay.profile) if coup else RulesInTurn(lay.profile)
    table = PlayedTable()
    table.carry_out(lay)
    return table


def differences(path: Path) -> list[str]:
    """Every line of which something else is called out than the file says, as ``file:line: …``."""
    reader = Reader()
    wrong = []
    for number, line, expected in lines_of(path):
        said = reader.perform(line.split())
        if said != expected:
            wrong.append(f"{path.name}:{number}: {line}\n  file: {expected}\n  said: {said}")
    reader.finish()
    return wrong
