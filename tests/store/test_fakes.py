"""Clocks and chance that a simulated venue turns by hand, beside the machine's own."""

from __future__ import annotations

from time import monotonic_ns

from cutcard.adapters.clock import FakeClock, SystemClock
from cutcard.adapters.entropy import SeededEntropy, SystemEntropy
from cutcard.venue.ports import Clock, Entropy


def test_tb_29_a_jump_of_the_wall_clock_moves_no_timer() -> None:
    clock = FakeClock(5, 1_000)
    clock.advance(10)
    clock.jump_wall(-500)
    assert (clock.steady_ms(), clock.wall_ms()) == (15, 510)


def test_tb_29_the_machines_steady_clock_is_not_its_wall_clock() -> None:
    before, steady, after = monotonic_ns(), SystemClock().steady_ms(), monotonic_ns()
    assert before // 1_000_000 <= steady <= after // 1_000_000


def test_the_machines_clock_goes_forward() -> None:
    clock: Clock = SystemClock()
    first, second = clock.steady_ms(), clock.steady_ms()
    assert first <= second
    assert clock.wall_ms() > 1_600_000_000_000


def test_seeded_chance_repeats_and_secure_chance_does_not() -> None:
    first, other, third = SeededEntropy(7), SeededEntropy(7), SeededEntropy(8)
    drawn = [first.random_bytes(32) for _ in range(3)]
    assert drawn == [other.random_bytes(32) for _ in range(3)]
    assert len({*drawn, third.random_bytes(32)}) == 4
    secure: Entropy = SystemEntropy()
    assert len({secure.random_bytes(16) for _ in range(100)}) == 100
