"""Why a table stands still, or who may still make it."""

from __future__ import annotations

from typing import Final

import msgspec

MISREAD_FACE_DOWN: Final = "misread_face_down"
"""Why a table halts whose face-down card was read otherwise than it was turned or looked at (MO-04)."""


class OpenDispute(msgspec.Struct, frozen=True):
    """Who halts the table, in which words, and for which reason of the list; both may be empty."""

    patron: str
    about: str = ""
    reason: str = ""


class Halt(msgspec.Struct, kw_only=True):
    """``paused`` is why the table is, ``closed``: no round begins any more.

    ``disputing`` is who has the dispute form open, ``confirmed`` who agrees with the result, and
    ``disputed_cards`` how many open cards lay when the round was last disputed.
    """

    paused: str | None = None
    closed: bool = False
    dispute: OpenDispute | None = None
    disputing: dict[str, None] = {}
    confirmed: dict[str, None] = {}
    disputed_cards: int = 0
