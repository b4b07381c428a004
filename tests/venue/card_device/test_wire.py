"""The listener for card devices, on a clock turned by hand: what only the order of things can show.

Whole days over the same lines are elsewhere.
"""

from __future__ import annotations

import pytest

from cutcard.adapters.card_device import CardDevices
from cutcard.profiles import Mode
from cutcard.venue.requests import Request
from tests.venue.card_device.device import KEY
from tests.venue.card_device.wire import Wire
from tests.venue.house import House, settings

AT = "punto-banco-auto"


class Line:
    """One table, one line to it, and what was heard on it."""

    def __init__(self) -> None:
        self.house = House(1)
        self.house.furnish([settings("punto-banco", Mode.AUTO)])
        self.asks: list[Request] = []
        clock, post = self.house.clock, self.asks.append
        self.wire = Wire(clock.steady_ms, lambda: self.house.venue, post, CardDevices, KEY)
        self.heard: list[bytes] = []
        self.cable = self.wire.plug(self.heard.append)
        self.says(f"HELLO 1 {AT} {KEY} one".encode())

    def says(self, line: bytes) -> None:
        """A line of the device's, and all that comes of it."""
        self.cable.reader.feed_data(line + b"\n")
        self.turns()

    def turns(self) -> None:
        """The listener and the venue do what they can."""
        self.wire.loop.settle()
        while self.asks:
            asks = [self.asks.pop(0)]
            self.wire.moved(self.house.step(asks).replies)
            self.wire.loop.settle()

    def waits(self, ms: int) -> None:
        """So long nothing is said."""
        self.house.clock.advance(ms)
        self.turns()

    def paused(self) -> str | None:
        """Why the table stands still."""
        return self.house.venue.tables[AT].table.halt.paused


def test_mo_03_a_line_said_again_has_one_answer() -> None:
    line = Line()
    line.says(b"SHOE 1")
    line.says(b"SHOE 1")
    assert line.heard.count(b"OK 1\n") == 2
    assert line.house.venue.tables[AT].table.deal.shoe.number == 2
    line.wire.close()


def test_mo_03_a_line_that_overtakes_another_halts_the_table() -> None:
    line = Line()
    line.says(b"SHOE 1")
    line.says(b"SHOE 3")
    assert b"NO 3 out_of_order\n" in line.heard
    assert line.paused() == "device_out_of_order"
    line.wire.close()


def test_mo_03_three_and_a_half_signs_of_life_are_missed_and_no_fewer() -> None:
    line = Line()
    line.waits(3_490)
    assert line.paused() is None
    line.waits(20)
    assert line.paused() == "device_lost"
    assert line.cable.is_closing()
    line.wire.close()


@pytest.mark.parametrize("turns", range(6))
def test_a_house_that_leaves_just_as_a_line_comes_is_gone(turns: int) -> None:
    line = Line()
    line.cable.reader.feed_data(b"BEAT\n")
    loop = line.wire.loop
    for _ in range(turns):
        loop.call_soon(loop.stop)
        loop.run_forever()
    line.wire.close_lines()
    assert line.wire.devices.connected() == ()
    line.wire.close()
