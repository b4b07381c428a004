"""The tabs of strategies: the chart, coloured by what it says, and a strategy of somebody's own beside it.

Works nothing out.
"""

from __future__ import annotations

from typing import Any

from cutcard.exact.codes import CODES, UPS, WORDS
from cutcard.exact.sheet import Chart, StrategySheet
from cutcard.reports import names
from cutcard.reports.contents import DEVIATION_HEADS, DEVIATIONS, DEVIATIONS_ABOUT, own_title, strategy_cells
from cutcard.reports.xlsx_looks import Looks, cell


def write(tab: Any, looks: Looks, chart: Chart) -> None:
    """Write the three tables one below the other, then the legend."""
    tab.write_string(0, 0, "Strategy chart", looks["title"])
    tab.set_column(0, 0, 16)
    tab.set_column(1, len(UPS), 7)
    tab.set_portrait()
    tab.fit_to_pages(1, 1)
    tab.freeze_panes(1, 1)
    row = 2
    for title, rows in names.parts(chart):
        row = _table(tab, looks, row, title, rows) + 1
    tab.write_string(row, 0, names.insurance(chart), looks["plain"])
    for code in names.codes_used(chart):
        row += 1
        tab.write_string(row, 0, code, looks["chart_cell"])
        tab.write_string(row, 1, WORDS[code], looks["plain"])
    _colour_codes(tab, looks, f"A3:{cell(row, len(UPS)).replace('$', '')}")


def write_own(tab: Any, looks: Looks, strategy: StrategySheet) -> None:
    """Write what a strategy of somebody's own comes to, and every cell it plays otherwise than the chart."""
    tab.write_string(0, 0, own_title(strategy), looks["title"])
    tab.set_column(0, 0, 26)
    tab.set_column(1, len(DEVIATION_HEADS), 18)
    row = 1
    for figure in strategy_cells(strategy):
        row += 1
        tab.write_string(row, 0, figure.name, looks["text"])
        tab.write_number(row, 1, figure.value, looks[figure.look])
    tab.write_string(row + 2, 0, DEVIATIONS, looks["part"])
    for column, head in enumerate(DEVIATION_HEADS):
        tab.write_string(
            row + 3, column, head, looks["head" if column == len(DEVIATION_HEADS) - 1 else "head_left"]
        )
    row += 3
    for each in strategy.counted.deviations:
        row += 1
        for column, written in enumerate((each.hand, each.up_card, each.plays, each.best)):
            tab.write_string(row, column, written, looks["text"])
        tab.write_number(row, len(DEVIATION_HEADS) - 1, each.cost, looks["fine"])
    tab.write_string(row + 2, 0, DEVIATIONS_ABOUT, looks["plain"])


def _table(tab: Any, looks: Looks, top: int, title: str, rows: dict[str, dict[str, str]]) -> int:
    tab.write_string(top, 0, title, looks["part"])
    for column, up in enumerate(UPS, 1):
        tab.write_string(top, column, up, looks["chart_head"])
    row = top
    for row, (hand, codes) in enumerate(rows.items(), top + 1):
        tab.write_string(row, 0, hand, looks["chart_hand"])
        for column, up in enumerate(UPS, 1):
            tab.write_string(row, column, codes[up], looks["chart_cell"])
    return row + 1


def _colour_codes(tab: Any, looks: Looks, where: str) -> None:
    for code in CODES:
        rule = {"type": "cell", "criteria": "==", "value": f'"{code}"', "format": looks[f"code_{code}"]}
        tab.conditional_format(where, rule)
