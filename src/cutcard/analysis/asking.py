"""Many questions about the main game, answered from what is kept and by as many processes as there are cores.

What is asked, and what the answers are for, is not known here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import Final

from cutcard.analysis.worker import Worker
from cutcard.exact.main.returns import Question, Returns, kept_returns, returns

WORKERS_MAX: Final = 64  # each is a process of some 200 MB
ALONE_MAX: Final = 3  # so few are answered before another process has started

Watch = Callable[[int, int], None]
"""Told how many of how many are answered."""


def silent(done: int, of: int) -> None:
    """Watches without a word."""


def cores() -> int:
    """How many processes can count beside each other here."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(allowed or 1, WORKERS_MAX)


def answers(
    questions: Sequence[Question], workers: int | None = None, watch: Watch = silent
) -> list[Returns]:
    """The answers, in the order of the questions; those that hang on the same figures are asked once."""
    by_key = {question.key: question for question in questions}
    known = {key: kept for key, question in by_key.items() if (kept := kept_returns(question)) is not None}
    still = {key: question for key, question in by_key.items() if key not in known}
    watch(len(known), len(by_key))
    with closing(_counted(still, workers or cores())) as counted:
        for key, answer in counted:
            known[key] = answer
            watch(len(known), len(by_key))
    return [known[question.key] for question in questions]


def _counted(questions: dict[str, Question], workers: int) -> Generator[tuple[str, Returns], None, None]:
    if workers == 1 or len(questions) <= ALONE_MAX:
        for key, question in questions.items():
            yield key, returns(question)
    else:
        yield from _beside_each_other(questions, min(workers, len(questions)))


def _beside_each_other(questions: dict[str, Question], workers: int) -> Iterator[tuple[str, Returns]]:
    with _running(workers) as idle:

        def ask(question: Question) -> Returns:
            worker = idle.get()
            try:
                return worker.ask(question)
            finally:
                idle.put(worker)

        pool = ThreadPoolExecutor(workers, thread_name_prefix="asking")
        try:
            asked: dict[Future[Returns], str] = {
                pool.submit(ask, question): key for key, question in questions.items()
            }
            for answered in as_completed(asked):
                yield asked[answered], answered.result()
        finally:
            # Whoever is left waits for a worker, which ends with the block around this one.
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _running(workers: int) -> Iterator[SimpleQueue[Worker]]:
    """So many workers, ended whatever happens, an interruption by Ctrl-C included."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    started = []
    try:
        for _ in range(workers):
            started.append(Worker())
            idle.put(started[-1])
        yield idle
    finally:
        for worker in started:
            worker.end()
