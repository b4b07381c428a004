"""What a strategy file returns and what its deviations cost, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cutcard.cli.output import print_facts, print_lines, print_table

SHOWN_MAX: Final = 25
"""How many deviations people are shown; JSON and the sheets in files have all."""


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
