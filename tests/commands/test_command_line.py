"""The commands as people type them: shapes that others rely on, one clear line for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from cutcard.cli import main
from cutcard.cli.help import VERBS

Capture = pytest.CaptureFixture[str]


def run(capture: Capture, *words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of ``cutcard`` with these words."""
    try:
        main(list(words))
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    printed = capture.readouterr()
    return code, printed.out, printed.err


def document(capsysbinary: pytest.CaptureFixture[bytes], *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capsysbinary.readouterr().out)


Bytes = pytest.CaptureFixture[bytes]


def test_profiles_lists_all_eight(capsysbinary: Bytes) -> None:
    listed = document(capsysbinary, "profiles")["profiles"]
    assert [profile["id"] for profile in listed][:2] == ["multihand-etg", "multihand-online"]
    assert len(listed) == 8


def test_one_profile_with_everything(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "profiles", "american-live", "--set", "decks=6")
    assert told["rules"]["decks"] == 6
    assert told["rules"]["blackjack_pays"] == "3:2"
    assert told["rules"]["bets_behind"] is True
    table = next(bet for bet in told["bets"] if bet["id"] == "21-plus-3")
    assert table["paytable"] == "100-40-25-10-5"
    pays = next(table_["pays"] for table_ in table["paytables"] if table_["id"] == table["paytable"])
    assert pays["three-of-a-kind"] == "25:1"


def test_a_baccarat_profile_shows_its_main_bets(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "profiles", "punto-banco-no-commission", "--set", "tie_pays=9:1")
    assert [bet["id"] for bet in told["main"]] == ["player", "banker", "tie"]
    banker = told["main"][1]
    assert banker["paytable"] == "six-half"
    assert told["main"][2]["paytable"] == "9:1"


LEFT = ("--set", "unneeded_hole_card=left")
SPLIT = (
    "deal",
    "multihand-online",
    "--cards",
    "8h 6d 8c Td Ts 3c Kd 2h",
    "--decisions",
    "split stand double",
)


def test_a_blackjack_round_as_json(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, *SPLIT)
    assert told["hands"] == [
        {
            "position": 1,
            "branch": 0,
            "cards": ["8h", "Ts"],
            "total": 18,
            "soft": False,
            "status": "stood",
            "wager_multiple": 1,
        },
        {
            "position": 1,
            "branch": 1,
            "cards": ["8c", "3c", "Kd"],
            "total": 21,
            "soft": False,
            "status": "doubled",
            "wager_multiple": 2,
        },
    ]
    assert told["dealer"]["cards"] == ["6d", "Td", "2h"]
    assert told["dealer"]["total"] == 18
    keys = ("bet", "position", "branch", "outcome", "pays", "net")
    assert [tuple(outcome[key] for key in keys) for outcome in told["outcomes"]] == [
        ("main", 1, 0, "push", "0:1", 0),
        ("main", 1, 1, "win", "1:1", 200),
    ]


def test_bets_on_positions_insurance_and_stakes(capsysbinary: Bytes) -> None:
    words = ("deal", "live-seven", "--positions", "2", "--stake", "5", "--cards", "9h 9d As 9c Th Kd")
    told = document(
        capsysbinary, *words, "--decisions", "insure decline", "--bet", "dealer-pair=3", "player-pair@2=2"
    )
    nets = {(outcome["bet"], outcome["position"]): outcome["net"] for outcome in told["outcomes"]}
    assert nets == {
        ("main", 1): -5,
        ("main", 2): -5,
        ("insurance", 1): 4,  # BJ-16: half of 5 is 2, paid 2:1
        ("dealer-pair", 1): -3,
        ("player-pair", 2): -2,
    }
    assert told["outcomes"][0]["branch"] == 0
    assert told["outcomes"][2]["branch"] is None


def test_a_remainder_is_an_exact_number_with_a_float_beside_it(capsysbinary: Bytes) -> None:
    words = ("deal", "punto-banco", "--cards", "3d 9h 4s Kc", "--bet", "banker=5", "tie=5")
    half, none = document(capsysbinary, *words)["outcomes"]
    assert (half["remainder"], half["remainder_float"]) == ("3/4", 0.75)
    assert (none["remainder"], none["remainder_float"]) == ("0/1", 0.0)


def test_an_unturned_card_is_not_shown(capsysbinary: Bytes) -> None:
    words = ("deal", "multihand-online", "--cards", "Th 6d 6c Td Ts", "--decisions", "hit")
    turned, left = document(capsysbinary, *words), document(capsysbinary, *words, *LEFT)
    assert left["dealer"] == {"cards": ["6d"], "total": 6, "face_down": True}
    assert turned["dealer"] == {"cards": ["6d", "Td"], "total": 16, "face_down": False}  # BJ-20
    assert turned["outcomes"] == left["outcomes"]


def test_a_baccarat_coup_as_json(capsysbinary: Bytes) -> None:
    words = (
        "deal",
        "dai-bacc",
        "--cards",
        "2h Kc 2d 4s 2c 3c",
        "--bet",
        "banker=100",
        "tiger-7=10",
        "kill=10",
    )
    told = document(capsysbinary, *words)
    assert told["player"] == {"cards": ["2h", "2d", "2c"], "total": 6}
    assert told["banker"] == {"cards": ["Kc", "4s", "3c"], "total": 7}
    assert (told["winner"], told["natural"]) == ("banker", None)
    assert (told["outcomes"][0]["bet"], told["outcomes"][0]["outcome"]) == ("banker", "push")
    assert [outcome["net"] > 0 for outcome in told["outcomes"]] == [False, True, True]  # SB-32: both are paid


def test_every_outcome_and_draw_is_explained(capsysbinary: Bytes) -> None:  # TB-65
    told = document(capsysbinary, *SPLIT)
    assert told["outcomes"][0]["why"] == "18 equals the dealer's 18: the stake comes back."
    assert told["story"] == [
        "Dealer has 16 and draws: below 17 the dealer always takes a card.",
        "Dealer stands on 18.",
    ]


def test_roads_as_json_has_the_promised_shape(capsysbinary: Bytes) -> None:
    told = document(capsysbinary, "roads", "T Pb8 T B Bpb T P")
    assert list(told) == ["main", "first_ties", "big_eye", "small", "cockroach", "bead", "forecast"]
    assert told["first_ties"] == 1
    assert told["main"][0] == {
        "column": 0,
        "row": 0,
        "winner": "player",
        "ties": 1,
        "player_pair": False,
        "banker_pair": True,
        "natural": 8,
    }
    assert told["forecast"]["player"]["cockroach"] is None


BAD = [
    ("deal multihand-online --cards", "As 9d Kh", "too few cards"),
    ("deal multihand-online --cards", "As 9d Kh 7c 2d", "cards left over when the round was done: 2d"),
    ("deal multihand-online --cards", "8s 9d 3h 7c", "too few decisions"),
    (
        "deal multihand-online --decisions stand,stand --cards",
        "8s 9d Kh 7c",
        "'stand,stand' is not a decision",
    ),
    ("deal multihand-online --decisions split --cards", "8s 9d Kh 7c", "Only two first cards of equal value"),
    ("deal multihand-online --decisions insure --cards", "8s 9d Kh 7c", "Insurance is offered only"),
    ("deal multihand-online --set decks=1 --cards", "As As Kh 7c", "no As left in the pack"),
    ("deal multihand-online --cards", "As 9d Kx 7c", "'Kx' is not a card"),
    ("deal multihand-online --positions 4 --cards", "As", "--positions is 1 to 3 here"),
    ("deal multihand-online --positions 0 --cards", "As", "--positions is 1 to 3 here"),
    ("deal multihand-online --stake 1.5 --cards", "As", "whole number of minor units"),
    ("deal multihand-online --stake 0 --cards", "As", "position 1 has no wager"),
    ("deal multihand-online --bet pair --cards", "As", "takes name=value"),
    ("deal multihand-online --bet moon=1 --cards", "As", "no bet called 'moon'"),
    ("deal multihand-online --bet pair@2=1 --cards", "As", "no position 2"),
    ("deal multihand-online --bet pair@=1 --cards", "As", "no position named"),
    ("deal multihand-online --bet pair=5 pair@1=7 --cards", "As", "gives pair at position 1 twice"),
    ("deal multihand-online --bet insurance=5 --cards", "As", "it is the decision insure"),
    ("deal multihand-online --bet top-21-plus-3=1 --cards", "As", "bet on that first"),
    ("deal multihand-online --set surrender --cards", "As", "takes name=value"),
    ("deal multihand-online --set surrender=late surrender=none --cards", "As", "gives surrender twice"),
    ("deal punto-banco --stake 1 --cards", "As", "baccarat has no --stake"),
    ("deal punto-banco --cards", "9h 3d Kc", "too few cards"),
    ("deal punto-banco --cards", "9h 3d Kc 4s 2c", "cards left over when the coup was done: 2c"),
    ("deal punto-banco --set both_sides=false --bet player=1 banker=1 --cards", "9h 3d Kc 4s", "cannot both"),
    ("deal punto-banco --bet moon=1 --cards", "9h 3d Kc 4s", "no bet called 'moon'"),
    ("roads", "BBX", "X"),
    ("profiles", "nonsense", "There are: multihand-etg"),
    ("profiles multihand-etg --set", "decks=0", "from 1 to 8"),
    ("profiles --set", "decks=6", "--set goes with a profile"),
    ("profiles punto-banco --set", "penetration=1/0", "a part of the pack above 0"),
    ("nonsense", "", "no command called 'nonsense'. There are: profiles, deal, par, strategy, simulate"),
    ("profile", "", "Did you mean profiles?"),
    ("device --table x --connect", "localhost:²", "HOST:PORT"),
    ("device --table x --connect", f"localhost:{'9' * 5000}", "HOST:PORT"),
    ("device --table x --connect", "ü..x:9", "HOST:PORT"),
    ("croupier --table x --url", "http://localhost:99999", "--url takes an address such as"),
    ("croupier --table x --url", "http://[::1", "--url takes an address such as"),
    ("serve --host", "ü..x", "cannot be an address to listen on"),
    ("deal", "", "PROFILE"),
]


@pytest.mark.parametrize(("words", "last", "said"), BAD, ids=[f"{words} {last}" for words, last, _ in BAD])
def test_bad_input_gets_one_clear_line(capsys: Capture, words: str, last: str, said: str) -> None:
    code, out, err = run(capsys, *words.split(), *([last] if last else []))
    assert code == 2
    assert out == ""
    assert said in err
    assert err.startswith("cutcard: ")
    assert err.count("\n") == 1


def test_a_port_without_end_is_no_port(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9" * 5000)
    code, _, err = run(capsys, "serve")
    assert code == 2
    assert "a whole number from 0 to 65535" in err


def test_every_command_takes_what_the_help_says(capsys: Capture) -> None:
    without = {name for name in VERBS if "--json " not in run(capsys, name, "--help")[1]}
    assert without == {"serve", "device", "croupier"}
    said = run(capsys, "--help")[1]
    assert all(f"`{name}`" in said for name in without)


@pytest.mark.parametrize(
    "words", [["--help"], ["deal", "--help"], ["roads", "--help"], ["profiles", "--help"]]
)
def test_help_has_examples(capsys: Capture, words: list[str]) -> None:
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "cutcard" in out
    if len(words) > 1:
        assert f"cutcard {words[0]} " in out


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        (["profiles"], "koi-bacc"),
        (["profiles", "koi-bacc"], "three-card-seven-pushes"),
        (list(SPLIT), "8c 3c Kd"),
        (["deal", "punto-banco", "--cards", "9h 3d Kc 4s", "--bet", "player=100"], "Winner: player"),
        (["deal", "multihand-online", "--cards", "Th 6d 6c Td Ts", "--decisions", "hit", *LEFT], "6d ??"),
        (["roads", "BBPT"], "Main road"),
        (["roads", "TTBTTPPT"], "  B^2/2 P\n  .     P/\n"),  # RD-02: all ties are counted
        (["roads", "TTT"], "  ^3\n"),
    ],
)
def test_tables_for_people(capsys: Capture, words: list[str], seen: str) -> None:
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert seen in out


def test_a_whole_shoe_by_stdin() -> None:
    """A real process: stdin, stdout, exit code."""
    program = [sys.executable, "-c", "from cutcard.cli import main; main()", "roads", "-", "--json"]
    ran = subprocess.run(program, input="B B P\nP P B", capture_output=True, text=True, check=True)
    assert len(json.loads(ran.stdout)["bead"]) == 6
    assert ran.stderr == ""
