"""What has to be known to judge an event, and so what a source of events can lack. It judges nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Flag, auto
from typing import Final


class Need(Flag):
    """What is known besides the event and the rules that the round names."""

    NOTHING = 0
    TABLE = auto()
    """The table itself: its times and limits, its seats and its shoe, and what was before the round."""
    EVERYBODY = auto()
    """The leaves of every patron who had a part in the play."""
    TEXTS = auto()
    """What every patron mixed into the cards, also those who had no part in the play."""
    FELT = auto()
    """The round as it is played, each card where it lies."""


_HANGS_ON: Final = {
    Need.TABLE: "what hangs on the table before the round, or on its times and limits",
    Need.EVERYBODY: "what hangs on the leaves of others",
    Need.TEXTS: "what hangs on the texts of others",
}


def not_judged(needs: Iterable[tuple[str, Need]]) -> Iterator[str]:
    """In words, what could not be judged: of which kinds of events what was needed and not there."""
    by_need: dict[Need, dict[str, None]] = {}
    for tag, need in needs:
        for part in need:
            by_need.setdefault(part, {})[tag] = None
    for part in _HANGS_ON:
        if part in by_need:
            yield f"{_HANGS_ON[part]}: {', '.join(sorted(by_need[part]))}"
