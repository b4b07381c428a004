"""The best chart: no single cell and no single exception, changed alone, would return more.

Theory. A hand meets a cell at most once, so a chart's return is linear in each of its cells: with all others
fixed, a change is worth how often the cell is met, times what the change is worth there. Both are known at
once for unsplit hands. Split hands, which are met more seldom, are only known by playing the whole column
again, and that is done for every change that the unsplit hands do not clearly speak against. Changes that
gain are made until none is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.codes import FOR_TOTALS, ORDER, PAIRS, calm, says
from cutcard.exact.main import kernel
from cutcard.exact.main.blackjack import Analysis, Deal, UpCard
from cutcard.exact.main.chart import (
    Cell,
    Near,
    UpChart,
    by_up_card,
    cell_of,
    choose,
    code_of,
    code_of_deal,
    gives_up_early,
    is_printed,
    places,
    play,
    worth,
)
from cutcard.exact.main.player_hands import FROM_ACES, FROM_SPLIT, OPEN, UNSPLIT, all_hands, menu
from cutcard.games.blackjack.hand import BEST
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Surrender

CLEAR: Final = 0.03
"""A change that costs unsplit hands more than this for each hand met is no gain by what split hands make of
it: the same total beside other cards of the split differs by far less."""

GAINS: Final = 1e-13
"""What is less than this is the rounding of doubles."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def best_charts(analysis: Analysis) -> dict[int, UpChart]:
    """The best chart of a game, column by column."""
    return {value: _best(analysis.ups[value], dealt) for value, dealt in by_up_card(analysis).items()}


def _best(up: UpCard, dealt: list[Deal]) -> UpChart:
    column = _by_first_cards(dealt)
    column = msgspec.structs.replace(column, by_cards=_near_charlies(up, column))
    while True:
        better = _improve(up, dealt, _with_best_pairs(up, dealt, column))
        if better is None:
            return _with_best_pairs(up, dealt, column)
        column = better


def _by_first_cards(dealt: list[Deal]) -> UpChart:
    """Where to begin: what is best on average over the two first cards of each cell."""
    cells: dict[Cell, list[Deal]] = {}
    pairs: dict[int, str] = {}
    for deal in dealt:
        if deal.best is None:
            continue
        if deal.first == deal.second:
            pairs[deal.first] = _code(deal.values)
        if is_printed(cell_of(deal)):
            cells.setdefault(cell_of(deal), []).append(deal)
    return UpChart({cell: _code(_average(same)) for cell, same in cells.items()}, pairs, {})


def _average(same: list[Deal]) -> dict[Decision, float]:
    """A pair has a row of its own, and stands for its total only where nothing else does."""
    unpaired = [deal for deal in same if deal.first != deal.second] or same
    return {
        decision: sum(deal.chance * deal.values[decision] for deal in unpaired)
        for decision in unpaired[0].values
        if all(decision in deal.values for deal in unpaired)
    }


def _code(values: dict[Decision, float]) -> str:
    """The best decision, and what to do where it cannot be had."""
    first, second = sorted(values, key=lambda decision: -values[decision])[:2]
    calmly = Decision.HIT if values[Decision.HIT] > values[Decision.STAND] else Decision.STAND
    match first:
        case Decision.SPLIT:
            order: tuple[Decision, ...] = (first,)
        case Decision.SURRENDER if second is Decision.SPLIT:
            order = first, second
        case Decision.DOUBLE | Decision.SURRENDER:
            order = first, calmly
        case _:
            order = (calmly,)
    return next(code for code, decisions in ORDER.items() if decisions == order)


def _near_charlies(up: UpCard, column: UpChart) -> dict[Near, str]:
    """Where to begin near a charlie: whatever best play hits there, over all hands of so many cards.

    One exception can be worth its while only beside another, so all stand together before each is tried
    alone. Some are for hands that hardly ever come up: they are right all the same, and stay.
    """
    hits: dict[Near, str] = {}
    for at, hands in places(up.rules.cards_counted).by_cards.items():
        cards, soft, total = at
        if not cards < up.rules.charlie or total >= BEST or calm(code_of(column, (soft, total))) == "H":
            continue
        dealt = hands[up.columns[hands, kernel.HIT] > kernel.NOT_AVAILABLE]
        ways = np.array([_ways(up.left, all_hands().counts[h]) for h in dealt])
        if ways @ (up.columns[dealt, kernel.HIT] - up.columns[dealt, kernel.STAND]) > 0:
            hits[at] = "H"
    return hits


def _ways(left: Ints, counts: Ints) -> float:
    """In how many ways these cards can lie together."""
    ways = 1
    for there, taken in zip(left.tolist(), counts.tolist(), strict=True):
        ways *= comb(there, taken)
    return float(ways)


def _with_best_pairs(up: UpCard, dealt: list[Deal], column: UpChart) -> UpChart:
    """The best code of every pair when all else is played by the column; a pair's row is its own affair."""
    splitting = msgspec.structs.replace(column, pairs=dict.fromkeys(column.pairs, "P"))
    able = {pair for pair in PAIRS if pair in up.split}
    every = msgspec.structs.replace(
        splitting, pairs={pair: code for pair, code in splitting.pairs.items() if pair in able}
    )
    played = play(up, every)
    pairs = dict(column.pairs)
    for deal in dealt:
        if deal.first == deal.second and deal.best is not None:
            pairs[deal.first] = _code(_pair_values(played, deal))
    return msgspec.structs.replace(column, pairs=pairs)


def _pair_values(played: UpCard, deal: Deal) -> dict[Decision, float]:
    h = all_hands().of(deal.first, deal.second)
    column = {Decision.STAND: kernel.STAND, Decision.HIT: kernel.HIT, Decision.DOUBLE: kernel.DOUBLE}
    values = {
        decision: played.whole(h, float(played.columns[h, column[decision]]))
        if decision in column
        else deal.values[decision]
        for decision in deal.values
    }
    if Decision.SPLIT in values:
        values[Decision.SPLIT] = played.whole(h, played.split[deal.first])
    return values


def _improve(up: UpCard, dealt: list[Deal], column: UpChart) -> UpChart | None:
    """The column with every change made that gains; None where none does."""
    best = worth(play(up, column), column, dealt)
    gained = False
    for change in list(_changes(up, dealt, column)):
        changed = change(column)
        after = worth(play(up, changed), changed, dealt)
        if after > best + GAINS:
            column, best, gained = changed, after, True
    return column if gained else None


class CellChange(msgspec.Struct, frozen=True):
    """Another code for a cell."""

    cell: Cell
    code: str

    def __call__(self, column: UpChart) -> UpChart:
        """The column with it."""
        return msgspec.structs.replace(column, cells={**column.cells, self.cell: self.code})


class NearChange(msgspec.Struct, frozen=True):
    """An exception by number of cards, made or taken back."""

    at: Near

    def __call__(self, column: UpChart) -> UpChart:
        """The column with it."""
        near = dict(column.by_cards)
        if near.pop(self.at, None) is None:
            near[self.at] = "H"
        return msgspec.structs.replace(column, by_cards=near)


Change = CellChange | NearChange


def changes(up: UpCard, dealt: list[Deal], column: UpChart) -> Iterator[Change]:
    """Every change of one cell or one exception that makes a difference to somebody."""
    for cell in column.cells:
        for code in FOR_TOTALS:
            if code != column.cells[cell] and _differs(up, dealt, column, cell, code):
                yield CellChange(cell, code)
    # A charlie only ever tempts a hand to hit; standing where the total would hit is not its doing.
    for at in places(up.rules.cards_counted).by_cards if up.rules.charlie else ():
        cards, soft, total = at
        stands = calm(code_of(column, (soft, total))) == "S"
        if cards < up.rules.charlie and total < BEST and (stands or at in column.by_cards):
            yield NearChange(at)


def _differs(up: UpCard, dealt: list[Deal], column: UpChart, cell: Cell, code: str) -> bool:
    """Whether any hand, split or not, is played otherwise by another code of its cell."""
    hands = places(up.rules.cards_counted).cells[cell]
    for situation in (UNSPLIT, FROM_SPLIT, FROM_ACES):
        listed = menu(up.rules, situation)
        asked = hands[listed.state[hands] == OPEN]
        now, then = (choose(listed.allowed[asked], written) for written in (column.cells[cell], code))
        if (now != then).any():
            return True
    gives_up, gave_up = (says(each, Decision.SURRENDER) for each in (code, column.cells[cell]))
    return _early(up, dealt, cell) and gives_up != gave_up


def _early(up: UpCard, dealt: list[Deal], cell: Cell) -> bool:
    """Whether hands of this cell may be surrendered before the dealer looks."""
    if up.rules.surrender is not Surrender.EARLY_ACE:
        return False
    return any(cell_of(deal) == cell and Decision.SURRENDER in deal.values for deal in dealt)


def _changes(up: UpCard, dealt: list[Deal], column: UpChart) -> Iterator[Change]:
    """The changes that unsplit hands do not clearly speak against."""
    played = play(up, column)
    often = _visits(played, dealt, column)
    listed = menu(up.rules, UNSPLIT)
    at, elsewhere = places(up.rules.cards_counted), _charted_elsewhere(up, column)
    for change in changes(up, dealt, column):
        if isinstance(change, NearChange):
            hands, code = at.by_cards[change.at], "S" if change.at in column.by_cards else "H"
        else:
            cell = at.cells[change.cell]
            hands, code = cell[~elsewhere[cell]], change.code
            if _early(up, dealt, change.cell):
                yield change
                continue
        then = choose(listed.allowed[hands], code)
        met = often[hands] * ((listed.state[hands] == OPEN) & (then != played.choice[hands]))
        gain = float(met @ np.where(met > 0, played.columns[hands, then] - played.taken[hands], 0.0))
        if gain >= -CLEAR * float(met.sum()):
            yield change


def _charted_elsewhere(up: UpCard, column: UpChart) -> NDArray[np.bool_]:
    """The unsplit hands whose total has a cell that is not asked: pairs, and exceptions near a charlie."""
    at = places(up.rules.cards_counted)
    elsewhere = np.zeros(len(all_hands().hard), dtype=bool)
    elsewhere[[at.pairs[pair] for pair in column.pairs]] = True
    for exception in column.by_cards:
        elsewhere[at.by_cards[exception]] = True
    return elsewhere


def _visits(played: UpCard, dealt: list[Deal], column: UpChart) -> Floats:
    """How often each unsplit hand is met."""
    hands = all_hands()
    start = np.zeros(len(hands.hard))
    for deal in dealt:
        if deal.best is None:
            continue
        code = code_of_deal(column, deal)
        if code != "P" and not gives_up_early(played.rules, code, deal):
            start[hands.of(deal.first, deal.second)] = deal.chance
    state = menu(played.rules, UNSPLIT).state
    often: Floats = kernel.visits(hands.arrays, played.left, state, played.choice, start)
    return often
