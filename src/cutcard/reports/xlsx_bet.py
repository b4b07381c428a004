"""The tab of one bet: counts at the root, everything else a formula over them. Knows no other tab.

A cell keeps fifteen digits. Longer counts are divided by their common divisor; where that is not
enough they stand as numbers of fifteen digits, and the tab says so. The counts as they were
made stand beside them as text either way.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any, Final

import msgspec

from cutcard.exact.sheet import BetSheet, Sheet
from cutcard.reports import charts, figures, names
from cutcard.reports.contents import DEVIATION, EDGE, HIT_RATE, RETURN, VARIANCE
from cutcard.reports.xlsx_looks import OK, Looks, cell, colour_checks, span
from cutcard.texts import bet_about, outcome_name

HEAD: Final = 3
FIRST: Final = HEAD + 1
ID, NAME, COUNT, CHANCE, ONE_IN, WON, STAKED, GAIN, PART, SQUARE, EXACT, UNDIVIDED = range(12)
HEADS: Final = (
    "Outcome",
    "Name",
    "Combinations",
    "Probability",
    "One in",
    "Won",
    "for staked",
    "Gain per unit",
    "Part of return",
    "Probability × gain²",
    "Probability in lowest terms",
)
WIDTHS: Final = (26, 36, 22, 16, 14, 9, 9, 14, 15, 18, 36, 36)
DIGITS_WIDE: Final = 28
LINE_HIGH: Final = 15  # points: the usual height of a row
CELL_MAX: Final = 10**15  # a cell holds a double, shown with fifteen digits


class Counts(msgspec.Struct, frozen=True):
    """Counts as cells can hold them: divided by ``divisor``, whole if they could be kept whole."""

    rows: tuple[int, ...]
    total: int
    divisor: int
    whole: bool

    @property
    def note(self) -> str:
        """What was done to them."""
        if not self.whole:
            return (
                "These counts have more than the 15 digits that a cell keeps. The numbers in this column are "
                "rounded to what a cell keeps; the exact counts are the texts in the last column."
            )
        if self.divisor > 1:
            return (
                "The counts are longer than the 15 digits that a cell keeps, so all of them are divided by "
                f"their greatest common divisor, {figures.whole_number(self.divisor)}. "
                "Undivided they are in the last column."
            )
        return ""


def cell_counts(bet: BetSheet) -> Counts:
    """The bet's counts as cells can hold them."""
    rows = tuple(row.count for row in bet.rows)
    assert sum(rows) == bet.total, f"the outcomes of {bet.bet} are not complete"
    if bet.total < CELL_MAX:
        return Counts(rows, bet.total, 1, whole=True)
    divisor = gcd(bet.total, *rows)
    if bet.total // divisor < CELL_MAX:
        return Counts(tuple(row // divisor for row in rows), bet.total // divisor, divisor, whole=True)
    return Counts(rows, bet.total, 1, whole=False)


class Places(msgspec.Struct, frozen=True):
    """Where other tabs find the figures of a bet, and whether its checks hold."""

    bet: BetSheet
    figures: dict[str, str]
    checks: tuple[str, ...]


class _Tab(msgspec.Struct, frozen=True):
    """A tab being written."""

    tab: Any
    looks: Looks
    bet: BetSheet
    counts: Counts

    @property
    def last(self) -> int:
        return FIRST + len(self.bet.rows) - 1

    @property
    def sums(self) -> int:
        return self.last + 1

    @property
    def total(self) -> str:
        """The cell of the number of combinations."""
        return cell(self.sums + 3, COUNT)

    @property
    def count_look(self) -> str:
        return "whole" if self.counts.whole else "large"

    def column(self, number: int) -> str:
        return span(FIRST, self.last, number)

    def formula(self, at: tuple[int, int], formula: str, look: str, value: Fraction | float | str) -> None:
        shown = value if isinstance(value, str) else float(value)
        self.tab.write_formula(*at, f"={formula}", self.looks[look], shown)

    def text(self, at: tuple[int, int], text: str, look: str = "text") -> None:
        self.tab.write_string(*at, text, self.looks[look])


def write(tab: Any, book: Any, looks: Looks, sheet: Sheet, bet: BetSheet) -> Places:
    """Write the tab, and say where its figures are."""
    on = _Tab(tab, looks, bet, cell_counts(bet))
    _opening(on)
    for number, row in enumerate(range(FIRST, FIRST + len(bet.rows))):
        _outcome(on, row, number)
    _sums(on)
    places = _figures(on)
    checks = _checks(on, places)
    below = on.sums + 6 + len(places) + len(checks) + 2
    _identity(on, sheet, below)
    _chart(on, book, below)
    there = {name: f"'{bet.bet}'!{place}" for name, place in places.items()}
    return Places(bet, there, tuple(f"'{bet.bet}'!{place}" for place in checks))


def _opening(on: _Tab) -> None:
    on.text((0, 0), on.bet.name, "title")
    on.text((1, 0), bet_about(on.bet.bet), "about")
    on.text((2, 0), on.counts.note, "about")
    heads = HEADS if on.counts.divisor == 1 and on.counts.whole else (*HEADS, "Combinations as counted")
    for column, head in enumerate(heads):
        look = "head_left" if column < COUNT else "head" if column < EXACT else "head_beside"
        on.text((HEAD, column), head, look)
    for column, width in enumerate(WIDTHS):
        on.tab.set_column(column, column, width)
    on.tab.freeze_panes(FIRST, 1)
    on.tab.repeat_rows(HEAD)


def _outcome(on: _Tab, row: int, number: int) -> None:
    line = on.bet.rows[number]
    chance, gain = on.bet.probability(line), line.pays.ratio
    on.text((row, ID), line.id)
    on.text((row, NAME), line.name or outcome_name(on.bet.bet, line.id))
    on.tab.write_number(row, COUNT, on.counts.rows[number], on.looks[on.count_look])
    on.formula((row, CHANCE), f"{cell(row, COUNT)}/{on.total}", "fine", chance)
    p = cell(row, CHANCE)
    once = 1 / chance if chance else figures.NEVER
    on.formula((row, ONE_IN), f'IF({p}=0,"{figures.NEVER}",1/{p})', "one_in", once)
    on.tab.write_number(row, WON, line.pays.won, on.looks["whole"])
    on.tab.write_number(row, STAKED, line.pays.staked, on.looks["whole"])
    on.formula((row, GAIN), f"{cell(row, WON)}/{cell(row, STAKED)}", "decimal", gain)
    on.formula((row, PART), f"{p}*(1+{cell(row, GAIN)})", "percent", chance * (1 + gain))
    on.formula((row, SQUARE), f"{p}*{cell(row, GAIN)}^2", "decimal", chance * gain**2)
    exact = figures.exact(chance)
    on.text((row, EXACT), exact, "soft")
    if on.counts.note:
        on.text((row, UNDIVIDED), figures.whole_number(line.count), "soft")
    # Not every program makes room for wrapped digits by itself.
    longest = max(len(exact), len(figures.whole_number(line.count)) if on.counts.note else 0)
    if longest > DIGITS_WIDE:
        on.tab.set_row(row, LINE_HIGH * -(-longest // DIGITS_WIDE))


def _sums(on: _Tab) -> None:
    bet = on.bet
    for column in range(EXACT):
        on.text((on.sums, column), "All" if column == ID else "", "text_total")
    if on.counts.note:
        on.text((on.sums, EXACT), "", "soft_total")
        on.text((on.sums, UNDIVIDED), figures.whole_number(bet.total), "soft_total")
        on.tab.set_row(on.sums, LINE_HIGH * -(-len(figures.whole_number(bet.total)) // DIGITS_WIDE))
    squares = bet.variance + bet.house_edge**2
    for column, look, value in (
        (COUNT, on.count_look, on.counts.total),
        (CHANCE, "fine", 1),
        (PART, "percent", bet.returned),
        (SQUARE, "decimal", squares),
    ):
        on.formula((on.sums, column), f"SUM({on.column(column)})", f"{look}_total", value)


def _figures(on: _Tab) -> dict[str, str]:
    bet, top = on.bet, on.sums + 2
    on.text((top, 0), "Figures, for each unit staked", "part")
    on.text((top + 1, 0), "Combinations in all")
    on.text((top + 1, 1), "")
    on.tab.write_number(top + 1, COUNT, on.counts.total, on.looks[on.count_look])
    on.text(
        (top + 1, CHANCE),
        f"as counted: {figures.whole_number(bet.total)}" if on.counts.note else "",
        "beside",
    )
    returned, variance = cell(top + 2, COUNT), cell(top + 5, COUNT)
    hits = f'SUMIF({on.column(WON)},">0",{on.column(CHANCE)})'
    lines: tuple[tuple[str, str, str, Fraction | float, str], ...] = (
        (RETURN, cell(on.sums, PART), "percent", bet.returned, figures.exact(bet.returned)),
        (EDGE, f"1-{returned}", "percent", bet.house_edge, figures.exact(bet.house_edge)),
        (HIT_RATE, hits, "percent", bet.hit_rate, figures.exact(bet.hit_rate)),
        (
            VARIANCE,
            f"{cell(on.sums, SQUARE)}-({returned}-1)^2",
            "decimal",
            bet.variance,
            figures.exact(bet.variance),
        ),
        (DEVIATION, f"SQRT({variance})", "decimal", bet.standard_deviation, ""),
    )
    for row, (name, formula, look, value, exact) in enumerate(lines, top + 2):
        on.text((row, 0), name)
        on.text((row, 1), "")
        on.formula((row, COUNT), formula, look, value)
        on.text((row, CHANCE), f"= {exact}" if exact else "", "beside")
    return {line[0]: cell(row, COUNT) for row, line in enumerate(lines, top + 2)}


def _checks(on: _Tab, places: dict[str, str]) -> tuple[str, ...]:
    top = on.sums + 5 + len(places)
    on.text((top, 0), "Checks", "part")
    total = cell(on.sums, COUNT)
    same = f"{total}={on.total}" if on.counts.whole else f"ABS({total}/{on.total}-1)<1E-12"
    gains = f"{on.column(COUNT)},{on.column(WON)}/{on.column(STAKED)}"
    checks = (
        ("The combinations add up to their number", same),
        ("The probabilities add up to 1", f"ABS({cell(on.sums, CHANCE)}-1)<1E-12"),
        (
            "The return is that of the counts, worked out in one go",
            f"ABS(1+SUMPRODUCT({gains})/{on.total}-{places[RETURN]})<1E-12",
        ),
    )
    for row, (name, formula) in enumerate(checks, top + 1):
        on.text((row, 0), name)
        on.text((row, 1), "")
        on.formula((row, COUNT), f'IF({formula},"{OK}","WRONG")', "check", OK)
    colour_checks(on.tab, span(top + 1, top + len(checks), COUNT).replace("$", ""), on.looks)
    return tuple(cell(row, COUNT) for row in range(top + 1, top + 1 + len(checks)))


def _identity(on: _Tab, sheet: Sheet, top: int) -> None:
    on.text((top, 0), "What this is a sheet of", "part")
    facts = (("Bet", on.bet.bet), ("Pay table", on.bet.paytable), ("Source of the pay table", on.bet.source))
    pack = ("Decks", str(on.bet.decks))
    about = [pack if name == "Pack" else (name, value) for name, value in names.identity(sheet)]
    for row, (name, value) in enumerate((*facts, *about), top + 1):
        on.text((row, 0), name)
        on.text((row, 1), value, "value")


def _chart(on: _Tab, book: Any, top: int) -> None:
    """The parts of the return as a chart over the live cells."""
    chart = book.add_chart({"type": "bar"})
    where = [on.bet.bet, FIRST]
    chart.add_series(
        {
            "name": HEADS[PART],
            "categories": [*where, NAME, on.last, NAME],
            "values": [*where, PART, on.last, PART],
            "fill": {"color": charts.LIGHT["win"]},
            "gap": 60,
            "data_labels": {"value": True, "num_format": "0.00 %"},
        }
    )
    chart.set_title({"name": "Part of the return by outcome", "name_font": {"size": 11}, "overlay": False})
    chart.set_legend({"none": True})
    chart.set_y_axis({"reverse": True, "line": {"color": charts.LIGHT["soft"]}})
    chart.set_x_axis({"visible": False, "major_gridlines": {"visible": False}})
    chart.set_size({"width": 760, "height": 90 + 30 * len(on.bet.rows)})
    on.tab.insert_chart(top, WON, chart, {"description": f"Part of the return of {on.bet.name} by outcome"})
