"""How interrupted games change a table. What happens inside one is in ``fork``. It never judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

import msgspec

from cutcard.table import events as e
from cutcard.table.forks.fork import Fork, evolve_fork
from cutcard.table.settings import fork_wait_ms
from cutcard.table.state import (
    Table,
)


def fork_of(table: Table, event: e.ForkRaised | e.ForkSettled | e.ForkEvent) -> Fork:
    """The interrupted game an event belongs to."""
    assert table.deal.felt is not None, "a hand is forked in a round"
    return table.deal.felt.forked[event.seat]


def in_fork(table: Table, event: e.ForkEvent) -> None:
    """What stands in the interrupted game's own record."""
    evolve_fork(fork_of(table, event), event)


def forks_wait_again(table: Table) -> None:
    """A halt is over: who is awaited in an interrupted game is awaited in full."""
    if table.deal.felt is not None:
        for fork in table.deal.felt.forked.values():
            fork.closes_ms = table.clock.at_ms + fork_wait_ms(table.deal.settings)


def forks_kept(table: Table, before: Mapping[int, Fork]) -> None:
    """The round was played again: interrupted games go on as they were, or are void with their wagers."""
    if table.deal.felt is not None:
        for seat, fork in before.items():
            fork.void = fork.void or seat not in table.deal.felt.forked
        table.deal.felt.forked = dict(before)


def forks_void(table: Table) -> None:
    """The round is void, and so are its interrupted games."""
    if table.deal.felt is not None:
        for fork in table.deal.felt.forked.values():
            fork.void = True


FORKS: Final[dict[type[msgspec.Struct], Callable[[Table, Any], None]]] = {
    **dict.fromkeys(get_args(e.ForkEvent), in_fork),
}
