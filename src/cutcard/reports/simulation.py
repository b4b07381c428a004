"""One simulation run as a self-contained page for screen and paper. Knows no number: it prints the run's.

It says what was run, so that it can be run again, and sets what was measured beside what is exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Final

from cutcard.reports import charts, figures, names
from cutcard.reports import simulation_charts as drawn
from cutcard.reports.contents import DEVIATION, HIT_RATE, RETURN, Figure
from cutcard.reports.markup import Markup, element
from cutcard.reports.page import facts, row, rule_values, table, tiles, whole
from cutcard.sim.report.report import SimulationRun
from cutcard.sim.report.sessions import PERCENTS, Ruin, Session
from cutcard.sim.report.statistics import Measured, OutcomeCount
from cutcard.texts import bet_name, outcome_name

UNKNOWN: Final = "–"
MAIN: Final = "Main game"
ERROR: Final = "Standard error"
Z_LARGE: Final = 3  # beyond three standard errors lies 1 result of 370
BARS_MAX: Final = 30  # what fits on a page of paper
LEAST_SHOWN: Final = 0.00001  # the least that three decimals of a percentage can say

Named = tuple[tuple[str, Measured], ...]


def write_simulation_html(run: SimulationRun, path: Path) -> None:
    """Write the run as a page."""
    path.write_text(simulation_page(run), encoding="utf-8", newline="\n")


def simulation_page(run: SimulationRun) -> str:
    """The whole page."""
    measured = _all(run)
    sections = (
        _opening(run),
        _glance(measured[:1]) if run.statistics.main else Markup(""),
        _notes(run.notes),
        _returns(run, measured),
        *(_round(run, name, game) for name, game in _games(run) if game.results),
        _hands(run),
        *(_bet(run, bet_id, bet) for bet_id, bet in _bets(run)),
        rule_values((rule, names.rule_value(value)) for rule, value in run.rules.items()),
    )
    closing = element("footer", f"Cutcard {run.version} · {run.profile} · seed {run.seed}")
    body = element("body", element("main", *sections), closing)
    return whole(f"Simulation: {run.name}", body)


def _all(run: SimulationRun) -> Named:
    measured = run.statistics
    main = [(MAIN, measured.main)] if measured.main is not None else []
    return (*main, *((_name(run, bet_id), bet) for bet_id, bet in _bets(run)))


def _games(run: SimulationRun) -> Named:
    """The main game, or the main bets that stand for it."""
    return _all(run)[: len(run.statistics.main_bets) + (run.statistics.main is not None)]


def _linked_bets(run: SimulationRun) -> Iterable[tuple[str, Measured]]:
    """Everything measured, each bet with a link to its outcomes."""
    if run.statistics.main is not None:
        yield MAIN, run.statistics.main
    for bet_id, bet in _bets(run):
        yield element("a", _name(run, bet_id), href=f"#{bet_id}"), bet


def _name(run: SimulationRun, bet_id: str) -> str:
    return run.names.get(bet_id) or bet_name(bet_id)


def _bets(run: SimulationRun) -> Iterable[tuple[str, Measured]]:
    return (*run.statistics.main_bets.items(), *run.statistics.bets.items())


def _opening(run: SimulationRun) -> Markup:
    speed = run.rounds_per_second
    rows = [
        ("Profile", run.profile),
        ("Game", run.game.title()),
        ("Rounds", figures.whole_number(run.rounds)),
        ("Positions", str(run.positions)),
        ("Seed", str(run.seed)),
        ("Ran on", run.device),
        ("Threads", str(run.threads)),
        ("Seconds", figures.decimal(Fraction(run.seconds), 2)),
        ("Rounds a second", UNKNOWN if speed is None else figures.whole_number(round(speed))),
        ("Product", f"Cutcard {run.version}"),
    ]
    rows += [("Played by", run.strategy)] if run.strategy else []
    rows.append(("To run it again", run.command or f"{run.profile}, {run.rounds} rounds, seed {run.seed}"))
    return element("header", element("p", "Simulation", class_="kind"), element("h1", run.name), facts(rows))


def _notes(notes: tuple[str, ...]) -> Markup:
    if not notes:
        return Markup("")
    listed = element("ul", *(element("li", note) for note in notes))
    return element("section", element("h2", "What to know"), listed, class_="notes")


def _percent(value: float | None, digits: int = 4) -> str:
    return UNKNOWN if value is None else figures.percent(Fraction(value), digits)


def _number(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else figures.decimal(Fraction(value), digits)


def _z(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    return ("+" if value > 0 else "") + _number(value, 2)


def _interval(ends: tuple[float, float] | None) -> str:
    """Both ends in per cent; the head of the column says so."""
    return UNKNOWN if ends is None else " to ".join(_number(end * 100, 4) for end in ends)


def _glance(measured: Named) -> Markup:
    shown = (
        Figure(name, value)
        for _, bet in measured
        for name, value in (
            (RETURN, _percent(bet.returned)),
            (ERROR, _percent(bet.standard_error, 5)),
            ("Exactly", _percent(bet.exact)),
            ("Standard errors off", _z(bet.z)),
        )
    )
    return element("section", element("h2", MAIN), tiles(shown))


def _returns(run: SimulationRun, measured: Named) -> Markup:
    heads = ("Bet", RETURN, ERROR, "95 % interval", "99 % interval", "Exactly", "z")
    body = (
        row(
            link,
            _percent(bet.returned),
            _percent(bet.standard_error, 5),
            _interval(bet.within_95),
            _interval(bet.within_99),
            _percent(bet.exact),
            _z(bet.z),
        )
        for link, bet in _linked_bets(run)
    )
    swings = (row(name, _percent(bet.hit_rate), _number(bet.standard_deviation, 4)) for name, bet in measured)
    text = " ".join(part for part in (_verdict(measured), run.exact_of) if part)
    return element(
        "section",
        element("h2", "Returns"),
        table("Per cent of the initial stake; a round is one observation", heads, body),
        *([element("p", text, class_="soft")] if text else []),
        *(element("figure", Markup(chart)) for chart in _error_bars(measured)),
        table("How results swing", ("Bet", HIT_RATE, f"{DEVIATION} of a round, in stakes"), swings),
    )


def _verdict(measured: Named) -> str:
    compared = [bet.z for _, bet in measured if bet.z is not None]
    if not compared:
        return ""
    off = sum(abs(z) > Z_LARGE for z in compared)
    return (
        f"z is how many standard errors the run is above the exact return. {off} of {len(compared)} "
        f"{'is' if off == 1 else 'are'} more than {Z_LARGE} off; by chance one of 370 would be."
    )


def _error_bars(measured: Named) -> list[str]:
    """Where exact values are known all are set against them; the others stand on an axis of returns."""
    canvas = charts.on_page()
    made: list[str] = []
    compared = [drawn.ErrorBar(name, bet.z, 1.0, _z(bet.z)) for name, bet in measured if bet.z is not None]
    if compared:
        title = "How many standard errors each return is above its exact value"
        axis = drawn.Axis("standard errors above the exact return, with 95 % and 99 % confidence", 1, 0.0)
        made += _pieces(compared, title, axis, canvas)
    alone = [
        drawn.ErrorBar(name, bet.returned, bet.standard_error, _percent(bet.returned, 2))
        for name, bet in measured
        if bet.z is None and bet.returned is not None and bet.standard_error is not None
    ]
    if alone:
        axis = drawn.Axis("return in per cent, with 95 % and 99 % confidence", 100)
        made += _pieces(alone, "Returns and their confidence", axis, canvas)
    return made


def _pieces(bars: list[drawn.ErrorBar], title: str, axis: drawn.Axis, canvas: charts.Canvas) -> Iterable[str]:
    """A chart of many bars in pieces that fit on paper, all on one scale."""
    for first in range(0, len(bars), BARS_MAX):
        yield drawn.error_bars(bars[first : first + BARS_MAX], title, axis, canvas, bars)


def _round(run: SimulationRun, name: str, measured: Measured) -> Markup:
    return element(
        "section",
        element("h2", f"{name}: a round and a session" if measured.session else f"{name}: a round"),
        element("h3", "Results of a round, in stakes"),
        element("figure", Markup(drawn.results(measured.results, charts.on_page()))),
        *(
            [_session(measured.session), element("p", _caution(run, measured), class_="soft")]
            if measured.session
            else []
        ),
    )


def _session(session: Session) -> Markup:
    rounds = figures.whole_number(session.rounds)
    fan = drawn.fan(session.stages, f"Gain in stakes over {rounds} rounds", charts.on_page())
    shown = (
        Figure("Ends ahead", _percent(session.ahead, 2)),
        Figure("Ends level", _percent(session.level, 2)),
        Figure("Ends behind", _percent(session.behind, 2)),
        Figure("Mean gain, stakes", _number(session.mean, 2)),
        Figure(f"{DEVIATION}, stakes", _number(session.standard_deviation, 2)),
    )
    return element(
        "div",
        element("h3", f"A session of {rounds} rounds"),
        tiles(shown),
        element("figure", Markup(fan)),
        _percentiles(session),
        *([_ruin(session)] if session.ruins else []),
    )


def _percentiles(session: Session) -> Markup:
    heads = ("After", *(f"{percent} %" for percent in PERCENTS))
    quarter = max(len(session.stages) // 4, 1)
    shown = session.stages[quarter - 1 :: quarter]
    body = (
        row(
            f"{figures.whole_number(stage.rounds)} rounds", *(drawn.signed_gain(gain) for gain in stage.gains)
        )
        for stage in (shown if shown[-1] == session.stages[-1] else (*shown, session.stages[-1]))
    )
    return table("Gain in stakes that so many sessions do not exceed", heads, body)


def _ruin(session: Session) -> Markup:
    heads = (
        "Bankroll, in stakes",
        f"Within {figures.whole_number(session.rounds)} rounds",
        "In the long run",
    )
    body = (
        row(figures.whole_number(ruin.bankroll), _chance(ruin.within), _long_run(ruin))
        for ruin in session.ruins
    )
    caption = "Risk of ruin: less is left than the next round's first stakes"
    return element("div", element("h3", "Risk of ruin"), table(caption, heads, body))


def _chance(chance: float) -> str:
    """A chance that is small is not none."""
    return f"< {_percent(LEAST_SHOWN, 3)}" if 0 < chance < LEAST_SHOWN else _percent(chance, 3)


def _long_run(ruin: Ruin) -> str:
    ends = [_chance(ruin.long_run_least), _chance(ruin.long_run)]
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def _caution(run: SimulationRun, measured: Measured) -> str:
    text = "Rounds are taken as independent, with the results that this run measured."
    within = measured.within_99
    if within is not None and within[0] <= 1 <= within[1]:
        unsure = f"{text} Whom the game favours is not certain from {figures.whole_number(run.rounds)} rounds"
        return f"{unsure}: ruin in the long run hangs on it."
    return text


def _hands(run: SimulationRun) -> Markup:
    hands = run.statistics.hands
    whole_number = sum(hands.values())
    if not whole_number:
        return Markup("")
    body = (
        row(ending.replace("-", " ").title(), figures.whole_number(count), _percent(count / whole_number))
        for ending, count in hands.items()
    )
    ended = table("Every hand, branches of splits included", ("Ended as", "Hands", "Of all"), body)
    return element("section", element("h2", "How hands ended"), ended)


def _bet(run: SimulationRun, bet_id: str, measured: Measured) -> Markup:
    name = _name(run, bet_id)
    paytable = run.paytables.get(bet_id)
    of = f"{bet_id} · pay table {paytable}" if paytable else bet_id
    heads = ("Outcome", "Pays", "Count", "Share", "Expected", "z")
    wagers = run.rounds * run.positions
    body = (
        _outcome(run.names.get((bet_id, outcome.id)) or outcome_name(bet_id, outcome.id), outcome, wagers)
        for outcome in measured.outcomes
    )
    counted = table(f"Outcomes of {name} in {figures.whole_number(wagers)} wagers", heads, body)
    return element(
        "section",
        element("h2", name),
        element("p", of, class_="soft"),
        counted,
        id=bet_id,
        class_="bet",
    )


def _outcome(name: str, outcome: OutcomeCount, wagers: int) -> Markup:
    return row(
        Markup(f"{element('span', name)} {element('code', outcome.id)}"),
        outcome.pays.replace("-", figures.MINUS),
        figures.whole_number(outcome.count),
        _percent(outcome.count / wagers if wagers else None),
        _number(outcome.expected, 1),
        _z(outcome.z),
    )
