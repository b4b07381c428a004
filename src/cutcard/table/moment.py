"""What a decider is given beside the table and the command, and what it answers. Judges nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from cutcard.games.reason import Refusal
from cutcard.table import events as e
from cutcard.table.command import Source

Decisions = Sequence[e.AnyEvent] | Refusal
"""The events a command leads to, or why it does not."""

Purses = Callable[[str], int]


def nobody_else(_patron: str) -> int:
    """The purses of others, where nobody else's money can be touched."""
    return 0


class Moment(msgspec.Struct, frozen=True):
    """When a command comes, from where, and what purses could still pay.

    ``playable`` is what the command's patron could still stake, ``others`` what anybody else could.
    """

    at_ms: int
    source: Source = Source.HOUSE
    playable: int = 0
    others: Purses = nobody_else


NOT_HERE: Final = Refusal("not_at_this_table")
"""The answer to a patron who does not have the table open."""
