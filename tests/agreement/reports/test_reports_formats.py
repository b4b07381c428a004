"""One figure in every format: whatever a sheet says as JSON, its spreadsheet, page and print say too.

The figures are not listed here. They are taken from the JSON document, so that a new one cannot be forgotten.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from cutcard.analysis.public.par_document import sheet_document
from cutcard.exact.long_run import ROUNDS
from cutcard.exact.sheet import Sheet
from cutcard.reports import figures, write_pdf, write_xlsx
from cutcard.reports.html import page
from tests.agreement.reports.reported_sheets import baccarat, blackjack, perfect_pairs, three_cards

Leaf = tuple[str, str | float]


def with_everything(sheet: Sheet) -> Sheet:
    """The sheet with all that only some sheets have."""
    return msgspec.structs.replace(
        sheet,
        removed=("As", "Kd"),
        profile_version=3,
        profile_hash="0f1e2d3c4b5a",
        completion_returned=None if sheet.main is None else 0.912345678,
        effects={"A": -0.0012345678, "2": 0.0023456789, "T": -0.00051234},
    )


SHEETS = {
    "blackjack": with_everything(blackjack(perfect_pairs(), three_cards())),
    "baccarat": with_everything(baccarat()),
}
each_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)


def leaves(document: object, at: str = "") -> Iterator[Leaf]:
    """Every text and number of a document, and where it stands."""
    if isinstance(document, dict):
        for name, inside in document.items():
            yield from leaves(inside, f"{at}.{name}")
    elif isinstance(document, list):
        for number, inside in enumerate(document):
            yield from leaves(inside, f"{at}[{number}]")
    else:
        assert isinstance(document, str | int | float)
        yield at, document


def said(sheet: Sheet) -> list[Leaf]:
    document = sheet_document(sheet)
    # Rule values have their own spelling, which other tests look at.
    del document["rules"]
    found = list(leaves(document))
    assert len(found) > 30
    return found


def spellings(value: str | float) -> set[str]:
    """The ways in which the reports write a figure."""
    if isinstance(value, str):
        return {value, value.replace("-", figures.MINUS)}
    exact = Fraction(value)
    percents = {figures.percent(exact, digits) for digits in (4, 6)}
    return {
        *percents,
        figures.decimal(exact, 6),
        figures.scientific(value),
        f"{value} decks",
        f"version {value}",
        f"{value:,}" if isinstance(value, int) else str(value),
    }


def missing(sheet: Sheet, written: str) -> list[Leaf]:
    """What the document says and a text does not."""
    text = plain(written)
    return [leaf for leaf in said(sheet) if not any(plain(way) in text for way in spellings(leaf[1]))]


def plain(text: str) -> str:
    """Text without the spaces and breaks that typesetting puts in or leaves out."""
    return "".join(text.replace("\u200b", "").split())


@each_sheet
def test_the_page_says_every_figure_of_the_document(sheet: Sheet) -> None:
    # What a figure is exactly stands in the title of its element.
    assert missing(sheet, html.unescape(re.sub(r"<(?![^>]*title=)[^>]*>", " ", page(sheet)))) == []


@each_sheet
def test_the_print_says_every_figure_of_the_document(sheet: Sheet, tmp_path: Path) -> None:
    write_pdf(sheet, tmp_path / "sheet.pdf")
    assert (
        missing(sheet, "".join(each.extract_text() for each in PdfReader(tmp_path / "sheet.pdf").pages)) == []
    )


@each_sheet
def test_the_spreadsheet_says_every_figure_of_the_document(sheet: Sheet, tmp_path: Path) -> None:
    write_xlsx(sheet, tmp_path / "sheet.xlsx")
    tabs = load_workbook(tmp_path / "sheet.xlsx", data_only=True)
    cells = [cell.value for tab in tabs for row in tab.iter_rows() for cell in row if cell.value is not None]
    numbers = [float(cell) for cell in cells if isinstance(cell, int | float)]
    texts = "\n".join(cell for cell in cells if isinstance(cell, str))

    def stands(value: str | float) -> bool:
        if isinstance(value, float) or str(value) in map(str, ROUNDS):
            return any(abs(float(value) - number) <= 1e-12 * abs(float(value)) for number in numbers)
        if re.fullmatch(r"-?\d+:\d+", str(value)):
            # Odds are two cells: what is won, for what is staked.
            return all(float(part) in numbers for part in str(value).split(":"))
        return any(way in texts for way in spellings(value))

    assert [leaf for leaf in said(sheet) if not stands(leaf[1])] == []


def test_a_figure_that_a_format_leaves_out_is_missed() -> None:
    sheet = SHEETS["blackjack"]
    without = page(msgspec.structs.replace(sheet, completion_returned=None))
    assert [at for at, _ in missing(sheet, without)] == [".main.completion_return_float"]
