"""Which stakes a field takes, and which chips are of use for them (GUI-05, GUI-07). Knows no patron."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cutcard.games import baccarat
from cutcard.games.blackjack.wagers import MAIN
from cutcard.money import Odds
from cutcard.table.betting.betting_layout import odds_of_best_line
from cutcard.table.settings import Same, Settings, fields, is_baccarat, limits_of


class StakeRange(msgspec.Struct, frozen=True):
    """The smallest and the largest stake a field takes; ``most`` is 0 where nothing limits it.

    ``by_payout`` says that the largest payout binds before the largest stake.
    """

    least: int
    most: int
    by_payout: bool


class Chip(msgspec.Struct, frozen=True):
    """A chip of a rack. One that no field of the table takes by itself is of no use."""

    amount: int
    useful: bool


class Rack(msgspec.Struct, frozen=True):
    """The chips of one denomination."""

    denomination: int
    chips: tuple[Chip, ...]


def stake_range(settings: Settings, bet: str) -> StakeRange:
    """The stakes that a bet's field takes."""
    return _stake_range(Same(settings), bet)


@lru_cache(maxsize=4096)
def _stake_range(same: Same, bet: str) -> StakeRange:
    settings, limits = same.settings, limits_of(same.settings, bet)
    unit = settings.unit
    # Bets lie in whole units, so the least is the minimum rounded up to one (BJ-07).
    least = max(unit, -(-limits.stake_min // unit) * unit)
    most = limits.stake_max - limits.stake_max % unit
    if not limits.payout_max:
        return StakeRange(least, most, by_payout=False)
    payable = _largest_stake(odds_of_best_line(settings, bet), limits.payout_max)
    # Downwards: one unit more could win more than the payout.
    payable -= payable % unit
    by_payout = not most or payable < most
    return StakeRange(least, payable if by_payout else most, by_payout)


def _largest_stake(odds: Odds, payout_max: int) -> int:
    """The largest stake whose winnings, rounded down to a minor unit, do not exceed the payout."""
    ratio = odds.ratio
    return -(-(payout_max + 1) * ratio.denominator // ratio.numerator) - 1


def table_minimum(settings: Settings) -> int:
    """The least that can be bet on a main field."""
    mains = baccarat.MAIN_BETS if is_baccarat(settings) else (MAIN,)
    return min(stake_range(settings, bet).least for bet in mains)


def racks(settings: Settings) -> tuple[Rack, ...]:
    """The chips under each denomination: their values follow it (GUI-07)."""
    return _racks(Same(settings))


@lru_cache(maxsize=1024)
def _racks(same: Same) -> tuple[Rack, ...]:
    settings = same.settings
    return tuple(
        Rack(credit, tuple(_chip(settings, count * credit) for count in settings.chips))
        for credit in settings.denominations
    )


def _chip(settings: Settings, amount: int) -> Chip:
    bets = dict.fromkeys(bet for _, bet in fields(settings))
    return Chip(amount, any(_fits(settings, bet, amount) for bet in bets))


def _fits(settings: Settings, bet: str, amount: int) -> bool:
    force = stake_range(settings, bet)
    return force.least <= amount and (not force.most or amount <= force.most) and not amount % settings.unit


def first_rack(settings: Settings) -> Rack:
    """What a terminal starts with: the lowest denomination under which the table's minimum is a chip."""
    by_value = sorted(racks(settings), key=lambda rack: rack.denomination)
    minimum = table_minimum(settings)
    for rack in by_value:
        if any(chip.amount == minimum for chip in rack.chips):
            return rack
    return next((rack for rack in by_value if any(chip.useful for chip in rack.chips)), by_value[0])


def first_chip(settings: Settings) -> int:
    """The chip in hand of whoever has chosen none."""
    chips = first_rack(settings).chips
    return next((chip.amount for chip in chips if chip.useful), chips[0].amount)
