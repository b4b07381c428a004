"""The house's own croupier deals at the house's tables, and never at people's (MO-04)."""

from __future__ import annotations

from pathlib import Path
from time import sleep

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.profiles import Mode
from cutcard.server.card_sources import HOUSE_DEALS, croupier_token, note_house_tables
from cutcard.server.first_tables import open_tables, usual_tables
from cutcard.venue.venue import Venue
from tests.server.rights.test_names import opened
from tests.server.running import Served, serving
from tests.venue.house import settings


def test_after_a_restart_the_house_deals_where_it_dealt_before_and_nowhere_else(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as first:
        opened(first, "peoples-table")
    with serving(data) as again:
        # The house opens the bets at its own tables at once; at people's it leaves them to people.
        while phases(again)["punto-banco-live"] == "waiting":
            sleep(0.2)
        assert phases(again)["peoples-table"] == "waiting"


def phases(served: Served) -> dict[str, str]:
    return {row["id"]: row["phase"] for row in served.http("GET", "/api/tables").body}


def test_of_an_older_data_folder_the_house_keeps_the_usual_tables() -> None:
    store = MemoryStore()
    venue = Venue(store, FakeClock(), SeededEntropy(1))
    usual = usual_tables("EUR", (Mode.LIVE,))
    open_tables(venue, [*usual, settings("punto-banco", Mode.LIVE, "peoples-table")])
    croupier_token(store, 12)
    note_house_tables(store, open_tables(venue, usual), usual)
    assert {note.key for note in store.documents(HOUSE_DEALS)} == {each.id for each in usual}
    note_house_tables(store, (), usual)
    new = settings("koi-bacc", Mode.LIVE, "another")
    note_house_tables(store, open_tables(venue, [new]), usual)
    assert {note.key for note in store.documents(HOUSE_DEALS)} == {*(each.id for each in usual), "another"}
