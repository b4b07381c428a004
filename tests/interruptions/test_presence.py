"""Who is present: the one rule that stands between connections and tables (MO-02).

It knows connections and times, and refuses to know what being gone costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.profiles import Mode, load
from cutcard.table import Settings, new_table
from cutcard.table.commands import ComeBack, GoAway, StayAway
from cutcard.table.state import Place
from cutcard.venue.patrons.presence import GONE_MS, Presence, PresenceCommand

ANN, BOB = "ann", "bob"


class Watched:
    """Presence, and a table that believes every command."""

    def __init__(self) -> None:
        self.presence = Presence()
        self.table = new_table(Settings(id="t", name="T", profile=load("punto-banco", {}), mode=Mode.VIDEO))
        self.table.patrons.places = {ANN: Place(), BOB: Place()}

    def commands_at(self, at_ms: int) -> list[PresenceCommand]:
        """The commands the table gets at this time."""
        due = self.presence.due(at_ms)
        commands = [each for patron in due for each in self._commands(patron, at_ms)]
        self.presence.forget_gone(due, at_ms)
        return commands

    def _commands(self, patron: str, at_ms: int) -> Sequence[PresenceCommand]:
        commands = self.presence.commands(patron, self.table, at_ms)
        for command in commands:
            match command:
                case GoAway():
                    self.table.patrons.places[patron].away = True
                case StayAway():
                    self.table.patrons.gone[patron] = None
                case ComeBack():
                    self.table.patrons.places[patron].away = False
                    self.table.patrons.gone.pop(patron, None)
        return commands


def connected() -> Watched:
    watched = Watched()
    watched.presence.connection_opened(ANN, 1)
    assert watched.commands_at(0) == []
    return watched


def test_mo_02_away_at_once_and_gone_after_fifteen_seconds_and_not_before() -> None:
    watched = connected()
    watched.presence.connection_closed(ANN, 1, 100)
    assert watched.commands_at(100) == [GoAway(ANN)]
    assert watched.presence.next_ms() == 100 + GONE_MS
    assert watched.commands_at(99 + GONE_MS) == []
    assert watched.commands_at(100 + GONE_MS) == [StayAway(ANN)]
    assert watched.commands_at(10 * GONE_MS) == []
    assert watched.presence.next_ms() is None


def test_mo_02_a_quick_return_is_no_absence() -> None:
    watched = connected()
    watched.presence.connection_closed(ANN, 1, 0)
    watched.commands_at(0)
    watched.presence.connection_opened(ANN, 2)
    assert watched.commands_at(GONE_MS - 1) == [ComeBack(ANN)]
    assert watched.commands_at(GONE_MS) == []


def test_a_reload_between_two_steps_is_not_even_noticed() -> None:
    watched = connected()
    watched.presence.connection_closed(ANN, 1, 0)
    watched.presence.connection_opened(ANN, 2)
    assert watched.commands_at(1) == []


def test_a_return_after_being_gone() -> None:
    watched = connected()
    watched.presence.connection_closed(ANN, 1, 0)
    watched.commands_at(GONE_MS)
    watched.presence.connection_opened(ANN, 2)
    assert watched.commands_at(GONE_MS + 1) == [ComeBack(ANN)]


def test_with_two_connections_one_is_enough() -> None:
    watched = connected()
    watched.presence.connection_opened(ANN, 2)
    watched.presence.connection_closed(ANN, 1, 0)
    assert watched.commands_at(GONE_MS) == []
    watched.presence.connection_closed(ANN, 1, GONE_MS)
    assert watched.commands_at(GONE_MS) == [], "what was closed before closes nothing"
    watched.presence.connection_closed(ANN, 2, GONE_MS)
    assert watched.commands_at(GONE_MS) == [GoAway(ANN)]


def test_mo_02_after_a_restart_everybody_has_fifteen_seconds_to_connect() -> None:
    watched = Watched()
    watched.presence.expect([ANN, BOB], 100)
    watched.presence.connection_opened(ANN, 1)
    assert watched.commands_at(99 + GONE_MS) == []
    assert watched.commands_at(100 + GONE_MS) == [GoAway(BOB), StayAway(BOB)]
    assert watched.commands_at(10 * GONE_MS) == [], "who is back in time was never gone"


def test_a_table_that_forgot_gets_its_commands_again() -> None:
    watched = connected()
    watched.presence.connection_closed(ANN, 1, 0)
    watched.commands_at(0)
    watched.table.patrons.places[ANN].away = False  # what was not durable is not known any more
    watched.presence.expect([ANN], 500)
    assert watched.commands_at(500) == [GoAway(ANN)]


def test_of_whom_no_connection_was_ever_reported_nothing_is_said() -> None:
    watched = Watched()
    watched.presence.connection_closed(ANN, 1, 0)
    watched.presence.review([ANN])
    assert watched.commands_at(10 * GONE_MS) == []
