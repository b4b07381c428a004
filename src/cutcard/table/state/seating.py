"""Who sits where, and what follows a seat from round to round."""

from __future__ import annotations

from typing import Final

import msgspec

FREED_KEPT: Final = 64
"""So many patrons are notified on their return that their seat was freed."""


class Seating(msgspec.Struct, kw_only=True):
    """``runs`` are the wins in a row of each seat, ``idle`` how many rounds each has sat out.

    ``freed`` is the seat that the house has freed for each patron, and why, until they sit again (TB-20).
    """

    seats: dict[int, str] = {}
    runs: dict[int, int] = {}
    idle: dict[int, int] = {}
    freed: dict[str, tuple[int, str]] = {}
    refuses_behind: dict[int, bool] = {}
    refuses_next: dict[int, bool] = {}
