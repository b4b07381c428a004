"""Settings by name, at the edge of what a table can be run with. No server runs here."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cutcard.profiles import Mode
from cutcard.server.back_office import ChangedTable, Specials, changed_settings
from cutcard.server.people import People, Person
from cutcard.server.refusals import Refused
from cutcard.table import Settings
from cutcard.table.settings import faults
from tests.venue.house import settings

BACCARAT = settings("punto-banco", Mode.VIDEO, "one")
BLACKJACK = settings("multihand-etg", Mode.VIDEO, "two")


def changed(old: Settings, **named: Any) -> Settings:
    return changed_settings(old, ChangedTable(ask="x", settings=named))


def test_a_unit_fits_where_one_stake_at_least_is_in_whole_units() -> None:
    limits = {"stake_min": 100, "stake_max": 999}
    both = {"main": limits, "special": limits}
    assert changed(BACCARAT, **both, unit=999).unit == 999
    with pytest.raises(Refused, match="settings_contradict"):
        changed(BACCARAT, **both, unit=1000)
    narrow = {"stake_min": 501, "stake_max": 999}
    with pytest.raises(Refused, match="settings_contradict"):
        changed(BACCARAT, main=narrow, special=narrow, unit=500)
    assert changed(BACCARAT, main={"stake_min": 501}, special={"stake_min": 501}, unit=500).unit == 500


@pytest.mark.parametrize("table", [BACCARAT, BLACKJACK])
def test_limits_are_of_bets_that_the_profile_has(table: Settings) -> None:
    for bet in table.profile.specials.offers:
        assert changed(table, limits={bet: {"stake_max": 500}}).limits[bet].stake_max == 500
    main, other = ("player", "main") if table is BACCARAT else ("main", "player")
    assert main in changed(table, limits={main: {"stake_max": 500}}).limits
    for none in (other, "mayn", ""):
        with pytest.raises(Refused, match="settings_contradict"):
            changed(table, limits={none: {"stake_max": 500}})


def test_a_name_that_is_nobodys_is_a_fault_and_no_failure() -> None:
    assert "nowhere" in faults(msgspec.structs.replace(BACCARAT, jurisdiction="nowhere"))[0]
    specials = msgspec.structs.replace(BACCARAT.profile.specials, paytables={"super-6": "moon"})
    profile = msgspec.structs.replace(BACCARAT.profile, specials=specials)
    assert "super-6" in specials.enabled
    assert "moon" in faults(msgspec.structs.replace(BACCARAT, profile=profile))[0]


def test_a_bet_enabled_twice_is_on_the_layout_once() -> None:
    chosen = ChangedTable(ask="x", specials=Specials(enabled=("super-6", "super-6")))
    assert changed_settings(BACCARAT, chosen).profile.specials.enabled == ("super-6",)


def test_tb_51_an_account_that_could_not_be_written_is_the_same_one_when_it_is_asked_for_again() -> None:
    people = People(lambda: 0, 12)
    first = people.new("Ada", ("croupier",), "en", "hash", "operator:1")
    assert isinstance(first, Person)
    people.put(first)
    assert not isinstance(people.new("ADA", ("croupier",), "en", "hash", "operator:2"), Person)
    people.forget(first)
    assert people.named("Ada") is None
    assert people.new("Ada", ("croupier",), "en", "hash", "operator:1") == first
