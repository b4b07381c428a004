"""Every time limit of a table and its house, a millisecond before it, at it, and one after.

A row says how a house comes to the beginning of a time, how long that lasts, and how one sees that it is
over. How long it lasts is said here, from the settings, and not read off the table. No time is left out.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final, NamedTuple

import msgspec
import pytest

import cutcard.profiles
import cutcard.table
import cutcard.venue
from cutcard.games.blackjack.options import Decision
from cutcard.games.reason import Refusal
from cutcard.profiles import Mode
from cutcard.profiles.contradictions import contradictions
from cutcard.server.http.accounts import HOUR_MS, People, Person
from cutcard.table import Moment, decide, follow
from cutcard.table import commands as c
from cutcard.table.command import Source
from cutcard.table.forks.decide import undecided
from cutcard.table.phases import ready_for_next
from cutcard.table.pit.croupier import why_no_round
from cutcard.table.pit.disputes import why_not_dispute
from cutcard.table.state import Phase
from cutcard.table.want import DISPUTE_FORM_MS
from cutcard.venue.patrons.presence import GONE_MS, Presence
from cutcard.venue.requests import Request
from cutcard.venue.restarting.recovery import OUTAGE_MS_MAX
from tests.interruptions.moments import at_moment, private_round
from tests.interruptions.stage import ANN, BOB, CYD, SECOND, Stage
from tests.interruptions.test_forks import forked

STAKE = 1_000
LOOSE: Final = {"betting_s": 31, "last_bets_s": 7, "decision_s": 19, "result_s": 33, "dispute_s": 11}
"""Times that are all different, so that none passes for another."""


class Limit(NamedTuple):
    """One time limit: its stage, how long it lasts, and whether it is over at some time."""

    begin: Callable[[], Stage]
    lasts_ms: int
    is_over: Callable[[Stage, int], bool]
    over_at: int = 0
    """Over at this many milliseconds after its end: 1 where whoever asks at the end is still in time."""


# The stages, each at the beginning of a time.


def betting(**own: Any) -> Stage:
    stage = Stage("multihand-etg", Mode.VIDEO, times=LOOSE, **own)
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    return stage


def last_bets() -> Stage:
    stage = betting()
    stage.wait(31 * SECOND)
    assert stage.table.phase is Phase.LAST_BETS
    return stage


def repeating() -> Stage:
    """A private round that starts by itself, once bets lie."""
    stage = Stage("multihand-online", Mode.INTERNAL, times={"autoplay": True, "autoplay_s": 9})
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.SetOption(ANN, "auto_repeat", on=True))
    return stage


def dealing() -> Stage:
    """A shared table at its first card; the next comes by itself."""
    stage = betting(card_ms=1_300)
    for patron in (ANN, BOB, CYD):
        stage.do(c.PressDeal(patron)) if patron == ANN else stage.close(patron)
    stage.until(lambda: "card_dealt" in stage.tags())
    return stage


def deciding() -> Stage:
    """The croupier has dealt, and the window is open."""
    stage = Stage("multihand-etg", Mode.LIVE, times=LOOSE)
    stage.do(c.OpenRound())
    stage.do(c.PlaceBet(ANN, "main", STAKE, 1))
    stage.do(c.CloseBets("croupier"))
    stage.script("8c 9d 5h 9c")
    stage.until(lambda: stage.asks(ANN))
    return stage


def coup(**times: Any) -> Stage:
    """A coup of real cards that Player loses, with both Ann and Bob on it, and its result to be disputed."""
    stage = Stage("punto-banco", Mode.LIVE, times={**LOOSE, **times})
    stage.do(c.OpenRound())
    for patron in (ANN, BOB):
        stage.do(c.PlaceBet(patron, "player", STAKE))
    stage.do(c.CloseBets("croupier"))
    stage.script("2s 9h Td Kc")
    stage.until(lambda: stage.table.phase is Phase.DISPUTE)
    return stage


def coup_with_form() -> Stage:
    stage = coup()
    stage.do(c.FillDispute(ANN, on=True))
    return stage


def settled() -> Stage:
    """The result is shown, and nobody has won."""
    stage = coup()
    for patron in (ANN, BOB):
        stage.do(c.ConfirmResult(patron))
    assert stage.table.phase is Phase.RESULT
    return stage


def held_back() -> Stage:
    """A private result that the public display shows first."""
    stage = Stage("punto-banco", Mode.INTERNAL, times={"delayed_result_s": 6})
    stage.do(c.PlaceBet(ANN, "player", STAKE))
    stage.do(c.PressDeal(ANN))
    stage.until(lambda: "card_dealt" in stage.tags())
    return stage


def reserved(profile: str, mode: Mode) -> Stage:
    stage = Stage(profile, mode, reserve_s=150)
    if profile == "live-seven":
        stage.do(c.TakeSeat(ANN, 2))
    stage.do(c.Reserve(ANN))
    return stage


def left_seat() -> Stage:
    """Ann's terminal is gone, and her seat is kept."""
    stage = Stage("live-seven", Mode.LIVE, seat_away_s=70)
    stage.do(c.TakeSeat(ANN, 2))
    stage.close(ANN)
    return stage


def left_hand() -> Stage:
    """Ann is gone at her deadline, and her interrupted game waits for her."""
    stage = forked(best=lambda _: None)
    (since_ms,) = (entry.at_ms for entry in stage.store.entries("t") if entry.tag == "hand_forked")
    assert since_ms == stage.venue.now_ms()
    return stage


def left_round(moment: str) -> Stage:
    """Ann is gone from a round of her own."""
    stage = private_round(moment)
    stage.venue.best = lambda _: None
    stage.close(ANN)
    return stage


def at_work() -> Stage:
    return at_moment("two-strikes", "dealing")


# How one sees that a time is over.


def happens(tag: str) -> Callable[[Stage, int], bool]:
    """Whether this is what comes next by itself at that time."""

    def is_over(stage: Stage, at_ms: int) -> bool:
        ticked = decide(stage.table, c.Tick(), Moment(at_ms, Source.CENTER))
        assert not isinstance(ticked, Refusal)
        by_itself = follow(stage.table, at_ms)
        coming = [*ticked, *(() if by_itself is None else (by_itself,))]
        return tag in [str(event.__struct_config__.tag) for event in coming]

    return is_over


def plays_on(stage: Stage, at_ms: int) -> bool:
    """Whether the house plays on for whoever was waited for."""
    return bool(undecided(stage.table, at_ms))


def next_round(stage: Stage, at_ms: int) -> bool:
    """Whether the next round may begin, for the venue and for the croupier."""
    assert (why_no_round(stage.table, at_ms) is None) == ready_for_next(stage.table, at_ms)
    return ready_for_next(stage.table, at_ms)


def too_late_to_dispute(patron: str) -> Callable[[Stage, int], bool]:
    return lambda stage, at_ms: why_not_dispute(stage.table, patron, at_ms) == Refusal("too_late_to_dispute")


def refuses(command: Any, code: str) -> Callable[[Stage, int], bool]:
    """Whether the house, asked at that time, says that it is too late."""

    def is_over(stage: Stage, at_ms: int) -> bool:
        stage.clock.advance(at_ms - stage.venue.now_ms())
        (reply,) = stage.venue.step([Request("late", stage.name, command)]).replies
        assert reply.refusal is None or reply.refusal.code == code, reply
        return reply.refusal is not None

    return is_over


def takes(command: Any, code: str) -> Callable[[Stage, int], bool]:
    """Whether the house, asked at that time, no longer says that it is too early."""
    return lambda stage, at_ms: not refuses(command, code)(stage, at_ms)


def another_card(stage: Stage, at_ms: int) -> bool:
    """Whether the next card has come by then, also where somebody asks something, as people do."""
    cards = stage.tags().count("card_dealt")
    stage.clock.advance(at_ms - stage.venue.now_ms())
    stage.do(c.FillDispute(ANN, on=False))
    return stage.tags().count("card_dealt") > cards


def void_after_outage(stage: Stage, at_ms: int) -> bool:
    """Whether a house that comes back at that time gives the bets on real cards back."""
    stage.crash(at_ms - stage.venue.now_ms())
    return "round_voided" in stage.tags()


BY_ITSELF: Final = {
    "betting_s": Limit(betting, 31_000, happens("last_bets_called")),
    "last_bets_s": Limit(last_bets, 7_000, happens("bets_closed")),
    "autoplay_s": Limit(repeating, 9_000, happens("bets_closed")),
    "decision_s": Limit(deciding, 19_000, happens("window_closed")),
    "dispute_s": Limit(coup, 11_000, happens("round_settled")),
    "DISPUTE_FORM_MS": Limit(coup_with_form, 11_000 + DISPUTE_FORM_MS, happens("round_settled")),
    "delayed_result_s": Limit(held_back, 6_000, happens("round_settled")),
    "result_s": Limit(settled, 33_000, next_round),
    "card_ms": Limit(dealing, 1_300, another_card),
    "reserve_s": Limit(lambda: reserved("multihand-etg", Mode.VIDEO), 150_000, happens("reservation_ended")),
    "reserve_s of a seat": Limit(lambda: reserved("live-seven", Mode.LIVE), 150_000, happens("seat_freed")),
    "seat_away_s": Limit(left_seat, 70_000, happens("seat_freed")),
    "fork_wait_s": Limit(left_hand, 60_000, plays_on),
    "resume_wait_s": Limit(lambda: left_round("own-hand"), 86_400_000, plays_on),
    "resume_wait_s of an offer": Limit(lambda: left_round("insurance"), 86_400_000, happens("decided")),
    "OUTAGE_MS_MAX": Limit(at_work, OUTAGE_MS_MAX, void_after_outage, over_at=1),
}

ASKED: Final = {
    "last_bets_s": Limit(last_bets, 7_000, refuses(c.PlaceBet(ANN, "main", 500, 1), "bets_are_closed"), 1),
    "decision_s": Limit(
        deciding, 19_000, refuses(c.Decide(ANN, Decision.STAND, 1, 0), "no_decision_is_due"), 1
    ),
    "dispute_s": Limit(coup, 11_000, refuses(c.Dispute(BOB, "wrong"), "too_late_to_dispute"), 1),
    "dispute_s beside another's form": Limit(coup_with_form, 11_000, too_late_to_dispute(BOB), 1),
    "DISPUTE_FORM_MS": Limit(
        coup_with_form, 11_000 + DISPUTE_FORM_MS, refuses(c.Dispute(ANN, "wrong"), "too_late_to_dispute")
    ),
    "result_s": Limit(settled, 33_000, takes(c.OpenRound(), "round_is_running")),
}


def rows(limits: dict[str, Limit]) -> list[Any]:
    return [
        pytest.param(limit, by, id=f"{name} {by:+} ms") for name, limit in limits.items() for by in (-1, 0, 1)
    ]


@pytest.mark.parametrize(("limit", "by"), rows(BY_ITSELF))
def test_a_time_is_over_by_itself_neither_sooner_nor_later(limit: Limit, by: int) -> None:
    stage = limit.begin()
    over = limit.is_over(stage, stage.venue.now_ms() + limit.lasts_ms + by)
    assert over == (by >= limit.over_at)


@pytest.mark.parametrize(("limit", "by"), rows(ASKED))
def test_who_asks_in_time_is_heard_and_who_asks_later_is_not(limit: Limit, by: int) -> None:
    stage = limit.begin()
    over = limit.is_over(stage, stage.venue.now_ms() + limit.lasts_ms + by)
    assert over == (by >= limit.over_at)


def test_who_is_gone_is_gone_after_so_long_and_not_before() -> None:
    """GONE_MS, after the last connection closed and after a restart alike."""
    for since in ("closed", "expected"):
        presence = Presence()
        if since == "closed":
            presence.connection_opened(ANN, 1)
            presence.connection_closed(ANN, 1, 1_000)
            presence.forget_gone([ANN], 1_000)
        else:
            presence.expect([ANN], 1_000)
        gone = [presence.due(1_000 + GONE_MS + by) == [ANN] for by in (-1, 0, 1)]
        assert gone == [False, True, True], since
        assert presence.next_ms() == 1_000 + GONE_MS


def test_a_session_lasts_so_long_and_not_longer() -> None:
    now_ms = [5_000]
    people = People(lambda: now_ms[0], session_hours=2)
    people.put(person := Person(id="p1", name="Ann"))
    token, session = people.open_session(person)
    people.admit(session)
    alive = []
    for by in (-1, 0, 1):
        now_ms[0] = 5_000 + 2 * HOUR_MS + by
        alive.append((people.session(token) is not None, people.over() == []))
    assert alive == [(True, True), (False, False), (False, False)]


@pytest.mark.parametrize(
    ("times", "name"),
    [
        ({"decision_s": 25}, "DECISION_S_MAX"),
        ({"big_win_s": 27, "animation_s": 3, "betting_s": 60}, "ANIMATION_S_MAX"),
    ],
)
def test_a_profile_may_have_the_longest_time_and_no_longer(times: dict[str, int], name: str) -> None:
    loaded = Stage("multihand-etg", Mode.VIDEO, times=times).table.deal.settings.profile
    assert contradictions(loaded, Mode.VIDEO) == (), name
    field, most = next(iter(times.items()))
    longer = msgspec.structs.replace(loaded.table, **{field: most + 1})
    (why,) = contradictions(msgspec.structs.replace(loaded, table=longer), Mode.VIDEO)
    assert "lasts at most" in why


ELSEWHERE: Final = {
    "GONE_MS": "here, in a test of its own",
    "DECISION_S_MAX": "here, in a test of its own",
    "ANIMATION_S_MAX": "here, in a test of its own",
    "animation_s": "a part of how long a win is shown: tests/narration/test_what_was_won.py",
    "regular_win_s": "as animation_s",
    "nice_win_s": "as animation_s",
    "big_win_s": "as animation_s",
    "round_s_min": "how short a law lets a round be: tests/live_tables/test_jurisdictions.py",
    "RETRY_MS": "how often a suspended house tries to write, which ends nothing for anybody",
    "HERE_EVERY_MS": "how often the house notes that it is there, which ends nothing for anybody",
    "AGAIN_MS": "how often best play is asked for again, which ends nothing for anybody",
}
"""Times that are no rows here, and why."""

MOMENTS: Final = {
    *("at_ms", "wall_ms", "came_ms", "steady_ms", "away_since_ms", "bets_closed_ms", "round_over_ms"),
    *("last_bets_ms", "deadline_ms", "closes_ms", "until_ms", "card_due_ms", "wake_ms", "result_ms"),
    "outage_ms",
}
"""Fields that hold when something is, or what a limit came to: each is set from one of the limits."""


def times_of(package: Any) -> Iterator[str]:
    """Every constant and every field of a package whose name says that it is a time."""
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = import_module(info.name)
        for name, value in vars(module).items():
            if re.fullmatch(r"_?[A-Z_]+_M?S(_MAX)?", name) and isinstance(value, int):
                yield name
            if isinstance(value, type) and value.__module__ == info.name:
                fields = (*getattr(value, "__struct_fields__", ()), *getattr(value, "__annotations__", {}))
                yield from (field for field in fields if re.fullmatch(r"[a-z_]+_m?s(_max|_min)?", field))


def test_no_time_of_a_table_a_house_or_a_profile_is_left_out() -> None:
    there = {
        name for package in (cutcard.table, cutcard.venue, cutcard.profiles) for name in times_of(package)
    }
    rows_of = {name.partition(" ")[0] for name in (*BY_ITSELF, *ASKED)}
    assert there - rows_of - set(ELSEWHERE) - MOMENTS == set(), "a time without a row"
    assert (rows_of | set(ELSEWHERE) | MOMENTS) - there == set(), "a row without a time"
