"""The answers to what is due, as values that can be kept and replayed. They judge nothing."""

from __future__ import annotations

import msgspec

from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """An open card was dealt."""

    card: int


class DealtFaceDown(msgspec.Struct, frozen=True, tag="dealt_face_down"):
    """A card was dealt face down."""


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """The dealer looked for blackjack."""

    blackjack: bool


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """The face-down card was turned."""

    card: int


class Decided(msgspec.Struct, frozen=True, tag="decided"):
    """A patron decided for a hand."""

    hand: HandAt
    decision: Decision


Answer = Dealt | DealtFaceDown | Checked | Turned | Decided
