"""The policy table played with real connections that are really lost (TB-40 to TB-42): what a patron hears.

How long each wait is, and every moment at which a terminal can be lost, is tested without a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.live_table import STAKE, LiveTable, Patron, live_table
from tests.server.running import Served

pytestmark = pytest.mark.slow

SEVEN, AMERICAN = "live-seven", "american-live"

Play = Callable[[LiveTable], Awaitable[None]]


def at(served: Served, profile: str, play: Play, **how: Any) -> None:
    async def visit() -> None:
        async with live_table(served, profile, **how) as table:
            await play(table)

    asyncio.run(visit())


async def forked(table: LiveTable, reader: bool = True) -> tuple[Patron, Patron]:
    """Ann at seat 1 with 12 against a six is gone when her time runs out; Bob stands beside her."""
    ann, bob = await table.patron(1), await table.patron(2)
    for seat, patron in ((1, ann), (2, bob)):
        await patron.do("place_bet", bet="main", amount=STAKE, position=seat)
    await table.do("close_bets")
    await table.cards("5h Th 6c 7d 9s")
    await (table.do("deal_face_down", card="Kd") if reader else table.do("deal_face_down"))
    await ann.sees("own", lambda own: own["asks"])
    await ann.vanish()
    await bob.sees("public", lambda public: public["seats"][0]["forked"])
    await bob.sees("own", lambda own: own["asks"])
    await bob.decide("stand", 2)
    return ann, bob


def main_line(own: dict[str, Any], seat: int = 1) -> dict[str, Any]:
    (line,) = (line for line in own["lines"] if line["bet"] == "main" and line["position"] == seat)
    return dict(line)


async def ends(table: LiveTable, *patrons: Patron) -> list[dict[str, Any]]:
    """The dealer turns the king and draws to 17; everybody sees how their wagers ended."""
    await table.do("turn_up", card="Kd")
    await table.cards("5c")
    return [await patron.sees("own", lambda own: own["lines"]) for patron in patrons]


def test_tb_40_fork_who_returns_before_the_turn_finishes_the_game_where_a_reader_knows_the_card(
    served: Served,
) -> None:
    async def play(table: LiveTable) -> None:
        ann, bob = await forked(table)
        await ann.arrive()
        own = await ann.sees("own", lambda own: own["forks"] and own["forks"][0]["left_ms"] is None)
        assert own["forks"][0]["seat"] == 1
        assert own["forks"][0]["asks"], "who is back is waited for"
        await ann.decide("stand", 1)
        await ann.sees("own", lambda own: not own["asks"])
        mine, _ = await ends(table, ann, bob)
        assert main_line(mine)["stake"] == STAKE
        tags = [event["type"] for event in ann.round_file(1)]
        assert "hand_forked" in tags
        assert "fork_settled" in tags

    at(served, SEVEN, play)


def test_tb_40_fork_without_a_reader_it_waits_for_the_live_turn_and_is_then_completed(served: Served) -> None:
    async def play(table: LiveTable) -> None:
        ann, bob = await forked(table, reader=False)
        await ann.arrive()
        own = await ann.sees("own", lambda own: own["forks"])
        assert own["forks"][0]["asks"] == []
        refused = await ann.ask("decide", decision="stand", position=1, branch=0)
        assert refused["refusal"]["code"] == "fork_waits_for_the_turn"
        mine, _ = await ends(table, ann, bob)
        assert main_line(mine)["stake"] == STAKE

    at(served, SEVEN, play, face_down_reader=False)


def test_tb_40_fork_without_a_return_the_house_completes_it_when_the_wait_ends(served: Served) -> None:
    async def play(table: LiveTable) -> None:
        ann, bob = await forked(table)
        await asyncio.sleep(1.5)
        await ann.arrive()
        own = await ann.sees("own", lambda own: own["forks"] and own["forks"][0]["ended"] is not None)
        assert own["forks"][0]["asks"] == [], "the wait is over: nothing is asked any more"
        mine, _ = await ends(table, ann, bob)
        assert main_line(mine)["stake"] == STAKE

    at(served, SEVEN, play, policy={"fork_wait_s": 1})


def test_tb_40_fork_two_interrupted_seats_of_one_patron_are_both_kept_and_finished(served: Served) -> None:
    async def play(table: LiveTable) -> None:
        ann = await table.patron(1)
        await ann.do("take_seat", seat=2)
        bob = await table.patron(3)
        for patron, seat in ((ann, 1), (ann, 2), (bob, 3)):
            await patron.do("place_bet", bet="main", amount=STAKE, position=seat)
        await table.do("close_bets")
        await table.cards("5h 4h Th 6c 7d 8d 9s")
        await table.do("deal_face_down", card="Kd")
        await ann.sees("own", lambda own: own["asks"])
        await ann.vanish()
        await bob.sees("public", lambda public: all(seat["forked"] for seat in public["seats"][:2]))
        await ann.arrive()
        own = await ann.sees("own", lambda own: len(own["forks"]) == 2 and len(own["asks"]) == 2)
        assert sorted(fork["seat"] for fork in own["forks"]) == [1, 2]
        for seat in (2, 1):
            await ann.decide("stand", seat)
        await bob.sees("own", lambda own: own["asks"])
        await bob.decide("stand", 3)
        mine, _ = await ends(table, ann, bob)
        assert {main_line(mine, seat)["stake"] for seat in (1, 2)} == {STAKE}

    at(served, SEVEN, play, seats_each=2)


def test_tb_41_stand_bets_go_back_before_no_more_bets_and_the_hand_stands_after_it(served: Served) -> None:
    async def play(table: LiveTable) -> None:
        ann, bob = await table.patron(1), await table.patron(2)
        had = ann.purse()["playable"]
        for seat, patron in ((1, ann), (2, bob)):
            await patron.do("place_bet", bet="main", amount=STAKE, position=seat)
        await ann.vanish()
        await bob.sees("public", lambda public: public["seats"][0]["away"])
        await ann.arrive()
        await ann.sees("own", lambda own: own["bet"] == 0)
        assert ann.purse()["playable"] == had
        await ann.do("place_bet", bet="main", amount=STAKE, position=1)
        await table.do("close_bets")
        await ann.vanish()
        await bob.sees("public", lambda public: public["seats"][0]["locked"])
        await ann.arrive()
        own = await ann.sees("own", lambda own: own["locked"])
        assert own["asks"] == []
        await table.cards("5h Th 6c 7d 9s")
        await table.do("deal_face_down")
        await bob.sees("own", lambda own: own["asks"])
        late = await ann.ask("decide", decision="hit", position=1, branch=0)
        assert not late["ok"], "locked to stand until the next round"
        assert (await ann.sees("public", lambda public: public["turn"] == [2, 0]))["seats"][0]["locked"]
        await bob.decide("stand", 2)
        mine, _ = await ends(table, ann, bob)
        assert main_line(mine)["stake"] == STAKE
        decided = [
            event
            for event in ann.round_file(1)
            if event["type"] == "decided" and event.get("patron") == ann.id
        ]
        assert [(event["decision"], event["automatic"]) for event in decided] == [("stand", True)]
        await table.do("open_bets")
        await ann.sees("own", lambda own: not own["locked"])

    at(served, AMERICAN, play)


def test_tb_22_a_bet_behind_who_vanishes_goes_back_with_its_seat(served: Served) -> None:
    """Before no more bets the bets of whoever is gone go back, and with no main bet those behind it, too."""

    async def play(table: LiveTable) -> None:
        ann, bob, cat = await table.patron(1), await table.patron(), await table.patron(3)
        had = bob.purse()["playable"]
        await ann.do("place_bet", bet="main", amount=STAKE, position=1)
        await bob.do("place_bet", bet="behind", amount=STAKE, position=1)
        await cat.do("place_bet", bet="main", amount=STAKE, position=3)
        await ann.vanish()
        await cat.sees("public", lambda public: public["seats"][0]["away"])
        await table.do("close_bets")
        await bob.sees("own", lambda own: own["bet"] == 0)
        assert bob.purse()["playable"] == had
        await cat.sees("public", lambda public: public["phase"] == "dealing")

    at(served, AMERICAN, play)


def test_tb_12_two_strikes_is_as_silence_bets_stay_and_control_returns_at_the_next_window(
    served: Served,
) -> None:
    async def play(table: LiveTable) -> None:
        ann, bob = await table.patron(), await table.patron()
        await ann.do("place_bet", bet="main", amount=STAKE, position=1)
        await ann.do("place_bet", bet="main", amount=STAKE, position=2)
        await bob.do("place_bet", bet="main", amount=STAKE, position=1)
        await ann.vanish()
        await table.do("close_bets")
        await table.cards("5h 4h Th 6c 7d 8d 9s")
        await table.do("deal_face_down")
        await bob.sees("own", lambda own: own["asks"])
        await bob.decide("hit", 1)
        await ann.arrive()
        own = await ann.sees("own", lambda own: own["bet"] == 2 * STAKE)
        await bob.sees("public", lambda public: public["phase"] == "dealing")
        await table.cards("2c")
        own = await ann.sees("own", lambda own: len(own["asks"]) == 2)
        for hand in own["asks"]:
            await ann.decide("stand", hand["position"])
        await bob.decide("stand", 1)
        await ends(table, ann, bob)

    at(served, "multihand-etg", play)


def test_no_decision_bets_stay_and_who_returns_sees_the_table(served: Served) -> None:
    async def play(table: LiveTable) -> None:
        ann, bob = await table.patron(), await table.patron()
        for patron in (ann, bob):
            await patron.do("place_bet", bet="player", amount=STAKE)
        await ann.vanish()
        await table.do("close_bets")
        for card in ("2c", None, None):
            await table.do("burn", card=card)
        await table.cards("9h 3s")
        await ann.arrive()
        public = await ann.sees("public", lambda public: public["player"] and public["banker"]["cards"])
        assert public["player"]["cards"] == ["9h"]
        await table.cards("Td 4s")
        own = await ann.sees("own", lambda own: own["lines"])
        assert own["lines"][0]["returned"] == 2 * STAKE

    at(served, "punto-banco", play)
