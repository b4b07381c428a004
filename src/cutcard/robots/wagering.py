"""What a robot stakes, from the fields and limits its screen shows. The table says whether it takes it."""

from __future__ import annotations

from random import Random

import msgspec

from cutcard.robots.seating import BEHIND
from cutcard.robots.temper import Temper
from cutcard.views.messages.tables import FieldView, TableInfo

SIDES = ("player", "banker", "tie")
MAIN = "main"
SPECIALS_MAX = 4  # fewer than the rules allow (BJ-05), as people do
SHARE = 10
"""No round costs more than this part of the purse at the start, so that doubles can be paid."""


class Chip(msgspec.Struct, frozen=True):
    """One chip to be placed."""

    position: int
    bet: str
    amount: int


class Places(msgspec.Struct, frozen=True):
    """Where a patron may bet at a seated table: on these seats of their own, and behind these."""

    own: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()


def chips(
    info: TableInfo, temper: Temper, chance: Random, playable: int, places: Places | None = None
) -> list[Chip]:
    """The chips for a round, main bets first; none where the purse is too thin."""
    left = playable // SHARE
    placed: list[Chip] = []
    for field in _mains(info, temper, chance, places):
        stake = _stake(field, temper)
        if stake > left:
            break
        left -= stake
        placed.append(Chip(field.position, field.bet, stake))
    bets = {(chip.position, chip.bet) for chip in placed if chip.bet != BEHIND}
    for field in _specials(info, temper, chance, [position for position, _ in bets]):
        needed = field.needs is None or (field.position, field.needs) in bets
        if needed and field.limits.stake_min <= left:
            stake = max(1, field.limits.stake_min)
            left -= stake
            placed.append(Chip(field.position, field.bet, stake))
    return placed


def _mains(info: TableInfo, temper: Temper, chance: Random, places: Places | None) -> list[FieldView]:
    if info.game == "baccarat":
        (bet,) = chance.choices(SIDES, (45, 50, 5))
        return [field for field in info.fields if field.bet == bet]
    mains = [field for field in info.fields if field.bet == MAIN]
    if places is None:
        return mains[: temper.positions]
    seats = [field for field in mains if field.position in places.own]
    return [
        *seats,
        *(field for field in info.fields if field.bet == BEHIND and field.position in places.behind),
    ]


def _stake(field: FieldView, temper: Temper) -> int:
    wanted = max(1, field.limits.stake_min) * temper.stake
    return min(wanted, field.limits.stake_max) if field.limits.stake_max else wanted


def _specials(info: TableInfo, temper: Temper, chance: Random, positions: list[int]) -> list[FieldView]:
    fields = [field for field in info.fields if field.position in positions]
    others = [field for field in fields if field.bet not in (MAIN, BEHIND, *SIDES)]
    return [field for field in others if chance.random() < temper.specials / 2][:SPECIALS_MAX]
