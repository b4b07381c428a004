"""The printed PAR sheets say what the sheet says, every time in the same bytes.

How the numbers were counted is not asked here.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

from cutcard.exact.codes import WORDS
from cutcard.exact.sheet import Sheet
from cutcard.reports import charts, figures, names, write_html, write_pdf, write_xlsx
from cutcard.reports.contents import bet_figures
from cutcard.reports.html import page
from tests.agreement.reports.reported_sheets import (
    ALL,
    CUT_CARD,
    DEFINITION,
    baccarat,
    blackjack,
    perfect_pairs,
    three_cards,
)
from tests.house.checkout import ROOT

Writer = Callable[[Sheet, Path], None]
WRITERS: dict[str, Writer] = {"html": write_html, "pdf": write_pdf, "xlsx": write_xlsx}

each_sheet = pytest.mark.parametrize("sheet", ALL.values(), ids=ALL)
each_kind = pytest.mark.parametrize("kind", WRITERS)


def test_the_sheets_are_those_that_were_published() -> None:
    assert figures.percent(perfect_pairs().returned) == "95.9036\N{NO-BREAK SPACE}%"
    assert figures.percent(three_cards().returned) == "93.7118\N{NO-BREAK SPACE}%"
    edges = [figures.percent(bet.house_edge, 6) for bet in baccarat().main_bets]
    assert [edge[:-2] for edge in edges] == ["1.235081", "1.057906", "14.359629"]


# ---- the same bytes


@each_sheet
@each_kind
def test_a_sheet_is_written_alike_every_time(kind: str, sheet: Sheet, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    WRITERS[kind](sheet, first)
    WRITERS[kind](sheet, second)
    assert first.read_bytes() == second.read_bytes()


OTHER_PROCESS = """
import hashlib, sys
from pathlib import Path
from cutcard.reports import write_html, write_pdf, write_xlsx
from tests.agreement.reports.reported_sheets import ALL
for sheet in ALL.values():
    for write in (write_html, write_pdf, write_xlsx):
        write(sheet, Path(sys.argv[1]))
        sys.stdout.write(hashlib.sha256(Path(sys.argv[1]).read_bytes()).hexdigest() + "\\n")
"""


def test_another_process_writes_the_same_bytes(tmp_path: Path) -> None:
    here = []
    for sheet in ALL.values():
        for write in WRITERS.values():
            write(sheet, tmp_path / "here")
            here.append(hashlib.sha256((tmp_path / "here").read_bytes()).hexdigest())
    for seed, zone in (("1", "UTC"), ("2", "Pacific/Auckland")):
        told = subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS, str(tmp_path / f"there-{seed}")],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "TZ": zone,
                "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.split() == here


def test_another_sheet_is_other_bytes(tmp_path: Path) -> None:
    for kind, write in WRITERS.items():
        write(blackjack(perfect_pairs()), tmp_path / f"a.{kind}")
        write(blackjack(three_cards()), tmp_path / f"b.{kind}")
        assert (tmp_path / f"a.{kind}").read_bytes() != (tmp_path / f"b.{kind}").read_bytes()


# ---- the page


class Read(HTMLParser):
    """The text and the elements of a page; an element left open is an error."""

    EMPTY = ("meta", "br", "hr", "link")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self._open or self._open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


def expected(sheet: Sheet) -> set[str]:
    """What any print of the sheet must say."""
    said = {
        sheet.profile,
        sheet.name,
        sheet.definition,
        f"Cutcard {sheet.version}",
        *sheet.notes,
        *sheet.removed,
    }
    for rule, value in sheet.rules.items():
        said |= {rule, names.rule_value(value)}
    for bet in names.all_bets(sheet):
        said |= {bet.name, bet.bet, bet.paytable, bet.source, figures.count(bet.total)}
        said |= {figure.shown for figure in bet_figures(bet)}
        for row in bet.rows:
            chance = bet.probability(row)
            said |= {
                row.id,
                figures.count(row.count),
                figures.percent(chance, 6),
                figures.one_in(chance),
                str(row.pays).replace("-", figures.MINUS),
                figures.percent(chance * (1 + row.pays.ratio)),
            }
    if sheet.main:
        said |= {
            figures.percent(Fraction(sheet.main.returned), 6),
            sheet.main.method,
            "Insurance: decline it.",
        }
    return said


@each_sheet
def test_the_page_says_every_figure(sheet: Sheet) -> None:
    read = Read(page(sheet))
    assert {text for text in expected(sheet) if text not in read.text} == set()
    hovered = {attributes.get("title") for _, attributes in read.elements}
    for bet in names.all_bets(sheet):
        for value in (
            bet.returned,
            bet.house_edge,
            bet.hit_rate,
            bet.variance,
            *map(bet.probability, bet.rows),
        ):
            assert figures.exact(value) in hovered
            assert figures.exact(value) in read.text


@each_sheet
def test_the_page_needs_nothing_from_elsewhere(sheet: Sheet) -> None:
    written = page(sheet)
    assert "http" not in written.replace("http://www.w3.org/2000/svg", "")
    assert "@import" not in written
    assert "url(" not in written
    read = Read(written)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in read.elements}
    links = {attributes["href"] for tag, attributes in read.elements if tag == "a"}
    assert links == {f"#{bet.bet}" for bet in names.all_bets(sheet)}
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert {f"#{id_}" for id_ in ids} == links
    assert len(ids) == len(set(ids))


@each_sheet
def test_the_page_can_be_heard(sheet: Sheet) -> None:
    read = Read(page(sheet))
    tags = [tag for tag, _ in read.elements]
    assert dict(read.elements)["html"]["lang"] == "en"
    assert tags.count("h1") == tags.count("main") == 1
    assert tags.count("caption") == tags.count("table")
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in read.elements if tag == "th")
    assert all(attributes.get("role") == "img" for tag, attributes in read.elements if tag == "svg")


def test_every_cell_of_the_chart_says_its_code() -> None:
    sheet = blackjack()
    assert sheet.main
    chart = sheet.main.chart
    rows = [*chart.hard.values(), *chart.soft.values(), *chart.pairs.values()]
    codes = [code for row in rows for code in row.values()]
    read = Read(page(sheet))
    cells = [
        element
        for element in read.elements
        if element[0] == "td" and "code" in (element[1].get("class") or "")
    ]
    assert [cell[1]["class"] for cell in cells] == [f"code code-{code}" for code in codes]
    assert [cell[1]["title"] for cell in cells] == [WORDS[code] for code in codes]
    assert [word for word in read.words if word in WORDS][-len(codes) :] == codes


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, other: str) -> float:
    dark, light = sorted((luminance(first), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_words_stand_out_and_bars_can_be_seen() -> None:
    for colours in (charts.LIGHT, charts.DARK):
        for word in ("ink", "soft", "accent"):
            assert contrast(colours[word], colours["paper"]) >= 4.5
            assert contrast(colours[word], colours["panel"]) >= 4.5
        for bar in ("win", "push", "house"):
            assert contrast(colours[bar], colours["paper"]) >= 3
    assert set(charts.CODE_FILLS) == set(WORDS)
    for fill in (*charts.CODE_FILLS.values(), charts.OK_FILL, charts.BAD_FILL):
        assert contrast(charts.CODE_INK, fill) >= 4.5
    assert len(set(charts.CODE_FILLS.values())) == len(charts.CODE_FILLS)


# ---- the print


def plain(text: str) -> str:
    """Text without the spaces and breaks that typesetting puts in or leaves out."""
    return "".join(text.replace("\u200b", "").split())


@pytest.mark.parametrize(("which", "pages"), [("blackjack", 4), ("baccarat", 3), ("one bet", 2)])
def test_the_print_says_every_figure_on_its_pages(which: str, pages: int, tmp_path: Path) -> None:
    sheet, path = ALL[which], tmp_path / "sheet.pdf"
    write_pdf(sheet, path)
    assert path.read_bytes().startswith(b"%PDF-")
    printed = PdfReader(path)
    assert len(printed.pages) == pages
    texts = [plain(each.extract_text()) for each in printed.pages]
    for number, text in enumerate(texts, 1):
        assert sheet.profile in text
        assert DEFINITION in text
        assert f"Page{number}of{pages}" in text
    everything = "".join(texts)
    assert {text for text in expected(sheet) if plain(text) not in everything} == set()
    assert plain(CUT_CARD) in texts[0]


@each_sheet
def test_the_print_is_dated_by_nothing_and_tagged(sheet: Sheet, tmp_path: Path) -> None:
    write_pdf(sheet, tmp_path / "sheet.pdf")
    printed = PdfReader(tmp_path / "sheet.pdf")
    assert printed.metadata is not None
    assert printed.metadata.title == f"PAR sheet: {sheet.name}"
    assert printed.metadata.creation_date is None
    assert "/StructTreeRoot" in printed.root_object
