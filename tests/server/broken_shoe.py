"""A server in which every shoe breaks at the first card, with a card in the error. It deals nothing."""

from __future__ import annotations

from cutcard.cli import main
from cutcard.table import Table
from cutcard.venue.random_center import RandomCenter


def broken(_center: RandomCenter, _table: Table, _index: int) -> int:
    """Cannot deal, and says too much about it."""
    raise AssertionError("the face-down card is a Qs")


if __name__ == "__main__":
    RandomCenter._card = broken  # type: ignore[method-assign, assignment]
    main()
