"""Works out a workbook's formulas in exact fractions, starting from nothing but the typed-in cells.

It knows the few functions the reports use and takes no cached value on trust.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property
from itertools import starmap
from math import sqrt
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

Value = Any
"""A fraction, a text, a truth, or a column of them."""

_TOKEN = re.compile(
    r"""(?P<text>"[^"]*")|(?:'(?P<tab>[^']+)'!)?(?P<cell>\$[A-Z]+\$\d+)(?::(?P<to>\$[A-Z]+\$\d+))?"""
    r"""|(?P<small>\d+E-\d+)|(?P<number>\d+)|(?P<equal>(?<![<>])=)|(?P<power>\^)"""
)


class Column(list[Value]):
    """A piece of a column; two are divided cell by cell."""

    def __truediv__(self, other: Column) -> Column:
        return Column(a / b for a, b in zip(self, other, strict=True))


def _product(*columns: Column) -> Fraction:
    return sum(starmap(lambda a, b: a * b, zip(*columns, strict=True)), Fraction(0))


def _sum_if(tested: Column, wanted: str, added: Column) -> Fraction:
    assert wanted == ">0"
    return sum((b for a, b in zip(tested, added, strict=True) if a > 0), Fraction(0))


FUNCTIONS = {
    "SUM": lambda column: sum(column, Fraction(0)),
    "SUMIF": _sum_if,
    "SUMPRODUCT": _product,
    "COUNTIF": lambda column, wanted: sum(value == wanted for value in column),
    "ABS": abs,
    "AND": lambda *all_of: all(all_of),
    "SQRT": sqrt,
    "Fraction": Fraction,
}


class Book:
    """A workbook: the formulas and typed-in cells, and beside them the values it was written with."""

    def __init__(self, path: Path) -> None:
        self._typed = load_workbook(path)
        self._cached = load_workbook(path, data_only=True)
        self._found: dict[tuple[str, str], Value] = {}

    @cached_property
    def formulas(self) -> dict[tuple[str, str], str]:
        """Every formula by tab and cell."""
        return {
            (tab.title, cell.coordinate): cell.value
            for tab in self._typed
            for row in tab.iter_rows()
            for cell in row
            if cell.data_type == "f"
        }

    @property
    def tabs(self) -> list[str]:
        return list(self._typed.sheetnames)

    def typed(self, tab: str, cell: str) -> Value:
        return self._typed[tab][cell].value

    def cached(self, tab: str, cell: str) -> Value:
        return self._cached[tab][cell].value

    def texts(self) -> set[str]:
        """All that is written in cells, as it was written."""
        cells = (cell.value for tab in self._typed for row in tab.iter_rows() for cell in row)
        return {str(value) for value in cells if value is not None}

    def value(self, tab: str, cell: str) -> Value:
        """What a cell comes to."""
        if (tab, cell) not in self._found:
            formula = self.formulas.get((tab, cell))
            typed = self.typed(tab, cell)
            if formula is not None:
                self._found[tab, cell] = self._worked_out(tab, formula.removeprefix("="))
            else:
                self._found[tab, cell] = typed if isinstance(typed, str) else Fraction(typed)
        return self._found[tab, cell]

    def _column(self, tab: str, first: str, last: str) -> Column:
        letter = first.strip("0123456789")
        rows = range(int(first.removeprefix(letter)), int(last.removeprefix(letter)) + 1)
        return Column(self.value(tab, f"{letter}{row}") for row in rows)

    def _worked_out(self, tab: str, formula: str) -> Value:
        if formula.startswith("IF("):
            test, yes, no = _arguments(formula[3:-1])
            return self._worked_out(tab, yes if self._worked_out(tab, test) else no)
        cells: dict[str, Value] = {}

        def token(found: re.Match[str]) -> str:
            name = f"_{len(cells)}"
            if found["cell"]:
                where, at = found["tab"] or tab, found["cell"].replace("$", "")
                to = (found["to"] or "").replace("$", "")
                cells[name] = self._column(where, at, to) if to else self.value(where, at)
                return name
            if found["text"]:
                return found["text"]
            if found["small"] or found["number"]:
                return f"Fraction('{found.group()}')"
            return "==" if found["equal"] else "**"

        return eval(_TOKEN.sub(token, formula), {"__builtins__": {}}, {**FUNCTIONS, **cells})


def _arguments(inside: str) -> list[str]:
    parts, depth = [""], 0
    for letter in inside:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
