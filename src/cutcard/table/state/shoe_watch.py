"""What has been noticed of the cards of a shoe, whatever they mean for a round."""

from __future__ import annotations

from typing import Final

import msgspec

IN_A_ROW: Final = 6
"""So many cards in a row in the order of a new deck mean that nobody shuffled (TB-34)."""


class ShoeWatch(msgspec.Struct, kw_only=True):
    """``in_a_row`` are the last open cards; ``unseen_in_shoe`` is how many left this shoe unseen.

    ``face_down_read``: a reader knows the face-down card, and nothing has spoken against what it read.
    """

    unseen_in_shoe: int = 0
    in_a_row: list[int] = []
    cut_card_seen: bool = False
    face_down_read: bool = False
