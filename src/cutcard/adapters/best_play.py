"""Best play worked out in a thread of its own, so that no table waits while it is counted (TB-40).

It keeps what it has been asked and answered. What best play is, the function it is given knows.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from cutcard.games.blackjack.options import Decision
from cutcard.table.forking import Situation

KEPT = 4096


class BestPlayInThread:
    """Asked again and again until the answer is there."""

    def __init__(self, work: Callable[[Situation], Decision]) -> None:
        self._work = work
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="best-play")
        self._asked: dict[Situation, Future[Decision]] = {}

    def __call__(self, situation: Situation) -> Decision | None:
        """The best decision, or None while it is being worked out. A failure is raised to whoever asks."""
        asked = self._asked.get(situation)
        if asked is None:
            if len(self._asked) >= KEPT:
                self._asked.clear()
            asked = self._asked[situation] = self._thread.submit(self._work, situation)
        return asked.result() if asked.done() else None

    def close(self) -> None:
        """Finish what is being worked out, and end."""
        self._thread.shutdown()
