"""The sender: every connection hears its answers and its news in order, however many wait."""

import asyncio
from typing import Any, cast

from cutcard.server.metrics import Metrics
from cutcard.server.realtime.sender import PAUSE_S, SENDS_AT_ONCE, Sender

MANY = 5 * SENDS_AT_ONCE


class Ear:
    """A connection that notes what it is sent, write by write."""

    open = True

    def __init__(self) -> None:
        self.writes: list[tuple[str, ...]] = []

    def send(self, *frames: str) -> None:
        self.writes.append(frames)

    @property
    def heard(self) -> list[str]:
        return [frame for write in self.writes for frame in write]


def run_turns(*turns: tuple[list[tuple[Ear, str]], list[tuple[Ear, str]]]) -> None:
    """Hand turn after turn to a sender, then let it run until it has nothing left."""

    async def run() -> None:
        sender = Sender(Metrics())
        for answers, frames in turns:
            sender.hand(cast(Any, answers), cast(Any, frames))
        running = asyncio.create_task(sender.run())
        for _ in range(MANY):
            await asyncio.sleep(2 * PAUSE_S)
        running.cancel()

    asyncio.run(run())


def test_an_answer_comes_before_the_news_of_the_same_turn_however_many_are_answered() -> None:
    ears = [Ear() for _ in range(MANY)]
    news_first = [(ear, "news") for ear in reversed(ears)]
    run_turns(([(ear, "answer") for ear in ears], news_first))
    assert all(ear.heard == ["answer", "news"] for ear in ears)


def test_what_a_connection_is_sent_keeps_its_order_over_turns() -> None:
    ears = [Ear() for _ in range(MANY)]
    asker = ears[-1]
    run_turns(([], [(ear, "one") for ear in ears]), ([(asker, "answer")], [(ear, "two") for ear in ears]))
    assert asker.heard == ["one", "answer", "two"]
    assert all(ear.heard == ["one", "two"] for ear in ears[:-1])


def test_whatever_waits_for_a_connection_goes_out_in_one_write() -> None:
    ears = [Ear() for _ in range(MANY)]
    run_turns(([], [(ear, "one") for ear in ears]), ([], [(ear, "two") for ear in ears]))
    assert ears[-1].writes == [("one", "two")]


def test_a_connection_that_fails_silences_nobody_else() -> None:
    class Broken(Ear):
        def send(self, *frames: str) -> None:
            raise RuntimeError("the transport is gone")

        def drop(self) -> None:
            self.open = False

    broken, ear = Broken(), Ear()
    run_turns(([], [(broken, "news"), (ear, "news")]))
    assert ear.heard == ["news"]
    assert not broken.open
