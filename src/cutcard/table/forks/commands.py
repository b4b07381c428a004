"""What the venue brings to an interrupted game, as commands. Nobody else can ask any of it (TB-40)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.table.command import Card, Position, Seat, TableCommand


class Complete(TableCommand, frozen=True, tag="complete"):
    """Best play without new money for a hand that waits no longer for its patron (TB-40, TB-42)."""

    patron: str
    decision: Decision
    position: Position = 1
    branch: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0


class OpenFork(msgspec.Struct, frozen=True, tag="open_fork"):
    """Begin the record of an interrupted game: the entry it hangs on, and what its cards are bound to."""

    seat: Seat
    entry: int
    hash: str
    commitment: str


class DealFork(msgspec.Struct, frozen=True, tag="deal_fork"):
    """A card of an interrupted game was drawn."""

    seat: Seat
    card: Card


class RevealFork(msgspec.Struct, frozen=True, tag="reveal_fork"):
    """The secret of an interrupted game, after its end."""

    seat: Seat
    secret: str


ForkCommand = OpenFork | DealFork | RevealFork
