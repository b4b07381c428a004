"""What best play returns, and what a chart made for other rules returns, without finding the best chart.

That takes a sixth of the time of a whole sheet, which is what questions over many rules need. What is asked
of a chart and why is not known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from cutcard.cards import Pack
from cutcard.exact.cache import fingerprint, kept_result, remember
from cutcard.exact.codes import UPS, says
from cutcard.exact.main.strategy import (
    cards_by_value,
    counted_rules,
    main_game,
    printable_spread,
)
from cutcard.exact.sheet import Chart, Spread
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.rules import Rules

if TYPE_CHECKING:
    from cutcard.exact.main.blackjack import Analysis, Deal
    from cutcard.exact.main.chart import Cell, Near, UpChart


class GivenChart(msgspec.Struct, frozen=True):
    """A chart as it is printed, with its exceptions by number of cards: made for any rules."""

    chart: Chart
    by_cards: dict[str, dict[str, dict[str, dict[str, str]]]]


@lru_cache(maxsize=4)
def best_chart_of(rules: Rules) -> GivenChart:
    """The chart that is best under these rules, dealt from whole packs."""
    game = main_game(rules, Pack.of_decks(rules.decks))
    return GivenChart(game.sheet.chart, game.by_cards)


class Question(msgspec.Struct, frozen=True):
    """Rules and a pack, whose chart is followed there, and what else is wanted, which takes longer.

    ``chart_of`` are the rules for which, with their whole packs, the chart is best that is followed;
    ``best_chart`` asks for the return of the chart that is best here, ``spread`` for that of best play.
    """

    rules: Rules
    pack: Pack
    chart_of: Rules | None = None
    best_chart: bool = False
    spread: bool = False

    @property
    def key(self) -> str:
        """The name under which the answer is kept."""
        chart_of = self.chart_of and (counted_rules(self.chart_of), self.chart_of.decks)
        wanted = (chart_of, self.best_chart, self.spread)
        return fingerprint(counted_rules(self.rules), cards_by_value(self.pack), *wanted)


class Returns(msgspec.Struct, frozen=True):
    """What best play returns, what the chart followed and the best one do, and how best play comes out."""

    best: float
    chart: float | None = None
    best_chart: float | None = None
    spread: Spread | None = None


def returns(question: Question) -> Returns:
    """The answer to a question, counted or remembered."""
    return remember(Returns, question.key, lambda: _count_returns(question))


def kept_returns(question: Question) -> Returns | None:
    """The answer to a question that was asked before."""
    return kept_result(Returns, question.key)


def _count_returns(question: Question) -> Returns:
    # Imported here: numba takes a second to load, and a remembered result needs none of it.
    from cutcard.exact.main.blackjack import analyse

    rules = counted_rules(question.rules)
    analysis = analyse(rules, question.pack)
    spread = None
    if question.spread:
        from cutcard.exact.main.outcomes import Counter, best_columns

        spread = printable_spread(rules, Counter(rules).outcomes(best_columns(analysis)))
    chart = None if question.chart_of is None else _return_of(best_chart_of(question.chart_of), analysis)
    best_chart = main_game(rules, question.pack).sheet.chart_returned if question.best_chart else None
    return Returns(analysis.returned, chart, best_chart, spread)


def _return_of(given: GivenChart, analysis: Analysis) -> float:
    """What the chart returns when it is followed as it is printed, with its word on insurance."""
    from cutcard.exact.main.chart import by_up_card, chart_return

    printed = _columns(given)
    columns = {
        value: _as_far_as_allowed(analysis.rules, printed[value], dealt)
        for value, dealt in by_up_card(analysis).items()
    }
    returned = chart_return(analysis, columns)
    return returned.insured if given.chart.insurance else returned.uninsured


def _columns(given: GivenChart) -> dict[int, UpChart]:
    """The printed chart by up card."""
    from cutcard.exact.main.chart import UpChart

    columns = {}
    for name, up in UPS.items():
        cells: dict[Cell, str] = {}
        for soft, rows in ((False, given.chart.hard), (True, given.chart.soft)):
            cells |= {(soft, int(total)): row[name] for total, row in rows.items() if name in row}
        pairs = {UPS[hand[0]]: row[name] for hand, row in given.chart.pairs.items() if name in row}
        near: dict[Near, str] = {
            (int(cards), kind == "soft", int(total)): row[name]
            for cards, kinds in given.by_cards.items()
            for kind, totals in kinds.items()
            for total, row in totals.items()
            if name in row
        }
        columns[up] = UpChart(cells, pairs, near)
    return columns


def _as_far_as_allowed(rules: Rules, column: UpChart, dealt: list[Deal]) -> UpChart:
    """The column as it can be followed under these rules.

    A pair that cannot be split is played by its total. Exceptions for so many cards are for those rules only
    that count so many.
    """
    pairs = {
        deal.first: _code_of_pair(column, deal)
        for deal in dealt
        if deal.first == deal.second and deal.best is not None
    }
    near = {at: code for at, code in column.by_cards.items() if at[0] < rules.cards_counted}
    return msgspec.structs.replace(column, pairs=pairs, by_cards=near)


def _code_of_pair(column: UpChart, deal: Deal) -> str:
    from cutcard.exact.main.chart import cell_of, code_of

    by_total = code_of(column, cell_of(deal))
    code = column.pairs.get(deal.first, by_total)
    if code == "Rp" and Decision.SURRENDER not in deal.values:
        code = "P"
    return by_total if says(code, Decision.SPLIT) and Decision.SPLIT not in deal.values else code
