"""Any shoe at all: the growing roads are the whole roads, and both are what the text of the rules says.

The oracle here draws on a real grid and looks at real columns, cell by cell; it shares nothing with
the product but the results.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from cutcard.games.baccarat.coup import Winner
from cutcard.games.baccarat.roads import (
    Board,
    Colour,
    NextMarks,
    Result,
    Roads,
    counters,
    parse_results,
    roads,
    window,
)

RESULTS = st.builds(
    Result,
    # Long runs are rare by chance and make all the tails, so a letter is drawn and then repeated.
    winner=st.sampled_from(Winner),
    player_pair=st.booleans(),
    banker_pair=st.booleans(),
    natural=st.sampled_from([None, 8, 9]),
)


@st.composite
def shoes(draw: st.DrawFn) -> list[Result]:
    """A shoe of a few runs, some long, with ties among them."""
    shoe: list[Result] = []
    for _ in range(draw(st.integers(0, 14))):
        result = draw(RESULTS)
        shoe += [result] * draw(st.integers(1, 13))
    return shoe


Grid = dict[tuple[int, int], object]


def naive_drawing(marks: list[object]) -> list[tuple[int, int]]:
    """Cells by the text: down while the cell below is free, then right in the same row to the run's end."""
    grid: Grid = {}
    cells: list[tuple[int, int]] = []
    start, turned = -1, False
    for at, mark in enumerate(marks):
        if at == 0 or mark != marks[at - 1]:
            start += 1
            while (start, 0) in grid:
                start += 1
            cell, turned = (start, 0), False
        else:
            column, row = cells[-1]
            if not turned and row < 5 and (column, row + 1) not in grid:
                cell = (column, row + 1)
            else:
                cell, turned = (column + 1, row), True
        assert cell not in grid
        grid[cell] = mark
        cells.append(cell)
    return cells


def naive_marks(wins: Sequence[Winner], back: int) -> list[Colour]:
    """Colours by the text, on columns of cells: for each hand, what stood when it was dealt."""
    columns: list[list[Winner]] = []
    marks: list[Colour] = []
    for win in wins:
        if columns and columns[-1][-1] is win:
            columns[-1].append(win)
        else:
            columns.append([win])
        # Counted from 1, as in the rules.
        c, r = len(columns), len(columns[-1])
        begun = (c == back + 1 and r >= 2) or c > back + 1
        if not begun:
            continue
        if r == 1:
            same = len(columns[c - 2]) == len(columns[c - 2 - back])
        else:
            compared = columns[c - 1 - back]
            same = (len(compared) >= r) == (len(compared) >= r - 1)
        marks.append(Colour.RED if same else Colour.BLUE)
    return marks


def naive_forecast(wins: Sequence[Winner], win: Winner) -> NextMarks:
    """What is added to each road if this side wins next."""
    added = [naive_marks([*wins, win], back)[len(naive_marks(wins, back)) :] for back in (1, 2, 3)]
    return NextMarks(*(new[0] if new else None for new in added))


def check_against_the_text(shoe: list[Result], board: Board) -> None:
    wins = [result.winner for result in shoe if result.winner is not Winner.TIE]
    assert [cell.winner for cell in board.main] == wins
    assert [(cell.column, cell.row) for cell in board.main] == naive_drawing(list(wins))
    for back, marks in ((1, board.big_eye), (2, board.small), (3, board.cockroach)):
        expected = naive_marks(wins, back)
        assert [mark.colour for mark in marks] == expected
        assert [(mark.column, mark.row) for mark in marks] == naive_drawing(list(expected))
    assert board.forecast.player == naive_forecast(wins, Winner.PLAYER)
    assert board.forecast.banker == naive_forecast(wins, Winner.BANKER)


@given(shoe=shoes())
def test_rd_11_growing_and_whole_agree_after_every_result(shoe: list[Result]) -> None:
    growing = Roads()
    assert growing.board == roads([])
    for at, result in enumerate(shoe, start=1):
        growing = growing.plus(result)
        assert growing.board == roads(shoe[:at])


@given(shoe=shoes())
def test_the_roads_are_what_the_rules_say(shoe: list[Result]) -> None:
    # RD-04, RD-05, RD-06, RD-09, RD-10
    check_against_the_text(shoe, roads(shoe))


@given(shoe=shoes())
def test_nothing_of_a_shoe_is_lost(shoe: list[Result]) -> None:
    board = roads(shoe)
    ties = sum(result.winner is Winner.TIE for result in shoe)
    assert board.first_ties + sum(cell.ties for cell in board.main) == ties  # RD-02
    assert [bead.result for bead in board.bead] == [result.winner for result in shoe]  # RD-07
    assert [bead.column * 6 + bead.row for bead in board.bead] == list(range(len(shoe)))
    counted = counters(shoe)
    assert counted.player_wins + counted.banker_wins + counted.ties == len(shoe)  # BA-09


@given(shoe=shoes(), columns=st.integers(1, 40))
def test_rd_08_a_window_is_the_right_end_of_the_road(shoe: list[Result], columns: int) -> None:
    road = roads(shoe).main
    seen = window(road, columns)
    width = max((cell.column for cell in road), default=-1) + 1
    hidden = max(0, width - columns)
    assert all(0 <= cell.column < columns for cell in seen)
    assert len(seen) == sum(cell.column >= hidden for cell in road)
    assert [cell.row for cell in seen] == [cell.row for cell in road if cell.column >= hidden]


def written(result: Result, within: str = "") -> str:
    letter = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}[result.winner]
    marks = ["p" * result.player_pair, "b" * result.banker_pair, str(result.natural or "")]
    return letter + within.join(["", *marks])


BLANKS = st.sampled_from(["", " ", "\n", "  \t"])


@given(shoe=shoes(), apart=BLANKS, within=BLANKS)
def test_a_written_shoe_reads_back_the_same(shoe: list[Result], apart: str, within: str) -> None:
    assert list(parse_results(apart.join(written(card, within) for card in shoe))) == shoe
