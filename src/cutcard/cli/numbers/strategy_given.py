"""A strategy file on the command line: read for a profile, and printed with what its deviations cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from cutcard.cli.output import file_name, print_facts, print_lines, print_table
from cutcard.cli.progress import working
from cutcard.cli.refusal import BadInput, short
from cutcard.exact.par import pack_of
from cutcard.exact.sheet import Sheet, Spread, StrategySheet
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import Profile
from cutcard.sim.plan import Plan
from cutcard.sim.strategy_file import read_strategy

SHOWN_MAX: Final = 25
"""How many deviations people are shown; JSON and the sheets in files have all."""


def given_plan(profile: Profile, strategy: Path | None) -> Plan | None:
    """The plan in the file, where one is given and there is anything to decide."""
    if strategy is None:
        return None
    if profile.game == "baccarat":
        raise BadInput(
            f"{profile.id} is baccarat, where nobody decides anything: leave --strategy {short(strategy)} out"
        )
    return read_strategy(strategy)


def with_strategy(sheet: Sheet, profile: Profile, gone: Sequence[int], plan: Plan, file: Path) -> Sheet:
    """The sheet with what the plan returns."""
    # Imported here: numba takes a second to load, and most sheets are of no strategy file.
    from cutcard.analysis.strategy_return import strategy_sheet

    assert isinstance(profile.rules, Rules)
    with working("counting the strategy"):
        counted = strategy_sheet(profile.rules, pack_of(profile, gone), plan, file_name(file))
    return msgspec.structs.replace(sheet, strategy=counted)


def strategy_figures(strategy: StrategySheet) -> dict[str, Any]:
    """A strategy file's part of a sheet as it is printed."""
    counted = strategy.counted
    return {
        "file": strategy.file,
        "return_float": counted.returned,
        "house_edge_float": 1 - counted.returned,
        **spread_document(strategy.spread),
        "chart_difference_float": counted.difference,
        "deviations_sum_float": counted.sum,
        "deviations": [
            {
                "hand": deviation.hand,
                "up_card": deviation.up_card,
                "plays": deviation.plays,
                "best": deviation.best,
                "cost_float": deviation.cost,
            }
            for deviation in counted.deviations
        ],
    }


def spread_document(spread: Spread) -> dict[str, Any]:
    """How rounds come out as it is printed."""
    return {
        "variance_float": spread.variance,
        "standard_deviation_float": spread.standard_deviation,
        "variance_bound_float": spread.bound,
        "hit_rate_float": spread.hit_rate,
        "outcomes": [{"pays": gain.pays, "probability_float": gain.chance} for gain in spread.gains],
        "outcomes_bound_float": spread.unsure,
    }


def print_strategy(main: Mapping[str, Any]) -> None:
    """The strategy file in a sheet of the main game, for people; nothing where there is none."""
    figures = main.get("strategy")
    if figures is None:
        return
    from rich.markup import escape

    facts = {
        "return": f"{figures['return_float']:.6%}",
        "house edge": f"{figures['house_edge_float']:.6%}",
        "below the chart by": f"{figures['chart_difference_float']:.6%}",
        "hit rate": f"{figures['hit_rate_float']:.4%}",
        "standard deviation": f"{figures['standard_deviation_float']:.4f}",
    }
    print_facts(escape(f"Played by {figures['file']}"), facts)
    deviations = figures["deviations"]
    if not deviations:
        print_lines(["It plays every hand as the chart of best play does.", ""])
        return
    rows = [
        (each["hand"], each["up_card"], each["plays"], each["best"], f"{each['cost_float']:.8%}")
        for each in deviations[:SHOWN_MAX]
    ]
    columns = ("hand", "up card", "file", "chart", "costs of the first stake")
    print_table("Played otherwise than by the chart, each cell alone", columns, rows)
    rest = deviations[SHOWN_MAX:]
    if rest:
        cost = sum(each["cost_float"] for each in rest)
        print_lines([f"{len(rest)} more cost {cost:.8%} together; --json lists them all."])
    alone, together = figures["deviations_sum_float"], figures["chart_difference_float"]
    in_all = f"Their sum is {alone:.8%}, and together they cost {together:.8%}"
    print_lines([f"{in_all}: a cell changes how often others are met.", ""])
