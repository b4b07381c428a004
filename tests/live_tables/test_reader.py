"""The face-down card that a reader read: the server alone keeps it, over a restart too (MO-04, BJ-11)."""

from __future__ import annotations

from itertools import count

import pytest

from cutcard.cards import parse_card
from tests.rounds.played_table import AT, PlayedTable

SEATED = "patron ann 100000|sit ann 1|open|bet ann 1 main 1000|close|enter Kh|enter 7c|enter 9c"
SHARED = "patron ann 100000|open|bet ann 1 main 1000|close|enter Kh|enter 2c|enter 3c|enter 7c|enter 9c"


def dealt(profile: str, lines: str) -> PlayedTable:
    """A round up to the dealer's face-down card, which the reader reads as a ten of diamonds."""
    pit = PlayedTable()
    pit.perform(["table", profile])
    for line in lines.split("|"):
        assert not pit.perform(line.split()).startswith("refused"), line
    while pit.perform(["due"]) != "face down":
        pit.perform(["enter", "4h"])
    pit.perform(["enter", "Td"])
    return pit


def stood(pit: PlayedTable) -> None:
    for position in (1, 2, 3):
        pit.perform(f"stand ann {position}".split())
    assert pit.perform(["due"]) == "turn"


@pytest.mark.parametrize(("profile", "lines"), [("live-seven", SEATED), ("multihand-etg", SHARED)])
def test_mo_04_what_was_read_is_held_against_the_turn_after_a_restart_too(profile: str, lines: str) -> None:
    again = dealt(profile, lines).forked()
    assert again.venue.tables[AT].hole == parse_card("Td")
    stood(again)
    assert again.perform(["turn", "9d"]) == "paused: misread_face_down"
    third = again.forked()
    third.keys = count(20_000)  # not those that the second has used already
    assert third.perform(["resume"]).startswith("resumed by supervisor")
    assert not third.perform(["turn", "9d"]).startswith(("refused", "paused"))
    third.replays()


def test_bj_11_no_entry_and_no_answer_names_the_card_that_lies_face_down() -> None:
    read, other = dealt("live-seven", SEATED), PlayedTable()
    other.perform(["table", "live-seven"])
    for line in SEATED.split("|"):
        other.perform(line.split())
    other.perform(["enter", "2s"])
    bodies = [[(entry.public, entry.private) for entry in pit.store.entries(AT)] for pit in (read, other)]
    assert bodies[0] == bodies[1]
    # A card that cannot be there halts the table without being named, either.
    third = PlayedTable()
    third.perform(["table", "live-seven"])
    third.perform(["set", "decks=1"])
    for line in SEATED.split("|"):
        third.perform(line.split())
    assert third.perform(["enter", "Kh"]) == "paused: impossible_face_down"
