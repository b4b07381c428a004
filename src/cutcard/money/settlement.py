"""Settling one wager: what is handed back for a stake at given odds.

Amounts are whole minor units. A part of a unit cannot be paid, so it is rounded
down and the remainder kept (BJ-23). Why the wager won is not known here.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cutcard.money.odds import Odds


class Settlement(msgspec.Struct, frozen=True):
    """All that is handed back, the gain or loss it means, and the fraction that rounding kept."""

    returned: int
    net: int
    remainder: Fraction


def settle(stake: int, odds: Odds) -> Settlement:
    """Stake × (1 + odds), rounded down to a minor unit.

    A lost stake returns nothing and a push all of it, so only a win or a
    surrender can leave a remainder.
    """
    if stake < 0:
        raise ValueError(f"a stake is not negative: {stake}")
    returned, left = divmod(stake * (odds.staked + odds.won), odds.staked)
    return Settlement(returned, returned - stake, Fraction(left, odds.staked))
