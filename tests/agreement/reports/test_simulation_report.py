"""The page of a simulation run says what the run says, and needs nothing from elsewhere.

Whether the run was right is not asked here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from cutcard.exact.par import bet_sheet
from cutcard.exact.sheet import BetSheet
from cutcard.profiles import load
from cutcard.reports import charts, figures, names
from cutcard.reports.simulation import simulation_page, write_simulation_html
from cutcard.reports.simulation_charts import Axis, ErrorBar, error_bars, fan, results, signed_gain, ticks
from cutcard.sim.report.report import SimulationRun
from cutcard.sim.report.sessions import PERCENTS, SessionRequest, Stage
from cutcard.sim.report.statistics import Exact, Result, Statistics, statistics
from cutcard.sim.report.tally import BetTally, Tally
from cutcard.texts import bet_name, outcome_name
from tests.agreement.reports.test_reports import Read

NETS = {-8: 4, -4: 210, -2: 4210, -1: 45, 0: 1548, 2: 3260, 3: 453, 4: 260, 8: 10}
ROUNDS = sum(NETS.values())
RULES: dict[str, object] = {"decks": 8, "dealer_hits_soft_17": True, "surrender": "early-ace"}


def counted(sheet: BetSheet, unit: int, rounds: int) -> BetTally:
    """About what a run would count; what is left over is lost."""
    counts = {row.id: int(sheet.probability(row) * rounds * Fraction(99, 100)) for row in sheet.rows}
    counts["lose"] += rounds - sum(counts.values())
    return BetTally(unit, counts, sum(counts[row.id] * int(row.pays.ratio * unit) ** 2 for row in sheet.rows))


def exactly(sheets: dict[str, BetSheet], main: float | None) -> Exact:
    chances = {
        bet_id: {row.id: sheet.probability(row) for row in sheet.rows} for bet_id, sheet in sheets.items()
    }
    return Exact(main, {bet_id: sheet.returned for bet_id, sheet in sheets.items()}, chances)


def blackjack_statistics(known: bool = True) -> Statistics:
    sheets = {"perfect-pairs": bet_sheet(load("american-live"), "perfect-pairs")}
    tally = Tally(
        ROUNDS,
        1,
        2,
        NETS,
        {"win": 4600, "lose": 4800, "push": 850},
        {"perfect-pairs": counted(sheets["perfect-pairs"], 1, ROUNDS)},
    )
    pays = {bet_id: {row.id: row.pays for row in sheet.rows} for bet_id, sheet in sheets.items()}
    exact = exactly(sheets, 0.9967) if known else None
    return statistics(tally, pays, exact=exact, session_request=SessionRequest(200, (10, 100, 500)))


def baccarat_statistics() -> Statistics:
    mains = ("player", "banker", "tie")
    sheets = {bet_id: bet_sheet(load("punto-banco"), bet_id) for bet_id in (*mains, "super-6")}
    bets = {bet_id: counted(sheet, 20, 50_000) for bet_id, sheet in sheets.items()}
    pays = {bet_id: {row.id: row.pays for row in sheet.rows} for bet_id, sheet in sheets.items()}
    tally = Tally(50_000, 1, 20, {}, {}, bets)
    return statistics(
        tally, pays, exact=exactly(sheets, None), main_bets=mains, session_request=SessionRequest(100, (20,))
    )


def run_of(found: Statistics, game: str) -> SimulationRun:
    return SimulationRun(
        profile="some-profile",
        name="A profile <of> one's own",
        game=game,
        version="9.8.7",
        rules=RULES,
        seed=1234567,
        device="CPU",
        threads=3,
        seconds=0.25,
        statistics=found,
        strategy="chart.csv",
        paytables={"perfect-pairs": "25-12-6"},
        exact_of="Exact values are of a fresh shoe.",
        command="cutcard simulate some-profile --rounds 10000 --seed 1234567",
        notes=("A note & no more.",),
    )


BLACKJACK = run_of(blackjack_statistics(), "blackjack")
BACCARAT = run_of(baccarat_statistics(), "baccarat")
EMPTY = run_of(statistics(Tally(0, 1, 2, {}, {}, {}), {}, session_request=SessionRequest()), "blackjack")
ONE = run_of(
    statistics(Tally(1, 3, 2, {-6: 1}, {"lose": 3}, {}), {}, session_request=SessionRequest(2)), "blackjack"
)
UNKNOWN = run_of(blackjack_statistics(known=False), "blackjack")
ALL = {
    "blackjack": BLACKJACK,
    "baccarat": BACCARAT,
    "no rounds": EMPTY,
    "one round": ONE,
    "no exact": UNKNOWN,
}

each_run = pytest.mark.parametrize("run", ALL.values(), ids=ALL)


@each_run
def test_the_page_says_what_was_run(run: SimulationRun) -> None:
    read = Read(simulation_page(run))
    said = {run.profile, run.name, run.device, run.strategy, run.command, str(run.seed), *run.notes}
    said |= {f"Cutcard {run.version}", figures.whole_number(run.rounds), "0.25", str(run.threads)}
    said |= {figures.whole_number(run.rounds * 4)}  # rounds a second: a quarter of a second was enough
    said |= set(run.rules) | {names.rule_value(value) for value in run.rules.values()}
    assert {text for text in said if text not in read.text} == set()


@each_run
def test_the_page_needs_nothing_from_elsewhere(run: SimulationRun) -> None:
    written = simulation_page(run)
    assert "http" not in written.replace("http://www.w3.org/2000/svg", "")
    assert "@import" not in written
    assert "url(" not in written
    read = Read(written)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in read.elements}
    links = {attributes["href"] for tag, attributes in read.elements if tag == "a"}
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert {f"#{id_}" for id_ in ids} == links
    assert len(ids) == len(set(ids))


@each_run
def test_the_page_can_be_heard(run: SimulationRun) -> None:
    read = Read(simulation_page(run))
    tags = [tag for tag, _ in read.elements]
    assert dict(read.elements)["html"]["lang"] == "en"
    assert tags.count("h1") == tags.count("main") == 1
    assert tags.count("caption") == tags.count("table")
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in read.elements if tag == "th")
    assert all(attributes.get("role") == "img" for tag, attributes in read.elements if tag == "svg")


@each_run
def test_every_chart_is_well_formed(run: SimulationRun) -> None:
    for chart in re.findall(r"<svg.*?</svg>", simulation_page(run), re.DOTALL):
        drawn = ET.fromstring(chart)
        assert drawn.find("{http://www.w3.org/2000/svg}title") is not None
        assert "nan" not in chart
        assert "inf" not in chart


def shown(value: float | None, digits: int = 4) -> str:
    assert value is not None
    return figures.percent(Fraction(value), digits)


@pytest.mark.parametrize("run", [BLACKJACK, BACCARAT], ids=["blackjack", "baccarat"])
def test_the_page_says_every_figure(run: SimulationRun) -> None:
    text = Read(simulation_page(run)).text
    found = run.statistics
    bets = {**found.main_bets, **found.bets}
    for measured in (*bets.values(), *([found.main] if found.main else [])):
        assert measured.z is not None
        for value in (measured.returned, measured.exact, measured.hit_rate):
            assert shown(value) in text
        assert shown(measured.standard_error, 5) in text
        assert figures.decimal(Fraction(measured.z), 2) in text
        for within in (measured.within_95, measured.within_99):
            assert within is not None
            assert " to ".join(figures.decimal(Fraction(end * 100), 4) for end in within) in text
    for bet_id, bet in bets.items():
        assert bet_name(bet_id) in text
        for outcome in bet.outcomes:
            assert outcome.expected is not None
            assert outcome_name(bet_id, outcome.id) in text
            assert figures.whole_number(outcome.count) in text
            assert figures.decimal(Fraction(outcome.expected), 1) in text


def test_the_page_says_how_a_session_goes() -> None:
    text = Read(simulation_page(BLACKJACK)).text
    main = BLACKJACK.statistics.main
    assert main is not None
    told = main.session
    assert told is not None
    for gain in told.percentiles.values():
        assert signed_gain(gain) in text
    for chance in (told.ahead, told.level, told.behind):
        assert shown(chance, 2) in text
    assert shown(told.ruins[0].within, 3) in text
    assert 0 < told.ruins[1].within < 0.00001
    assert f"< {shown(0.00001, 3)}" in text  # a small chance is not none
    assert shown(1.0, 3) in text  # in the long run the house has it all
    # The chances of single results are those that were counted.
    assert figures.percent(Fraction(NETS[-2], ROUNDS), 3) in text
    assert "+1.5" in text


def test_a_return_that_may_be_above_all_that_was_staked_is_said_to_be_uncertain() -> None:
    uncertain = "Whom the game favours is not certain"
    main = BLACKJACK.statistics.main
    assert main is not None
    assert main.within_99 is not None
    assert (uncertain in simulation_page(BLACKJACK)) is (main.within_99[0] <= 1 <= main.within_99[1])
    sure = statistics(
        Tally(10_000, 1, 2, {-2: 9000, 2: 1000}, {}, {}), {}, session_request=SessionRequest(10)
    )
    assert uncertain not in simulation_page(run_of(sure, "blackjack"))
    even = statistics(
        Tally(10_000, 1, 2, {-2: 5000, 2: 5000}, {}, {}), {}, session_request=SessionRequest(10)
    )
    assert uncertain in simulation_page(run_of(even, "blackjack"))


def test_what_is_not_known_is_not_claimed() -> None:
    page = simulation_page(UNKNOWN)
    assert "standard errors the run is above" not in page
    assert "Returns and their confidence" in page
    assert "How many standard errors each return" not in page
    assert "How many standard errors each return" in simulation_page(BLACKJACK)
    assert "a session" not in simulation_page(EMPTY)


def test_the_same_run_is_the_same_bytes(tmp_path: Path) -> None:
    write_simulation_html(BLACKJACK, tmp_path / "a.html")
    write_simulation_html(BLACKJACK, tmp_path / "b.html")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    write_simulation_html(msgspec.structs.replace(BLACKJACK, seed=2), tmp_path / "b.html")
    assert (tmp_path / "a.html").read_bytes() != (tmp_path / "b.html").read_bytes()


def test_a_run_that_took_no_time_has_no_speed() -> None:
    assert BLACKJACK.rounds_per_second == BLACKJACK.rounds * 4
    assert msgspec.structs.replace(BLACKJACK, seconds=0.0).rounds_per_second is None


# ---- the charts


def circles(chart: str) -> list[float]:
    return [float(number) for number in re.findall(r'<circle cx="([-\d.]+)"', chart)]


def test_error_bars_stand_on_one_scale() -> None:
    bars = [ErrorBar("left", -1.0, 1.0, "-1"), ErrorBar("right", 3.0, 1.0, "3")]
    canvas = charts.on_page()
    whole = error_bars(bars, "all", Axis("errors", 1, 0.0), canvas, bars)
    left, right = circles(whole)
    mark = re.search(r'<line x1="([\d.]+)"[^>]*stroke="var\(--house\)"', whole)
    assert mark
    assert float(mark[1]) - left == pytest.approx((right - left) / 4, abs=0.1)
    # A piece of the chart keeps the scale of the whole.
    assert circles(error_bars(bars[1:], "a piece", Axis("errors", 1, 0.0), canvas, bars)) == [right]


def test_ticks_are_round_and_few() -> None:
    assert ticks(-3.2, 3.1) == [-2, 0, 2]
    assert ticks(0.951, 0.9585) == pytest.approx([0.952, 0.954, 0.956, 0.958])
    for least, most in ((0, 0), (-1e-9, 1e-9), (-5000, 100_000)):
        assert len(ticks(least, most)) <= 8


@pytest.mark.parametrize(
    ("gain", "said"), [(1.5, "+1.5"), (0, "0"), (-1, "−1"), (0.95, "+0.95"), (100, "+100"), (0.001, "0")]
)
def test_gains_are_read_with_their_sign(gain: float, said: str) -> None:
    assert signed_gain(gain) == said


def test_many_results_are_taken_together_and_none_is_lost() -> None:
    many = [Result(gain / 2, 10) for gain in range(-48, 49)]
    chart = results(many, charts.on_page())
    shares = [Fraction(number) for number in re.findall(r"<rect[^>]*><title>([\d/]+)</title>", chart)]
    assert sum(shares) == 1
    assert len(shares) <= 26
    # Nothing gained is neither a win nor a loss.
    assert ">0</text>" in chart
    few = results(many[:24], charts.on_page())
    assert few.count("<rect") == 24


def test_the_fan_ends_at_the_percentiles() -> None:
    stages = [
        Stage(rounds, tuple(rounds * share for share in (-3, -2, -1, 0, 1, 2, 3))) for rounds in (5, 10)
    ]
    chart = fan(stages, "a fan", charts.on_page())
    for percent, gain in zip(PERCENTS, stages[-1].gains, strict=True):
        assert f"{percent}\N{NO-BREAK SPACE}%: {signed_gain(gain)}" in chart
    assert chart.count("<polygon") == 3
    assert "10 rounds" in chart
    # A game in which nothing is won or lost is a flat fan.
    assert "nan" not in fan([Stage(1, (0.0,) * 7)], "flat", charts.on_page())
