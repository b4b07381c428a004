"""``cutcard design``: odds for a house edge, found, and counted again by the sheet of their table."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from cutcard import design
from cutcard.analysis.edge_range import BadDesign, parse_decks, parse_edge
from cutcard.analysis.odds_search import (
    BELOW_EVEN,
    CUSTOMARY,
    SearchedLine,
    nearest_tables,
    odds_between,
    odds_near,
)
from cutcard.cli import main
from cutcard.money import Odds

Bytes = pytest.CaptureFixture[bytes]
GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "design.md"
AN_EDGE = ("--edge", "4..5%")


def document(capture: Bytes, *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capture.readouterr().out)


def ended(capture: Bytes, *words: str) -> tuple[int, str, str]:
    """The exit code, the one line on stderr, and what stdout got."""
    with pytest.raises(SystemExit) as left:
        main(list(words))
    printed = capture.readouterr()
    (line,) = printed.err.decode().splitlines()
    assert isinstance(left.value.code, int)
    return left.value.code, line, printed.out.decode()


@pytest.mark.parametrize(
    ("profile", "bet"),
    [
        ("american-live", "21-plus-3"),
        ("multihand-etg", "21-plus-3"),  # begins with 9-9-9-9
        ("multihand-etg", "lucky-lucky"),  # eight lines
        ("live-seven", "bust"),
        ("koi-bacc", "emperor-player"),  # it can push
        ("punto-banco", "lucky-nines"),
        ("punto-banco", "hi-ti-0-9"),  # no pay table ships for it
    ],
)
def test_every_table_is_in_the_range_and_counted_as_par_does(
    capsysbinary: Bytes, profile: str, bet: str
) -> None:
    told = document(capsysbinary, "design", profile, bet, "--edge", "3..5%", "--limit", "4")
    assert told["rows"]
    middles = [abs(Fraction(row["house_edge"]) - Fraction(4, 100)) for row in told["rows"]]
    assert middles == sorted(middles)
    for row in told["rows"]:
        assert Fraction(3, 100) <= Fraction(row["house_edge"]) <= Fraction(5, 100)
        assert [Odds.parse(odds) for odds in row["pays"].values()]
        sheet = document(capsysbinary, "par", profile, "--bet", bet, "--pays", *row["paytable"].split())
        for figure in ("paytable", "decks", "house_edge", "house_edge_float", "return", "hit_rate"):
            assert row[figure] == sheet[figure]
        for figure in ("variance_float", "standard_deviation_float"):
            assert row[figure] == sheet[figure]


def test_lines_pay_less_from_line_to_line_and_customary_odds() -> None:
    for row in design("american-live", "21-plus-3", edge="4..5%").rows:
        odds = [*row.table.pays.values()]
        assert set(odds) <= set(CUSTOMARY)
        assert all(above.ratio > below.ratio for above, below in pairwise(odds))


def test_lines_that_were_paid_alike_may_go_on_so() -> None:
    tables = [row.table.id for row in design("multihand-etg", "21-plus-3", edge="4..5%", limit=50).rows]
    assert "11-10-10-8" in tables


def test_the_odds_of_one_line_are_all_there_are(capsysbinary: Bytes) -> None:
    told = document(
        capsysbinary, "design", "american-live", "21-plus-3", *AN_EDGE, "--line", "straight-flush"
    )
    low, high = Fraction(told["odds"]["low"]), Fraction(told["odds"]["high"])
    whole = [odds for odds in range(1, 200) if low <= odds <= high]
    assert sorted(int(row["pays"]["straight-flush"].split(":")[0]) for row in told["rows"]) == whole
    assert [row["pays"]["flush"] for row in told["rows"]] == ["5:1"] * len(whole)
    for end, edge in ((low, "0.05"), (high, "0.04")):
        pays = f"straight-flush={end.numerator}:{end.denominator}"
        sheet = document(capsysbinary, "par", "american-live", "--bet", "21-plus-3", "--pays", pays)
        assert Fraction(sheet["house_edge"]) == Fraction(edge)


def test_a_line_that_was_not_paid_may_be_sought(capsysbinary: Bytes) -> None:
    words = ("design", "american-live", "21-plus-3", "--paytable", "9-9-9-9", "--edge", "2..3%")
    told = document(capsysbinary, *words, "--line", "suited-three-of-a-kind")
    assert {row["pays"]["flush"] for row in told["rows"]} == {"9:1"}
    for row in told["rows"]:
        sheet = document(
            capsysbinary, "par", "american-live", "--bet", "21-plus-3", "--pays", row["paytable"]
        )
        assert sheet["house_edge"] == row["house_edge"]


def test_banker_has_its_commission_and_its_push() -> None:
    commission = design("punto-banco", "banker", edge="1..1.1%", line="win")
    assert [row.table.id for row in commission.rows] == ["19:20"]
    (row,) = design("punto-banco", "banker", edge="1..1.1%").rows
    assert row.table.pays == {"win": Odds(19, 20)}
    pushing = design("dai-bacc", "banker", edge="1..1.1%", line="win")
    assert [row.table.pays["win"] for row in pushing.rows] == [Odds(1)]
    assert pushing.rows[0].table.pays["three-card-seven"] == Odds(0)
    assert [outcome.id for outcome in pushing.rows[0].sheet.rows] == ["win", "push", "lose"]


def test_several_numbers_of_decks_must_all_be_in_the_range() -> None:
    found = design("american-live", "21-plus-3", edge="3..6%", decks="6..8", limit=5)
    assert len(found.rows) == 5
    for row in found.rows:
        assert [sheet.decks for sheet in row.by_decks] == [*range(1, 9)]
        edges = [row.by_decks[decks - 1].house_edge for decks in (6, 7, 8)]
        assert all(Fraction(3, 100) <= edge <= Fraction(6, 100) for edge in edges)
        assert row.decks == 8


def test_figures_are_those_of_the_first_deck_asked_for_where_the_profiles_is_not(capsysbinary: Bytes) -> None:
    told = document(
        capsysbinary, "design", "american-live", "perfect-pairs", *AN_EDGE, "--decks", "2", "--limit", "1"
    )
    (row,) = told["rows"]
    assert (told["decks"], row["decks"]) == ([2], 2)
    words = ("par", "american-live", "--bet", "perfect-pairs", "--decks", "2", "--pays", row["paytable"])
    assert document(capsysbinary, *words)["house_edge"] == row["house_edge"]


def test_where_nothing_fits_the_nearest_is_told_and_the_answer_is_no(capsysbinary: Bytes) -> None:
    words = ("design", "american-live", "21-plus-3", "--edge", "4.60001..4.6002%", "--line", "flush")
    code, line, out = ended(capsysbinary, *words)
    assert (code, out) == (1, "")
    assert line.startswith(
        "cutcard: no odds of flush were found that give 21-plus-3 a house edge of 4.6% to 4.6002%"
    )
    code, again, out = ended(capsysbinary, *words, "--json")
    told = json.loads(out)
    assert (code, again, told["rows"]) == (1, line, [])
    assert told["nearest"]["paytable"] in line
    code, line, _ = ended(
        capsysbinary, "design", "american-live", "perfect-pairs", *AN_EDGE, "--decks", "1..8"
    )
    assert (code, "with 1 to 8 decks" in line) == (1, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("american-live", "21-plus-3", "--edge", "4..5"), "4..5% is per cent"),
        (("american-live", "21-plus-3", "--edge", "5..4%"), "5 is above 4"),
        (("american-live", "21-plus-3", "--edge", "4%"), "a range such as 4..5%"),
        (("american-live", "21-plus-3", *AN_EDGE, "--decks", "0..8"), "--decks is 1 to 8, not 0..8"),
        (("american-live", "21-plus-3", *AN_EDGE, "--decks", "9"), "--decks is 1 to 8, not 9"),
        (("american-live", "21-plus-3", *AN_EDGE, "--decks", "six"), "a number such as 6"),
        (("american-live", "21-plus-3", *AN_EDGE, "--limit", "0"), "--limit is 1 to 1000, not 0"),
        (("american-live", "21-plus-3", *AN_EDGE, "--limit", "1001"), "--limit is 1 to 1000, not 1001"),
        (("american-live", "21-plus-3", *AN_EDGE, "--line", "strait"), "Did you mean straight?"),
        (("american-live", "21-plus-4", *AN_EDGE), "Did you mean 21-plus-3?"),
        (("american-live", "main", *AN_EDGE), "main has no lines to vary"),
        (("american-live", "insurance", *AN_EDGE), "use --set insurance_pays"),
        (
            ("american-live", "perfect-pairs", *AN_EDGE, "--decks", "1", "--line", "perfect-pair"),
            "perfect-pair never comes with 1 deck",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    capsysbinary: Bytes, words: tuple[str, ...], why: str
) -> None:
    code, line, out = ended(capsysbinary, "design", *words)
    assert (code, out) == (2, "")
    assert why in line


def test_the_tables_as_csv_say_what_is_printed(capsysbinary: Bytes, tmp_path: Path) -> None:
    target = tmp_path / "tables.csv"
    words = ("design", "american-live", "21-plus-3", *AN_EDGE, "--limit", "3", "--csv", str(target))
    told = document(capsysbinary, *words)
    rows = [*csv.DictReader(io.StringIO(target.read_text(encoding="utf-8")))]
    assert [row["paytable"] for row in rows] == [row["paytable"] for row in told["rows"]]
    for row, counted in zip(rows, told["rows"], strict=True):
        assert float(row["house_edge_float"]) == counted["house_edge_float"]
        assert float(row["house_edge_2_decks_float"]) == counted["by_decks"][1]["house_edge_float"]
        assert row["pays_flush"] == counted["pays"]["flush"]


def test_the_function_gives_what_the_command_prints(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "design", "dai-bacc", "kill", "--edge", "0.05..0.08", "--set", "decks=6")
    assert design("dai-bacc", "kill", edge="5%..8%", set={"decks": 6}).to_dict() == told
    assert design("dai-bacc", "kill", edge="5%..8%", decks=6).rows[0].sheet.decks == 6


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("4..5%", "1/25", "1/20"),
        ("4%..5%", "1/25", "1/20"),
        ("0.04..0.05", "1/25", "1/20"),
        ("4% .. 0.05", "1/25", "1/20"),
        ("-1..0%", "-1/100", "0"),
        ("3.3333..3.3334%", "33333/1000000", "33334/1000000"),
    ],
)
def test_a_range_is_read_exactly(written: str, low: str, high: str) -> None:
    edges = parse_edge(written)
    assert (edges.low, edges.high) == (Fraction(low), Fraction(high))


@pytest.mark.parametrize("written", ["", "4", "..", "4..", "a..b", "1e3..2e3", "4..5%%", "100..101%"])
def test_what_is_no_range_is_refused(written: str) -> None:
    with pytest.raises(BadDesign):
        parse_edge(written)


def test_decks_are_read() -> None:
    assert parse_decks("1..8", 6) == (1, 2, 3, 4, 5, 6, 7, 8)
    assert parse_decks("8,1, 6", 6) == (1, 6, 8)
    assert parse_decks("", 6) == parse_decks((), 6) == parse_decks(6, 2) == (6,)


def test_tables_come_in_the_order_in_which_trying_all_finds_them() -> None:
    lines = [
        SearchedLine(3, Fraction(20)),
        SearchedLine(11, Fraction(6)),
        SearchedLine(40, Fraction(2), True),
    ]
    width, target = Fraction(2), Fraction(211)
    choices = [odds_near(line.before, width) for line in lines]
    everything = [
        abs(sum(line.count * odds.ratio for line, odds in zip(lines, table, strict=True)) - target)
        for table in product(*choices)
        if table[0].ratio > table[1].ratio >= table[2].ratio
    ]
    found = [
        abs(sum(line.count * odds.ratio for line, odds in zip(lines, table, strict=True)) - target)
        for table in nearest_tables(lines, target, width)
    ]
    assert found == sorted(everything)
    assert len(found) > 100


@pytest.mark.parametrize(
    ("low", "high", "limit", "found"),
    [
        ("31.2", "35.5", 20, "32:1 33:1 34:1 35:1"),
        ("31.2", "48", 5, "35:1 40:1 45:1"),
        ("31.2", "31.8", 20, "63:2"),
        ("0.94", "0.96", 20, "19:20"),
        ("31.21", "31.22", 20, ""),
        ("0", "1.5", 20, "0:1 1:1"),
    ],
)
def test_odds_between_are_as_round_as_can_be(low: str, high: str, limit: int, found: str) -> None:
    assert " ".join(map(str, odds_between(Fraction(low), Fraction(high), limit))) == found


def test_customary_odds_rise() -> None:
    assert all(lower.ratio < higher.ratio for lower, higher in pairwise((*BELOW_EVEN, *CUSTOMARY)))


def test_the_guide_prints_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(
        r"```console\n\$ cutcard (.*?)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(shown) == 2
    for command, output in shown:
        main(shlex.split(command))
        assert filled(capsys.readouterr().out) == filled(output)


def filled(printed: str) -> list[str]:
    """The lines that are not blank: a table has some above and below, which the page leaves out."""
    return [line.rstrip() for line in printed.splitlines() if line.strip()]


def test_the_guide_lists_the_customary_odds() -> None:
    (listed,) = re.findall(r"```text\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    known = [str(odds.won) if odds.staked == 1 else str(odds) for odds in (*BELOW_EVEN, *CUSTOMARY)]
    assert listed.split() == known
