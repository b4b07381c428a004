"""A PAR sheet as a spreadsheet whose every figure is a formula down to the counts. Knows no game.

A summary, a tab for each bet, and tabs of strategies where there are any. Every formula carries
its exact value as well, for viewers that do not calculate.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from cutcard.exact.sheet import Sheet
from cutcard.reports import names, xlsx_bet, xlsx_strategy, xlsx_summary
from cutcard.reports.xlsx_looks import Looks

# The sheet is dated by its definition; a clock would make every copy differ.
CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC)
SUMMARY: Final = "Summary"
STRATEGY: Final = "Strategy"
OWN_STRATEGY: Final = "Strategy file"


def write_xlsx(sheet: Sheet, path: Path) -> None:
    """Write the sheet as a workbook."""
    from xlsxwriter import Workbook

    held = BytesIO()
    book = Workbook(held, {"in_memory": True})
    book.set_properties(
        {"title": f"PAR sheet: {sheet.name}", "comments": sheet.definition, "created": CREATED}
    )
    looks = Looks(book)
    summary = _tab(book, SUMMARY, sheet)
    written = [
        xlsx_bet.write(_tab(book, bet.bet, sheet), book, looks, sheet, bet) for bet in names.all_bets(sheet)
    ]
    if sheet.main is not None:
        xlsx_strategy.write(_tab(book, STRATEGY, sheet), looks, sheet.main.chart)
    if sheet.strategy is not None:
        xlsx_strategy.write_own(_tab(book, OWN_STRATEGY, sheet), looks, sheet.strategy)
    xlsx_summary.write(summary, looks, sheet, written)
    book.close()
    path.write_bytes(held.getvalue())


def _tab(book: Any, name: str, sheet: Sheet) -> Any:
    """A tab set up for A4, as wide as one page, that says on paper what it belongs to."""
    tab = book.add_worksheet(name)
    tab.set_landscape()
    tab.set_paper(9)
    tab.fit_to_pages(1, 0)
    tab.set_margins(left=0.5, right=0.5, top=0.7, bottom=0.7)
    tab.hide_gridlines(2)
    # A digit right after the size of the font would be read as part of it.
    tab.set_header(
        f"&L&8 {_plain(sheet.name)} · {_plain(sheet.profile)}&R&8PAR sheet · Cutcard {sheet.version}"
    )
    tab.set_footer(f"&L&8 Definition {_plain(sheet.definition)}&R&8Page &P of &N")
    return tab


def _plain(text: str) -> str:
    return text.replace("&", "&&")
