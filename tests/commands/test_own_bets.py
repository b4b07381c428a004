"""Bets of one's own through the commands, beginning with those of the guide."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from cutcard import design
from cutcard.cli import main
from cutcard.profiles.own_bets import read_bet
from cutcard.profiles.own_bets.vocabulary import CARD_WORDS, COUP_WORDS

Bytes = pytest.CaptureFixture[bytes]
DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "guide" / "own-bets.md").read_text(encoding="utf-8")
EXAMPLES = sorted((DOCS / "examples").glob("*.toml"))
PROFILES = {"blackjack": "american-live", "baccarat": "punto-banco"}
ROYAL_MATCH = str(DOCS / "examples" / "royal-match.toml")

every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)


def document(capture: Bytes, *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capture.readouterr().out)


def refused(capture: Bytes, *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    printed = capture.readouterr()
    assert printed.out == b""
    (line,) = printed.err.decode().splitlines()
    return line


def test_the_guide_shows_the_example_files() -> None:
    shown = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert sorted(shown) == sorted(example.read_text(encoding="utf-8") for example in EXAMPLES)


def test_the_guide_lists_the_words_there_are() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", GUIDE, re.MULTILINE)
    words = {**CARD_WORDS, **COUP_WORDS}
    assert rows == [(name, word.takes, word.about) for name, word in words.items()]


def test_the_guide_prints_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    ((command, output),) = re.findall(r"```console\n\$ cutcard (.*?)\n(.*?)```", GUIDE, re.DOTALL)
    main([str(DOCS.parent / word) if word.startswith("docs/") else word for word in shlex.split(command)])
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert printed == output.splitlines()


@every_example
def test_an_example_is_counted_simulated_and_designed(capsysbinary: Bytes, example: Path) -> None:
    bet, game = read_bet(example)
    profile, file = PROFILES[game], str(example)
    sheet = document(capsysbinary, "par", profile, "--bet", file)
    assert sheet["bet"] == bet.id
    assert [outcome["id"] for outcome in sheet["outcomes"]][-1] == "lose"
    assert sum(Fraction(outcome["probability"]) for outcome in sheet["outcomes"]) == 1
    assert all(Fraction(outcome["probability"]) > 0 for outcome in sheet["outcomes"])
    words = ("simulate", profile, "--rounds", "20000", "--seed", "6", "--bet", file)
    counted = document(capsysbinary, *words)["bets"][bet.id]
    assert counted["exact_return_float"] == sheet["return_float"]
    assert abs(counted["z_float"]) < 5
    edge = f"{sheet['house_edge_float'] - 0.02:.4f}..{sheet['house_edge_float'] + 0.02:.4f}"
    found = document(capsysbinary, "design", profile, file, "--edge", edge, "--line", bet.lines[-1].id)
    assert sheet["paytable"] in [row["paytable"] for row in found["rows"]]
    assert design(profile, file, edge=edge, line=bet.lines[-1].id).to_dict() == found


def test_royal_match_is_what_suits_is(capsysbinary: Bytes) -> None:
    own = document(capsysbinary, "par", "multihand-etg", "--bet", ROYAL_MATCH)
    shipped = document(capsysbinary, "par", "multihand-etg", "--bet", "suits", "--paytable", "25-5:2")
    assert own["return"] == shipped["return"]
    chosen = document(capsysbinary, "par", "multihand-etg", "--bet", ROYAL_MATCH, "--paytable", "three-tens")
    assert [outcome["pays"] for outcome in chosen["outcomes"]] == ["30:1", "12:5", "-1:1"]
    written = document(capsysbinary, "par", "multihand-etg", "--bet", ROYAL_MATCH, "--pays", "royal=40")
    assert [outcome["pays"] for outcome in written["outcomes"]] == ["40:1", "5:2", "-1:1"]


def test_own_names_stand_on_the_sheet(capsysbinary: Bytes, tmp_path: Path) -> None:
    target = tmp_path / "own.xlsx"
    files = ("--xlsx", str(target), "--html", str(tmp_path / "own.html"))
    document(capsysbinary, "par", "american-live", "--bet", ROYAL_MATCH, *files)
    book = openpyxl.load_workbook(target)
    cells = {str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row}
    assert {"King and queen of one suit", "Two cards of one suit"} <= cells
    page = (tmp_path / "own.html").read_text(encoding="utf-8")
    assert "Royal Match" in page
    assert "King and queen of one suit" in page


def test_own_names_stand_in_a_simulations_report(capsysbinary: Bytes, tmp_path: Path) -> None:
    target = tmp_path / "run.html"
    words = ("--rounds", "2000", "--seed", "1", "--bet", ROYAL_MATCH, "--html", str(target))
    document(capsysbinary, "simulate", "multihand-online", *words)
    page = target.read_text(encoding="utf-8")
    assert "Royal Match" in page
    assert "King and queen of one suit" in page


def test_own_bets_stand_beside_shipped_ones_in_a_run(capsysbinary: Bytes) -> None:
    words = ("--rounds", "2000", "--seed", "1", "--bet", "suits", ROYAL_MATCH)
    told = document(capsysbinary, "simulate", "multihand-etg", *words)["bets"]
    assert told["royal-match"]["outcomes"]["royal"] == told["suits"]["outcomes"]["suited-king-and-queen"]


def test_without_a_pay_table_the_line_gives_one(capsysbinary: Bytes, tmp_path: Path) -> None:
    file = tmp_path / "pair.toml"
    file.write_text(
        'id = "a-pair"\ngame = "baccarat"\nsees = ["P1", "P2"]\n'
        '[[line]]\nid = "pair"\nfits = { rank = "same" }\n',
        encoding="utf-8",
    )
    told = document(capsysbinary, "par", "punto-banco", "--bet", str(file), "--pays", "11")
    shipped = document(capsysbinary, "par", "punto-banco", "--bet", "any-pair-player")
    assert told["return"] == shipped["return"]
    assert "no pay table of a-pair" in refused(capsysbinary, "par", "punto-banco", "--bet", str(file))
    found = document(capsysbinary, "design", "punto-banco", str(file), "--edge", "10..11%")
    assert [row["paytable"] for row in found["rows"]] == ["11"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("par", "punto-banco", "--bet", ROYAL_MATCH), "is a bet for blackjack, and punto-banco is baccarat"),
        (("par", "american-live", "--bet", "nothing.toml"), "there is no bet file nothing.toml"),
        (("simulate", "american-live", "--rounds", "1", "--bet", "no.toml"), "there is no bet file no.toml"),
        (("design", "american-live", "no.toml", "--edge", "4..5%"), "there is no bet file no.toml"),
        (
            ("deal", "multihand-online", "--cards", "As 9d Kh 7c", "--bet", "royal-match=10"),
            "there is no bet called 'royal-match'",
        ),
        (
            ("deal", "multihand-online", "--cards", "As 9d Kh 7c", "--bet", f"{ROYAL_MATCH}=10"),
            "an own bet is counted, simulated and designed, and no table plays it",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(capsysbinary: Bytes, words: tuple[str, ...], why: str) -> None:
    assert why in refused(capsysbinary, *words)


def test_a_refusal_names_file_and_line(capsysbinary: Bytes, tmp_path: Path) -> None:
    file = tmp_path / "royal-match.toml"
    text = Path(ROYAL_MATCH).read_text(encoding="utf-8")
    file.write_text(text.replace("ranks =", "rank5 ="), encoding="utf-8")
    line = refused(capsysbinary, "par", "american-live", "--bet", str(file))
    ((shown,),) = [re.findall(r"```text\n(.*?)…", GUIDE)]
    assert line.startswith(shown)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "is no text" in refused(
        capsysbinary, "par", "american-live", "--bet", str(tmp_path / "bytes.toml")
    )
    assert "cutcard:" in refused(capsysbinary, "par", "american-live", "--bet", f"{tmp_path}.toml")
