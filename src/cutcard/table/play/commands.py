"""What a patron decides about a hand. Who may ask is judged elsewhere."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.table.command import Position, TableCommand


class Decide(TableCommand, frozen=True, tag="decide"):
    """Decide for a hand."""

    patron: str
    decision: Decision
    position: Position = 1
    branch: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
