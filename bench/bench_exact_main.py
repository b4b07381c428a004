"""The main game of blackjack, strategy and return, counted anew: beside the best analyser's published time.

The published time is E. Farmer's C++ analyser on its author's machine; ours is a ratio to
a physical bound of this one: reading the dealer's trees once for every hand and up card.
"""

from time import perf_counter

from bench.ratio import compare, interleaved
from cutcard.cards import Pack
from cutcard.exact.main import kernel
from cutcard.exact.main.best_chart import best_charts
from cutcard.exact.main.blackjack import analyse, values_left, without
from cutcard.exact.main.chart import chart_return
from cutcard.exact.main.dealer_hands import dealer_tree
from cutcard.exact.main.outcomes import Counter, best_columns
from cutcard.exact.main.player_hands import all_hands
from cutcard.games.blackjack.rules import Rules
from cutcard.profiles import load

FARMER_S = 0.22


def rules_of(**changes: str) -> Rules:
    rules = load("multihand-online", changes).rules
    assert isinstance(rules, Rules)
    return rules


def with_variance(rules: Rules, pack: Pack) -> None:
    Counter(rules).outcomes(best_columns(analyse(rules, pack)))


def print_what_variance_adds(rules: Rules, pack: Pack) -> None:
    """The variance without splits may add at most the time of the return again."""
    found = analyse(rules, pack)
    timed = interleaved(
        {
            "return": lambda: analyse(rules, pack),
            "variance": lambda: Counter(rules).outcomes(best_columns(found)),
        },
        repeats=15,
    )
    adds = timed["variance"].best / timed["return"].best
    print(f"without splits, the variance adds {adds:.2f} times the time of the return (at most 1)")


def main() -> None:
    profile = rules_of()
    four = rules_of(charlie="0", max_split_depth="3", max_hands="4")
    pack = Pack.of_decks(8)
    left = values_left(pack)

    def dealer_only() -> None:
        for value in range(1, 11):
            kernel.all_ends(all_hands().arrays, dealer_tree(profile, value), without(left, value))

    def whole() -> None:
        found = analyse(profile, pack)
        chart_return(found, best_charts(found))

    unsplit = rules_of(max_split_depth="0")

    compare(
        {
            "the dealer's ends beside every hand": dealer_only,
            "multihand-online, best play": lambda: analyse(profile, pack),
            "up to four hands, best play": lambda: analyse(four, pack),
            "multihand-online, with its chart": whole,
            "without splits, best play": lambda: analyse(unsplit, pack),
            "without splits, with the variance": lambda: with_variance(unsplit, pack),
        },
        unit="games",
        repeats=5,
    )
    print_what_variance_adds(unsplit, pack)
    started = perf_counter()
    returned = analyse(four, pack).returned
    took = perf_counter() - started
    print(f"four hands: {took:.3f} s (best C++ analyser: {FARMER_S} s), return {returned:.10f}")
    with_variance(four, pack)
    started = perf_counter()
    with_variance(four, pack)
    print(f"four hands, with the variance and the chance of every gain: {perf_counter() - started:.3f} s")
