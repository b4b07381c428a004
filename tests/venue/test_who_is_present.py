"""MO-02: nobody waits for whoever is gone, and nobody counts them; what is kept for them, and how long."""

from __future__ import annotations

import pytest

from cutcard.profiles import Mode
from cutcard.table import commands as c
from cutcard.table.state import Phase
from cutcard.venue.patrons.presence import GONE_MS
from cutcard.venue.venue import Venue
from cutcard.views import own_view
from cutcard.views.lobby import lobby_row
from tests.interruptions.stage import ANN, BOB, CYD, SECOND, Stage
from tests.venue.house import House, settings

STAKE = 1_000


def players(stage: Stage) -> int:
    """How many the lobby counts at the table."""
    return lobby_row(stage.table.deal.settings, stage.table).players


def shared() -> Stage:
    return Stage("multihand-etg", Mode.VIDEO)


def ready(stage: Stage, *patrons: str) -> None:
    for patron in patrons:
        stage.do(c.PlaceBet(patron, "main", STAKE, 1))
        stage.do(c.PressDeal(patron))


def test_mo_02_a_closed_browser_holds_up_the_cards_for_fifteen_seconds_at_most() -> None:
    stage = shared()
    assert players(stage) == 3
    stage.close(CYD)
    ready(stage, ANN, BOB)
    stage.wait(GONE_MS - 1)
    assert stage.tags()[-1] == "deal_pressed", "who has just lost the connection is waited for"
    assert players(stage) == 3
    stage.wait(1, slice_ms=1)
    assert stage.table.phase is Phase.PLAYING
    assert CYD not in stage.table.patrons.places
    assert players(stage) == 2
    stage.verified()


def test_mo_02_with_nobody_else_there_the_cards_come_at_once() -> None:
    stage = shared()
    stage.close(BOB)
    stage.close(CYD)
    stage.wait(GONE_MS)
    assert players(stage) == 1
    ready(stage, ANN)
    assert stage.table.phase is Phase.PLAYING


def test_mo_02_after_a_restart_who_does_not_come_back_is_gone() -> None:
    stage = shared()
    stage.crash()
    stage.connect(ANN)
    stage.wait(GONE_MS - SECOND)
    assert players(stage) == 3
    stage.wait(SECOND)
    assert players(stage) == 1
    ready(stage, ANN)
    assert stage.table.phase is Phase.PLAYING
    stage.crash()
    assert list(stage.table.patrons.places) == [ANN], "who was gone stays gone"
    stage.verified()


def test_mo_02_who_was_gone_before_a_restart_is_gone_after_it() -> None:
    stage = shared()
    stage.do(c.PlaceBet(CYD, "main", STAKE, 1))
    stage.close(CYD)
    stage.wait(GONE_MS)
    assert players(stage) == 2
    stage.crash()
    stage.connect(ANN)
    stage.connect(BOB)
    assert players(stage) == 2
    ready(stage, ANN, BOB)
    assert stage.table.phase is Phase.PLAYING


@pytest.mark.parametrize("presses", [False, True])
def test_mo_02_a_stake_of_whoever_is_gone_is_played_and_holds_nothing_up(presses: bool) -> None:
    stage = shared()
    stage.do(c.PlaceBet(CYD, "main", STAKE, 1))
    if presses:
        ready(stage, ANN, BOB)
    stage.close(CYD)
    stage.wait(GONE_MS)
    if not presses:
        assert players(stage) == 2, "the lobby counts who is present"
        ready(stage, ANN, BOB)
    assert stage.table.phase is Phase.PLAYING
    assert CYD in stage.table.patrons.places
    stage.until(lambda: stage.table.phase is Phase.RESULT)
    assert stage.lines_of(CYD), "the wager was settled like any other"
    assert CYD not in stage.table.patrons.places
    stage.verified()


def test_mo_02_who_comes_back_in_time_was_never_gone() -> None:
    stage = shared()
    stage.do(c.SetOption(CYD, "insurance", on=False))
    stage.close(CYD)
    stage.wait(GONE_MS - SECOND)
    stage.connect(CYD)
    stage.wait(GONE_MS)
    assert not stage.table.patrons.places[CYD].insurance
    assert "stayed_away" not in stage.tags()


def test_mo_02_with_a_second_terminal_nobody_is_gone() -> None:
    stage = shared()
    stage.venue.presence.connection_opened(CYD, "phone")
    stage.close(CYD)
    stage.wait(2 * GONE_MS)
    assert CYD in stage.table.patrons.places
    assert "went_away" not in stage.tags()


def test_gui_04_a_reserved_place_is_kept_until_its_time_is_over() -> None:
    stage = Stage("multihand-etg", Mode.VIDEO, reserve_s=60)
    stage.do(c.Reserve(CYD))
    stage.close(CYD)
    stage.wait(59 * SECOND)
    assert CYD in stage.table.patrons.places
    assert players(stage) == 2, "a place is kept, nobody is there"
    stage.wait(SECOND)
    assert CYD not in stage.table.patrons.places


def test_gui_04_back_in_time_the_reserved_place_is_as_it_was() -> None:
    stage = Stage("multihand-etg", Mode.VIDEO, reserve_s=60)
    stage.do(c.Reserve(CYD))
    stage.close(CYD)
    stage.wait(40 * SECOND)
    stage.connect(CYD)
    stage.wait(60 * SECOND)
    assert CYD in stage.table.patrons.places
    assert players(stage) == 3


def test_mo_01_a_private_table_stays_its_owners() -> None:
    stage = Stage("multihand-online", Mode.INTERNAL)
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.ClearAll(ANN))
    stage.close(ANN)
    stage.wait(10 * GONE_MS)
    assert ANN in stage.table.patrons.places
    stage.connect(ANN)
    stage.do(c.UndoBet(ANN))


def test_tb_20_the_seat_is_kept_for_a_minute_and_its_owner_is_notified_on_return() -> None:
    stage = Stage("live-seven", Mode.LIVE)
    stage.do(c.TakeSeat(CYD, 3))
    stage.close(CYD)
    stage.wait(59 * SECOND)
    assert stage.table.seating.seats == {3: CYD}
    assert players(stage) == 2
    stage.wait(SECOND)
    assert stage.table.seating.seats == {}
    assert CYD not in stage.table.patrons.places
    stage.connect(CYD)
    stage.do(c.Join(CYD))
    view = own_view(stage.table, CYD, 0)
    assert view is not None
    assert view.seat_freed is not None
    assert (view.seat_freed.key, view.seat_freed.facts["seat"]) == ("message.seat_freed.away", 3)
    stage.do(c.TakeSeat(CYD, 4))
    view = own_view(stage.table, CYD, 0)
    assert view is not None
    assert view.seat_freed is None
    stage.verified()


def test_tb_20_a_seat_is_kept_over_a_restart_and_then_freed() -> None:
    stage = Stage("live-seven", Mode.LIVE)
    stage.do(c.TakeSeat(CYD, 3))
    stage.crash()
    stage.wait(GONE_MS + 59 * SECOND)
    assert stage.table.seating.seats == {3: CYD}
    stage.wait(SECOND)
    assert stage.table.seating.seats == {}


def test_tb_44_what_a_full_disk_swallowed_is_said_again() -> None:
    stage = shared()
    stage.venue.expect_connections()
    stage.close(CYD)
    stage.wait(GONE_MS - SECOND)
    stage.venue.suspend()  # nothing counts until all was read again
    stage.wait(2 * SECOND)
    assert CYD not in stage.table.patrons.places
    assert {ANN, BOB} == set(stage.table.patrons.places)


def test_gui_01_four_games_at_once_and_no_fifth() -> None:
    house = House(1)
    house.venue = Venue(house.store, house.clock, house.entropy)
    tables = [settings("punto-banco", Mode.VIDEO, f"coups-{number}") for number in range(4)]
    house.furnish(tables, [settings("multihand-online", Mode.INTERNAL, "own")])
    for table in tables[:3]:
        house.taken(table.id, c.Join(ANN))
    private = house.taken("own", c.Join(ANN)).result["table"]
    refused = house.ask("coups-3", c.Join(ANN)).refusal
    assert refused is not None
    assert (refused.code, refused.facts) == ("games_enough", {"most": 4})
    house.taken("own", c.Join(ANN))
    house.taken("coups-0", c.Join(ANN))
    assert len(house.venue.open_tables.of(ANN)) == 4, "what is open may be opened again"
    house.taken("coups-3", c.Join(BOB))
    house.taken(str(private), c.Leave(ANN))
    house.taken("coups-3", c.Join(ANN))
    assert house.ask("own", c.Join(ANN)).refusal == refused
    house.taken("coups-1", c.CloseTable("boss"))
    house.taken("own", c.Join(ANN))
