"""The tab of the strategy chart: a code in every cell, coloured by what it says. Knows no figure."""

from __future__ import annotations

from typing import Any

from cutcard.exact.codes import CODES, UPS, WORDS
from cutcard.exact.sheet import Chart
from cutcard.reports import names
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
