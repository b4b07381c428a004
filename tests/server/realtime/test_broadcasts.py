"""Whatever a step changed, everybody hears of it in that step, whoever else opens the table meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from cutcard.profiles import Mode
from cutcard.server.realtime.connection import Connection
from cutcard.server.realtime.followers import Following, Shared
from cutcard.server.realtime.outbox import Outbox
from cutcard.server.realtime.subscriptions import Subscriptions
from cutcard.table import events as e
from cutcard.venue.requests import Request
from cutcard.venue.table_runner import Running
from tests.server import scenes
from tests.server.evening import PATRONS, Evening
from tests.venue.playing import legal

STEPS = 200


FORK = (
    "hand_forked",
    "fork_raised",
    "fork_settled",
    *(each.__struct_config__.tag for each in get_args(e.ForkEvent)),
)
SEAT = ("seat_taken", "seat_left", "seat_changed", "seat_freed")
BEHIND = ("behind_refused", "behind_set", "behind_refunded", "behind_followed")
DISPUTE = ("result_shown", "disputed", "dispute_form_set", "result_confirmed", "dispute_closed")
REAL, RANDOM = (Mode.AUTO, Mode.LIVE), (Mode.INTERNAL, Mode.VIDEO)
ONLY: Mapping[str, tuple[Mode, ...]] = {
    # Seats, and what hangs on them, are at live tables; so is somebody to whom a dispute can be put.
    **dict.fromkeys((*SEAT, *BEHIND, *FORK, *DISPUTE), (Mode.LIVE,)),
    # Only real cards can be misread, and run out under somebody's hands.
    **dict.fromkeys(("card_corrected", "cut_card_seen", "shoe_changed"), REAL),
    # Only random cards have a secret.
    "round_revealed": RANDOM,
    # At a private table no time runs, and the cards come with the first press of Deal.
    **dict.fromkeys(("last_bets_called", "window_opened", "window_closed"), (Mode.VIDEO, *REAL)),
    "deal_pressed": (Mode.VIDEO,),
    # Elsewhere everybody has the same cards, at the same pace.
    "speed_set": (Mode.INTERNAL,),
}
"""The events that cannot happen in every mode, and where they can."""


def possible() -> Iterator[tuple[str, Mode]]:
    """Every event in every mode in which there is such a thing."""
    for event in get_args(e.AnyEvent):
        tag = str(event.__struct_config__.tag)
        for mode in ONLY.get(tag, tuple(Mode)):
            yield tag, mode


def asks(evening: Evening) -> list[Request]:
    """What somebody does next; nothing where time passes instead."""
    now, kind = evening.house.clock.steady_ms(), evening.random.random()
    ask = None
    if kind < 0.45:
        who = evening.random.choice(PATRONS)
        found = legal(
            evening.random, evening.venue, who, evening.random.choice(evening.venue.open_tables.of(who))
        )
        return [] if found is None else [evening.house.keyed(*found)]
    if kind < 0.85:
        ask = evening.random.choice(evening.dealers).thinks(evening.venue, now)
    elif kind < 0.87:
        ask = evening.supervisor.thinks(evening.venue, now)
    if ask is None:
        evening.house.clock.advance(evening.random.choice((20, 100, 400, 1_500, 4_000)))
    return [] if ask is None else [ask]


def play(evening: Evening, steps: int) -> None:
    """Everybody does this and that; now and then a connection is lost, and opened again."""
    for number in range(steps):
        evening.step(asks(evening))
        if number % 25 == 0:
            evening.counts_arrive()
        if number % 40 == 0:
            who = evening.random.choice(PATRONS)
            evening.close(who)
            evening.wait(evening.random.choice((100, 5_000, 20_000)))
            evening.connect(who)
            scenes.come_in(evening, who)


@pytest.mark.slow
def test_everybody_hears_of_a_change_in_the_same_step_whoever_opens_the_table() -> None:
    evening = Evening(3)
    for scene in scenes.ALL:
        scene(evening)
        evening.counts_arrive()
    play(evening, STEPS)
    scenes.close_tables(evening)
    evening.counts_arrive()
    assert evening.held_back > 5, "nothing was ever held back, so nothing was tried"
    assert evening.events() == set(possible())


class SendsEverybodyTheCroupiersPart(Subscriptions):
    """What to do next is sent to whoever follows a table."""

    def follow(
        self, connection: Connection, running: Running, patron: str | None, out: Outbox, **how: bool
    ) -> None:
        super().follow(connection, running, patron, out, **{**how, "deals": True})


class SendsDisplaysAPatronsPart(Subscriptions):
    """A display gets what a patron at the table has."""

    def follow(
        self, connection: Connection, running: Running, patron: str | None, out: Outbox, **how: bool
    ) -> None:
        at_table = None if how.get("deals") else next(iter(running.table.patrons.places), None)
        super().follow(connection, running, patron or at_table, out, **how)


class SendsCroupiersAHand(Subscriptions):
    """A croupier gets a patron's own hands, too."""

    def _croupier_part(self, running: Running, follower: Following) -> str:
        part = super()._croupier_part(running, follower)
        return f'{part},"hands":{self._hands(running, PATRONS[0], Shared())}' if part else part


@pytest.mark.parametrize(
    "planted", [SendsEverybodyTheCroupiersPart, SendsDisplaysAPatronsPart, SendsCroupiersAHand]
)
def test_a_part_that_is_sent_to_a_further_audience_is_noticed(planted: type[Subscriptions]) -> None:
    """A shape may be as agreed and still go to somebody whom it is not for."""

    def watch() -> None:
        evening = Evening(3, planted)
        for scene in scenes.ALL:
            scene(evening)
            evening.counts_arrive()

    with pytest.raises(AssertionError, match="what is sent to"):
        watch()
