"""What one turn of the venue has to say, and to whom. Nothing here is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cutcard.server.realtime.sender import Frames
from cutcard.venue.requests import Wanted


class Outbox(msgspec.Struct):
    """What a turn of the venue has to say: answers first, then news; results go to whoever waits for them.

    ``after`` is done once everybody was sent what the turn changed.
    """

    answers: Frames = []
    frames: Frames = []
    results: list[tuple[Any, Any]] = []
    calls: list[Wanted] = []
    settled_calls: list[str] = []
    after: list[Callable[[], None]] = []
    moved: list[str] = []
