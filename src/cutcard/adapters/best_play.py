"""Best play worked out in a process of its own, so that no table waits while it is counted (TB-40).

The exact mathematics takes seconds to compile on a machine that never did so, and a thread that compiles
slows every other. So a child process does it, at low priority, begun by ``prepare`` when a table opens that
may need it. It keeps what it has been asked and answered. What best play is, the function it is given knows.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final

from cutcard.games.blackjack import Rules
from cutcard.games.blackjack.options import Decision
from cutcard.table.forks.decide import Situation
from cutcard.venue.best_play import first_situations

# Then all are forgotten: asked again, a situation is worked out again, and only time is lost.
KEPT: Final = 4096
IN_FLIGHT_MAX: Final = 32
"""So many questions wait in the pipe at most: one that is full would hold the venue's thread up."""

NOW: Final = 0
AHEAD: Final = 1
"""What a table waits for goes before what is only prepared."""

PREPARING_MAX: Final = 24
"""Preparations leave room for questions."""

NICENESS: Final = 10  # compiling and counting would slow the tables, which share its cores
STARTS_MAX: Final = 3
"""A child that ends so often by itself is not started again: whoever asks then is refused."""

Work = Callable[[Situation], Decision]


class NoBestPlay(Exception):
    """Best play could not be worked out; the text says why."""


class BestPlayInProcess:
    """Asked again and again until the answer is there. Only one thread may ask."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._answers: dict[Situation, Decision | str] = {}
        self._asked: dict[Situation, None] = {}
        self._prepared: set[Rules] = set()
        self._child: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._starts = 0

    def __call__(self, situation: Situation) -> Decision | None:
        """The best decision, or None while it is being worked out. A failure is raised to whoever asks."""
        self._hear()
        answer = self._answers.get(situation)
        if answer is None:
            self._ask(situation)
            return None
        if not isinstance(answer, Decision):
            raise NoBestPlay(answer)
        return answer

    def prepare(self, rules: Rules) -> None:
        """Have the mathematics of these rules ready before anybody needs them."""
        if rules not in self._prepared:
            self._prepared.add(rules)
            self._hear()
            for situation in first_situations(rules):
                if situation not in self._answers:
                    self._ask(situation, AHEAD)

    def close(self) -> None:
        """End the child, whatever it is doing."""
        if self._child is not None:
            self._child.kill()
            self._child.join()
        self._child = self._pipe = None

    def _ask(self, situation: Situation, rank: int = NOW) -> None:
        most = IN_FLIGHT_MAX if rank == NOW else PREPARING_MAX
        if situation in self._asked or len(self._asked) >= most:
            return
        if self._pipe is None and not self._start():
            self._answers[situation] = "its process ended again and again"
            return
        assert self._pipe is not None, "there is a child to ask"
        with suppress(OSError):  # it has ended: that is heard when the answer is looked for
            self._pipe.send((rank, situation))
        self._asked[situation] = None

    def _start(self) -> bool:
        if self._starts >= STARTS_MAX:
            return False
        self._starts += 1
        spawning = get_context("spawn")
        self._pipe, theirs = spawning.Pipe()
        self._child = spawning.Process(
            target=_serve, args=(theirs, self._work), name="best-play", daemon=True
        )
        self._child.start()
        theirs.close()
        return True

    def _hear(self) -> None:
        """Take what has been answered. Where the child has ended, what it owes is asked of another one."""
        try:
            while self._pipe is not None and self._pipe.poll():
                situation, answer = self._pipe.recv()
                self._asked.pop(situation, None)
                if len(self._answers) >= KEPT:
                    self._answers.clear()
                self._answers[situation] = answer
        except (EOFError, OSError):
            self._pipe = self._child = None
            self._asked.clear()


def _serve(pipe: Connection, work: Work) -> None:
    """The child: answers one question after the other until its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the server ends this one, too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICENESS)
    questions: queue.PriorityQueue[tuple[int, int, Situation]] = queue.PriorityQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    while True:
        _, _, situation = questions.get()
        try:
            answer: Decision | str = work(situation)
        except Exception as wrong:  # noqa: BLE001  # whoever asked hears of it
            answer = f"{type(wrong).__name__}: {wrong}"
        try:
            pipe.send((situation, answer))
        except OSError:  # the parent is gone, and nobody hears a complaint about it
            os._exit(0)


def _listen(pipe: Connection, questions: queue.PriorityQueue[tuple[int, int, Situation]]) -> None:
    """Even in the middle of compiling a child ends with its parent, however that ended."""
    for number in count():
        try:
            rank, situation = pipe.recv()
            questions.put((rank, number, situation))
        except (EOFError, OSError):
            os._exit(0)
