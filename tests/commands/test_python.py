"""The public Python API: what a function returns is what its command prints, letter by letter."""

from __future__ import annotations

import ast
import doctest
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cutcard
from cutcard.analysis.answer import Answer
from cutcard.analysis.parts import PARTS
from cutcard.cli import main
from cutcard.cli.help import FOLDERS

Bytes = pytest.CaptureFixture[bytes]

OWN_BET = str(Path(__file__).parents[2] / "docs" / "examples" / "royal-match.toml")
SAME: list[tuple[str, Callable[[], Answer]]] = [
    ("par american-live --bet perfect-pairs", lambda: cutcard.par("american-live", bet="perfect-pairs")),
    (
        "par american-live --bet 21-plus-3 --pays straight-flush=35 --decks 6 --effects",
        lambda: cutcard.par(
            "american-live", bet="21-plus-3", pays={"straight-flush": 35}, decks=6, effects=True
        ),
    ),
    ("par koi-bacc --remove", lambda: cutcard.par("koi-bacc", remove=["As", "Ks"])),
    (
        "par multihand-etg --positions 2 --set",
        lambda: cutcard.par("multihand-etg", set={"max_split_depth": 0}, positions=2),
    ),
    ("par american-live --bet", lambda: cutcard.par("american-live", bet=OWN_BET)),
    (
        "design american-live --edge 4..5% --limit 2",
        lambda: cutcard.design("american-live", OWN_BET, edge="4..5%", limit=2),
    ),
    ("strategy multihand-etg --set", lambda: cutcard.strategy("multihand-etg", set={"max_split_depth": 0})),
    ("roads", lambda: cutcard.roads("Pb8 T B Bpb T P")),
    (
        "deal multihand-online --cards",
        lambda: cutcard.deal(
            "multihand-online", cards="8h 6d 8c Td Ts 3c Kd 2h", decisions="split stand double"
        ),
    ),
    (
        "deal punto-banco --cards",
        lambda: cutcard.deal("punto-banco", cards="9h 3d Kc 4s".split(), bet={"player": 100, "tie": 10}),
    ),
    (
        "compare punto-banco --set",
        lambda: cutcard.compare("punto-banco", set={"decks": 6, "banker_pays": "six-half"}),
    ),
    (
        "design american-live 21-plus-3 --edge 4..5% --line straight-flush --decks 6..8",
        lambda: cutcard.design(
            "american-live", "21-plus-3", edge="4..5%", line="straight-flush", decks=[6, 7, 8]
        ),
    ),
    (
        "design dai-bacc lucky-nines --edge 7..8% --limit 3 --pays 30-20-10-1",
        lambda: cutcard.design("dai-bacc", "lucky-nines", edge="7..8%", limit=3, pays=["30-20-10-1"]),
    ),
    (
        "sweep american-live --over decks=6,8 --bet perfect-pairs --pays 30-12-5",
        lambda: cutcard.sweep("american-live", over={"decks": [6, 8]}, bet="perfect-pairs", pays="30-12-5"),
    ),
]
WORDS = {
    "par american-live --bet": [OWN_BET],
    "design american-live --edge 4..5% --limit 2": [OWN_BET],
    "par koi-bacc --remove": ["As Ks"],
    "par multihand-etg --positions 2 --set": ["max_split_depth=0"],
    "strategy multihand-etg --set": ["max_split_depth=0"],
    "roads": ["Pb8 T B Bpb T P"],
    "deal multihand-online --cards": ["8h 6d 8c Td Ts 3c Kd 2h", "--decisions", "split stand double"],
    "deal punto-banco --cards": ["9h 3d Kc 4s", "--bet", "player=100", "tie=10"],
    "compare punto-banco --set": ["decks=6", "banker_pays=six-half"],
}
"""The words that hold blanks, behind the others."""


def printed(capture: Bytes, *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capture.readouterr().out)


@pytest.mark.parametrize(("line", "ask"), SAME, ids=[line for line, _ in SAME])
def test_a_function_says_what_its_command_prints(
    capsysbinary: Bytes, line: str, ask: Callable[[], Answer]
) -> None:
    answer = ask()
    shown = printed(capsysbinary, *line.split(), *WORDS.get(line, []))
    assert answer.to_dict() == shown
    assert list(answer.to_dict()) == list(shown)
    table = answer.table()
    assert table
    assert all(isinstance(row, dict) for row in table)


def test_a_simulation_says_what_its_command_prints_but_how_long_it_took(capsysbinary: Bytes) -> None:
    line = "simulate punto-banco --rounds 20000 --seed 5 --threads 1 --bet lucky-nines"
    shown = printed(capsysbinary, *line.split())
    run = cutcard.simulate("punto-banco", rounds=20_000, seed=5, threads=1, bet="lucky-nines")
    timed = ("seconds", "rounds_per_second")
    assert {**run.to_dict(), **dict.fromkeys(timed)} == {**shown, **dict.fromkeys(timed)}
    assert [row["bet"] for row in run.table()] == ["player", "banker", "tie", "lucky-nines"]


def test_a_strategy_file_is_counted_as_its_command_prints(capsysbinary: Bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    unsplit = {"max_split_depth": 0}
    chart = cutcard.strategy("multihand-etg", set=unsplit).csv()
    file.write_text(chart.replace("hard 16,S", "hard 16,H"), encoding="utf-8")
    shown = printed(
        capsysbinary, "par", "multihand-etg", "--set", "max_split_depth=0", "--strategy", str(file)
    )
    sheet = cutcard.par("multihand-etg", set=unsplit, strategy=str(file))
    assert sheet.to_dict() == shown
    assert list(sheet.to_dict()["main"]) == list(shown["main"])
    assert [(cell["hand"], cell["up_card"]) for cell in shown["main"]["strategy"]["deviations"]] == [
        ("hard 16", "2")
    ]
    assert sheet.sheet.strategy is not None
    assert sheet.sheet.strategy.counted.returned < shown["main"]["chart_return_float"]
    beside = [bet["main_covariance_float"] for bet in shown["bets"]]
    assert beside
    assert beside == list(sheet.sheet.main_covariances.values())


FUNCTIONS = [getattr(cutcard, name) for name in cutcard.__all__ if name[0].islower()]


def modules() -> list[ModuleType]:
    return [import_module(function.__module__) for function in FUNCTIONS]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_example_is_true(module: ModuleType) -> None:
    function = getattr(module, module.__name__.rpartition(".")[2])
    examples = doctest.DocTestFinder().find(inspect.unwrap(function), function.__name__, module=False)
    runner = doctest.DocTestRunner()
    for example in examples:
        runner.run(example)
    assert runner.failures == 0
    assert runner.tries > 1


NO_FUNCTION = {"evidence", "randomness"}


def test_every_command_that_works_something_out_is_a_function() -> None:
    commands = {verb for verb, folder in FOLDERS.items() if folder == "numbers"} | {"deal", "roads"}
    assert commands - NO_FUNCTION == {function.__name__ for function in FUNCTIONS}


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: cutcard.par("american-liv"), "Did you mean american-live?"),
        (lambda: cutcard.par("american-live", bet="perfect-pear"), "Did you mean perfect-pairs?"),
        (lambda: cutcard.par("american-live", bet="kk", paytable="x"), "there is no pay table"),
        (lambda: cutcard.par("american-live", set={"decks": 6}, decks=8), "contradicts"),
        (lambda: cutcard.par("american-live", bet="kk", remove="As 1s"), "1s"),
        (lambda: cutcard.par("koi-bacc", strategy="mine.csv"), "leave --strategy mine.csv out"),
        (lambda: cutcard.par("live-seven", bet="kk", strategy="mine.csv"), "leave --bet out"),
        (lambda: cutcard.par("live-seven", strategy="/no/such.csv"), "cannot be read"),
        (lambda: cutcard.par("koi-bacc", positions=2), "goes with the main game of blackjack"),
        (lambda: cutcard.par("live-seven", positions=1), "--positions is 2 to 7 here"),
        (lambda: cutcard.roads("PBX"), "X"),
        (lambda: cutcard.strategy("koi-bacc"), "nobody decides anything"),
        (lambda: cutcard.deal("live-seven", cards="As"), "too few cards"),
        (lambda: cutcard.deal("punto-banco", cards="9h 3d Kc 4s", bet={"player": -1}), "whole number"),
        (lambda: cutcard.simulate("punto-banco", rounds=0), "--rounds is 1 to"),
        (lambda: cutcard.compare("koi-bacc", "live-seven"), "nothing to compare"),
        (lambda: cutcard.design("koi-bacc", "koi-7", edge="5%"), "--edge is a range"),
        (lambda: cutcard.design("koi-bacc", "koi-7", edge="4..5%", line="won"), "there is no line"),
        (lambda: cutcard.sweep("koi-bacc", over={}), "at least one rule value"),
    ],
)
def test_what_cannot_be_asked_is_a_value_error_of_one_line(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(cutcard.BadQuestion, match=why) as refused:
        ask()
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)


def test_type_checkers_are_shown_the_same_names() -> None:
    stub = Path(cutcard.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    shown = {*re.findall(r" as (\w+)$", stub, re.MULTILINE), *re.findall(r"^(\w+):", stub, re.MULTILINE)}
    assert shown == set(cutcard.__all__)
    (listed,) = re.findall(r"^__all__ = (\[.*?\])", stub, re.MULTILINE | re.DOTALL)
    assert ast.literal_eval(listed) == cutcard.__all__


def test_there_is_no_other_name() -> None:
    assert set(cutcard.__all__) <= set(dir(cutcard))
    with pytest.raises(AttributeError, match="has no attribute 'parr'"):
        cutcard.parr  # type: ignore[attr-defined]  # noqa: B018  # that is the test


def python(program: str) -> str:
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_importing_it_loads_next_to_nothing() -> None:
    loaded = python(
        "import sys; before = set(sys.modules); import cutcard; print(*set(sys.modules) - before)"
    )
    assert loaded.split() == ["cutcard"]


NOT_THERE = sorted([*PARTS, "polars", "pandas"])
MISSING = f"import sys; sys.modules.update(dict.fromkeys({NOT_THERE!r})); import cutcard"


def test_a_bare_installation_answers_what_it_can_and_asks_for_the_part_of_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    asked = "cutcard.par('koi-bacc', bet='koi-7').bet, cutcard.roads('PB').table()[0]['winner']"
    assert python(f"{MISSING}; print(*({asked}))") == "koi-7 player\n"
    for ask, line in (
        ("cutcard.strategy('multihand-online')", "pip install 'cutcard[math]'"),
        ("cutcard.simulate('punto-banco', rounds=10)", "pip install 'cutcard[math]'"),
        ("cutcard.roads('PB').to_polars()", "pip install polars"),
        ("cutcard.roads('PB').to_pandas()", "pip install pandas"),
    ):
        shown = python(f"{MISSING}\ntry: {ask}\nexcept ImportError as wrong: print(wrong)")
        assert shown.startswith("this needs ")
        assert shown.endswith(f"{line}\n")
        assert shown.count("\n") == 1


STAND_IN = "class DataFrame(list):\n    def __init__(self, rows, **options): super().__init__(rows)\n"


@pytest.mark.parametrize("kind", ["polars", "pandas"])
def test_a_table_is_handed_to_what_makes_data_frames(kind: str, tmp_path: Path) -> None:
    (tmp_path / f"{kind}.py").write_text(STAND_IN)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import cutcard; roads = cutcard.roads('PBB')"
    )
    assert python(f"{program}; print(list(roads.to_{kind}()) == roads.table() != [])") == "True\n"


@pytest.mark.parametrize("kind", ["polars", "pandas"])
def test_a_table_as_a_data_frame(kind: str) -> None:
    pytest.importorskip(kind)
    found = cutcard.sweep("punto-banco", over={"decks": [6, 8]})
    frame = getattr(found, f"to_{kind}")()
    assert list(frame.columns) == list(found.table()[0])
    assert list(frame["house_edge_float"]) == [row["house_edge_float"] for row in found.table()]
