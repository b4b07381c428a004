"""Charts of a simulation as SVG: error bars, results of a round, a session's fan. Knows no page.

A chart is text made by pure functions: the same numbers give the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import ceil, floor, log10
from typing import Final

import msgspec

from cutcard.reports import charts, figures
from cutcard.sim.report.sessions import PERCENTS, Stage
from cutcard.sim.report.statistics import WITHIN_95, WITHIN_99, Result

_TEXT: Final = 13
_STEP: Final = 26  # all in pixels of the drawing
_LETTER: Final = 7  # guessed, on the wide side: no font is measured here
_FOOT: Final = 26
_SHOWN: Final = 76
_BARS_MAX: Final = 24  # more results are put together, so that each bar can still be read
_TICKS: Final = 6
_NICE: Final = (1, 2, 2.5, 5, 10)  # the steps between marks, and what follows them: ten times as much


class ErrorBar(msgspec.Struct, frozen=True):
    """A measured value with its standard error, as it lies on an axis."""

    label: str
    centre: float
    error: float
    shown: str


class Axis(msgspec.Struct, frozen=True):
    """What the axis of a chart says: its title, what a tick is multiplied with, and a value to stand out."""

    title: str
    times: float = 1
    mark: float | None = None


def signed_gain(gain: float) -> str:
    """A gain as it is read: with its sign, and no more digits than it has, up to two."""
    shown = figures.decimal(Fraction(gain), 2)
    shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return f"+{shown}" if gain > 0 and shown != "0" else shown


def ticks(least: float, most: float) -> list[float]:
    """A few round values between two others."""
    span = (most - least) or 1.0
    power = 10.0 ** floor(log10(span / _TICKS))
    step = next((nice * power for nice in _NICE if nice * power * _TICKS >= span), 10 * power)
    return [number * step for number in range(ceil(least / step), floor(most / step) + 1)]


def error_bars(
    bars: Sequence[ErrorBar], title: str, axis: Axis, canvas: charts.Canvas, among: Sequence[ErrorBar]
) -> str:
    """For each value a dot, a thick bar of 95 and a thin one of 99 per cent confidence.

    ``among`` are all the bars where these are only some, so that the pieces have one scale.
    """
    least, most = _reach(among, axis)
    labels = min(max(len(bar.label) for bar in among) * _LETTER + 14, canvas.width // 2)
    scale = (canvas.width - labels - _SHOWN) / (most - least)
    height = len(bars) * _STEP + 8

    def place(value: float) -> float:
        return labels + (value - least) * scale

    drawn = [_tick(place(at), height, _number(at * axis.times), canvas) for at in ticks(least, most)]
    if axis.mark is not None:
        drawn.append(_line(place(axis.mark), 0, place(axis.mark), height, canvas.colours["house"], 2))
    for number, bar in enumerate(bars):
        drawn += _error_bar(bar, place(bar.centre), 4 + (number + 0.5) * _STEP, scale, canvas)
    drawn.append(_word(labels, height + 38, axis.title, canvas.colours["soft"]))
    return _svg(title, height + 44, drawn, canvas)


def _reach(bars: Sequence[ErrorBar], axis: Axis) -> tuple[float, float]:
    edges = [bar.centre + side * WITHIN_99 * bar.error for bar in bars for side in (-1, 1)]
    edges += [] if axis.mark is None else [axis.mark]
    least, most = min(edges), max(edges)
    room = (most - least or 1.0) * 0.06
    return least - room, most + room


def _error_bar(bar: ErrorBar, at: float, middle: float, scale: float, canvas: charts.Canvas) -> list[str]:
    halves = [(reach * bar.error * scale, width) for reach, width in ((WITHIN_99, 1.5), (WITHIN_95, 5))]
    paper, ink, green = (canvas.colours[name] for name in ("paper", "ink", "win"))
    dot = f'cx="{at:.2f}" cy="{middle:.2f}" r="4.5" fill="{paper}" stroke="{ink}" stroke-width="2"'
    return [
        *(_line(at - half, middle, at + half, middle, green, width) for half, width in halves),
        f"<circle {dot}/>",
        _word(0, middle + 4, bar.label, ink),
        _word(canvas.width, middle + 4, bar.shown, canvas.colours["soft"], "end"),
    ]


def _number(value: float) -> str:
    """The value at a tick."""
    shown = f"{value:.6g}"
    return shown.replace("-", figures.MINUS)


def results(counted: Sequence[Result], canvas: charts.Canvas) -> str:
    """How often a round gained how much, the greatest gain first; many results are taken together."""
    rounds = sum(result.count for result in counted)
    bars = []
    for group in reversed(_groups(counted)):
        share = Fraction(sum(result.count for result in group), rounds)
        ends = [signed_gain(group[0].gain), signed_gain(group[-1].gain)]
        label = ends[0] if ends[0] == ends[1] else " to ".join(ends)
        kind: charts.Kind = "win" if group[0].gain > 0 else "house" if group[0].gain < 0 else "push"
        bars.append(charts.Bar(label, share, figures.percent(share, 3), kind))
    return charts.bar_chart(tuple(bars), "How often a round gained so many stakes", canvas)


def _groups(counted: Sequence[Result]) -> list[list[Result]]:
    """Results side by side, wins, losses and none apart, in at most ``_BARS_MAX`` groups or two more."""
    if len(counted) <= _BARS_MAX:
        return [[result] for result in counted]
    span = counted[-1].gain - counted[0].gain
    width = max(ceil(span / _BARS_MAX), 1)
    groups: dict[int, list[Result]] = {}
    for result in counted:
        number = ceil(abs(result.gain) / width) * (1 if result.gain > 0 else -1)
        groups.setdefault(number, []).append(result)
    return [groups[number] for number in sorted(groups)]


_FAN_HEIGHT: Final = 260
_FAN_LEFT: Final = 56
_FAN_RIGHT: Final = 104


def fan(stages: Sequence[Stage], title: str, canvas: charts.Canvas) -> str:
    """Percentiles of the gain as a session goes on: bands from 1 to 99, 5 to 95, 25 to 75, and the median."""
    points = [(0, (0.0,) * len(PERCENTS)), *((stage.rounds, stage.gains) for stage in stages)]
    least = min(gains[0] for _, gains in points)
    most = max(gains[-1] for _, gains in points)
    down = (_FAN_HEIGHT - 16) / ((most - least) or 1.0)
    across = (canvas.width - _FAN_LEFT - _FAN_RIGHT) / points[-1][0]

    def point(rounds: int, gain: float) -> tuple[float, float]:
        return _FAN_LEFT + rounds * across, 8 + (most - gain) * down

    drawn = [
        _level(point(0, gain)[1], signed_gain(gain), canvas, gain == 0)
        for gain in ticks(least, most) or [0.0]
    ]
    for inner, outer in enumerate((len(PERCENTS) - 1, len(PERCENTS) - 2, len(PERCENTS) - 3)):
        edge = [point(rounds, gains[outer]) for rounds, gains in points]
        back = [point(rounds, gains[inner]) for rounds, gains in reversed(points)]
        drawn.append(
            f'<polygon points="{_points(edge + back)}" fill="{canvas.colours["win"]}" opacity=".28"/>'
        )
    median = _points([point(rounds, gains[len(PERCENTS) // 2]) for rounds, gains in points])
    ink = canvas.colours["ink"]
    drawn.append(f'<polyline points="{median}" fill="none" stroke="{ink}" stroke-width="2"/>')
    drawn += _fan_ends(
        points[-1], point(*points[-1][:1], 0)[0], [point(0, gain)[1] for gain in points[-1][1]], canvas
    )
    return _svg(title, _FAN_HEIGHT + _FOOT, drawn, canvas)


def _fan_ends(
    last: tuple[int, tuple[float, ...]], right: float, heights: Sequence[float], canvas: charts.Canvas
) -> list[str]:
    """What each percentile comes to in the end, where there is room to say it, and the rounds below."""
    drawn = []
    used: list[float] = []
    # The outermost and the median speak first.
    for number in (0, 6, 3, 1, 5, 2, 4):
        height = heights[number]
        if all(abs(height - other) >= _TEXT + 2 for other in used):
            used.append(height)
            words = f"{PERCENTS[number]}{figures.SPACE}%: {signed_gain(last[1][number])}"
            drawn.append(_word(right + 8, height + 4, words, canvas.colours["soft"]))
    for share, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        at = _FAN_LEFT + (right - _FAN_LEFT) * share
        words = f"{figures.whole_number(round(last[0] * share))} rounds"
        drawn.append(_word(at, _FAN_HEIGHT + 18, words, canvas.colours["soft"], anchor))
    return drawn


def _level(height: float, words: str, canvas: charts.Canvas, strong: bool) -> str:
    line = _line(
        _FAN_LEFT, height, canvas.width - _FAN_RIGHT, height, canvas.colours["soft" if strong else "line"], 1
    )
    return line + _word(_FAN_LEFT - 8, height + 4, words, canvas.colours["soft"], "end")


def _tick(at: float, height: float, words: str, canvas: charts.Canvas) -> str:
    line = _line(at, 0, at, height, canvas.colours["line"], 1)
    return line + _word(at, height + 18, words, canvas.colours["soft"], "middle")


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def _word(x: float, y: float, words: str, colour: str, anchor: str = "start") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _svg(title: str, height: float, drawn: Sequence[str], canvas: charts.Canvas) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {canvas.width} {height:.0f}" '
        f'width="{canvas.width}" height="{height:.0f}" role="img" '
        f'font-family="{escape(canvas.font)}" font-size="{_TEXT}">'
        f"<title>{escape(title)}</title>" + "".join(drawn) + "</svg>"
    )
