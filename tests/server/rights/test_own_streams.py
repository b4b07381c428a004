"""In which records a patron's past rounds are looked for: by a table's owner, never by its name."""

from __future__ import annotations

import pytest

from cutcard.ledger import cashier_events as cash
from cutcard.server.http.rounds import streams_for
from cutcard.table import commands as c
from cutcard.venue.requests import CASHIER
from tests.venue.house import small_house

OFFER = "multihand-online-internal"


@pytest.mark.parametrize("patron", ["ann", "Ann B.", "a" * 70])
def test_a_patrons_own_table_is_theirs_whatever_it_is_called(patron: str) -> None:
    house = small_house(1)
    own = {}
    for who in (patron, f"not-{patron}"):
        house.taken(CASHIER, cash.CashIn(who, 100_000, "desk"))
        own[who] = str(house.taken(OFFER, c.Join(who)).result["table"])
    tables = house.venue.tables
    shared = {name for name, running in tables.items() if running.table.deal.settings.owner is None}
    assert set(streams_for(tables, patron)) == {*shared, own[patron]}
    assert set(streams_for(tables, f"not-{patron}")) == {*shared, own[f"not-{patron}"]}
    assert set(streams_for(tables, None)) == shared
