"""``cutcard par`` and ``cutcard strategy`` as people type them: shapes, figures, refusals."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from cutcard.cli import main

Bytes = pytest.CaptureFixture[bytes]


def document(capture: Bytes, *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capture.readouterr().out)


def refused(capture: Bytes, *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    printed = capture.readouterr()
    assert printed.out == b""
    lines = [line for line in printed.err.decode().splitlines() if "compiling" not in line]
    assert len(lines) == 1
    return lines[0]


def test_a_bet_has_the_promised_shape(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "american-live", "--bet", "21-plus-3")
    assert list(told)[:6] == ["profile", "bet", "decks", "paytable", "outcomes", "return"]
    assert sum(Fraction(outcome["probability"]) for outcome in told["outcomes"]) == 1
    assert told["outcomes"][-1]["id"] == "lose"
    # The seed prints 93.71 % and 95.9 %.
    assert f"{told['return_float']:.4f}"[:6] == "0.9371"
    assert Fraction(told["return"]) == 1 - Fraction(told["house_edge"])
    returned = sum(
        Fraction(outcome["probability"]) * (1 + odds(outcome["pays"])) for outcome in told["outcomes"]
    )
    assert returned == Fraction(told["return"])


def odds(written: str) -> Fraction:
    won, staked = written.split(":")
    return Fraction(int(won), int(staked))


def test_perfect_pairs_by_hand(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "american-live", "--bet", "perfect-pairs")
    assert [outcome["probability"] for outcome in told["outcomes"]] == ["7/415", "8/415", "16/415", "384/415"]
    assert told["return"] == "398/415"


def test_another_pay_table_and_another_number_of_decks(capsysbinary: Bytes) -> None:
    told = document(
        capsysbinary, "par", "american-live", "--bet", "21-plus-3", "--paytable", "9-9-9-9", "--decks", "6"
    )
    assert told["paytable"] == "9-9-9-9"
    assert told["house_edge_float"] == pytest.approx(0.032386, abs=5e-7)


def test_a_bet_the_profile_does_not_offer(capsysbinary: Bytes) -> None:
    assert document(capsysbinary, "par", "multihand-online", "--bet", "pair")["bet"] == "pair"


def test_push_comes_before_lose(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "koi-bacc", "--bet", "emperor-player")
    assert [outcome["id"] for outcome in told["outcomes"]][-2:] == ["push", "lose"]
    banker = document(capsysbinary, "par", "dai-bacc", "--bet", "banker")
    assert [(outcome["id"], outcome["pays"]) for outcome in banker["outcomes"]] == [
        ("win", "1:1"),
        ("push", "0:1"),
        ("lose", "-1:1"),
    ]
    assert banker["house_edge_float"] == pytest.approx(0.010183, abs=5e-7)


def test_the_best_line_comes_first(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "punto-banco-no-commission", "--bet", "banker")
    assert [(outcome["id"], outcome["pays"]) for outcome in told["outcomes"]] == [
        ("win", "1:1"),
        ("six", "1:2"),
        ("push", "0:1"),
        ("lose", "-1:1"),
    ]
    assert told["house_edge_float"] == pytest.approx(0.014581, abs=5e-7)


def test_of_several_files_none_is_written_where_one_cannot_be(tmp_path: Path, capsysbinary: Bytes) -> None:
    words = ("par", "american-live", "--bet", "pair", "--xlsx", str(tmp_path / "par.xlsx"))
    assert "--pdf" in refused(capsysbinary, *words, "--pdf", str(tmp_path / "none" / "par.pdf"))
    assert "a folder" in refused(capsysbinary, *words, "--html", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_commission_is_nineteen_to_twenty(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "punto-banco", "--bet", "banker")
    assert told["outcomes"][0]["pays"] == "19:20"
    assert told["house_edge_float"] == pytest.approx(0.01057906, abs=5e-9)


def test_a_whole_blackjack_profile(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "american-live")
    assert set(told["main"]) == {
        "return_float",
        "house_edge_float",
        "method",
        "error_bound_float",
        "chart_return_float",
        "chart_return_without_insurance_float",
        "chart_return_with_insurance_float",
        "variance_float",
        "standard_deviation_float",
        "variance_bound_float",
        "hit_rate_float",
        "outcomes",
        "outcomes_bound_float",
        "volatility_index_float",
        "long_run",
        "chart",
    }
    assert [bet["bet"] for bet in told["bets"]] == ["perfect-pairs", "21-plus-3"]
    together = told["bets"][0]
    assert together["variance_with_main_float"] == pytest.approx(
        together["variance_float"] + told["main"]["variance_float"] + 2 * together["main_covariance_float"]
    )
    assert len(told["definition"]) == 64
    assert any("cut card" in note for note in told["notes"])


def test_how_rounds_of_a_profile_come_out(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "american-live")
    assert [run["rounds"] for run in told["main"]["long_run"]] == [100, 1_000, 10_000, 100_000]
    chances = [run["ahead_float"] for run in told["main"]["long_run"]]
    assert chances == sorted(chances, reverse=True)  # the house has the edge, and time
    assert all(run["ahead_bound_float"] < 1e-6 for run in told["main"]["long_run"])
    returns = told["main"]["return_float"], told["main"]["chart_return_float"]
    for spread, returned in zip((told["main"], told["main"]["chart"]), returns, strict=True):
        gains = {outcome["pays"]: outcome["probability_float"] for outcome in spread["outcomes"]}
        assert next(iter(gains)) == "4:1"
        assert list(gains)[-1] == "-4:1"
        assert sum(gains.values()) == pytest.approx(1, abs=1e-12)
        assert spread["outcomes_bound_float"] == 0  # two hands at most
        worth = {Fraction(pays.replace(":", "/")): chance for pays, chance in gains.items()}
        mean = sum(float(gain) * chance for gain, chance in worth.items())
        square = sum(float(gain) ** 2 * chance for gain, chance in worth.items())
        assert mean + 1 == pytest.approx(returned, abs=1e-12)
        assert spread["variance_float"] == pytest.approx(square - mean**2, abs=1e-12)
        assert spread["standard_deviation_float"] == pytest.approx(sqrt(square - mean**2), abs=1e-12)
        assert spread["hit_rate_float"] == pytest.approx(
            sum(chance for gain, chance in worth.items() if gain > 0)
        )


def test_several_positions_vary_together(tmp_path: Path, capsysbinary: Bytes) -> None:
    files = [
        word for kind in ("xlsx", "html", "pdf") for word in (f"--{kind}", str(tmp_path / f"par.{kind}"))
    ]
    told = document(capsysbinary, "par", "american-live", "--positions", "3", *files)["main"]
    assert [row["positions"] for row in told["positions"]] == [2, 3]
    for row in told["positions"]:
        n, covariance = row["positions"], row["covariance_float"]
        assert row["variance_float"] == pytest.approx(n * told["variance_float"] + n * (n - 1) * covariance)
        assert row["standard_deviation_float"] == pytest.approx(sqrt(row["variance_float"]))
        assert 0 < row["covariance_left_out_float"] < 1e-4
        assert 0.4 < covariance < 0.5
    page = (tmp_path / "par.html").read_text(encoding="utf-8")
    assert f">{told['positions'][1]['variance_float']:.6f}<" in page
    main(["par", "american-live", "--positions", "3"])
    assert "A unit on each of several positions" in capsysbinary.readouterr().out.decode()


def test_a_strategy_file_beside_the_chart(tmp_path: Path, capsysbinary: Bytes) -> None:
    chart, own = tmp_path / "chart.csv", tmp_path / "own.csv"
    main(["strategy", "american-live", "--csv", str(chart), "--json"])
    assert json.loads(capsysbinary.readouterr().out)["hard"]["16"]["7"] == "H"
    main(["strategy", "american-live", "--csv", "-"])
    assert capsysbinary.readouterr().out == chart.read_bytes()
    written = chart.read_text()
    row = next(line for line in written.splitlines() if line.startswith("hard 16,"))
    own.write_text(written.replace(row, "hard 16,S,S,S,S,S,S,S,S,S,S"))

    told = document(capsysbinary, "par", "american-live", "--strategy", str(chart))["main"]
    assert told["strategy"]["file"] == str(chart)
    assert told["strategy"]["return_float"] == told["chart_return_float"]
    assert told["strategy"]["deviations"] == []
    spread = told["chart"].keys()
    assert {name: told["strategy"][name] for name in spread} == told["chart"]

    told = document(capsysbinary, "par", "american-live", "--strategy", str(own))["main"]
    mine = told["strategy"]
    assert list(mine) == [
        *("file", "return_float", "house_edge_float"),
        *spread,
        *("chart_difference_float", "deviations_sum_float", "deviations"),
    ]
    assert {each["hand"] for each in mine["deviations"]} == {"hard 16"}
    assert list(mine["deviations"][0]) == ["hand", "up_card", "plays", "best", "cost_float"]
    costs = [each["cost_float"] for each in mine["deviations"]]
    assert costs == sorted(costs, reverse=True)
    assert sum(costs) == pytest.approx(mine["deviations_sum_float"], abs=1e-15)
    # Over each up card one cell alone is played otherwise, so here the sum is the whole.
    assert mine["chart_difference_float"] == pytest.approx(sum(costs), abs=1e-14)
    assert mine["return_float"] == told["chart_return_float"] - mine["chart_difference_float"]


def test_a_strategy_file_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "[bold]chart.csv"
    main(["strategy", "american-live", "--csv", str(chart)])
    assert "Pairs" in capsys.readouterr().out
    files = [
        word for kind in ("xlsx", "html", "pdf") for word in (f"--{kind}", str(tmp_path / f"par.{kind}"))
    ]
    main(["par", "american-live", "--strategy", str(chart), *files])
    printed = capsys.readouterr().out
    assert f"Played by {chart}" in printed
    assert "It plays every hand as the chart of best play does." in printed
    chart.write_text(re.sub(r"(?m)^hard (\d+),.*$", r"hard \1" + 10 * ",S", chart.read_text()))
    main(["par", "american-live", "--strategy", str(chart), *files])
    printed = capsys.readouterr().out
    assert re.search(r"hard 11 +T +S +H +1\.\d{8}%", printed)
    assert "more cost" in printed
    assert "a cell changes how often others are met" in printed
    page = (tmp_path / "par.html").read_text(encoding="utf-8")
    assert "Played otherwise than by the chart, each cell alone" in page
    assert ">hard 11<" in page


def test_a_whole_baccarat_profile(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "dai-bacc")
    assert [bet["bet"] for bet in told["main"]] == ["player", "banker", "tie"]
    assert {bet["bet"] for bet in told["bets"]} >= {"tiger-7", "ox-6", "kill"}


def test_insurance(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "multihand-online", "--bet", "insurance")
    assert told["house_edge_float"] == pytest.approx(0.0747, abs=5e-5)


def test_removed_cards_and_effects(capsysbinary: Bytes) -> None:
    words = ("par", "punto-banco", "--bet", "any-pair-player", "--decks", "1")
    whole = document(capsysbinary, *words)["return_float"]
    told = document(capsysbinary, *words, "--remove", "As Ah Ad", "--effects")
    assert told["removed"] == ["As", "Ah", "Ad"]
    # Fewer aces make fewer pairs of them, and a smaller pack.
    assert told["return_float"] != whole
    assert set(told["effects"]) == set("A23456789TJQK")
    assert told["effects"]["A"] > told["effects"]["2"]


def test_a_strategy_has_the_promised_shape(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "strategy", "multihand-online")
    assert list(told["hard"]) == [str(total) for total in range(5, 21)]
    assert list(told["soft"]) == [str(total) for total in range(13, 21)]
    assert list(told["pairs"]) == [f"{card},{card}" for card in "23456789TA"]
    assert list(told["hard"]["16"]) == list("23456789TA")
    assert told["insurance"] is False
    assert told["by_cards"]["7"]["soft"]["20"]["6"] == "H"
    assert set(told["values"]["T,6"]["T"]) == {"stand", "hit", "double", "surrender"}
    assert len(told["values"]) == 54  # 55 pairs of values, blackjack left out


def test_a_chart_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["strategy", "american-live"])
    printed = capsys.readouterr().out
    assert "Pairs" in printed
    assert "Never take insurance: with it the chart returns" in printed


def test_the_chart_takes_insurance_where_it_returns_more_with_it(capsysbinary: Bytes) -> None:
    """One hand that gains by it is not enough: the whole chart has to."""
    few = document(capsysbinary, "strategy", "american-live", "--decks", "1", "--remove", "2s")
    many = document(
        capsysbinary, "strategy", "american-live", "--decks", "1", "--remove", "2s 3s 4s 5s 6s 7s 8s 9s 2h 3h"
    )
    names = ("chart_return_without_insurance_float", "chart_return_with_insurance_float")
    for told, taken in ((few, False), (many, True)):
        without, insured = (told[name] for name in names)
        assert (insured > without) is taken
        assert told["insurance"] is taken
        assert told["chart_return_float"] == max(without, insured)


@pytest.mark.parametrize(
    "words", [["par", "dai-bacc"], ["par", "dai-bacc", "--bet", "kill"], ["par", "american-live"]]
)
def test_sheets_for_people(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    main(words)
    assert "house edge" in capsys.readouterr().out


def test_files_are_written_and_repeat_byte_for_byte(tmp_path: Path, capsysbinary: Bytes) -> None:
    written = []
    for turn in ("first", "second"):
        folder = tmp_path / turn
        folder.mkdir()
        options = [
            word for kind in ("xlsx", "html", "pdf") for word in (f"--{kind}", str(folder / f"par.{kind}"))
        ]
        document(capsysbinary, "par", "american-live", *options)
        written.append([(folder / f"par.{kind}").read_bytes() for kind in ("xlsx", "html", "pdf")])
    assert written[0] == written[1]
    assert all(written[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("par american-live --bet moon", "no bet called 'moon'"),
        ("par american-live --bet banker", "no bet called 'banker'"),
        ("par american-live --bet moon", "There are: insurance, lucky-aces"),
        ("par american-live --bet insurances", "Did you mean insurance?"),
        ("par american-live --bet main", "leave --bet out"),
        ("par american-live --bet 21-plus-3 --paytable moon", "no pay table of 21-plus-3"),
        ("par american-live --paytable 9-9-9-9", "--paytable goes with --bet"),
        ("par american-live --decks 9", "decks cannot be 9"),
        ("par american-live --decks 6 --set decks=8", "contradicts"),
        ("par american-live --remove Xx", "'Xx' is not a card"),
        ("par punto-banco --effects", "--effects needs --bet"),
        ("par american-live --bet pair --xlsx /no/such/folder/par.xlsx", "cannot be written"),
        ("simulate punto-banco --rounds 1000 --html /no/such/folder/x.html", "cannot be written"),
        ("strategy punto-banco", "nobody decides"),
        ("strategy moon", "no profile called 'moon'"),
        ("strategy american-live --csv - --json", "leave --json out"),
        ("strategy american-live --csv --json", "not --json"),
        ("strategy american-live --csv /no/such/folder/x.csv", "cannot be written"),
        ("par american-live --strategy /no/such/file.csv", "cannot be read"),
        ("par american-live --positions 8", "--positions is 2 to 7 here, not 8"),
        ("par american-live --positions 1", "--positions is 2 to 7 here, not 1"),
        ("par american-live --bet pair --positions 2", "the main game of blackjack"),
        ("par punto-banco --positions 2", "the main game of blackjack"),
        ("par american-live --bet pair --strategy x.csv", "leave --bet out"),
        ("par punto-banco --strategy x.csv", "nobody decides anything"),
    ],
)
def test_bad_input_gets_one_clear_line(capsysbinary: Bytes, words: str, said: str) -> None:
    assert said in refused(capsysbinary, *words.split())


def test_a_pack_without_enough_cards_is_refused(capsysbinary: Bytes) -> None:
    all_but_some = " ".join(f"{rank}{suit}" for rank in "23456789TJQ" for suit in "cdhs")
    assert "fewer than 24 cards" in refused(
        capsysbinary, "strategy", "multihand-online", "--decks", "1", "--remove", all_but_some
    )
    aces = "As Ah Ad Ac"
    said = refused(
        capsysbinary, "par", "multihand-online", "--decks", "1", "--bet", "insurance", "--remove", aces
    )
    assert "no ace left" in said
