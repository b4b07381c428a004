"""The printed chart: one decision for each total against each up card, and what playing by it returns.

A cell takes what is best on average over the two first cards it stands for. Further cards
look at the total alone, except where a charlie is near: those exceptions are charted by
number of cards. The chart is read off the exact values; it decides no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact import kernel
from cutcard.exact.blackjack import Analysis, Deal, Strategy, UpCard, deals, up_card
from cutcard.exact.player_hands import (
    CAN_DOUBLE,
    CAN_HIT,
    CAN_STAND,
    CAN_SURRENDER,
    FROM_ACES,
    FROM_SPLIT,
    OPEN,
    UNSPLIT,
    all_hands,
    menu,
    summaries,
)
from cutcard.exact.sheet import Chart
from cutcard.games.blackjack.hand import ACE, TEN
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Rules, Surrender

Ints = NDArray[np.int64]

UPS: Final = {**{str(value): value for value in range(2, 10)}, "T": TEN, "A": ACE}
HARD: Final = range(5, 21)
SOFT: Final = range(13, 21)
PAIRS: Final = (2, 3, 4, 5, 6, 7, 8, 9, TEN, ACE)

Cell = tuple[bool, int]
"""Soft or hard, and the total."""


def card_name(value: int) -> str:
    """A card's value as charts write it."""
    return {ACE: "A", TEN: "T"}.get(value, str(value))


class UpChart(msgspec.Struct, frozen=True):
    """One column of a chart: codes by total and by pair, and exceptions by number of cards."""

    cells: Mapping[Cell, str]
    pairs: Mapping[int, str]
    by_cards: Mapping[tuple[int, bool, int], str]


def charts(found: Analysis) -> dict[int, UpChart]:
    """The chart of a game, column by column."""
    by_up: dict[int, list[Deal]] = {}
    for deal in found.deals:
        by_up.setdefault(deal.up, []).append(deal)
    return {value: _column(found.ups[value], by_up[value]) for value in found.ups}


def _column(up: UpCard, dealt: list[Deal]) -> UpChart:
    cells: dict[Cell, list[Deal]] = {}
    pairs: dict[int, str] = {}
    for deal in dealt:
        if deal.best is None:
            continue
        if deal.first == deal.second:
            pairs[deal.first] = _code([deal])
        cells.setdefault(_cell(deal), []).append(deal)
    codes = {cell: _code(_unpaired(same)) for cell, same in cells.items()}
    return UpChart(codes, pairs, _exceptions(up, codes))


def _cell(deal: Deal) -> Cell:
    soft = deal.first == ACE
    return soft, deal.first + deal.second + 10 * soft


def _unpaired(same: list[Deal]) -> list[Deal]:
    """A pair has a row of its own, and stands for its total only where nothing else does."""
    return [deal for deal in same if deal.first != deal.second] or same


def _code(same: list[Deal]) -> str:
    """The best decision on average, and what to do where it cannot be had."""
    average = {
        decision: sum(deal.chance * deal.values[decision] for deal in same)
        for decision in same[0].values
        if all(decision in deal.values for deal in same)
    }
    ranked = sorted(average, key=lambda decision: -average[decision])
    best = ranked[0]
    calm = "H" if average[Decision.HIT] > average[Decision.STAND] else "S"
    match best:
        case Decision.SPLIT:
            return "P"
        case Decision.DOUBLE:
            return "D" if calm == "H" else "Ds"
        case Decision.SURRENDER:
            if ranked[1] is Decision.SPLIT:
                return "Rp"
            return "R" if calm == "H" else "Rs"
        case _:
            return calm


def _exceptions(up: UpCard, codes: Mapping[Cell, str]) -> dict[tuple[int, bool, int], str]:
    """Where a hand of so many cards, close to a charlie, is played unlike its total."""
    if not up.rules.charlie:
        return {}
    hands = all_hands()
    sums: dict[tuple[int, bool, int], list[float]] = {}
    for h, hand in enumerate(summaries(up.rules.cards_counted)):
        if 3 <= hand.cards < up.rules.charlie and up.columns[h, kernel.HIT] > kernel.NOT_AVAILABLE:
            ways = _ways(up.left, hands.counts[h])
            both = sums.setdefault((hand.cards, hand.soft, hand.total), [0.0, 0.0])
            both[0] += ways * up.columns[h, kernel.STAND]
            both[1] += ways * up.columns[h, kernel.HIT]
    # A charlie only ever tempts a hand to hit; standing where the total would hit is not its doing.
    return {
        (cards, soft, total): "H"
        for (cards, soft, total), (stand, hit) in sums.items()
        if 12 <= total < 21 and hit > stand and _calm(codes.get((soft, total), "S")) == "S"
    }


def _ways(left: Ints, counts: Ints) -> float:
    """In how many ways these cards can lie together."""
    ways = 1
    for there, taken in zip(left.tolist(), counts.tolist(), strict=True):
        ways *= comb(there, taken)
    return float(ways)


def _calm(code: str) -> str:
    """What a code says to a hand that can only hit or stand."""
    return {"H": "H", "S": "S", "D": "H", "Ds": "S", "R": "H", "Rs": "S"}.get(code, "H")


def as_strategy(rules: Rules, column: UpChart) -> Strategy:
    """A column of the chart as decisions for every hand."""
    return Strategy(
        unsplit=_decisions(rules, column, UNSPLIT),
        from_split=_decisions(rules, column, FROM_SPLIT),
        from_aces=_decisions(rules, column, FROM_ACES),
        splits=frozenset(value for value, code in column.pairs.items() if code == "P"),
    )


def _decisions(rules: Rules, column: UpChart, situation: int) -> Ints:
    listed = menu(rules, situation)
    made = np.zeros(len(listed.state), dtype=np.int64)
    for h, hand in enumerate(summaries(rules.cards_counted)):
        if listed.state[h] != OPEN:
            continue
        code = column.cells.get((hand.soft, hand.total), "H" if hand.total < 12 else "S")
        if situation == UNSPLIT and hand.pair:
            code = column.pairs.get(hand.pair, code)
        calm = column.by_cards.get((hand.cards, hand.soft, hand.total), _calm(code))
        made[h] = _made(int(listed.allowed[h]), code, calm)
    return made


def _made(allowed: int, code: str, calm: str) -> int:
    if code.startswith("D") and allowed & CAN_DOUBLE:
        return kernel.DOUBLE
    if code.startswith("R") and allowed & CAN_SURRENDER:
        return kernel.SURRENDER
    wanted = kernel.HIT if calm == "H" else kernel.STAND
    if wanted == kernel.HIT and not allowed & CAN_HIT:
        return kernel.STAND
    return wanted if allowed & CAN_STAND else kernel.HIT


def chart_returned(found: Analysis, columns: Mapping[int, UpChart]) -> float:
    """What playing by the chart returns per unit staked. Insurance is never taken by it."""
    size = int(found.left.sum())
    gained = 0.0
    for value, column in columns.items():
        up = up_card(found.rules, found.ups[value].left, value, strategy=as_strategy(found.rules, column))
        chance = int(found.left[value - 1]) / size
        gained += sum(deal.chance * _played(up, column, deal) for deal in deals(up, chance))
    return 1 + gained


def _played(up: UpCard, column: UpChart, deal: Deal) -> float:
    """What two first cards are worth when they are played by the chart."""
    h = all_hands().of(deal.first, deal.second)
    if deal.best is None:
        return deal.worth - max(deal.insurance, 0.0)
    code = column.pairs[deal.first] if deal.first == deal.second else column.cells[_cell(deal)]
    early = up.rules.surrender is Surrender.EARLY_ACE
    if early and code.startswith("R") and Decision.SURRENDER in deal.values:
        return deal.values[Decision.SURRENDER]
    if code == "P":
        return deal.values[Decision.SPLIT]
    return up.whole(h, float(up.taken[h]))


def printed(columns: Mapping[int, UpChart], found: Analysis) -> Chart:
    """The chart as it is printed."""
    return Chart(
        hard={str(total): dict(_row(columns, (False, total))) for total in HARD},
        soft={str(total): dict(_row(columns, (True, total))) for total in SOFT},
        pairs={
            f"{card_name(pair)},{card_name(pair)}": {
                name: columns[value].pairs[pair]
                for name, value in UPS.items()
                if value in columns and pair in columns[value].pairs
            }
            for pair in PAIRS
        },
        insurance=any(deal.insurance > 0 for deal in found.deals),
    )


def _row(columns: Mapping[int, UpChart], cell: Cell) -> Iterator[tuple[str, str]]:
    for name, value in UPS.items():
        if value in columns and cell in columns[value].cells:
            yield name, columns[value].cells[cell]


def by_cards(columns: Mapping[int, UpChart]) -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """The exceptions as they are printed: number of cards, hard or soft, total, up card."""
    shown: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for exception in sorted({one for column in columns.values() for one in column.by_cards}):
        cards, soft, total = exception
        kind = shown.setdefault(str(cards), {}).setdefault("soft" if soft else "hard", {})
        kind[str(total)] = {
            name: columns[value].by_cards[exception]
            for name, value in UPS.items()
            if value in columns and exception in columns[value].by_cards
        }
    return shown
