"""A chart: one decision for each total against each up card, and what playing by it returns.

Further cards look at the total alone, except where a charlie is near: those exceptions are charted by
number of cards. How good a chart is, is told here; which is the best, is found by ``best_chart``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.codes import HARD, PAIRS, SOFT, UPS, calm, card_name, default_code, says
from cutcard.exact.main import kernel
from cutcard.exact.main.blackjack import Analysis, Deal, Strategy, UpCard, up_card
from cutcard.exact.main.player_hands import (
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
from cutcard.games.blackjack.hand import ACE
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Rules, Surrender

Ints = NDArray[np.int64]

Cell = tuple[bool, int]
"""Soft or hard, and the total."""

Near = tuple[int, bool, int]
"""Near a charlie: the number of cards, soft or hard, and the total."""


class UpChart(msgspec.Struct, frozen=True):
    """One column of a chart: codes by total and by pair, and exceptions by number of cards."""

    cells: Mapping[Cell, str]
    pairs: Mapping[int, str]
    by_cards: Mapping[Near, str]


def cell_of(deal: Deal) -> Cell:
    """The cell that two first cards belong to."""
    soft = deal.first == ACE
    return soft, deal.first + deal.second + 10 * soft


def is_printed(cell: Cell) -> bool:
    """Whether a chart has a row for this total."""
    return cell[1] in (SOFT if cell[0] else HARD)


def code_of(column: UpChart, cell: Cell) -> str:
    """What a column says of a total, also of one that has no row."""
    return column.cells.get(cell) or default_code(*cell)


def as_strategy(rules: Rules, column: UpChart) -> Strategy:
    """A column of the chart as decisions for every hand."""
    return Strategy(
        unsplit=decisions(rules, column, UNSPLIT),
        from_split=decisions(rules, column, FROM_SPLIT),
        from_aces=decisions(rules, column, FROM_ACES),
        splits=frozenset(value for value, code in column.pairs.items() if says(code, Decision.SPLIT)),
    )


class Places(msgspec.Struct, frozen=True, eq=False):
    """Where a chart looks each hand up: its cell, its pair, its number of cards."""

    cells: dict[Cell, Ints]
    pairs: dict[int, int]
    by_cards: dict[Near, Ints]


@lru_cache(maxsize=16)
def places(cards_counted: int) -> Places:
    """The hands of every cell, every pair and every exception."""
    cells: dict[Cell, list[int]] = {}
    by_cards: dict[Near, list[int]] = {}
    pairs: dict[int, int] = {}
    for h, hand in enumerate(summaries(cards_counted)):
        cells.setdefault((hand.soft, hand.total), []).append(h)
        if hand.cards >= 3:
            by_cards.setdefault((hand.cards, hand.soft, hand.total), []).append(h)
        elif hand.pair:
            pairs[hand.pair] = h
    return Places(
        {cell: np.array(hands, dtype=np.int64) for cell, hands in cells.items()},
        pairs,
        {at: np.array(hands, dtype=np.int64) for at, hands in by_cards.items()},
    )


def decisions(rules: Rules, column: UpChart, situation: int) -> Ints:
    """What a column of the chart says to every hand that is asked."""
    listed, at = menu(rules, situation), places(rules.cards_counted)
    made = np.zeros(len(listed.state), dtype=np.int64)
    for cell, hands in at.cells.items():
        made[hands] = choose(listed.allowed[hands], code_of(column, cell))
    for exception, code in column.by_cards.items():
        hands = at.by_cards[exception]
        made[hands] = choose(listed.allowed[hands], code)
    if situation == UNSPLIT:
        for pair, code in column.pairs.items():
            h = at.pairs[pair]
            made[h] = choose(listed.allowed[[h]], code)[0]
    made[listed.state != OPEN] = 0
    return made


def choose(allowed: Ints, code: str) -> Ints:
    """What a code comes to for hands with these decisions."""
    hits = allowed & CAN_HIT > 0 if calm(code) == "H" else allowed & CAN_STAND == 0
    chosen = np.where(hits, kernel.HIT, kernel.STAND)
    if says(code, Decision.DOUBLE):
        chosen = np.where(allowed & CAN_DOUBLE > 0, kernel.DOUBLE, chosen)
    if says(code, Decision.SURRENDER):
        chosen = np.where(allowed & CAN_SURRENDER > 0, kernel.SURRENDER, chosen)
    return chosen


def by_up_card(analysis: Analysis) -> dict[int, list[Deal]]:
    """The deals over each up card."""
    dealt: dict[int, list[Deal]] = {}
    for deal in analysis.deals:
        dealt.setdefault(deal.up, []).append(deal)
    return dealt


def play(base: UpCard, column: UpChart) -> UpCard:
    """The up card played by a column of the chart."""
    return up_card(
        base.rules, base.left, base.value, strategy=as_strategy(base.rules, column), ends=base.ends
    )


def worth(played: UpCard, column: UpChart, dealt: list[Deal]) -> float:
    """What a column gains per unit staked, by all deals over its up card. Insurance is not in it."""
    return sum(deal.chance * _worth(played, column, deal) for deal in dealt)


def _worth(played: UpCard, column: UpChart, deal: Deal) -> float:
    """What two first cards are worth when they are played by the chart."""
    if deal.best is None:
        return deal.worth - max(deal.insurance, 0.0)
    code = code_of_deal(column, deal)
    if gives_up_early(played.rules, code, deal):
        return deal.values[Decision.SURRENDER]
    h = all_hands().of(deal.first, deal.second)
    joint = played.split[deal.first] if says(code, Decision.SPLIT) else float(played.taken[h])
    return played.whole(h, joint)


def code_of_deal(column: UpChart, deal: Deal) -> str:
    """What a column says of two first cards."""
    return column.pairs[deal.first] if deal.first == deal.second else code_of(column, cell_of(deal))


def gives_up_early(rules: Rules, code: str, deal: Deal) -> bool:
    """Whether two first cards are surrendered before the dealer looks, with the offer of insurance."""
    early = rules.surrender is Surrender.EARLY_ACE
    return early and says(code, Decision.SURRENDER) and Decision.SURRENDER in deal.values


class ChartReturn(msgspec.Struct, frozen=True):
    """What playing by a chart returns per unit staked, insurance never taken and always taken."""

    uninsured: float
    insured: float

    @property
    def insurance(self) -> bool:
        """Whether the chart takes insurance: where it returns more with it."""
        return self.insured > self.uninsured


def chart_return(analysis: Analysis, columns: Mapping[int, UpChart]) -> ChartReturn:
    """What a chart returns. Somebody who surrenders early has answered the offer, and is not insured."""
    gained = insured = 0.0
    for value, dealt in by_up_card(analysis).items():
        column = columns[value]
        gained += worth(play(analysis.ups[value], column), column, dealt)
        insured += sum(
            deal.chance * deal.insurance
            for deal in dealt
            if deal.best is None or not gives_up_early(analysis.rules, code_of_deal(column, deal), deal)
        )
    return ChartReturn(1 + gained, 1 + gained + insured)


def printable_chart(columns: Mapping[int, UpChart], *, insurance: bool) -> Chart:
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
        insurance=insurance,
    )


def _row(columns: Mapping[int, UpChart], cell: Cell) -> Iterator[tuple[str, str]]:
    for name, value in UPS.items():
        if value in columns and cell in columns[value].cells:
            yield name, columns[value].cells[cell]


def by_cards(columns: Mapping[int, UpChart]) -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """The exceptions as they are printed: number of cards, hard or soft, total, up card."""
    shown: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for exception in sorted({at for column in columns.values() for at in column.by_cards}):
        cards, soft, total = exception
        kind = shown.setdefault(str(cards), {}).setdefault("soft" if soft else "hard", {})
        kind[str(total)] = {
            name: columns[value].by_cards[exception]
            for name, value in UPS.items()
            if value in columns and exception in columns[value].by_cards
        }
    return shown
