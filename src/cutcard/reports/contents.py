"""What a printed sheet says, line by line, as text. Knows neither HTML nor paper: both print this.

So the page and the print cannot disagree, and neither of them rounds a number.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cutcard.exact.codes import UPS, WORDS
from cutcard.exact.long_run import LongRun, long_runs, volatility_index
from cutcard.exact.sheet import BetSheet, Chart, MainSheet, PositionsRow, Row, Sheet, StrategySheet
from cutcard.reports import charts, figures, names
from cutcard.texts import bet_about, outcome_name


class Figure(msgspec.Struct, frozen=True):
    """A named number: as it is printed, and exactly where it is a fraction."""

    name: str
    shown: str
    exact: str = ""


class OutcomeLine(msgspec.Struct, frozen=True):
    """One outcome of a bet."""

    id: str
    name: str
    combinations: str
    combinations_exact: str
    probability: str
    one_in: str
    pays: str
    contribution: str
    exact: str


class BetPart(msgspec.Struct, frozen=True):
    """All that is said about one bet."""

    id: str
    name: str
    about: str
    paytable: str
    source: str
    decks: str
    combinations: str
    combinations_exact: str
    figures: tuple[Figure, ...]
    outcomes: tuple[OutcomeLine, ...]
    chart: str
    chart_title: str

    def figure(self, name: str) -> Figure:
        """One of its figures."""
        return next(figure for figure in self.figures if figure.name == name)


class ChartRow(msgspec.Struct, frozen=True):
    """The codes for one hand against the up cards, left to right."""

    hand: str
    codes: tuple[str, ...]


class ChartPart(msgspec.Struct, frozen=True):
    """The strategy chart: titled tables, the words of its codes, what to do about insurance."""

    up_cards: tuple[str, ...]
    tables: tuple[tuple[str, tuple[ChartRow, ...]], ...]
    legend: tuple[tuple[str, str], ...]
    insurance: str


class OwnStrategy(msgspec.Struct, frozen=True):
    """A strategy of somebody's own: what it comes to, and every cell it plays otherwise than the chart."""

    title: str
    figures: tuple[Figure, ...]
    deviations: tuple[tuple[str, ...], ...]
    about: str


class Contents(msgspec.Struct, frozen=True):
    """A whole sheet in words."""

    profile: str
    name: str
    definition: str
    version: str
    identity: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    main: tuple[Figure, ...]
    main_is_of: str
    gains: tuple[tuple[str, str, str], ...]
    long_run: tuple[tuple[str, ...], ...]
    positions: tuple[tuple[str, ...], ...]
    effects: tuple[Figure, ...]
    strategy: ChartPart | None
    own_strategy: OwnStrategy | None
    groups: tuple[tuple[str, tuple[BetPart, ...]], ...]
    edge_charts: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]


RETURN = "Return"
EDGE = "House edge"
HIT_RATE = "Hit rate"
VARIANCE = "Variance"
DEVIATION = "Standard deviation"
BEST_PLAY = "best play"
CHART = "chart"
WITH_EDGE = (BEST_PLAY, CHART)
GAINS = "How rounds come out, for each unit of the first stake"
GAIN_HEADS = ("Net gain", "Best play", "Chart")
LONG_RUN = "Many rounds of best play, each from a fresh pack"
LONG_RUN_HEADS = ("Rounds", "Return, 19 of 20 from", "to", "Chance to be ahead", "off by at most")
POSITIONS = "A unit on each of several positions, best played, in one round"
POSITIONS_HEADS = ("Positions", VARIANCE, DEVIATION, "Covariance of two", "off by about")
DEVIATIONS = "Played otherwise than by the chart, each cell alone"
DEVIATION_HEADS = ("Hand", "Up card", "File", "Chart", "Costs of the first stake")
DEVIATIONS_ABOUT = (
    "Each cell is counted alone, all others played by the chart; it changes how often they are met."
)
GLANCE = (RETURN, EDGE, HIT_RATE, VARIANCE, DEVIATION)


def contents(sheet: Sheet, canvas: charts.Canvas) -> Contents:
    """The sheet in words, its charts drawn on this canvas."""
    grouped = (("Main bets", sheet.main_bets), (_title_of_bets(sheet), sheet.bets))
    return Contents(
        profile=sheet.profile,
        name=sheet.name,
        definition=sheet.definition,
        version=sheet.version,
        identity=names.identity(sheet),
        notes=sheet.notes,
        main=main_figures(sheet),
        main_is_of="" if sheet.main is None else _main_is_of(sheet.main),
        gains=_gains(sheet),
        long_run=_long_run(sheet),
        positions=tuple(_positions(row) for row in sheet.positions),
        effects=tuple(
            Figure(rank, figures.percent(Fraction(change), 6)) for rank, change in sheet.effects.items()
        ),
        strategy=None if sheet.main is None else _strategy(sheet.main.chart),
        own_strategy=None if sheet.strategy is None else _own_strategy(sheet.strategy),
        groups=tuple((title, tuple(_bet(bet, canvas) for bet in bets)) for title, bets in grouped if bets),
        edge_charts=_edge_charts(names.all_bets(sheet), canvas),
        rules=tuple((rule, names.rule_value(value)) for rule, value in sheet.rules.items()),
    )


def _title_of_bets(sheet: Sheet) -> str:
    return "Special bets" if sheet.main or sheet.main_bets else "Bets"


def main_returns(sheet: Sheet) -> tuple[tuple[str, float], ...]:
    """What blackjack's main game returns for each unit of the first stake, by how it is played."""
    main = sheet.main
    if main is None:
        return ()
    completed = sheet.completion_returned
    return (
        (BEST_PLAY, main.returned),
        (CHART, main.chart_returned),
        ("chart, never insured", main.chart_returned_uninsured),
        ("chart, always insured", main.chart_returned_insured),
        *([] if completed is None else [("finished by the house", completed)]),
    )


def main_figures(sheet: Sheet) -> tuple[Figure, ...]:
    """The figures of blackjack's main game, for each unit of the first stake."""
    if sheet.main is None:
        return ()
    printed = []
    for played, returned in main_returns(sheet):
        printed.append(Figure(f"Return, {played}", figures.percent(Fraction(returned), 6)))
        if played in WITH_EDGE:
            printed.append(Figure(f"House edge, {played}", figures.percent(1 - Fraction(returned), 6)))
    printed.append(Figure("Numerical error at most", figures.scientific(sheet.main.error_bound)))
    return (*printed, *(Figure(cell.name, cell.shown) for cell in spread_figures(sheet)))


class Cell(msgspec.Struct, frozen=True):
    """A figure that a spreadsheet keeps as a number: how it is printed, what it is, how its cell looks."""

    name: str
    shown: str
    value: float
    look: str


def spread_figures(sheet: Sheet) -> tuple[Cell, ...]:
    """How rounds of blackjack's main game come out around their mean."""
    if sheet.main is None or sheet.main.spread is None:
        return ()
    spread = sheet.main.spread
    cells: list[Cell] = []
    for played, of in ((BEST_PLAY, spread.best), (CHART, spread.chart)):
        for name, value in ((VARIANCE, of.variance), (DEVIATION, of.standard_deviation)):
            cells.append(Cell(f"{name}, {played}", figures.decimal(Fraction(value), 6), value, "decimal"))
        for name, chance in ((HIT_RATE, of.hit_rate), (f"{HIT_RATE} off by at most", of.unsure)):
            cells.append(Cell(f"{name}, {played}", figures.percent(Fraction(chance)), chance, "percent"))
    index = volatility_index(spread.best)
    cells.append(Cell("Volatility index, best play", figures.decimal(Fraction(index), 6), index, "decimal"))
    bound = spread.best.bound
    cells.append(Cell("Variance off by at most", figures.scientific(bound), bound, "tiny"))
    return tuple(cells)


def spread_gains(sheet: Sheet) -> tuple[tuple[str, float, float], ...]:
    """Every net gain of a round, best first, with its chance by best play and by the chart."""
    if sheet.main is None or sheet.main.spread is None:
        return ()
    best, chart = (
        {gain.pays: gain.chance for gain in spread.gains}
        for spread in (sheet.main.spread.best, sheet.main.spread.chart)
    )
    order = sorted({*best, *chart}, key=lambda pays: -Fraction(pays.replace(":", "/")))
    return tuple((pays, best.get(pays, 0.0), chart.get(pays, 0.0)) for pays in order)


def runs_of(sheet: Sheet) -> tuple[LongRun, ...]:
    """What many rounds of best play come to."""
    if sheet.main is None or sheet.main.spread is None:
        return ()
    return long_runs(sheet.main.spread.best, sheet.main.returned)


def _long_run(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """The same as they are printed."""
    return tuple(
        (
            f"{run.rounds:,}",
            *(figures.percent(Fraction(part)) for part in (run.low, run.high, run.ahead)),
            figures.scientific(run.bound),
        )
        for run in runs_of(sheet)
    )


def strategy_cells(strategy: StrategySheet) -> tuple[Cell, ...]:
    """What a strategy of somebody's own comes to."""
    spread = strategy.spread
    shares = (
        (RETURN, strategy.counted.returned),
        (EDGE, 1 - strategy.counted.returned),
        ("Below the chart by", strategy.counted.difference),
        ("Sum of its deviations", strategy.counted.sum),
        (HIT_RATE, spread.hit_rate),
    )
    numbers = ((VARIANCE, spread.variance), (DEVIATION, spread.standard_deviation))
    return (
        *(Cell(name, figures.percent(Fraction(value), 6), value, "fine_left") for name, value in shares),
        *(Cell(name, figures.decimal(Fraction(value), 6), value, "decimal") for name, value in numbers),
    )


def _own_strategy(strategy: StrategySheet) -> OwnStrategy:
    return OwnStrategy(
        title=own_title(strategy),
        figures=tuple(Figure(each.name, each.shown) for each in strategy_cells(strategy)),
        deviations=tuple(
            (each.hand, each.up_card, each.plays, each.best, figures.percent(Fraction(each.cost), 8))
            for each in strategy.counted.deviations
        ),
        about=DEVIATIONS_ABOUT,
    )


def own_title(strategy: StrategySheet) -> str:
    """What the part of a strategy file is called."""
    return f"Played by {strategy.file}"


def positions_figures(row: PositionsRow) -> tuple[float, float, float, float]:
    """The figures of several positions, in the order of their heads."""
    return row.variance, row.standard_deviation, row.covariance, row.left_out


def _positions(row: PositionsRow) -> tuple[str, ...]:
    """The same as they are printed."""
    *numbers, left_out = positions_figures(row)
    shown = (figures.decimal(Fraction(value), 6) for value in numbers)
    return str(row.positions), *shown, figures.scientific(left_out)


def _gains(sheet: Sheet) -> tuple[tuple[str, str, str], ...]:
    """The same as they are printed."""
    return tuple(
        (
            pays.replace("-", figures.MINUS),
            figures.percent(Fraction(best), 6),
            figures.percent(Fraction(chart), 6),
        )
        for pays, best, chart in spread_gains(sheet)
    )


def _main_is_of(main: MainSheet) -> str:
    return (
        f"Best play: {main.method}. Chart: the strategy chart below, followed to the letter. "
        "Per unit of the first main stake."
    )


_BARS_MAX = 30  # what fits on a page of paper


def _edge_charts(bets: tuple[BetSheet, ...], canvas: charts.Canvas) -> tuple[str, ...]:
    bars = charts.edges(bets)
    if len(bars) < 2:
        return ()
    pieces = [bars[first : first + _BARS_MAX] for first in range(0, len(bars), _BARS_MAX)]
    return tuple(charts.bar_chart(piece, "House edge of each bet", canvas, bars) for piece in pieces)


def _bet(bet: BetSheet, canvas: charts.Canvas) -> BetPart:
    title = f"Where a unit staked on {bet.name} goes"
    return BetPart(
        id=bet.bet,
        name=bet.name,
        about=bet_about(bet.bet),
        paytable=bet.paytable,
        source=bet.source,
        decks=names.decks(bet.decks),
        combinations=figures.count(bet.total),
        combinations_exact=figures.whole_number(bet.total),
        figures=bet_figures(bet),
        outcomes=tuple(_outcome(bet, row) for row in bet.rows),
        chart=charts.bar_chart(charts.contributions(bet), title, canvas),
        chart_title=title,
    )


def bet_figures(bet: BetSheet) -> tuple[Figure, ...]:
    """The figures of a bet, for each unit staked."""
    deviation = figures.decimal(Fraction(bet.standard_deviation), 6)
    return (
        *(
            Figure(name, figures.percent(value), figures.exact(value))
            for name, value in ((RETURN, bet.returned), (EDGE, bet.house_edge), (HIT_RATE, bet.hit_rate))
        ),
        Figure(VARIANCE, figures.decimal(bet.variance, 6), figures.exact(bet.variance)),
        Figure(DEVIATION, deviation, "the square root of the variance"),
    )


def _outcome(bet: BetSheet, row: Row) -> OutcomeLine:
    probability = bet.probability(row)
    return OutcomeLine(
        id=row.id,
        name=row.name or outcome_name(bet.bet, row.id),
        combinations=figures.count(row.count),
        combinations_exact=figures.whole_number(row.count),
        probability=figures.percent(probability, 6),
        one_in=figures.one_in(probability),
        pays=str(row.pays).replace("-", figures.MINUS),
        contribution=figures.percent(probability * (1 + row.pays.ratio)),
        exact=figures.exact(probability),
    )


def _strategy(chart: Chart) -> ChartPart:
    return ChartPart(
        up_cards=tuple(UPS),
        tables=tuple(
            (
                title,
                tuple(ChartRow(hand, tuple(codes[up] for up in UPS)) for hand, codes in rows.items()),
            )
            for title, rows in names.parts(chart)
        ),
        legend=tuple((code, WORDS[code]) for code in names.codes_used(chart)),
        insurance=names.insurance(chart),
    )
