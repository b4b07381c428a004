"""What shows that a random round was fair: its commitment, the texts mixed into it, its secret (TB-62)."""

from __future__ import annotations

import msgspec


class Fairness(msgspec.Struct, kw_only=True):
    """``contributed`` is how many texts each patron mixed into the round."""

    commitment: str = ""
    contributions: str = ""
    secret: str = ""
    texts: list[str] = []
    contributed: dict[str, int] = {}
    revealed: bool = True
