"""Whose deeds the auditors see (TB-71): a person's always, the venue's own restarts never."""

from __future__ import annotations

import inspect

from cutcard.adapters.card_device import THE_TABLE
from cutcard.adapters.device_lines import decode_line
from cutcard.profiles import Mode
from cutcard.server.card_sources import CROUPIER
from cutcard.server.http.accounts import is_reserved
from cutcard.server.http.house.audit import Audit
from cutcard.server.realtime.calls import VENUE
from cutcard.server.realtime.terminal_session import ON_DUTY_NOBODY
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.requests import Request
from cutcard.venue.restarting import restart
from cutcard.venue.unit_of_work import Work
from tests.venue.house import House, settings


def a_table() -> House:
    """A venue with one table, whose time for bets runs."""
    house = House(1)
    house.furnish([settings("punto-banco", Mode.VIDEO, "one")])
    return house


def deeds_of(house: House, *, somebody: bool) -> list[str]:
    """What the auditors hear, by name; ``somebody`` is whether an account is called as the venue signs."""
    deeds = Audit(lambda name: somebody and name == restart.BY).deeds(house.store, "one")
    return sorted(deed.what for _, deed in deeds if deed.what != "table_opened")


def asked(house: House, *commands: c.Command) -> None:
    """Commands that are not refused."""
    asks = [Request(f"{number}", "one", command) for number, command in enumerate(commands)]
    assert [reply.refusal for reply in house.venue.step(asks).replies] == [None] * len(asks)


def come_back(house: House) -> None:
    """What the venue puts on record by itself when it comes back to an open time."""
    running = house.venue.tables["one"]
    work = Work(house.venue.book, house.venue.entropy, house.venue.now_ms(), 0)
    work.happen(running, e.Resumed(restart.BY))
    batch = work.batch()
    assert batch is not None
    house.store.commit(batch)


def test_the_venue_coming_back_is_no_deed() -> None:
    house = a_table()
    come_back(house)
    assert deeds_of(house, somebody=False) == []


def test_whoever_was_called_so_before_is_audited_with_all_they_did() -> None:
    house = a_table()
    asked(house, c.Pause(restart.BY, "secretly"), c.Resume(restart.BY), c.VoidRound(restart.BY, "outage"))
    assert deeds_of(house, somebody=True) == ["paused", "resumed", "round_voided"]


def test_what_the_venue_never_does_is_audited_whoever_has_signed_it() -> None:
    house = a_table()
    asked(house, c.Pause(restart.BY, "secretly"), c.Resume(restart.BY), c.VoidRound(restart.BY, "secretly"))
    assert deeds_of(house, somebody=False) == ["paused", "round_voided"]


def test_every_name_that_the_product_signs_with_is_reserved() -> None:
    device = inspect.signature(decode_line).parameters["by"].default
    for name in (restart.BY, THE_TABLE, VENUE, ON_DUTY_NOBODY, CROUPIER.name, device):
        assert is_reserved(name), name
        assert is_reserved(f"{name.title()} ")
    assert not is_reserved("Restarter")
