"""When a terminal counts as gone: the one rule that stands between sockets and tables.

It knows lines and times, and refuses to know what being gone costs.
"""

from __future__ import annotations

from cutcard.table.commands import ComeBack, GoAway
from cutcard.table.interruptions import SILENT_MS, Presence

ANN = "ann"


def there() -> Presence:
    presence = Presence()
    assert presence.opened(ANN, 1, 0) == [ComeBack(ANN)]
    return presence


def test_closed_is_gone_at_once() -> None:
    presence = there()
    assert presence.closed(ANN, 1) == [GoAway(ANN)]
    assert presence.closed(ANN, 1) == []
    assert presence.silent(10 * SILENT_MS) == []


def test_silent_is_gone_after_fifteen_seconds_and_not_before() -> None:
    presence = there()
    assert presence.next_ms() == SILENT_MS
    assert presence.silent(SILENT_MS - 1) == []
    assert presence.silent(SILENT_MS) == [GoAway(ANN)]
    assert presence.silent(2 * SILENT_MS) == []
    assert presence.closed(ANN, 1) == [], "the line that hung is closed, and nobody goes twice"
    assert presence.next_ms() is None


def test_whoever_answers_pings_is_there() -> None:
    presence = there()
    for at in range(0, 10 * SILENT_MS, SILENT_MS // 3):
        assert presence.heard(ANN, 1, at) == []
        assert presence.silent(at) == []


def test_heard_of_again_is_back() -> None:
    presence = there()
    presence.silent(SILENT_MS)
    assert presence.heard(ANN, 1, SILENT_MS + 1) == [ComeBack(ANN)]


def test_half_open_the_new_line_brings_back() -> None:
    presence = there()
    assert presence.silent(SILENT_MS) == [GoAway(ANN)]
    assert presence.opened(ANN, 2, SILENT_MS + 1) == [ComeBack(ANN)]
    assert presence.closed(ANN, 1) == [], "the old one ends without anybody going"


def test_half_open_and_quick_nothing_ever_happened() -> None:
    presence = there()
    assert presence.opened(ANN, 2, SILENT_MS - 1) == []
    assert presence.silent(SILENT_MS) == []
    assert presence.closed(ANN, 1) == []


def test_reload_goes_and_comes() -> None:
    presence = there()
    assert presence.closed(ANN, 1) + presence.opened(ANN, 2, 1) == [GoAway(ANN), ComeBack(ANN)]


def test_with_two_terminals_one_is_enough() -> None:
    presence = there()
    presence.opened(ANN, 2, 0)
    assert presence.closed(ANN, 1) == []
    assert presence.closed(ANN, 2) == [GoAway(ANN)]


def test_after_a_restart_everybody_has_fifteen_seconds_to_be_heard_of() -> None:
    presence = Presence()
    presence.expect([ANN, "bob"], 100)
    assert presence.opened(ANN, 1, 200) == [], "who is back in time was never gone"
    assert presence.heard(ANN, 1, 100 + SILENT_MS) == []
    assert presence.silent(100 + SILENT_MS) == [GoAway("bob")]


def test_what_is_heard_of_an_unknown_line_says_nothing() -> None:
    presence = Presence()
    assert presence.heard(ANN, 1, 0) == []
    assert presence.closed(ANN, 1) == []
