"""What a robot stakes, from the fields and limits its screen shows. The table says whether it takes it."""

from __future__ import annotations

from random import Random

import msgspec

from cutcard.robots.temper import Temper
from cutcard.views.shapes import FieldView, TableInfo

SIDES = ("player", "banker", "tie")
MAIN = "main"
SPECIALS_MAX = 4
SHARE = 10
"""No round costs more than this part of the purse at the start, so that doubles can be paid."""


class Chip(msgspec.Struct, frozen=True):
    """One chip to be placed."""

    position: int
    bet: str
    amount: int


def chips(info: TableInfo, temper: Temper, chance: Random, playable: int) -> list[Chip]:
    """The chips for a round, main bets first; none where the purse is too thin."""
    left = playable // SHARE
    placed: list[Chip] = []
    for position, main in _mains(info, temper, chance):
        stake = _stake(main, temper)
        if stake > left:
            break
        left -= stake
        placed.append(Chip(position, main.bet, stake))
    bets = {(chip.position, chip.bet) for chip in placed}
    for field in _specials(info, temper, chance):
        needed = field.needs is None or (field.position, field.needs) in bets
        if (
            needed
            and any(chip.position == field.position for chip in placed)
            and field.limits.stake_min <= left
        ):
            stake = max(1, field.limits.stake_min)
            left -= stake
            placed.append(Chip(field.position, field.bet, stake))
    return placed


def _mains(info: TableInfo, temper: Temper, chance: Random) -> list[tuple[int, FieldView]]:
    if info.game == "baccarat":
        (bet,) = chance.choices(SIDES, (45, 50, 5))
        return [(1, field) for field in info.fields if field.bet == bet]
    mains = [field for field in info.fields if field.bet == MAIN]
    return [(field.position, field) for field in mains[: temper.positions]]


def _stake(field: FieldView, temper: Temper) -> int:
    wanted = max(1, field.limits.stake_min) * temper.stake
    return min(wanted, field.limits.stake_max) if field.limits.stake_max else wanted


def _specials(info: TableInfo, temper: Temper, chance: Random) -> list[FieldView]:
    others = [field for field in info.fields if field.bet != MAIN and field.bet not in SIDES]
    return [field for field in others if chance.random() < temper.specials / 2][:SPECIALS_MAX]
