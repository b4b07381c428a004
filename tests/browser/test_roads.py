"""Roads as they are drawn: each mark in the column, the row and the colour that the server tells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from cutcard.games.baccarat.roads import parse_results, roads
from tests.browser.terminal import Terminal

pytestmark = pytest.mark.slow

TABLE = "punto-banco-video"  # with a bead plate
DERIVED = ("big_eye", "small", "cockroach")
RUNS = (12, 11, 10, 9, 8, 7, 1)
"""Each run's tail lies one row above the last, so that the sixth lies in the top row."""


class Drawn(NamedTuple):
    """A mark as it stands on the screen, counted in cells from the left edge of its road."""

    what: str
    column: float
    row: float


def with_shoe(shoe: str) -> Callable[[WebSocketRoute], None]:
    """The server's own words, but for the roads: those of this shoe."""
    board = msgspec.to_builtins(roads(parse_results(shoe)))

    def routed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def passed_on(message: str | bytes) -> None:
            news = json.loads(message)
            if news.get("roads"):
                news["roads"]["board"] = board
            socket.send(json.dumps(news))

        server.on_message(passed_on)
        socket.on_message(server.send)

    return routed


def at_shoe(terminal: Terminal, shoe: str) -> dict[str, Any]:
    """Open the table with this shoe behind it; gives the board that is sent."""
    terminal.page.route_web_socket("**/ws*", with_shoe(shoe))
    terminal.open(TABLE)
    board: dict[str, Any] = msgspec.to_builtins(roads(parse_results(shoe)))
    expect(terminal.by("road-main").first).to_have_attribute("data-marks", str(len(board["main"])))
    return board


def drawn(road: Locator) -> list[Drawn]:
    """All marks of a road: six rows are as high as the paper."""
    cell = float(str(road.get_attribute("height"))) / 6
    marks = []
    for mark in road.locator("g[transform]").all():
        x, y = re.findall(r"[\d.]+", str(mark.get_attribute("transform")))
        what = str(mark.get_attribute("class")).split()[0]
        marks.append(Drawn(what, round(float(x) / cell - 0.5, 3), round(float(y) / cell - 0.5, 3)))
    return marks


def due(road: Locator, cells: list[dict[str, Any]], by: str) -> list[Drawn]:
    """The cells that the window has room for, its last column free (RD-08)."""
    columns = round(float(str(road.get_attribute("width"))) * 6 / float(str(road.get_attribute("height"))))
    left = max(0, max((cell["column"] for cell in cells), default=0) + 2 - columns)
    return [Drawn(cell[by], cell["column"] - left, cell["row"]) for cell in cells if cell["column"] >= left]


def drawn_as_sent(terminal: Terminal, board: dict[str, Any]) -> None:
    for name, by in (("main", "winner"), ("bead", "result"), *((road, "color") for road in DERIVED)):
        road = terminal.by(f"road-{name}").first
        assert drawn(road) == due(road, board[name], by), name


def places(terminal: Terminal, road: str) -> list[tuple[float, float]]:
    return [(mark.column, mark.row) for mark in drawn(terminal.by(f"road-{road}").first)]


def test_rd_06_rd_09_a_tail_turns_above_another_one(terminal: Terminal) -> None:
    board = at_shoe(terminal, "B" * 9 + "P" * 10 + "B")
    drawn_as_sent(terminal, board)
    main = places(terminal, "main")
    assert main[:9] == [*((0, row) for row in range(6)), (1, 5), (2, 5), (3, 5)]
    assert main[9:19] == [*((1, row) for row in range(5)), *((column, 4) for column in range(2, 7))]
    assert main[19] == (2, 0)


def test_rd_09_the_sixth_tail_lies_along_the_top_row(terminal: Terminal) -> None:
    shoe = "".join("BP"[at % 2] * length for at, length in enumerate(RUNS))
    board = at_shoe(terminal, shoe)
    drawn_as_sent(terminal, board)
    main = places(terminal, "main")
    assert main[-8:-1] == [(column, 0) for column in range(5, 12)]
    assert main[-1] == (12, 0)


@pytest.mark.parametrize(
    ("shoe", "started", "colours"),
    [
        ("BP", (0, 0, 0), ()),
        ("BPP", (1, 0, 0), ("blue",)),
        ("BPBB", (2, 1, 0), ("red", "blue")),
        ("BPBPB", (3, 2, 1), ("red", "red", "red")),
        ("BBPPPBPBB", (6, 3, 2), ("red", "blue", "blue", "blue", "red", "blue")),
    ],
)
def test_rd_04_rd_05_a_derived_road_begins_in_its_first_cell(
    terminal: Terminal, shoe: str, started: tuple[int, ...], colours: tuple[str, ...]
) -> None:
    """Also which colour each mark of the Big Eye road has, worked out by hand."""
    drawn_as_sent(terminal, at_shoe(terminal, shoe))
    for road, count in zip(DERIVED, started, strict=True):
        marks = places(terminal, road)
        assert len(marks) == count
        assert marks[:1] == [(0, 0)][:count]
    assert tuple(mark.what for mark in drawn(terminal.by("road-big_eye").first)) == colours


def test_rd_08_a_road_beyond_its_window_is_drawn_from_its_right_end(terminal: Terminal) -> None:
    board = at_shoe(terminal, "BP" * 40 + "BBPPPBPBB")
    drawn_as_sent(terminal, board)
    assert len(places(terminal, "main")) < len(board["main"])
