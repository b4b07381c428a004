"""Every kind of command says of itself whether it deals, and is decided in one place; no list does beside it.

A new command that forgets one of these is found here, whatever it is called.
"""

from __future__ import annotations

import ast
import inspect
from typing import get_args

import pytest

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode, load
from cutcard.table import Settings, dispatch
from cutcard.table import commands as c
from cutcard.table.command import Deals, Source, TableCommand
from cutcard.table.dealing.decide import not_dealt_here
from cutcard.venue.roles import COMMANDS, Role

KINDS: tuple[type[TableCommand], ...] = get_args(c.Command)
every_command = pytest.mark.parametrize("command", KINDS, ids=lambda command: command.__name__)


def arms() -> list[str]:
    """The commands that the dispatch has a line for, in its order."""
    return [
        case.pattern.cls.attr
        for node in ast.walk(ast.parse(inspect.getsource(dispatch)))
        if isinstance(node, ast.Match)
        for case in node.cases
        if isinstance(case.pattern, ast.MatchClass) and isinstance(case.pattern.cls, ast.Attribute)
    ]


def test_the_dispatch_has_one_line_for_each_command_and_none_else() -> None:
    assert sorted(arms()) == sorted(kind.__name__ for kind in KINDS)


@every_command
def test_what_a_class_says_of_itself_is_nothing_that_is_asked(command: type[TableCommand]) -> None:
    assert issubclass(command, TableCommand)
    assert not {"deals", "keeps_reservation", "how"} & set(command.__struct_fields__)


@every_command
def test_tb_70_what_deals_is_the_croupiers_or_the_venues_own(command: type[TableCommand]) -> None:
    if command.deals:
        assert set(COMMANDS[command]) <= {Role.CROUPIER, Role.SUPERVISOR}


@every_command
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("source", Source)
def test_tb_62_one_rule_says_who_may_deal(command: type[TableCommand], mode: Mode, source: Source) -> None:
    settings = Settings(id="table", name="table", profile=load("multihand-etg"), mode=mode)
    random = mode in (Mode.INTERNAL, Mode.VIDEO)
    expected = None
    if source is not Source.CENTER and random and Deals.FROM_THE_SHOE in command.deals:
        expected = Refusal("not_asked_of_this_table")
    if source is Source.TERMINAL and mode is not Mode.LIVE and Deals.BY_HAND in command.deals:
        expected = Refusal("not_a_live_table")
    assert not_dealt_here(settings, command, source) == expected
