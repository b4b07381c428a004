"""``cutcard compare`` and ``cutcard sweep`` as people type them: the figures are those of ``cutcard par``."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pyarrow import parquet  # type: ignore[import-untyped]  # it ships no types

from cutcard.analysis.asking import answers
from cutcard.analysis.worker import Worker, WorkerLost
from cutcard.cards import Pack
from cutcard.cli import main
from cutcard.exact.main.returns import Question
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load

Bytes = pytest.CaptureFixture[bytes]

UNSPLIT = "max_split_depth=0"
"""Without splits a round is counted in no time."""


def document(capture: Bytes, *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capture.readouterr().out)


def refused(capture: Bytes, *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    printed = capture.readouterr()
    assert printed.out == b""
    lines = [line for line in printed.err.decode().splitlines() if "compiled" not in line]
    assert len(lines) == 1
    return lines[0]


def main_of(capture: Bytes, *words: str) -> Any:
    return document(capture, "par", *words)["main"]


def test_a_sweep_has_a_row_for_each_combination_with_the_figures_of_its_sheet(capsysbinary: Bytes) -> None:
    over = ("--over", "decks=2", "--over", "dealer_hits_soft_17=true,false")
    told = document(capsysbinary, "sweep", "american-live", *over, "--set", UNSPLIT, "--charts", "--spread")
    assert told["over"] == {"decks": [2], "dealer_hits_soft_17": [True, False]}
    combinations = [(row["decks"], row["dealer_hits_soft_17"]) for row in told["rows"]]
    assert combinations == [(2, True), (2, False)]
    row = told["rows"][1]
    sheet = main_of(capsysbinary, "american-live", "--set", UNSPLIT, "decks=2", "dealer_hits_soft_17=false")
    for name in ("return_float", "house_edge_float", "chart_return_float"):
        assert row[name] == sheet[name]
    for name in ("variance_float", "standard_deviation_float", "hit_rate_float"):
        assert row[name] == sheet[name]


def test_the_base_chart_costs_something_under_other_rules_and_hardly_anything_under_its_own(
    capsysbinary: Bytes,
) -> None:
    over = ("--over", "dealer_hits_soft_17=true,false", "surrender=none,late", "--set", UNSPLIT)
    rows = document(capsysbinary, "sweep", "american-live", *over)["rows"]
    assert {row["standard_deviation_float"] for row in rows} == {None}
    assert {row["chart_return_float"] for row in rows} == {None}
    assert all(row["base_chart_cost_float"] > 0 for row in rows)
    own = main_of(capsysbinary, "american-live", "--set", UNSPLIT, "surrender=none")
    # The profile's own chart gives up aces early, which cannot be had here, and says to hit them otherwise.
    assert rows[0]["base_chart_return_float"] == pytest.approx(own["chart_return_float"], abs=2e-5)
    same = document(
        capsysbinary, "sweep", "american-live", "--over", "decks=8", "--set", UNSPLIT, "--charts"
    )["rows"][0]
    assert same["base_chart_return_float"] == same["chart_return_float"]


def test_an_impossible_combination_is_listed_with_what_it_contradicts(capsysbinary: Bytes) -> None:
    rows = document(capsysbinary, "sweep", "multihand-etg", "--over", "bets_behind=true,false")["rows"]
    assert rows[0]["impossible"] == "bets_behind needs seats to bet behind"
    assert rows[0]["house_edge_float"] is None
    assert rows[1]["impossible"] is None
    main(["sweep", "multihand-etg", "--over", "bets_behind=true,false"])
    assert b"Impossible: bets_behind=true: bets_behind needs seats" in capsysbinary.readouterr().out


def test_a_sweep_of_baccarat_has_its_main_bets(capsysbinary: Bytes) -> None:
    over = ("--over", "decks=6,8", "banker_pays=commission,six-half")
    rows = document(capsysbinary, "sweep", "punto-banco", *over)["rows"]
    assert [row["bet"] for row in rows] == ["player", "banker", "tie"] * 4
    sheets = main_of(capsysbinary, "punto-banco", "--set", "decks=6", "banker_pays=six-half")
    for row, sheet in zip(rows[3:6], sheets, strict=True):
        for name in ("bet", "paytable", "return", "house_edge", "house_edge_float", "variance_float"):
            assert row[name] == sheet[name]


def test_a_sweep_of_a_bet_by_a_pay_table_of_ones_own(capsysbinary: Bytes) -> None:
    bet = ("--bet", "perfect-pairs", "--pays", "30-12-5")
    rows = document(capsysbinary, "sweep", "american-live", "--over", "decks=1,8", *bet)["rows"]
    for row in rows:
        sheet = document(capsysbinary, "par", "american-live", *bet, "--decks", str(row["decks"]))
        assert (row["return"], row["paytable"]) == (sheet["return"], "30-12-5")
        assert row["standard_deviation_float"] == sheet["standard_deviation_float"]


def test_the_rows_as_files(capsysbinary: Bytes, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"rows.{kind}" for kind in ("csv", "xlsx", "parquet")}
    options = [word for kind, path in files.items() for word in (f"--{kind}", str(path))]
    over = ("--over", "decks=6,8", "both_sides=true,false")
    rows = document(capsysbinary, "sweep", "punto-banco", *over, *options)["rows"]
    read = parquet.read_table(files["parquet"]).to_pylist()
    assert [{name: row[name] for name in row} for row in read] == rows
    with files["csv"].open(encoding="utf-8") as file:
        texts = list(csv.DictReader(file))
    assert [float(text["house_edge_float"]) for text in texts] == [row["house_edge_float"] for row in rows]
    assert {text["both_sides"] for text in texts} == {"true", "false"}
    head, *cells = openpyxl.load_workbook(files["xlsx"]).active.values
    assert list(head) == list(rows[0])
    for written, row in zip(cells, rows, strict=True):
        assert [_sixteen_digits(cell) for cell in written] == [_sixteen_digits(row[name]) for name in row]


def _sixteen_digits(value: Any) -> Any:
    """As a workbook keeps it."""
    return f"{value:.15g}" if isinstance(value, float) else value


def test_compare_tells_each_difference_alone_and_what_is_left_over(capsysbinary: Bytes) -> None:
    changes = ("dealer_hits_soft_17=true", "surrender=late")
    told = document(capsysbinary, "compare", "multihand-etg", "--set-a", UNSPLIT, "--set", UNSPLIT, *changes)
    rows = [row for row in told["rows"] if row["bet"] == "main"]
    assert [(row["case"], row["difference"]) for row in rows] == [
        *(("a", None), ("alone", "dealer_hits_soft_17"), ("alone", "surrender"), ("b", None))
    ]
    alone = main_of(capsysbinary, "multihand-etg", "--set", UNSPLIT, changes[0])
    for name in ("house_edge_float", "standard_deviation_float"):
        assert rows[1][name] == alone[name]
    (together,) = [each for each in told["together"] if each["bet"] == "main"]
    edges = [row["house_edge_float"] for row in rows]
    assert together["together_float"] == pytest.approx(edges[3] - edges[0], abs=1e-15)
    assert together["alone_float"] == pytest.approx(edges[1] + edges[2] - 2 * edges[0], abs=1e-15)
    left = together["together_float"] - together["alone_float"]
    assert together["interaction_float"] == pytest.approx(left, abs=1e-15)
    assert abs(together["interaction_float"]) > 1e-6


def test_compare_names_what_cannot_be_changed_alone(capsysbinary: Bytes) -> None:
    others = ("second_card=none", "late_blackjack_returns=original-only")
    checked = ("--set-a", UNSPLIT, "second_card=hole", "checks_under_ace=true", "checks_under_ten=true")
    told = document(capsysbinary, "compare", "multihand-online", *checked, "--set", UNSPLIT, *others)
    (row,) = [row for row in told["rows"] if row["impossible"]]
    assert row["difference"] == "late_blackjack_returns"
    assert "second_card" in row["impossible"]
    assert row["house_edge_float"] is None
    assert told["together"][0]["together_float"] != 0


def test_compare_tells_pay_tables_apart(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "compare", "punto-banco", "punto-banco-no-commission")
    assert told["differences"][0] == {"difference": "banker_pays", "a": "commission", "b": "six-half"}
    banker = [row for row in told["rows"] if row["bet"] == "banker"]
    assert banker[2]["change_float"] == pytest.approx(
        banker[2]["house_edge_float"] - banker[0]["house_edge_float"]
    )
    assert banker[1]["paytable"] == banker[2]["paytable"] != banker[0]["paytable"]


def test_nothing_differs(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "compare", "koi-bacc")
    assert told["differences"] == []
    assert {row["change_float"] for row in told["rows"]} == {0}
    main(["compare", "koi-bacc"])
    assert capsysbinary.readouterr().out.endswith(b"Nothing differs.\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("sweep live-seven --over dekcs=1", "Did you mean decks?"),
        ("sweep live-seven --over decks=9", "decks cannot be 9: it is a whole number from 1 to 8"),
        ("sweep live-seven --over decks=6,6", "decks is given a value twice"),
        ("sweep live-seven --over decks=6 decks=7", "--over gives decks twice"),
        ("sweep live-seven --over decks", "--over takes name=value"),
        ("sweep multihand-etg --over bets_behind=true", "no combination is possible"),
        ("sweep live-seven --over decks=6 --bet 21-pls-3", "Did you mean 21-plus-3?"),
        ("sweep live-seven --over decks=6 --bet 21-plus-3 --spread", "a bet has no chart"),
        ("sweep live-seven --over decks=6 --workers 65", "--workers is 1 to 64"),
        ("sweep live-seven --over decks=6 --csv /no/such/folder.csv", "cannot be written"),
        ("compare live-seven punto-banco", "there is nothing to compare"),
        ("compare live-seven american-liv", "Did you mean american-live?"),
        ("compare live-seven --set-a deks=1", "Did you mean decks?"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(capsysbinary: Bytes, words: str, why: str) -> None:
    assert why in refused(capsysbinary, *words.split())


def test_too_many_combinations_are_refused(capsysbinary: Bytes) -> None:
    decks, charlies = "decks=1,2,3,4,5,6,7,8", "charlie=0,5,6,7,8,9,10,11,12"
    more = ("seats=1,2,3,4,5,6,7", "max_hands=1,2,3,4,5,6,7,8", "max_split_depth=0,1,2,3,4,5,6,7")
    line = refused(capsysbinary, "sweep", "live-seven", "--over", decks, charlies, *more)
    assert line == "cutcard: 32256 combinations are more than 10000"


def questions(decks: range) -> list[Question]:
    rules = load("multihand-etg", {"max_split_depth": "0"}).rules
    assert isinstance(rules, Rules)
    return [Question(rules, Pack.of_decks(number)) for number in decks]


def test_processes_give_the_same_answers_in_the_same_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = []
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path / "two"))
    two = answers(questions(range(1, 5)), 2, lambda done, of: seen.append((done, of)))
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path / "one"))
    assert two == answers(questions(range(1, 5)), 1)
    assert seen == [(done, 4) for done in range(5)]
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path / "two"))
    seen.clear()
    assert answers(questions(range(1, 5)), 2, lambda done, of: seen.append((done, of))) == two
    assert seen == [(4, 4)], "what was counted is remembered"


def test_a_worker_that_was_killed_is_told() -> None:
    worker = Worker()
    worker.end()
    with pytest.raises(WorkerLost):
        worker.ask(questions(range(1, 2))[0])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="who its children are is read from /proc")
def test_an_interrupted_sweep_leaves_no_process(tmp_path: Path) -> None:
    over = ("--over", "decks=1,2,3,4,5,6,7,8", "dealer_hits_soft_17=true,false", "surrender=none,late")
    program = "from cutcard.cli import main; main()"
    ran = subprocess.Popen(
        [sys.executable, "-c", program, "sweep", "multihand-online", *over, "--workers", "2"],
        env={**os.environ, "CUTCARD_CACHE": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    listed = Path(f"/proc/{ran.pid}/task/{ran.pid}/children")
    while len(workers := listed.read_text().split()) < 2 and ran.poll() is None:
        time.sleep(0.05)
    ran.send_signal(signal.SIGINT)
    out, told = ran.communicate(timeout=60)
    assert (ran.returncode, out) == (130, b"")
    assert b"Traceback" not in told
    until = time.monotonic() + 30
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < until, "a process that counted goes on alone"
        time.sleep(0.05)
