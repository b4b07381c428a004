"""``cutcard randomness`` as people type it: its document, its report, its refusals and its exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from cutcard.adapters.dieharder import read_lines, run_dieharder
from cutcard.analysis.randomness import assess, plan_run
from cutcard.cli import main
from cutcard.cli.numbers.randomness import conclude
from cutcard.cli.numbers.randomness_subjects import LiveShoes
from cutcard.reports.randomness import RandomnessReport, randomness_markdown, randomness_page

QUICK = ("randomness", "--rounds", "10000", "--seed", "4", "--processes", "1")
ANSWERS = """
        test_name   |ntup| tsamples |psamples|  p-value |Assessment
   diehard_birthdays|   0|       100|     100|0.97940722|  PASSED
          sts_serial|  16|    100000|     100|0.00000000|  FAILED
"""


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["randomness", *words])
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (2, "")
    return printed.err.strip()


def test_a_run_and_its_reports(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    page, text = tmp_path / "cards.html", tmp_path / "cards.md"
    main([*QUICK, "--json", "--out", str(page)])
    told = json.loads(capsysbinary.readouterr().out)
    main([*QUICK, "--out", str(text)])
    printed = capsysbinary.readouterr().out.decode()
    assert (told["seed"], told["decks"], told["subject"], told["holds"], told["failed"]) == (
        4,
        8,
        "live",
        True,
        [],
    )
    assert told["rounds"] >= 10_000
    assert told["cards"] == told["shoes"] * 416
    ids = [test["id"] for test in told["tests"]]
    assert len(set(ids)) == len(ids) > 50
    for test in told["tests"]:
        assert 0 <= test["p_float"] <= test["holm_float"] <= 1
    for written in (page.read_text(), text.read_text(), printed):
        assert all(name in written for name in ids)
        assert "every test holds" in written or f"All {len(ids)} tests hold." in written
    assert told["command"] in text.read_text()


def test_what_cannot_be_run_is_refused_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "--rounds is 10000 to 50000000, not 9999" in refused(capsys, "--rounds", "9999")
    assert "not 50000001" in refused(capsys, "--rounds", "50000001")
    assert "--decks is 1 to 8, not 9" in refused(capsys, "--decks", "9")
    assert "--seed is 0 to" in refused(capsys, "--seed", "-1")
    assert "--processes is 1 to 256, not 0" in refused(capsys, "--processes", "0")
    assert "--long goes with --dieharder" in refused(capsys, "--long")
    assert ".md or .html file" in refused(capsys, "--out", str(tmp_path / "cards.pdf"))
    assert "there is no folder" in refused(capsys, "--out", str(tmp_path / "none" / "cards.md"))
    assert list(tmp_path.iterdir()) == []


class Repeating:
    """Entropy that gives the same secret again and again."""

    def random_bytes(self, count: int) -> bytes:
        return bytes(count)


@pytest.fixture(scope="module")
def bad() -> RandomnessReport:
    assessment = assess(LiveShoes(1, lambda _: Repeating()), plan_run(700, 1))
    return RandomnessReport("live", None, "0", "2026-11-19", "cutcard randomness", assessment)


def test_bad_cards_are_told_and_leave_with_one(
    bad: RandomnessReport, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(SystemExit) as left:
        conclude(bad, json=True)
    told = json.loads(capsysbinary.readouterr().out)
    assert left.value.code == 1
    assert not told["holds"]
    assert {"place-and-card", "words-again"} <= set(told["failed"])
    for written in (randomness_page(bad), randomness_markdown(bad)):
        assert "these do not hold: place-and-card" in written


def test_what_dieharder_says_is_read_and_counts(bad: RandomnessReport) -> None:
    lines = tuple(read_lines(ANSWERS))
    assert [(line.test, line.pattern, line.samples, line.failed) for line in lines] == [
        ("diehard_birthdays", 0, 100, False),
        ("sts_serial", 16, 100, True),
    ]
    report = msgspec.structs.replace(bad, dieharder=lines)
    assert report.failed[-1] == "sts_serial 16"
    assert "| sts_serial | 16 | 100 | 0.0e+00 | failed |" in randomness_markdown(report)


def test_dieharder_reads_the_stream_until_it_has_enough(tmp_path: Path) -> None:
    program = tmp_path / "dieharder"
    program.write_text(
        f'#!/bin/sh\nhead -c 100000 >{tmp_path}/read\necho "$@" >>{tmp_path}/asked\ncat <<END{ANSWERS}END\n'
    )
    program.chmod(0o755)
    endless = iter(lambda: b"\x01\x02" * 8192, b"")
    lines = list(run_dieharder(str(program), (0, 100), lambda: endless))
    assert len(lines) == 4
    assert (tmp_path / "read").read_bytes() == b"\x01\x02" * 50_000
    assert (tmp_path / "asked").read_text() == "-g 200 -d 0\n-g 200 -d 100\n"


def test_without_dieharder_the_report_says_so(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    text = tmp_path / "cards.md"
    main([*QUICK, "--dieharder", "--json", "--out", str(text)])
    told = json.loads(capsysbinary.readouterr().out)
    assert told["dieharder"] == []
    assert told["dieharder_note"] == "dieharder is not installed here: its tests were not run"
    assert told["dieharder_note"] in text.read_text()
