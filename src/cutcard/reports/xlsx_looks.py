"""How cells look, and how they are named in a formula. Knows no figure."""

from __future__ import annotations

from typing import Any, Final

from cutcard.reports import charts

_INK: Final = charts.LIGHT["ink"]
_SOFT: Final = charts.LIGHT["soft"]
_LINE: Final = charts.LIGHT["line"]
_ACCENT: Final = charts.LIGHT["accent"]

_LOOKS: Final[dict[str, dict[str, object]]] = {
    "title": {"bold": True, "font_size": 16, "font_color": _ACCENT},
    "about": {"font_color": _SOFT},
    "head": {
        "bold": True,
        "bottom": 2,
        "bottom_color": _INK,
        "text_wrap": True,
        "valign": "bottom",
        "align": "right",
    },
    "head_left": {"bold": True, "bottom": 2, "bottom_color": _INK, "text_wrap": True, "valign": "bottom"},
    "head_beside": {"bold": True, "bottom": 2, "bottom_color": _INK, "valign": "bottom", "indent": 1},
    "part": {"bold": True, "font_size": 12, "font_color": _ACCENT},
    "text": {"bottom": 1, "bottom_color": _LINE},
    "value": {"bottom": 1, "bottom_color": _LINE, "align": "left"},
    "plain": {},
    "beside": {"indent": 1},
    "wrapped": {"text_wrap": True, "valign": "top"},
    "soft": {"bottom": 1, "bottom_color": _LINE, "font_color": _SOFT, "text_wrap": True, "indent": 1},
    "link": {"bottom": 1, "bottom_color": _LINE, "font_color": _ACCENT, "underline": 1},
    "whole": {"bottom": 1, "bottom_color": _LINE, "num_format": "#,##0"},
    "large": {"bottom": 1, "bottom_color": _LINE, "num_format": "0.00000000000000E+00"},
    "percent": {"bottom": 1, "bottom_color": _LINE, "num_format": "0.0000 %"},
    "fine": {"bottom": 1, "bottom_color": _LINE, "num_format": "0.00000000 %"},
    "fine_left": {"bottom": 1, "bottom_color": _LINE, "num_format": "0.00000000 %", "align": "left"},
    "decimal": {"bottom": 1, "bottom_color": _LINE, "num_format": "#,##0.000000"},
    "one_in": {"bottom": 1, "bottom_color": _LINE, "num_format": "#,##0.00", "align": "right"},
    "tiny": {"bottom": 1, "bottom_color": _LINE, "num_format": "0.0E+00", "align": "left"},
    "check": {"bottom": 1, "bottom_color": _LINE, "bold": True, "align": "center"},
    "chart_head": {"bold": True, "align": "center"},
    "chart_hand": {"bold": True},
    "chart_cell": {"align": "center", "bold": True, "border": 1, "border_color": "#ffffff"},
    "good": {"bg_color": charts.OK_FILL, "font_color": charts.CODE_INK},
    "bad": {"bg_color": charts.BAD_FILL, "font_color": charts.CODE_INK},
}
_TOTALLED: Final = ("whole", "large", "percent", "fine", "decimal", "text", "soft")
OK: Final = "OK"


class Looks:
    """The formats of one workbook by name; ``x_total`` is ``x`` in the row of sums."""

    def __init__(self, book: Any) -> None:
        self._formats = {name: book.add_format(dict(look)) for name, look in _LOOKS.items()}
        total = {"bold": True, "top": 2, "top_color": _INK, "bottom": 0}
        for name in _TOTALLED:
            self._formats[f"{name}_total"] = book.add_format({**_LOOKS[name], **total})
        for code, fill in charts.CODE_FILLS.items():
            self._formats[f"code_{code}"] = book.add_format({"bg_color": fill, "font_color": charts.CODE_INK})

    def __getitem__(self, name: str) -> Any:
        return self._formats[name]


def cell(row: int, column: int) -> str:
    """The absolute name of a cell, rows and columns counted from 0."""
    return f"${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[column]}${row + 1}"


def span(first: int, last: int, column: int) -> str:
    """The absolute name of a piece of a column."""
    return f"{cell(first, column)}:{cell(last, column)}"


def colour_checks(tab: Any, where: str, looks: Looks) -> None:
    """Colour checks by what they say; the word itself stays."""
    for criterion, look in (("==", "good"), ("!=", "bad")):
        tab.conditional_format(
            where, {"type": "cell", "criteria": criterion, "value": f'"{OK}"', "format": looks[look]}
        )
