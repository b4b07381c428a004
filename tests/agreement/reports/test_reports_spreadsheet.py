"""A lab can follow every number of the spreadsheet from the counts to the summary.

The formulas are worked out here in exact fractions, and by LibreOffice where it is there.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from fractions import Fraction
from math import gcd
from pathlib import Path

import pytest
from openpyxl import load_workbook

from cutcard.exact.codes import CODES
from cutcard.exact.sheet import Sheet
from cutcard.reports import figures, names, write_xlsx
from cutcard.reports.xlsx_bet import CELL_MAX, FIRST, cell_counts
from tests.agreement.reports.reported_sheets import ALL, DEALS, blackjack, endless, main_bets, perfect_pairs
from tests.agreement.reports.spreadsheet import Book

each_sheet = pytest.mark.parametrize("sheet", ALL.values(), ids=ALL)


@pytest.fixture
def written(sheet: Sheet, tmp_path: Path) -> Book:
    write_xlsx(sheet, tmp_path / "sheet.xlsx")
    return Book(tmp_path / "sheet.xlsx")


def row_of(book: Book, tab: str, label: str) -> int:
    """The row whose first cell says this."""
    return next(row for row in range(1, 200) if book.typed(tab, f"A{row}") == label)


@each_sheet
def test_there_is_a_tab_for_each_bet(sheet: Sheet, written: Book) -> None:
    chart = ["Strategy"] if sheet.main else []
    assert written.tabs == ["Summary", *(bet.bet for bet in names.all_bets(sheet)), *chart]


@each_sheet
def test_the_workbook_says_what_it_is_of(sheet: Sheet, written: Book) -> None:
    said = written.texts()
    assert {sheet.profile, f"PAR sheet: {sheet.name}", sheet.definition, f"Cutcard {sheet.version}"} <= said
    assert set(sheet.notes) <= said
    for rule, value in sheet.rules.items():
        assert written.typed("Summary", f"B{row_of(written, 'Summary', rule)}") == names.rule_value(value)
    for bet in names.all_bets(sheet):
        assert {bet.bet, bet.name, bet.paytable, bet.source} <= said
        for row in bet.rows:
            assert {row.id, figures.exact(bet.probability(row))} <= said


@each_sheet
def test_a_probability_is_its_count_over_the_total(sheet: Sheet, written: Book) -> None:
    for bet in names.all_bets(sheet):
        total = f"$C${row_of(written, bet.bet, 'Combinations in all')}"
        for at, row in enumerate(bet.rows, FIRST + 1):
            assert written.formulas[bet.bet, f"D{at}"] == f"=$C${at}/{total}"
            assert written.typed(bet.bet, f"F{at}") == row.pays.won
            assert written.typed(bet.bet, f"G{at}") == row.pays.staked


@each_sheet
def test_the_formulas_come_to_the_exact_figures(sheet: Sheet, written: Book) -> None:
    for bet in names.all_bets(sheet):
        # A count that no cell can hold is rounded to what the cell keeps, and its fractions with it.
        exactly = cell_counts(bet).whole
        wanted: dict[str, Fraction | float] = {
            "Return": bet.returned,
            "House edge": bet.house_edge,
            "Hit rate": bet.hit_rate,
            "Variance": bet.variance,
            "Standard deviation": bet.standard_deviation,
        }
        for name, value in wanted.items():
            found = written.value(bet.bet, f"C{row_of(written, bet.bet, name)}")
            exact = exactly and isinstance(value, Fraction)
            assert found == (value if exact else pytest.approx(float(value), abs=1e-14))
        for at, row in enumerate(bet.rows, FIRST + 1):
            chance = written.value(bet.bet, f"D{at}")
            assert chance == (bet.probability(row) if exactly else pytest.approx(float(bet.probability(row))))


@each_sheet
def test_every_formula_carries_the_value_it_comes_to(written: Book) -> None:
    assert len(written.formulas) > 20
    for tab, cell in written.formulas:
        cached, found = written.cached(tab, cell), written.value(tab, cell)
        if isinstance(found, str):
            assert cached == found
        else:
            assert cached == pytest.approx(float(found), rel=1e-12, abs=1e-15), (tab, cell)


@each_sheet
def test_the_summary_fetches_each_figure_from_its_bet(sheet: Sheet, written: Book) -> None:
    for bet in names.all_bets(sheet):
        row = row_of(written, "Summary", bet.bet)
        for column, name in zip(
            "DEFGH", ("Return", "House edge", "Hit rate", "Variance", "Standard deviation"), strict=True
        ):
            there = f"='{bet.bet}'!$C${row_of(written, bet.bet, name)}"
            assert written.formulas["Summary", f"{column}{row}"] == there
        assert written.value("Summary", f"I{row}") == "OK"
    assert written.value("Summary", f"I{row_of(written, 'Summary', 'All checks')}") == "OK"


def test_a_changed_count_is_noticed(tmp_path: Path) -> None:
    write_xlsx(blackjack(perfect_pairs()), tmp_path / "sheet.xlsx")
    changed = load_workbook(tmp_path / "sheet.xlsx")
    changed["perfect-pairs"][f"C{FIRST + 1}"] = 1457
    changed.save(tmp_path / "changed.xlsx")
    book = Book(tmp_path / "changed.xlsx")
    assert (
        book.value(
            "perfect-pairs", f"C{row_of(book, 'perfect-pairs', 'The combinations add up to their number')}"
        )
        == "WRONG"
    )
    assert book.value("Summary", f"I{row_of(book, 'Summary', 'All checks')}") == "WRONG"


def test_counts_of_sixteen_digits_are_divided_and_the_tab_says_by_what(tmp_path: Path) -> None:
    write_xlsx(ALL["baccarat"], tmp_path / "sheet.xlsx")
    book = Book(tmp_path / "sheet.xlsx")
    for bet in main_bets():
        divisor = gcd(DEALS, *(row.count for row in bet.rows))
        assert DEALS >= CELL_MAX > DEALS // divisor
        assert f"common divisor, {figures.whole_number(divisor)}." in book.typed(bet.bet, "A3")
        for at, row in enumerate(bet.rows, FIRST + 1):
            assert book.typed(bet.bet, f"C{at}") * divisor == row.count
            assert book.typed(bet.bet, f"L{at}") == figures.whole_number(row.count)


def test_counts_that_cannot_be_kept_stand_as_text_and_the_tab_says_so(tmp_path: Path) -> None:
    write_xlsx(ALL["one bet"], tmp_path / "sheet.xlsx")
    book = Book(tmp_path / "sheet.xlsx")
    assert "rounded" in book.typed("bust", "A3")
    for at, row in enumerate(endless().rows, FIRST + 1):
        assert book.typed("bust", f"C{at}") == pytest.approx(row.count, rel=1e-14)
        assert book.typed("bust", f"L{at}") == figures.whole_number(row.count)


def test_the_chart_is_coloured_by_its_codes(tmp_path: Path) -> None:
    write_xlsx(ALL["blackjack"], tmp_path / "sheet.xlsx")
    tab = load_workbook(tmp_path / "sheet.xlsx")["Strategy"]
    main = ALL["blackjack"].main
    assert main is not None
    assert [[cell.value for cell in row[:11]] for row in tab.iter_rows(min_row=4, max_row=19)] == [
        [hand, *codes.values()] for hand, codes in main.chart.hard.items()
    ]
    rules = [rule for where in tab.conditional_formatting for rule in where.rules]
    assert {rule.formula[0].strip('"') for rule in rules} == set(CODES)


def test_an_incomplete_bet_is_not_written(tmp_path: Path) -> None:
    whole = perfect_pairs()
    short = type(whole)(whole.bet, whole.name, whole.paytable, whole.source, 8, whole.total, whole.rows[:-1])
    with pytest.raises(AssertionError, match="not complete"):
        write_xlsx(blackjack(short), tmp_path / "sheet.xlsx")


# ---- by another program


def without_cached_values(path: Path, to: Path) -> None:
    """The same workbook with bare formulas, so that whoever opens it must calculate."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(to, "w") as new:
        for name in old.namelist():
            bare = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", old.read(name))
            new.writestr(name, bare)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not here to recalculate the workbook"
)
def test_libreoffice_comes_to_the_same_values(tmp_path: Path) -> None:
    for name, sheet in ALL.items():
        own, bare = tmp_path / "own.xlsx", tmp_path / f"{name.replace(' ', '-')}.xlsx"
        write_xlsx(sheet, own)
        without_cached_values(own, bare)
        home = f"-env:UserInstallation=file://{tmp_path / 'home'}"
        command = [
            "soffice",
            home,
            "--headless",
            "--convert-to",
            "xlsx",
            "--outdir",
            str(tmp_path / "out"),
            str(bare),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        theirs = load_workbook(tmp_path / "out" / bare.name, data_only=True)
        ours = Book(own)
        for tab, cell in ours.formulas:
            wanted = ours.cached(tab, cell)
            found = theirs[tab][cell].value
            assert found == (
                wanted if isinstance(wanted, str) else pytest.approx(wanted, rel=1e-12, abs=1e-15)
            ), (tab, cell)
