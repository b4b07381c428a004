"""What the rules wait for. At any moment exactly one of these is due.

Whoever holds the cards or makes the decisions answers; the rules themselves never
draw a card, read a clock or wait (BJ-26).
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

Place = TypeVar("Place")
"""Where a card may go: a hand at blackjack, a side at baccarat."""


class Card(msgspec.Struct, Generic[Place], frozen=True, tag="card"):
    """An open card for this place."""

    to: Place


class FaceDown(msgspec.Struct, frozen=True, tag="face_down"):
    """A card that leaves the shoe with its face withheld. Only the source of cards may know it."""


class Check(msgspec.Struct, frozen=True, tag="check"):
    """A look under the up card: blackjack, or not."""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """The face of the card that lies face down."""


class Decision(msgspec.Struct, Generic[Place], frozen=True, tag="decision"):
    """A decision for each of these hands, in any order."""

    hands: tuple[Place, ...]


class Nothing(msgspec.Struct, frozen=True, tag="nothing"):
    """The round is over."""


FACE_DOWN = FaceDown()
CHECK = Check()
TURN = Turn()
NOTHING = Nothing()
