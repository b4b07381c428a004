"""The main game's sheet and strategy, kept on disk once they were counted. Prints nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from cutcard.cards import Pack
from cutcard.exact.cache import fingerprint, remember
from cutcard.exact.sheet import Chart, Gain, MainSheet, MainSpread, Spread
from cutcard.games.blackjack.rules import LateBlackjack, Rules

if TYPE_CHECKING:
    from cutcard.exact.main.outcomes import FixedPlay, Outcomes

ROUNDING: Final = 1e-11
"""Every figure is a sum of at most some ten thousand products of doubles, each right to 16 digits."""

ALL_CHARLIES: Final = 1e-5
"""How much the rare split that ends in charlies alone can weigh, where it is not counted (docs: exact)."""

ALL_CHARLIES_SQUARED: Final = 1e-5
"""The same for the variance: counted, it is at most 7.8e-6, on eight decks with a charlie of five cards."""

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
    plain = counted_rules(rules)
    return remember(MainGame, fingerprint(plain, cards_by_value(pack)), lambda: _count_game(plain, pack))


def main_spread(rules: Rules, pack: Pack) -> MainSpread:
    """How rounds dealt from this pack come out, counted or remembered."""
    plain = counted_rules(rules)
    return remember(MainSpread, fingerprint(plain, cards_by_value(pack)), lambda: _count_spread(plain, pack))


class PairOfPositions(msgspec.Struct, frozen=True):
    """The covariance of two positions on one round by best play, and about how far it is off."""

    covariance: float
    left_out: float


def pair_of_positions(rules: Rules, pack: Pack) -> PairOfPositions:
    """How two positions hang together, counted or remembered."""
    plain = counted_rules(rules)
    return remember(
        PairOfPositions, fingerprint(plain, cards_by_value(pack)), lambda: _count_positions(plain, pack)
    )


def _count_positions(rules: Rules, pack: Pack) -> PairOfPositions:
    from cutcard.exact.covariance.positions import covariance
    from cutcard.exact.main.blackjack import analyse
    from cutcard.exact.main.outcomes import best_columns

    counted = covariance(best_columns(analyse(rules, pack)), pack.size)
    return PairOfPositions(counted.covariance, counted.left_out + ROUNDING)


def fixed_spread(rules: Rules, pack: Pack, plays: Mapping[int, FixedPlay], *, insurance: bool) -> Spread:
    """How rounds come out that are played so by up card, counted or remembered."""
    plain = counted_rules(rules)
    decided = [(value, _content(play)) for value, play in sorted(plays.items())]
    key = fingerprint("fixed play", plain, cards_by_value(pack), decided, insurance)
    return remember(Spread, key, lambda: _count_fixed(plain, pack, plays, insurance=insurance))


def _content(play: FixedPlay) -> list[object]:
    made = play.strategy
    arrays = (made.unsplit, made.from_split, made.from_aces)
    return [*(array.tolist() for array in arrays), sorted(made.splits), sorted(play.given_up)]


def counted_rules(rules: Rules) -> Rules:
    """The rules with everything at its default that no figure hangs on, the pack being given beside them."""
    return msgspec.structs.replace(
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


def cards_by_value(pack: Pack) -> list[int]:
    """How many cards of each value there are: what a result hangs on besides the rules."""
    return [sum(pack.counts[card] for card in range(52) if min(card % 13, 9) == v) for v in range(10)]


def _count_game(rules: Rules, pack: Pack) -> MainGame:
    # Imported here: numba takes a second to load, and a remembered result needs none of it.
    from cutcard.exact.main.best_chart import best_charts
    from cutcard.exact.main.blackjack import METHOD, analyse
    from cutcard.exact.main.chart import by_cards, chart_return, printable_chart
    from cutcard.exact.main.values import deal_values, dealer_ends

    analysis = analyse(rules, pack)
    columns = best_charts(analysis)
    chart = chart_return(analysis, columns)
    sheet = MainSheet(
        returned=analysis.returned,
        chart_returned=max(chart.uninsured, chart.insured),
        chart_returned_uninsured=chart.uninsured,
        chart_returned_insured=chart.insured,
        method=METHOD,
        error_bound=error_bound(rules),
        chart=printable_chart(columns, insurance=chart.insurance),
    )
    return MainGame(sheet, by_cards(columns), deal_values(analysis), dealer_ends(analysis))


def _count_spread(rules: Rules, pack: Pack) -> MainSpread:
    from cutcard.exact.main.best_chart import best_charts
    from cutcard.exact.main.blackjack import analyse
    from cutcard.exact.main.chart import chart_return
    from cutcard.exact.main.outcomes import Counter, best_columns, chart_columns

    analysis = analyse(rules, pack)
    columns = best_charts(analysis)
    insurance = chart_return(analysis, columns).insurance
    counter = Counter(rules)
    return MainSpread(
        printable_spread(rules, counter.outcomes(best_columns(analysis))),
        printable_spread(rules, counter.outcomes(chart_columns(analysis, columns, insurance=insurance))),
    )


def _count_fixed(rules: Rules, pack: Pack, plays: Mapping[int, FixedPlay], *, insurance: bool) -> Spread:
    from cutcard.exact.main.blackjack import analyse
    from cutcard.exact.main.chart import by_up_card
    from cutcard.exact.main.outcomes import Counter, fixed_column

    analysis = analyse(rules, pack)
    columns = [
        fixed_column(analysis.ups[value], plays[value], dealt, insurance=insurance)
        for value, dealt in by_up_card(analysis).items()
    ]
    return printable_spread(rules, Counter(rules).outcomes(columns))


def printable_spread(rules: Rules, counted: Outcomes) -> Spread:
    """Counted outcomes as they stand on a sheet, with their bound."""
    chances = {
        gain: counted.sure.get(gain, 0.0) + counted.more.get(gain, 0.0)
        for gain in sorted({*counted.sure, *counted.more}, reverse=True)
    }
    gains = tuple(
        Gain(f"{gain.numerator}:{gain.denominator}", chance)
        for gain, chance in chances.items()
        if chance > ROUNDING * ROUNDING
    )
    bound = ALL_CHARLIES_SQUARED if _leaves_charlies(rules) else ROUNDING
    return Spread(counted.variance, bound, gains, sum(counted.more.values()))


def error_bound(rules: Rules) -> float:
    """How far the return of the strategy named can be off."""
    return ALL_CHARLIES if _leaves_charlies(rules) else ROUNDING


def _leaves_charlies(rules: Rules) -> bool:
    """Whether a split of nothing but charlies is not counted (docs: exact)."""
    return bool(
        rules.charlie
        and rules.charlie_beats_blackjack
        and rules.late_blackjack_returns is LateBlackjack.ORIGINAL_ONLY
    )


__all__ = ["Chart", "MainGame", "error_bound", "main_game", "main_spread"]
