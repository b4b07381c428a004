"""What is judged: whole shoes, card by card, and the random bytes they were dealt from. Knows no source."""

from __future__ import annotations

from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

Cards = NDArray[np.uint8]


class DealtShoes(msgspec.Struct, frozen=True, eq=False):
    """Shoes dealt to their last card, one a row, and the words behind them, one a row of bytes."""

    orders: Cards
    raw: Cards


class ShoeSource(Protocol):
    """Deals shoes. Worker processes get it as it is, so it can be pickled."""

    def deal(self, batch: int, shoes: int) -> DealtShoes:
        """So many shoes of a batch; batches share nothing."""
