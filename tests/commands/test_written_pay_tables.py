"""``--pays``: another pay table for one question, written on the line, counted as those that are shipped."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from cutcard.cli import main
from cutcard.profiles import load, paytable, with_pays

Bytes = pytest.CaptureFixture[bytes]
FLUSH_TO_TRIPS = "straight-flush=35 three-of-a-kind=33 straight=10 flush=5"


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


def pays(told: Any) -> dict[str, str]:
    return {outcome["id"]: outcome["pays"] for outcome in told["outcomes"]}


def test_odds_best_line_first_are_those_of_a_pay_table_with_as_many_lines(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "par", "american-live", "--bet", "21-plus-3", "--pays", "9-9-9-9")
    named = document(capsysbinary, "par", "american-live", "--bet", "21-plus-3", "--paytable", "9-9-9-9")
    assert told["return"] == named["return"]
    assert pays(told) == pays(named)


def test_a_return_follows_from_the_odds_that_are_given(capsysbinary: Bytes) -> None:
    words = ("par", "american-live", "--bet", "perfect-pairs", "--pays")
    told = document(capsysbinary, *words, "30-10-5")
    assert Fraction(told["return"]) == Fraction(7 * 31 + 8 * 11 + 16 * 6, 415)
    assert told["paytable"] == "30-10-5"


def test_a_line_by_name_leaves_the_others_as_they_were(capsysbinary: Bytes) -> None:
    words = ("par", "american-live", "--bet", "perfect-pairs", "--pays")
    told = document(capsysbinary, *words, "perfect-pair=30:1")
    assert pays(told) == {
        "perfect-pair": "30:1",
        "coloured-pair": "12:1",
        "mixed-pair": "6:1",
        "lose": "-1:1",
    }
    halves = document(capsysbinary, *words, "mixed-pair=11:2")
    assert pays(halves)["mixed-pair"] == "11:2"


def test_what_is_no_longer_paid_falls_to_the_next_line_that_fits(capsysbinary: Bytes) -> None:
    words = ("par", "american-live", "--bet", "21-plus-3", "--pays")
    told = document(capsysbinary, *words, "suited-three-of-a-kind=none", *FLUSH_TO_TRIPS.split())
    four = document(capsysbinary, *words, "35-33-10-5")
    assert told["return"] == four["return"]


@pytest.mark.parametrize("written", ["35-33-10-5", "100-40-25-10-5", "flush=none", "straight=21:2"])
def test_the_name_of_a_pay_table_writes_it_again(written: str) -> None:
    given = with_pays(load("american-live"), "21-plus-3", (written,))
    table = paytable(given, "21-plus-3")
    again = with_pays(load("american-live"), "21-plus-3", (table.id,))
    assert paytable(again, "21-plus-3") == table


def test_a_simulation_pays_by_them_and_is_held_against_them(capsysbinary: Bytes) -> None:
    words = ("--bet", "perfect-pairs", "--pays", "30-10-5", "--rounds", "20000", "--seed", "4")
    told = document(capsysbinary, "simulate", "american-live", *words)["bets"]["perfect-pairs"]
    assert told["exact_return_float"] == pytest.approx(401 / 415)
    counts = told["outcomes"]
    gained = (
        30 * counts["perfect-pair"] + 10 * counts["coloured-pair"] + 5 * counts["mixed-pair"] - counts["lose"]
    )
    assert told["return_float"] == pytest.approx(1 + gained / 20000)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--pays", "9-9"), "--pays goes with one --bet"),
        (("--bet", "21-plus-3", "--pays", "9-9"), "21-plus-3 is paid on 4 or 5 lines, not 2"),
        (("--bet", "21-plus-3", "--pays", "strait=9"), "Did you mean straight?"),
        (("--bet", "21-plus-3", "--pays", "straight=9", "straight=8"), "gives straight twice"),
        (("--bet", "21-plus-3", "--pays", "straight=-1:1"), "takes nothing away"),
        (("--bet", "21-plus-3", "--pays", "straight=1/2"), "'1/2' is not odds of 21-plus-3"),
        (("--bet", "21-plus-3", "--pays", "0-0-0-0"), "pays nothing"),
        (("--bet", "21-plus-3", "--pays", "straight"), "'straight' is not odds"),
    ],
)
def test_odds_that_cannot_be_are_refused_in_one_line(
    capsysbinary: Bytes, words: tuple[str, ...], why: str
) -> None:
    assert why in refused(capsysbinary, "par", "american-live", *words)


@pytest.mark.parametrize(
    ("profile", "bet", "instead"),
    [
        ("punto-banco", "tie", "use --set tie_pays"),
        ("punto-banco", "banker", "use --set banker_pays"),
        ("punto-banco", "player", "it is always paid 1:1"),
        ("american-live", "insurance", "use --set insurance_pays"),
        ("american-live", "main", "use --set blackjack_pays"),
    ],
)
def test_bets_that_the_rules_pay_have_no_pay_table(
    capsysbinary: Bytes, profile: str, bet: str, instead: str
) -> None:
    line = refused(capsysbinary, "par", profile, "--bet", bet, "--pays", "9")
    assert line == f"cutcard: {bet} is paid by the rule values, not by a pay table: {instead}"


@pytest.mark.parametrize("written", ["1", "win=1:1"])
def test_sb_39_a_range_that_no_pay_table_ships_for_is_paid_as_written(
    capsysbinary: Bytes, written: str
) -> None:
    told = document(capsysbinary, "par", "punto-banco", "--bet", "hi-ti-0-9", "--pays", written)
    tie = document(capsysbinary, "par", "punto-banco", "--bet", "tie")
    assert pays(told) == {"win": "1:1", "lose": "-1:1"}
    assert told["hit_rate"] == tie["hit_rate"]
