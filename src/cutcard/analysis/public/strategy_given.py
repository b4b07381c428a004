"""A strategy file that a question gives: read for a profile, and counted for its sheet."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import msgspec

from cutcard.analysis.answer import file_name
from cutcard.analysis.refusal import BadQuestion, short
from cutcard.exact.par import pack_of
from cutcard.exact.sheet import Sheet
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import Profile
from cutcard.sim.plan import Plan
from cutcard.sim.strategy_file import read_strategy

StrategyFile: TypeAlias = str | PathLike[str]
"""A strategy file (CSV)."""


def given_plan(profile: Profile, file: StrategyFile | None) -> Plan | None:
    """The plan in the file, where one is given and there is anything to decide."""
    if file is None:
        return None
    if profile.game == "baccarat":
        raise BadQuestion(
            f"{profile.id} is baccarat, where nobody decides anything: leave --strategy {short(file)} out"
        )
    return read_strategy(Path(file))


def with_strategy(
    sheet: Sheet, profile: Profile, gone: Sequence[int], plan: Plan, file: StrategyFile
) -> Sheet:
    """The sheet with what the plan returns."""
    # Imported here: numba takes a second to load, and most sheets are of no strategy file.
    from cutcard.analysis.strategy_return import strategy_sheet

    assert isinstance(profile.rules, Rules)
    counted = strategy_sheet(profile.rules, pack_of(profile, gone), plan, file_name(Path(file)))
    return msgspec.structs.replace(sheet, strategy=counted)
