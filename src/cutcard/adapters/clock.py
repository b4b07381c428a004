"""Clocks: the machine's own, and one that a simulated venue turns by hand. Sets no timer."""

from __future__ import annotations

from time import monotonic_ns, time_ns

_NS_A_MS = 1_000_000


class SystemClock:
    """The operating system's steady clock and its wall clock."""

    def steady_ms(self) -> int:
        """Milliseconds that only ever go forward."""
        return monotonic_ns() // _NS_A_MS

    def wall_ms(self) -> int:
        """Milliseconds since 1970 by the wall clock, which may jump."""
        return time_ns() // _NS_A_MS


class FakeClock:
    """A clock that stands still until it is turned."""

    def __init__(self, steady_ms: int = 0, wall_ms: int = 1_767_225_600_000) -> None:
        self._steady = steady_ms
        self._wall = wall_ms

    def steady_ms(self) -> int:
        """Milliseconds that only ever go forward."""
        return self._steady

    def wall_ms(self) -> int:
        """Milliseconds since 1970 by a wall clock that may be made to jump."""
        return self._wall

    def advance(self, ms: int) -> None:
        """Let this much time go by on both clocks."""
        assert ms >= 0, "steady time only goes forward"
        self._steady += ms
        self._wall += ms

    def jump_wall(self, ms: int) -> None:
        """Set the wall clock forward or back; no timer may notice (TB-29)."""
        self._wall += ms
