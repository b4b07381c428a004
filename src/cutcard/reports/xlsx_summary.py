"""The first tab: what the sheet is of, the main game, and every bet's figures fetched from its own tab.

Nothing is worked out here but the main game's edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from cutcard.exact.long_run import LongRun
from cutcard.exact.sheet import BetSheet, MainSheet, PositionsRow, Sheet
from cutcard.reports import names
from cutcard.reports.contents import (
    DEVIATION,
    EDGE,
    GAIN_HEADS,
    GAINS,
    GLANCE,
    HIT_RATE,
    LONG_RUN,
    LONG_RUN_HEADS,
    POSITIONS,
    POSITIONS_HEADS,
    RETURN,
    VARIANCE,
    WITH_EDGE,
    main_returns,
    positions_figures,
    runs_of,
    spread_figures,
    spread_gains,
)
from cutcard.reports.xlsx_bet import Places
from cutcard.reports.xlsx_looks import OK, Looks, cell, colour_checks

HEADS: Final = ("Bet", "Name", "Pay table", *GLANCE, "Checks")
WIDTHS: Final = (30, 40, 22, 14, 14, 14, 16, 20, 10)
CHECKS: Final = len(HEADS) - 1
FIRST_FIGURE: Final = 3


class _Tab(msgspec.Struct, frozen=True):
    """The tab being written."""

    tab: Any
    looks: Looks

    def text(self, at: tuple[int, int], text: str, look: str = "text") -> None:
        self.tab.write_string(*at, text, self.looks[look])

    def formula(self, at: tuple[int, int], formula: str, look: str, value: float | str) -> None:
        self.tab.write_formula(*at, f"={formula}", self.looks[look], value)

    def facts(self, top: int, title: str, facts: Sequence[tuple[str, str]]) -> int:
        """Names and values one below the other; the row after them and a gap."""
        self.text((top, 0), title, "part")
        for row, (name, value) in enumerate(facts, top + 1):
            self.text((row, 0), name)
            self.text((row, 1), value, "value")
        return top + len(facts) + 2


def write(tab: Any, looks: Looks, sheet: Sheet, bets: Sequence[Places]) -> None:
    """Write the whole tab."""
    on = _Tab(tab, looks)
    on.text((0, 0), f"PAR sheet: {sheet.name}", "title")
    for column, width in enumerate(WIDTHS):
        tab.set_column(column, column, width)
    tab.freeze_panes(1, 0)
    row = on.facts(2, "What this is a sheet of", names.identity(sheet))
    if sheet.main is not None:
        row = _main(on, row, sheet, sheet.main)
    row = _effects(on, row, sheet.effects)
    row = _notes(on, row, sheet.notes)
    row = _bets(on, row, bets)
    rules = [(rule, names.rule_value(value)) for rule, value in sheet.rules.items()]
    on.facts(row, "Rule values", rules)


def _main(on: _Tab, top: int, sheet: Sheet, main: MainSheet) -> int:
    on.text((top, 0), "Main game, for each unit of the first main stake", "part")
    row = top
    for played, returned in main_returns(sheet):
        row += 1
        on.text((row, 0), f"Return, {played}")
        on.tab.write_number(row, 1, returned, on.looks["fine_left"])
        if played in WITH_EDGE:
            row += 1
            on.text((row, 0), f"House edge, {played}")
            on.formula((row, 1), f"1-{cell(row - 1, 1)}", "fine_left", float(1 - Fraction(returned)))
    on.text((row + 1, 0), "Numerical error at most")
    on.tab.write_number(row + 1, 1, main.error_bound, on.looks["tiny"])
    on.text((row + 2, 0), "Best play")
    on.text((row + 2, 1), main.method, "value")
    row += 2
    for figure in spread_figures(sheet):
        row += 1
        on.text((row, 0), figure.name)
        on.tab.write_number(row, 1, figure.value, on.looks[figure.look])
    row = _long_run(on, _gains(on, row + 2, spread_gains(sheet)), runs_of(sheet))
    return _positions(on, row, sheet.positions)


def _positions(on: _Tab, top: int, rows: Sequence[PositionsRow]) -> int:
    """How several positions of one patron vary together."""
    looks = ("whole", "decimal", "decimal", "decimal", "tiny")
    figures = [(row.positions, *positions_figures(row)) for row in rows]
    return _table(on, top, POSITIONS, POSITIONS_HEADS, looks, figures)


def _table(
    on: _Tab,
    top: int,
    title: str,
    heads: Sequence[str],
    looks: Sequence[str],
    rows: Sequence[Sequence[float]],
) -> int:
    """A titled table of numbers, nothing where there are none; the row after it and a gap."""
    if not rows:
        return top
    on.text((top, 0), title, "part")
    for column, head in enumerate(heads):
        on.text((top + 1, column), head, "head")
    for row, figures in enumerate(rows, top + 2):
        for column, (figure, look) in enumerate(zip(figures, looks, strict=True)):
            on.tab.write_number(row, column, figure, on.looks[look])
    return top + len(rows) + 3


def _gains(on: _Tab, top: int, gains: Sequence[tuple[str, float, float]]) -> int:
    """Every net gain of a round with its chance by best play and by the chart. Odds are two cells."""
    if not gains:
        return top
    on.text((top, 0), GAINS, "part")
    gain, *played = GAIN_HEADS
    for column, head in enumerate((gain, "For a stake of", *played)):
        on.text((top + 1, column), head, "head")
    for row, (pays, *chances) in enumerate(gains, top + 2):
        for column, part in enumerate(pays.split(":")):
            on.tab.write_number(row, column, int(part), on.looks["whole"])
        for column, chance in enumerate(chances, 2):
            on.tab.write_number(row, column, chance, on.looks["fine"])
    return top + len(gains) + 3


def _long_run(on: _Tab, top: int, runs: Sequence[LongRun]) -> int:
    """Between which returns many rounds lie, and the chance to be ahead."""
    looks = ("whole", "percent", "percent", "percent", "tiny")
    figures = [(run.rounds, run.low, run.high, run.ahead, run.bound) for run in runs]
    return _table(on, top, LONG_RUN, LONG_RUN_HEADS, looks, figures)


def _effects(on: _Tab, top: int, effects: Mapping[str, float]) -> int:
    if not effects:
        return top
    on.text((top, 0), "How much the return changes when one card is gone", "part")
    for row, (rank, change) in enumerate(effects.items(), top + 1):
        on.text((row, 0), rank)
        on.tab.write_number(row, 1, change, on.looks["fine_left"])
    return top + len(effects) + 2


def _notes(on: _Tab, top: int, notes: Sequence[str]) -> int:
    if not notes:
        return top
    on.text((top, 0), "What to know", "part")
    for row, note in enumerate(notes, top + 1):
        on.tab.merge_range(row, 0, row, CHECKS, note, on.looks["wrapped"])
        on.tab.set_row(row, 32)
    return top + len(notes) + 2


def _bets(on: _Tab, top: int, bets: Sequence[Places]) -> int:
    if not bets:
        return top
    on.text((top, 0), "Bets, for each unit staked", "part")
    for column, head in enumerate(HEADS):
        on.text((top + 1, column), head, "head_left" if column < FIRST_FIGURE else "head")
    for row, places in enumerate(bets, top + 2):
        _bet(on, row, places)
    first, last = cell(top + 2, CHECKS), cell(top + 1 + len(bets), CHECKS)
    end = top + 2 + len(bets)
    on.text((end, 0), "All checks")
    all_of_them = f'COUNTIF({first}:{last},"{OK}")={len(bets)}'
    on.formula((end, CHECKS), f'IF({all_of_them},"{OK}","WRONG")', "check", OK)
    colour_checks(on.tab, f"{first}:{cell(end, CHECKS)}".replace("$", ""), on.looks)
    return end + 2


def _bet(on: _Tab, row: int, places: Places) -> None:
    bet = places.bet
    on.tab.write_url(row, 0, f"internal:'{bet.bet}'!A1", on.looks["link"], bet.bet)
    on.text((row, 1), bet.name)
    on.text((row, 2), bet.paytable)
    for column, name in enumerate(GLANCE, FIRST_FIGURE):
        look = "decimal" if name in (VARIANCE, DEVIATION) else "percent"
        on.formula((row, column), places.figures[name], look, float(_value(bet, name)))
    every = ",".join(f'{place}="{OK}"' for place in places.checks)
    on.formula((row, CHECKS), f'IF(AND({every}),"{OK}","WRONG")', "check", OK)


def _value(bet: BetSheet, name: str) -> Fraction | float:
    values: dict[str, Fraction | float] = {
        RETURN: bet.returned,
        EDGE: bet.house_edge,
        HIT_RATE: bet.hit_rate,
        VARIANCE: bet.variance,
        DEVIATION: bet.standard_deviation,
    }
    return values[name]
