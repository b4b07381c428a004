"""What the lobby says of a seated table. How a seat is taken is played in tests/rounds/live."""

from __future__ import annotations

from cutcard.views.lobby import lobby_row
from tests.rounds.played_table import PlayedTable


def seats_free(pit: PlayedTable) -> int | None:
    return lobby_row(pit.table.deal.settings, pit.table).seats_free


def test_tb_20_the_lobby_counts_the_seats_that_are_free() -> None:
    pit = PlayedTable()
    for line in ("table live-seven", "patron ann 1000", "patron bob 1000"):
        pit.perform(line.split())
    assert seats_free(pit) == 7
    for line in ("sit ann 1", "sit bob 4"):
        pit.perform(line.split())
    assert seats_free(pit) == 5
    pit.perform(["rise", "ann", "1"])
    assert seats_free(pit) == 6


def test_a_table_without_seats_has_none_to_count() -> None:
    pit = PlayedTable()
    pit.perform(["table", "punto-banco"])
    assert seats_free(pit) is None
