"""Patrons with the same key have the same own part, in every moment of many rounds.

What a key leaves out is named where it is made, and no patron's own part looks at it.
"""

import random
from typing import Any

import pytest

from cutcard.adapters.clock import FakeClock
from cutcard.adapters.entropy import SeededEntropy
from cutcard.adapters.memory_store import MemoryStore
from cutcard.ledger import cashier_events as cash
from cutcard.profiles import Mode, load
from cutcard.server.realtime.view_keys import APART, LEFT_OUT, OF_PLACE, moment_of, own_key
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table.felt.coup import CoupFelt
from cutcard.table.felt.felt import Felt
from cutcard.table.phases import betting
from cutcard.table.state import Place
from cutcard.table.state.table import GROUPS
from cutcard.venue.requests import CASHIER, Effects, Request
from cutcard.venue.venue import Venue
from cutcard.views.patron import own_view

PATRONS = tuple(f"p{number}" for number in range(12))
STEPS = 900


class Evening:
    """A venue with one table, and patrons who like few different things."""

    def __init__(self, profile: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.clock = FakeClock()
        self.venue = Venue(MemoryStore(), self.clock, SeededEntropy(seed))
        self.asked = 0
        settings = Settings(id="t", name="T", profile=load(profile), mode=Mode.VIDEO, card_ms=0)
        self.step(c.OpenTable(settings))
        for patron in PATRONS:
            # Some have just enough for one bet, so that what they can pay for differs.
            self.step(cash.GivePlayMoney(patron, self.chance.choice([1_000, 1_500, 900_000])), CASHIER)
            self.step(c.Join(patron))

    def step(self, command: c.Command | cash.Command, table: str = "t") -> Effects:
        self.asked += 1
        return self.venue.step([Request(f"k{self.asked}", table, command)])

    def act(self) -> Effects:
        """Somebody does something, or time passes."""
        table = self.venue.tables["t"].table
        patron = self.chance.choice(PATRONS)
        felt = table.deal.felt
        if betting(table) and self.chance.random() < 0.6:
            bet = "player" if table.deal.settings.profile.game == "baccarat" else "main"
            if self.chance.random() < 0.3:
                return self.step(c.ClearLast(patron))
            return self.step(c.PlaceBet(patron, bet, self.chance.choice([500, 1_000])))
        if felt is not None and not isinstance(felt, CoupFelt) and self.chance.random() < 0.8:
            asked = felt.hands_to_decide(patron) if patron in felt.wagers else ()
            if asked:
                hand = asked[0]
                decision = self.chance.choice(felt.choices(patron, hand))
                return self.step(c.Decide(patron, decision, hand.position, hand.branch))
        self.clock.advance(self.chance.choice([200, 3_000, 9_000]))
        return self.venue.step([])

    def views(self) -> dict[str, object]:
        table, book = self.venue.tables["t"].table, self.venue.book
        return {patron: own_view(table, patron, book.playable_of(patron)) for patron in PATRONS}

    def keys(self) -> dict[str, object]:
        table, book = self.venue.tables["t"].table, self.venue.book
        return {patron: own_key(table, patron, book.playable_of(patron)) for patron in PATRONS}


def run(profile: str, seed: int) -> int:
    """Play on; give how often one view could stand for several patrons."""
    evening = Evening(profile, seed)
    shared = 0
    before, moment = evening.views(), moment_of(evening.venue.tables["t"].table)
    for _ in range(STEPS):
        changed = evening.act().changed.get("t")
        views, keys = evening.views(), evening.keys()
        now = moment_of(evening.venue.tables["t"].table)
        seen: dict[object, object] = {}
        for patron in PATRONS:
            assert seen.setdefault(keys[patron], views[patron]) == views[patron]
            acted = changed is not None and patron in changed.patrons
            if now == moment and not acted:
                assert views[patron] == before[patron], f"{patron} has news that nobody would be sent"
        shared += len(PATRONS) - len(seen)
        before, moment = views, now
    return shared


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2], ids="seed={}".format)
@pytest.mark.parametrize("profile", ["multihand-etg", "punto-banco"])
def test_the_same_key_means_the_same_view(profile: str, seed: int) -> None:
    assert run(profile, seed) > 100


OF_A_LINE = {"hands", "choices", "why_not", "cost"}
"""The same for all on a line of play who have the same stakes and are asked the same."""
OF_A_PATRON = {"hands_to_decide", "insured", "staked", "line_key"}
"""What a key asks of the felt for each patron."""


class Looked:
    """A part of a table that notes what is looked at."""

    def __init__(self, part: Any, name: str, looks: set[str]) -> None:
        self.__dict__.update(_part=part, _name=name, _looks=looks)

    __class__ = property(lambda self: type(self.__dict__["_part"]))

    def __getattr__(self, name: str) -> Any:
        mine = self.__dict__
        value, at = getattr(mine["_part"], name), f"{mine['_name']}{name}"
        if at in GROUPS:
            return Looked(value, f"{at}.", mine["_looks"])
        mine["_looks"].add(at)
        if at == "deal.felt" and value is not None:
            return Looked(value, "felt.", mine["_looks"])
        if at == "patrons.places":
            return {who: Looked(place, "place.", mine["_looks"]) for who, place in value.items()}
        return value


def looked_at(profile: str) -> set[str]:
    """All that the own parts of patrons look at in many rounds."""
    evening, looks = Evening(profile, 3), set[str]()
    for _ in range(STEPS // 2):
        evening.act()
        table, book = evening.venue.tables["t"].table, evening.venue.book
        for patron in PATRONS[:3]:
            own_view(Looked(table, "", looks), patron, book.playable_of(patron))  # type: ignore[arg-type]
    return looks


@pytest.mark.parametrize("profile", ["multihand-etg", "punto-banco"])
def test_no_own_part_looks_at_what_its_key_leaves_out(profile: str) -> None:
    looks = looked_at(profile)
    assert {"phase", "deal.felt", "past.settled", "place.chips"} <= looks, "it is noted"
    assert looks & LEFT_OUT == set()
    of_place = {look.removeprefix("place.") for look in looks if look.startswith("place.")}
    assert of_place - {"undo"} <= {*OF_PLACE}, "the last step back has a key of its own"
    asked = {look.removeprefix("felt.") for look in looks if look.startswith("felt.")}
    assert {name for name in asked if is_of_a_patron(name)} <= OF_A_LINE | OF_A_PATRON


def is_of_a_patron(name: str) -> bool:
    return "patron" in getattr(getattr(Felt, name, None), "__annotations__", {})


def test_what_a_key_leaves_out_or_asks_apart_is_there() -> None:
    fields = {f"{name}.{field}" for name, group in GROUPS.items() for field in group.__struct_fields__}
    assert fields | {"next_settings", "settings_since"} >= LEFT_OUT | APART
    assert {*Place.__struct_fields__} > {*OF_PLACE}
    assert {name for name in OF_A_LINE | OF_A_PATRON if not is_of_a_patron(name)} == set()


def test_a_new_field_of_a_table_counts() -> None:
    """Whatever nobody has named is part of the key: another value of it tells two moments apart."""
    table = Evening("multihand-etg", 1).venue.tables["t"].table
    before = moment_of(table)
    table.past.corrections += 1
    assert moment_of(table) != before
    table.past.corrections -= 1
    assert moment_of(table) == before
    table.halt.paused = "a look"
    assert moment_of(table) != before
