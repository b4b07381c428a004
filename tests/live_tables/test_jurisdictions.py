"""Jurisdiction files are enforced when a table opens or is changed (PF-03). Not whether a law is wise."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.venue.requests import Request
from tests.rounds.played_table import AT, PlayedTable
from tests.venue.house import settings, timed

replace = msgspec.structs.replace


def under(law: str, profile: str, mode: Mode, **times: int | bool) -> Settings:
    return replace(timed(settings(profile, mode, AT), **times), jurisdiction=law)


CALM = {"turbo": False, "autoplay": False}
SHORT = {"betting_s": 2, "result_s": 2, "animation_s": 0, "nice_win_s": 0, "big_win_s": 0}


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (
            under("closed-floor", "koi-bacc", Mode.INTERNAL, internet=False),
            "closed-floor forbids internal-mode",
        ),
        (under("closed-floor", "koi-bacc", Mode.LIVE), "closed-floor forbids internet"),
        (under("closed-floor", "koi-bacc", Mode.LIVE, internet=False), None),
        (under("unhurried", "koi-bacc", Mode.INTERNAL), "unhurried forbids turbo"),
        (under("unhurried", "koi-bacc", Mode.LIVE), "unhurried forbids autoplay"),
        (under("unhurried", "koi-bacc", Mode.LIVE, **CALM), None),
        (
            under("unhurried", "koi-bacc", Mode.AUTO, **SHORT, **CALM),
            "unhurried forbids rounds under 5 s, and one here could take 4",
        ),
        (under("open", "koi-bacc", Mode.INTERNAL), None),
    ],
)
def test_pf_03_a_table_opens_only_where_the_law_allows_it(wanted: Settings, why: str | None) -> None:
    pit = PlayedTable()
    called = pit.ask(c.OpenTable(wanted))
    assert (AT in pit.venue.tables) is (why is None), called
    if why is not None:
        assert called == f"refused settings_contradict why {why}"
        again = pit.venue.step([pit_ask(wanted)]).replies[0].refusal
        assert again == Refusal("settings_contradict", {"why": why})


def pit_ask(wanted: Settings) -> Request:
    return Request("once more", AT, c.OpenTable(wanted))


def test_pf_03_a_running_table_cannot_be_changed_into_a_forbidden_one() -> None:
    pit = PlayedTable()
    mine = under("unhurried", "koi-bacc", Mode.LIVE, **CALM)
    assert not pit.ask(c.OpenTable(mine)).startswith("refused")
    turbo = under("unhurried", "koi-bacc", Mode.LIVE, autoplay=True)
    assert pit.ask(c.ChangeSettings(turbo, "operator")) == (
        "refused settings_contradict why unhurried forbids autoplay"
    )


def test_tb_30_no_disputes_where_the_law_or_the_table_has_none() -> None:
    pit = PlayedTable()
    pit.ask(c.OpenTable(timed(settings("koi-bacc", Mode.LIVE, AT, burn=0), dispute=False)))
    for line in ("patron ann 1000", "open", "bet ann 1 player 500", "close", "card 9h", "card 2d", "card Kc"):
        pit.perform(line.split())
    assert pit.perform("card 3s".split()) == "settled, ann gets 1000 for 500"
    assert pit.perform("dispute ann wrong".split()) == "refused no_disputes_here"
