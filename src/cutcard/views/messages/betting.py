"""Messages of stakes and chips: limits in force, racks, what one press of Bet All does."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class BetAllView(msgspec.Struct, frozen=True):
    """What one press of Bet All costs, and the bets it leaves out (GUI-08).

    Each is left out for its ``limit``, its ``payout``, the patron's ``credit``, or a ``missing`` other bet.
    """

    cost: int
    left_out: Mapping[str, str] = {}


class WagerView(msgspec.Struct, frozen=True, kw_only=True):
    """A stake on a field, what it could win at best, and what lies there with doubles and splits."""

    position: int
    bet: str
    stake: int
    could_win: int
    laid: int = 0


class HandStake(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on one hand, its double with it (GUI-11)."""

    position: int
    branch: int
    stake: int


class LimitsView(msgspec.Struct, frozen=True):
    """A field's limits; zero is none.

    ``least`` and ``most`` are the stakes it takes in the end; ``payout_binds`` where the largest payout
    is what limits them (GUI-05).
    """

    stake_min: int
    stake_max: int
    payout_max: int
    least: int = 0
    most: int = 0
    payout_binds: bool = False


class ChipView(msgspec.Struct, frozen=True):
    """A chip of the rack; one that no field of the table takes is grey (GUI-07)."""

    amount: int
    useful: bool = True


class RackView(msgspec.Struct, frozen=True):
    """The chips under one denomination."""

    denomination: int
    chips: tuple[ChipView, ...]
