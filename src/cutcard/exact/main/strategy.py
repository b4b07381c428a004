"""The main game's sheet and strategy, kept on disk once they were counted. Prints nothing."""

from __future__ import annotations

from typing import Final

import msgspec

from cutcard.cards import Pack
from cutcard.exact.cache import fingerprint, kept
from cutcard.exact.sheet import Chart, MainSheet
from cutcard.games.blackjack.rules import LateBlackjack, Rules

ROUNDING: Final = 1e-11
"""Every figure is a sum of at most some ten thousand products of doubles, each right to 16 digits."""

ALL_CHARLIES: Final = 1e-5
"""How much the rare split that ends in charlies alone can weigh, where it is not counted (docs: exact)."""

# What the value of a hand does not hang on, so that it need not be counted again.
_NOT_COUNTED: Final = Rules()


class MainGame(msgspec.Struct, frozen=True):
    """The main game: its sheet, the charlie exceptions, and the value of everything one may do."""

    sheet: MainSheet
    by_cards: dict[str, dict[str, dict[str, dict[str, str]]]]
    values: dict[str, dict[str, dict[str, float]]]
    dealer: dict[str, dict[str, float]]


def main_game(rules: Rules, pack: Pack) -> MainGame:
    """The main game dealt from this pack, counted or remembered."""
    plain = msgspec.structs.replace(
        rules,
        decks=_NOT_COUNTED.decks,
        shuffle=_NOT_COUNTED.shuffle,
        penetration=_NOT_COUNTED.penetration,
        positions=_NOT_COUNTED.positions,
        seats=_NOT_COUNTED.seats,
        bets_behind=_NOT_COUNTED.bets_behind,
        special_without_main=_NOT_COUNTED.special_without_main,
        hit_on_timeout=_NOT_COUNTED.hit_on_timeout,
        dealer_draws_to_end=_NOT_COUNTED.dealer_draws_to_end,
        unneeded_hole_card=_NOT_COUNTED.unneeded_hole_card,
    )
    counts = [sum(pack.counts[card] for card in range(52) if min(card % 13, 9) == v) for v in range(10)]
    return kept(MainGame, fingerprint(plain, counts), lambda: _counted(plain, pack))


def _counted(rules: Rules, pack: Pack) -> MainGame:
    # Imported here: numba takes a second to load, and a remembered result needs none of it.
    from cutcard.exact.main.best_chart import best_charts
    from cutcard.exact.main.blackjack import METHOD, analyse
    from cutcard.exact.main.chart import by_cards, chart_return, printed
    from cutcard.exact.main.values import deal_values, dealer_ends

    found = analyse(rules, pack)
    columns = best_charts(found)
    chart = chart_return(found, columns)
    sheet = MainSheet(
        returned=found.returned,
        chart_returned=max(chart.uninsured, chart.insured),
        chart_returned_uninsured=chart.uninsured,
        chart_returned_insured=chart.insured,
        method=METHOD,
        error_bound=error_bound(rules),
        chart=printed(columns, insurance=chart.insurance),
    )
    return MainGame(sheet, by_cards(columns), deal_values(found), dealer_ends(found))


def error_bound(rules: Rules) -> float:
    """How far the return of the strategy named can be off."""
    uncounted = (
        rules.charlie
        and rules.charlie_beats_blackjack
        and rules.late_blackjack_returns is LateBlackjack.ORIGINAL_ONLY
    )
    return ALL_CHARLIES if uncounted else ROUNDING


__all__ = ["Chart", "MainGame", "error_bound", "main_game"]
