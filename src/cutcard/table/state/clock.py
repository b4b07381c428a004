"""A table's own times, in its own milliseconds. Somebody else says what time it is."""

from __future__ import annotations

import msgspec


class Clock(msgspec.Struct, kw_only=True):
    """``at_ms`` is the time of the last event; ``deadline_ms`` when what the table waits for is over."""

    at_ms: int = 0
    last_bets_ms: int | None = None
    deadline_ms: int | None = None
    window_open: bool = False
    bets_closed_ms: int = 0
    result_ms: int = 0
    card_due_ms: int = 0
    round_over_ms: int = 0
