"""The roads of shoes short enough to draw by hand.

Expected cells are written out; nothing here computes one.
"""

from __future__ import annotations

import msgspec
import pytest

from cutcard.cards import parse_cards
from cutcard.games.baccarat.coup import Coup, Winner
from cutcard.games.baccarat.roads import (
    BadResults,
    Board,
    Counters,
    Mark,
    Result,
    Roads,
    counters,
    parse_results,
    result_of,
    roads,
    window,
)

LETTERS = {"red": "R", "blue": "B"}


def board(text: str) -> Board:
    return roads(parse_results(text))


def colours(marks: tuple[Mark, ...]) -> str:
    return "".join(LETTERS[mark.colour] for mark in marks)


def cells(text: str) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in board(text).main]


# Worked by hand from RD-04 and RD-05: Big Eye, Small, Cockroach.
@pytest.mark.parametrize(
    ("results", "big_eye", "small", "cockroach"),
    [
        ("BBPPPBPBB", "RBBBRB", "BBB", "BR"),
        ("BPPPB", "BRB", "", ""),
        ("BPPPPP", "BRRR", "", ""),
        ("BPBPBPBP", "RRRRRR", "RRRRR", "RRRR"),
        ("BBPPPP", "RBR", "", ""),
        ("BBBB", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_rd_05_colours_of_the_derived_roads(results: str, big_eye: str, small: str, cockroach: str) -> None:
    drawn = board(results)
    found = colours(drawn.big_eye), colours(drawn.small), colours(drawn.cockroach)
    assert found == (big_eye, small, cockroach)


@pytest.mark.parametrize(
    ("results", "started"),
    [
        ("BP", (0, 0, 0)),
        ("BPP", (1, 0, 0)),  # row 2 of column 2
        ("BPB", (1, 0, 0)),  # column 2 has one entry: row 1 of column 3
        ("BPBB", (2, 1, 0)),  # row 2 of column 3
        ("BPBP", (2, 1, 0)),  # row 1 of column 4
        ("BPBPP", (3, 2, 1)),  # row 2 of column 4
        ("BPBPB", (3, 2, 1)),  # row 1 of column 5
    ],
)
def test_rd_04_where_the_derived_roads_start(results: str, started: tuple[int, int, int]) -> None:
    drawn = board(results)
    assert (len(drawn.big_eye), len(drawn.small), len(drawn.cockroach)) == started


def test_rd_05_depth_counts_the_tail() -> None:
    # Eight and eight: the same depth, though drawn with different tails.
    assert colours(board("B" * 8 + "P" * 8 + "B").big_eye) == "RRRRRRRR"
    # Seven and eight differ; the eighth hand finds column 1 ending just above.
    assert colours(board("B" * 7 + "P" * 8 + "B").big_eye) == "RRRRRRBB"


def test_rd_01_winners_and_pairs_are_marked_whoever_won() -> None:
    player, banker = board("Pb Bpb").main
    assert (player.winner, player.player_pair, player.banker_pair) == (Winner.PLAYER, False, True)
    assert (banker.winner, banker.player_pair, banker.banker_pair) == (Winner.BANKER, True, True)


def test_rd_02_ties_mark_the_cell_before_them() -> None:
    drawn = board("TT Pb8 Tp9 B B TT P")
    assert drawn.first_ties == 2
    assert [cell.ties for cell in drawn.main] == [1, 0, 2, 0]
    # A tie's pairs and naturals are marked in no cell.
    assert [cell.player_pair for cell in drawn.main] == [False] * 4
    assert [cell.natural for cell in drawn.main] == [8, None, None, None]


def test_rd_02_ties_alone_fill_no_cell() -> None:
    drawn = board("TTT")
    assert (drawn.main, drawn.first_ties, len(drawn.bead)) == ((), 3, 3)


def test_rd_02_ties_neither_start_nor_end_a_column() -> None:
    assert cells("P T P T B") == [(0, 0), (0, 1), (1, 0)]


def test_rd_03_naturals_are_kept_with_the_win() -> None:
    assert [cell.natural for cell in board("P8 B9 P").main] == [8, 9, None]


def test_a_seventh_mark_turns_right_along_the_bottom() -> None:
    assert cells("B" * 8) == [*((0, row) for row in range(6)), (1, 5), (2, 5)]


def test_a_tail_that_meets_another_turns_one_row_higher() -> None:
    # Nine B, then ten P: B's tail lies along the bottom row.
    drawn = cells("B" * 9 + "P" * 10)
    assert drawn[9:] == [*((1, row) for row in range(5)), *((column, 4) for column in range(2, 7))]


def test_a_tail_keeps_its_row_where_cells_below_become_free() -> None:
    # B's tail ends in column 2; P turns at row 4 and passes over the free cells beyond.
    drawn = cells("B" * 8 + "P" * 9)
    assert drawn[8:] == [*((1, row) for row in range(5)), (2, 4), (3, 4), (4, 4), (5, 4)]


def test_the_next_run_starts_right_of_where_the_last_one_started() -> None:
    assert cells("B" * 9 + "P")[-1] == (1, 0)


def test_rd_09_a_sixth_tail_runs_along_the_top_row() -> None:
    lengths = (12, 11, 10, 9, 8, 7, 1)
    shoe = "".join("BP"[at % 2] * length for at, length in enumerate(lengths))
    drawn = cells(shoe)
    starts = [sum(lengths[:at]) for at in range(len(lengths))]
    # Each tail lies one row above the last: column n has only 6 - n free cells.
    assert [drawn[start] for start in starts[:6]] == [(column, 0) for column in range(6)]
    sixth = drawn[starts[5] : starts[6]]
    assert sixth == [(column, 0) for column in range(5, 12)]
    # Marking goes on normally where the top row is free again.
    assert drawn[starts[6]] == (12, 0)


def test_rd_06_derived_roads_are_written_in_runs_with_tails() -> None:
    # Nine reds in a row: six down, three along the bottom.
    drawn = board("BP" * 5 + "B")
    assert [(mark.column, mark.row) for mark in drawn.big_eye] == [
        *((0, row) for row in range(6)),
        (1, 5),
        (2, 5),
        (3, 5),
    ]
    turned = board("BBPPPBPBB").big_eye  # R BBB R B
    assert [(mark.column, mark.row) for mark in turned] == [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (3, 0)]


def test_rd_07_bead_plate_goes_down_six_rows_then_right() -> None:
    beads = board("PBTPBTP").bead
    assert [(bead.column, bead.row) for bead in beads] == [*((0, row) for row in range(6)), (1, 0)]
    assert [bead.result for bead in beads[:3]] == [Winner.PLAYER, Winner.BANKER, Winner.TIE]


def test_rd_08_a_window_shows_the_right_end_and_forgets_nothing() -> None:
    road = board("BPBPBBP").main  # six columns
    narrow = window(road, 3)
    assert [(cell.column, cell.row, cell.winner) for cell in narrow] == [
        *((0, 0, Winner.PLAYER), (1, 0, Winner.BANKER), (1, 1, Winner.BANKER), (2, 0, Winner.PLAYER))
    ]
    assert window(road, 6) == window(road, 60) == road
    assert window(board("").main, 3) == ()
    with pytest.raises(ValueError, match="at least one column"):
        window(road, 0)


def test_rd_10_forecast() -> None:
    forecast = msgspec.to_builtins(board("BBPPP").forecast)
    # Player would go to row 4, beside two blanks; Banker would open column 3, after columns of 2 and 3.
    assert forecast == {
        "player": {"big_eye": "red", "small": None, "cockroach": None},
        "banker": {"big_eye": "blue", "small": None, "cockroach": None},
    }


def test_rd_10_there_is_no_forecast_before_there_is_anything_to_compare() -> None:
    nothing = {"big_eye": None, "small": None, "cockroach": None}
    for shoe in ("", "TT", "P", "BB"):
        forecast = msgspec.to_builtins(board(shoe).forecast)
        assert forecast == {"player": nothing, "banker": nothing}


def test_rd_11_the_growing_form_gives_the_same_board() -> None:
    growing = Roads()
    for result in parse_results("T Pb8 T B Bpb T P PPPPPPP B P B"):
        growing = growing.plus(result)
    assert growing.board == board("T Pb8 T B Bpb T P PPPPPPP B P B")


def test_the_board_is_written_as_commands_print_it() -> None:
    written = msgspec.to_builtins(board("T Pp9 T B B"))
    assert written["main"][0] == {
        "column": 0,
        "row": 0,
        "winner": "player",
        "ties": 1,
        "player_pair": True,
        "banker_pair": False,
        "natural": 9,
    }
    assert list(written) == ["main", "first_ties", "big_eye", "small", "cockroach", "bead", "forecast"]
    assert written["big_eye"] == ({"column": 0, "row": 0, "color": "blue"},)
    assert written["bead"][0] == {"column": 0, "row": 0, "result": "tie"}


def test_ba_09_counters_count_ties_too() -> None:
    assert counters(parse_results("Pb8 T9pb B B T P")) == Counters(
        player_wins=2, banker_wins=2, ties=2, naturals=2, player_pairs=1, banker_pairs=2
    )


def test_results_are_read_with_marks_in_any_order_and_blanks_where_one_likes() -> None:
    assert parse_results("Pb8") == parse_results(" P8b\n") == (Result(Winner.PLAYER, False, True, 8),)
    assert parse_results("BbBp9") == parse_results("Bb  B9p") == parse_results("B b B\n9 p")
    assert parse_results("BbBp9") == (
        Result(Winner.BANKER, False, True),
        Result(Winner.BANKER, True, False, 9),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("P x", "'x' at place 3 is not a result"),
        ("t", "'t' at place 1 is not a result"),
        ("b P", "'b' at place 1 follows no result"),
        ("8", "'8' at place 1 follows no result"),
        ("P b b", "'b' at place 5 is already said of its result"),
        ("B Ppbp", "'p' at place 6 is already said of its result"),
        ("P88", "'8' at place 3 is already said of its result"),
        ("Pb8b", "'b' at place 4 is already said of its result"),
        ("Tb89", "'9' at place 4 contradicts the natural before it"),
    ],
)
def test_results_that_cannot_be_read_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(BadResults) as refused:
        parse_results(text)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_the_result_of_a_coup() -> None:
    coup = Coup(parse_cards("9c 9d"), parse_cards("4c 4d"))
    assert result_of(coup) == Result(Winner.TIE, True, True, 8)
    coup = Coup(parse_cards("Kc 9d"), parse_cards("4c 4d"))
    assert result_of(coup) == Result(Winner.PLAYER, False, True, 9)
