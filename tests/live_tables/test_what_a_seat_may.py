"""Seats that go with a change of settings, buttons at a seat, and what is offered while a table is halted.

How each is played stands in tests/rounds/live.
"""

from __future__ import annotations

import msgspec

from cutcard.profiles import Mode
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.views import own_view, public_view
from cutcard.views.croupier import croupier_view
from tests.rounds.played_table import AT, PlayedTable
from tests.venue.house import settings


def called_for(pit: PlayedTable, *lines: str) -> list[str]:
    return [pit.perform(line.split()) for line in lines]


def with_seats(count: int) -> Settings:
    table = settings("live-seven", Mode.LIVE, AT)
    rules = msgspec.structs.replace(table.profile.rules, seats=count)
    return msgspec.structs.replace(table, profile=msgspec.structs.replace(table.profile, rules=rules))


def can(pit: PlayedTable, patron: str) -> tuple[str, ...]:
    view = own_view(pit.table, patron, 100_000)
    assert view is not None
    return view.can


def test_tb_20_who_sat_on_a_seat_that_is_gone_is_free_to_take_another() -> None:
    pit = PlayedTable()
    called_for(pit, "table live-seven", "patron ann 10000", "patron bob 10000", "sit ann 7", "sit bob 5")
    pit.ask(c.ChangeSettings(with_seats(5), "boss"))
    assert pit.table.seating.seats == {7: "ann", 5: "bob"}, "from the next round on"
    assert called_for(pit, "open") == ["round 1; seat 7 of ann is free: settings"]
    assert pit.table.seating.seats == {5: "bob"}
    assert called_for(pit, "sit ann 1", "bet ann 1 main 500", "sit ann 6") == [
        "ann sits at 1",
        "ann has main@1 500, playable 9500",
        "refused no_such_seat seat 6",
    ]
    pit.replays()


def test_gui_09_play_now_bets_on_ones_own_seats() -> None:
    pit = PlayedTable()
    called_for(pit, "table live-seven", "set seats_each=2", "patron ann 10000", "patron bob 10000")
    called_for(pit, "sit ann 3", "sit ann 5", "sit bob 1", "open")
    assert pit.ask(c.PlayNow("ann", 500)) == "ann has main@3 500, main@5 500, playable 9000"
    assert [(wager.position, wager.bet, wager.stake) for wager in pit.table.patrons.places["ann"].chips] == [
        (3, "main", 500),
        (5, "main", 500),
    ]
    assert pit.ask(c.PlayNow("ann", 500)) == "refused no_field_takes_it amount 500"
    called_for(pit, "patron zoe 10000")
    assert pit.ask(c.PlayNow("zoe", 500)) == "refused no_field_takes_it amount 500", (
        "nobody bets without a seat"
    )


def test_tb_22_other_chips_stay_when_the_player_one_bets_behind_leaves() -> None:
    pit = PlayedTable()
    called_for(
        pit, "table american-live", "patron ann 10000", "patron bob 10000", "sit ann 3", "sit bob 1", "open"
    )
    called_for(pit, "bet bob 3 behind 500", "bet bob 1 main 500", "rise ann 3")
    assert [wager.bet for wager in pit.table.patrons.places["bob"].chips] == ["main"]
    assert pit.ask(c.ClearLast("bob")) == "bob has no bet, playable 10000"
    assert pit.table.patrons.places["bob"].chips == ()


def test_tb_03_while_a_table_is_paused_only_buttons_that_take_chips_back_are_offered() -> None:
    pit = PlayedTable()
    called_for(pit, "table punto-banco", "patron ann 10000", "open", "bet ann 1 banker 500", "pause a look")
    assert can(pit, "ann") == ("clear", "undo")
    assert "close_bets" not in croupier_view(pit.table).can
    called_for(pit, "clear ann")
    assert can(pit, "ann") == ("leave", "reserve"), "undoing would put the chip back"
    called_for(pit, "resume")
    assert {"place", "undo"} <= set(can(pit, "ann"))


def test_mo_04_a_croupier_is_offered_a_correction_only_of_the_last_step() -> None:
    pit = PlayedTable()
    called_for(
        pit, "table punto-banco", "set burn=0", "patron ann 10000", "open", "bet ann 1 banker 500", "close"
    )
    assert "correct_card" not in croupier_view(pit.table).can
    called_for(pit, "card 2h", "card 3h", "card 4d", "card 4s")
    assert "correct_card" in croupier_view(pit.table).can
    called_for(pit, "dispute ann misread")
    assert "correct_card" not in croupier_view(pit.table).can


def test_tb_31_a_pause_without_a_reason_on_an_old_record_is_a_pause() -> None:
    pit = PlayedTable()
    called_for(pit, "table punto-banco", "patron ann 10000", "open", "bet ann 1 banker 500")
    pit.table.halt.paused = ""
    assert public_view(pit.table, pit.table.clock.at_ms).left_ms is None
    assert called_for(pit, "pause again") == ["refused table_is_paused"]
    assert called_for(pit, "void spilt") == ["void, ann gets 0 back"]
