"""Settings by name, at the edge of what a table can be run with. No server runs here."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cutcard.profiles import Mode
from cutcard.profiles.profile import Interruption
from cutcard.server.http.accounts import People, Person
from cutcard.server.http.house.settings_changes import ChangedTable, Specials, changed_settings
from cutcard.server.http.refusals import Refused
from cutcard.table import Settings
from cutcard.table.settings import faults, fork_wait_ms, policy, resume_wait_ms
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


SEATED = settings("live-seven", Mode.LIVE, "three")
PRIVATE = settings("multihand-etg", Mode.INTERNAL, "four")


def with_policy(old: Settings, **named: Any) -> Settings:
    return changed_settings(old, ChangedTable(ask="x", policy=named))


def test_tb_40_the_policy_and_its_waits_are_settings_of_a_table() -> None:
    assert (fork_wait_ms(SEATED), resume_wait_ms(PRIVATE)) == (60_000, 86_400_000)
    assert policy(with_policy(SEATED, interruption="stand")) is Interruption.STAND
    assert fork_wait_ms(with_policy(SEATED, fork_wait_s=90)) == 90_000
    assert resume_wait_ms(with_policy(PRIVATE, resume_wait_s=3600)) == 3_600_000
    assert with_policy(SEATED, fork_wait_s=90, interruption="stand").profile.policy.fork_wait_s == 90


@pytest.mark.parametrize(
    ("table", "fitting"),
    [(SEATED, {"fork", "stand"}), (BLACKJACK, {"two-strikes"}), (BACCARAT, {"no-decision"})],
)
def test_tb_40_a_policy_fits_the_way_in_which_a_table_is_played(table: Settings, fitting: set[str]) -> None:
    for chosen in Interruption:
        if chosen.value in fitting:
            assert policy(with_policy(table, interruption=chosen.value)) is chosen
        else:
            with pytest.raises(Refused, match="settings_contradict"):
                with_policy(table, interruption=chosen.value)


def test_tb_42_a_private_round_waits_whatever_the_other_tables_of_its_profile_do() -> None:
    with pytest.raises(Refused, match="settings_contradict"):
        with_policy(PRIVATE, internal="two-strikes")
    with pytest.raises(Refused, match="settings_contradict"):
        with_policy(PRIVATE, internal="none")
    online = settings("multihand-online", Mode.INTERNAL, "five")
    assert policy(with_policy(online, internal="none")) is Interruption.RESUME


@pytest.mark.parametrize("seconds", [-1, 3601])
def test_tb_40_a_wait_has_its_limits(seconds: int) -> None:
    with pytest.raises(Refused, match="bad_request"):
        with_policy(SEATED, fork_wait_s=seconds)
    assert fork_wait_ms(with_policy(SEATED, fork_wait_s=max(0, min(3600, seconds)))) in (0, 3_600_000)


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
