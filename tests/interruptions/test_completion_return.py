"""What rounds return that the house finishes: stated beside the profile's return, and borne out by play.

It knows the figures that ``cutcard par`` prints and refuses to know how they are counted.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutcard.cards import Pack
from cutcard.cli.app import main
from cutcard.exact.main.completion import completion_returned
from cutcard.exact.main.strategy import main_game
from cutcard.games import blackjack
from cutcard.profiles import load

UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
PLAIN = {"D": "H", "Ds": "S", "R": "H", "Rs": "S"}


def document_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    main([*arguments, "--json"])
    document: dict[str, object] = json.loads(capsys.readouterr().out)
    return document


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["multihand-online", "multihand-etg", "live-seven"])
def test_the_return_of_completion_play_is_stated(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    figures = document_of(capsys, "par", profile)["main"]
    assert isinstance(figures, dict)
    assert 0.97 < figures["completion_return_float"] < figures["return_float"]


def test_it_is_not_stated_where_the_house_finishes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "completion_return_float" not in document_of(capsys, "par", "american-live")["main"]  # type: ignore[operator]


def test_it_is_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["par", "live-seven"])
    assert "finished by the house" in capsys.readouterr().out


def hit_and_stand(rules: blackjack.Rules, path: Path) -> Path:
    """Best play's chart with everything taken out that adds money."""
    chart = main_game(rules, Pack.of_decks(rules.decks)).sheet.chart
    rows = ["hand," + ",".join(UP_CARDS)]
    for kind, part in (("hard", chart.hard), ("soft", chart.soft)):
        for total, codes in part.items():
            rows.append(f"{kind} {total}," + ",".join(PLAIN.get(codes[up], codes[up]) for up in UP_CARDS))
    rows.append("soft 12," + ",".join("H" for _ in UP_CARDS))
    rows.append("hard 4," + ",".join("H" for _ in UP_CARDS))
    rows.extend(f'"{pair}",' + ",".join("" for _ in UP_CARDS) for pair in chart.pairs)
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.mark.long
def test_a_simulation_bears_it_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four standard errors of eight million rounds, and a little for playing by totals."""
    profile = load("live-seven")
    assert isinstance(profile.rules, blackjack.Rules)
    chart = hit_and_stand(profile.rules, tmp_path / "plain.csv")
    seed = 20
    arguments = ["--rounds", "8000000", "--seed", str(seed), "--strategy", str(chart)]
    found = document_of(capsys, "simulate", "live-seven", "--set", "shuffle=every-round", *arguments)["main"]
    assert isinstance(found, dict)
    exact = completion_returned(profile.rules, Pack.of_decks(profile.rules.decks))
    off = abs(found["return_float"] - exact)
    assert off < 4 * found["standard_error_float"] + 1e-4, f"seed {seed}: off by {off}"
