"""Bar charts as SVG, and every colour of the reports. Knows neither a page nor the paper it is put on.

A chart is text, made from exact values by pure functions, so it is the same text every time.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Final, Literal

import msgspec

from cutcard.exact.sheet import BetSheet
from cutcard.reports import figures
from cutcard.texts import outcome_name

Colours = dict[str, str]

LIGHT: Final[Colours] = {
    "paper": "#ffffff",
    "panel": "#f4f6f8",
    "ink": "#18212b",
    "soft": "#55616e",
    "line": "#d5dbe1",
    "accent": "#0f5f5c",
    "win": "#17807b",
    "push": "#7d8793",
    "house": "#b4552d",
}
DARK: Final[Colours] = {
    "paper": "#12171d",
    "panel": "#1b222a",
    "ink": "#e8edf2",
    "soft": "#a5b1bd",
    "line": "#36414c",
    "accent": "#62c9c0",
    "win": "#3fa9a1",
    "push": "#8793a0",
    "house": "#dd8358",
}

CODE_INK: Final = "#12171d"
CODE_FILLS: Final[Colours] = {
    "H": "#f7e3b0",
    "S": "#bcd8f0",
    "D": "#b5dfbf",
    "Ds": "#7fc795",
    "P": "#dcc8f0",
    "R": "#f6c3ba",
    "Rs": "#ea9d92",
    "Rp": "#e3a9d6",
}
"""A code and its variants are shades of one hue; the code itself is always printed as well."""

OK_FILL: Final = "#cdebd3"
BAD_FILL: Final = "#f6c3ba"

Kind = Literal["win", "push", "house"]


class Bar(msgspec.Struct, frozen=True):
    """One bar: what it stands for, how long it is, and the number printed beside it."""

    label: str
    value: Fraction
    shown: str
    kind: Kind


class Canvas(msgspec.Struct, frozen=True):
    """What a chart is drawn on: its colours by name, its font, its width where letters are 13 high."""

    colours: Colours
    font: str
    width: int


def on_page() -> Canvas:
    """A canvas that follows the page's own font and colours, light or dark."""
    return Canvas({name: f"var(--{name})" for name in LIGHT}, "inherit", 680)


def on_paper(font: str) -> Canvas:
    """A canvas for print."""
    return Canvas(LIGHT, font, 480)


def contributions(bet: BetSheet) -> tuple[Bar, ...]:
    """What each line gives back of a unit staked; with what the house keeps, they make up the unit."""
    bars = []
    for row in bet.rows:
        part = bet.probability(row) * (1 + row.pays.ratio)
        if part:
            kind: Kind = "win" if row.pays.won > 0 else "push"
            name = row.name or outcome_name(bet.bet, row.id)
            bars.append(Bar(name, part, figures.percent(part), kind))
    if bet.house_edge > 0:
        bars.append(Bar("House edge", bet.house_edge, figures.percent(bet.house_edge), "house"))
    return tuple(bars)


def edges(bets: tuple[BetSheet, ...]) -> tuple[Bar, ...]:
    """The house edge of each bet; a bet that favours the patron goes to the left."""
    return tuple(
        Bar(
            bet.name,
            bet.house_edge,
            figures.percent(bet.house_edge, 2),
            "house" if bet.house_edge > 0 else "win",
        )
        for bet in bets
    )


_STEP: Final = 24  # all in pixels of the drawing
_BAR: Final = 14
_TEXT: Final = 13
_LETTER: Final = 7  # the width of a letter is guessed, on the wide side: no font is measured here
_NUMBER: Final = 84  # room for a percentage beside the longest bar
_BARS_MIN: Final = 120  # however long the labels are, bars have so much room


def bar_chart(bars: tuple[Bar, ...], title: str, canvas: Canvas, among: tuple[Bar, ...] | None = None) -> str:
    """Horizontal bars from a common zero, each with its label before and its number after.

    ``among`` are all the bars where these are only some, so that the pieces have one scale.
    """
    measured = among or bars
    longest = max(len(bar.label) for bar in measured)
    labels = min(longest * _LETTER + 10, canvas.width - _NUMBER - _BARS_MIN)
    lowest = min(Fraction(0), *(bar.value for bar in measured))
    highest = max(Fraction(0), *(bar.value for bar in measured))
    span = (highest - lowest) or Fraction(1)
    scale = (canvas.width - labels - _NUMBER) / span
    zero = labels - lowest * scale
    height = len(bars) * _STEP + 8
    drawn = [_bar(bar, number, zero, scale, canvas) for number, bar in enumerate(bars)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {canvas.width} {height}" '
        f'width="{canvas.width}" height="{height}" role="img" '
        f'font-family="{escape(canvas.font)}" font-size="{_TEXT}">'
        f"<title>{escape(title)}</title>"
        f'<line x1="{_at(zero)}" y1="0" x2="{_at(zero)}" y2="{height}" '
        f'stroke="{canvas.colours["soft"]}" stroke-width="1"/>' + "".join(drawn) + "</svg>"
    )


def _bar(bar: Bar, number: int, zero: Fraction, scale: Fraction, canvas: Canvas) -> str:
    top = 4 + number * _STEP + (_STEP - _BAR) // 2
    baseline = top + _BAR - 2
    start, end = sorted((zero, zero + bar.value * scale))
    # A bar too short to see is drawn as a hairline: it is not nothing.
    width = max(end - start, Fraction(1, 2)) if bar.value else Fraction(0)
    first = min(start, zero)
    return (
        f'<text x="0" y="{baseline}" fill="{canvas.colours["ink"]}">{escape(bar.label)}</text>'
        f'<rect x="{_at(first)}" y="{top}" width="{_at(width)}" height="{_BAR}" '
        f'fill="{canvas.colours[bar.kind]}"><title>{figures.exact(bar.value)}</title></rect>'
        f'<text x="{_at(end + 6)}" y="{baseline}" fill="{canvas.colours["soft"]}">{escape(bar.shown)}</text>'
    )


def _at(place: Fraction) -> str:
    return figures.decimal(place, 2).replace(",", "")
