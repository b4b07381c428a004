"""A run: rounds in chunks, each a function of the seed and its number, on as many threads as there are.

Chunks may be counted anywhere and in any order; whole numbers add up to the same tally. What the
tally means is worked out elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, Protocol

import msgspec

from cutcard.games import blackjack
from cutcard.profiles import Profile, bets_of
from cutcard.sim.coups import prepared_coups
from cutcard.sim.plan import Plan
from cutcard.sim.report.tally import Tally, together
from cutcard.sim.rounds import prepared_rounds
from cutcard.specials import PayTable

CHUNK: Final = 1 << 21
"""Rounds in a chunk."""

SMALL: Final = 20_000
"""Up to so many rounds a run is done before a compiler has been loaded."""


class Request(msgspec.Struct, frozen=True):
    """What to simulate."""

    profile: Profile
    rounds: int
    seed: int
    positions: int = 1
    bets: tuple[tuple[str, PayTable], ...] = ()
    plan: Plan | None = None


class Prepared(Protocol):
    """A game made ready: counts any chunk of it."""

    def chunk(self, seed: int, number: int, rounds: int) -> Tally:
        """The tally of one chunk."""


def prepare(request: Request, *, compiled: bool) -> Prepared:
    """The tables and kernels of a request."""
    rules, catalogue = request.profile.rules, bets_of(request.profile)
    if isinstance(rules, blackjack.Rules):
        assert request.plan is not None, "blackjack needs a plan"
        return prepared_rounds(
            rules, request.plan, request.positions, request.bets, compiled=compiled, catalogue=catalogue
        )
    return prepared_coups(rules, request.bets, compiled=compiled, catalogue=catalogue)


def wants_compiler(request: Request) -> bool:
    """Whether a run is long enough to load numba for, whether or not it is there: the counts depend on it."""
    return request.rounds > SMALL


def chunks(rounds: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """The number and the rounds of each chunk of a run."""
    for number in range(-(-rounds // size)):
        yield number, min(size, rounds - number * size)


Watch = Callable[[Tally], bool]
"""Told the tally so far; false ends the run."""


def made_ready(request: Request) -> Prepared:
    """A request prepared, its kernels loaded: what a run needs before its first round."""
    ready = prepare(request, compiled=wants_compiler(request))
    ready.chunk(request.seed, 0, 1)
    return ready


def simulate(
    request: Request,
    threads: int = 1,
    watch: Watch = lambda _: True,
    ready: Prepared | None = None,
    size: int = CHUNK,
) -> Tally:
    """The tally of a run. Ctrl-C, and a watch that has seen enough, give what was counted so far."""
    ready = ready or made_ready(request)
    done: dict[int, Tally] = {}
    # Chunks count in their order only: a run that ends early is the beginning of the whole one.
    total: Tally | None = None
    counted = 0
    with ThreadPoolExecutor(threads) as pool:
        waiting = list(chunks(request.rounds, size))[::-1]
        running: dict[Future[Tally], int] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * threads:
                    number, rounds = waiting.pop()
                    running[pool.submit(ready.chunk, request.seed, number, rounds)] = number
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    done[running.pop(future)] = future.result()
                while counted in done:
                    part = done.pop(counted)
                    total = part if total is None else together((total, part))
                    counted += 1
                    if not watch(total):
                        waiting.clear()
                        return total
        except KeyboardInterrupt:
            for future in running:
                future.cancel()
            if total is None:
                raise
    assert total is not None, "a run has at least one round"
    return total
