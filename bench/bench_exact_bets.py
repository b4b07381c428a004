"""Exact counting of bets: how long each takes from eight decks.

Every bet has been counted before, as on a server that runs; the pack is new each time, so that no
count is merely remembered. Milliseconds mean little on their own: the ratios are what to keep.
"""

from collections.abc import Callable
from itertools import count

from bench.ratio import compare, interleaved
from cutcard.cards import Pack
from cutcard.exact.bets.baccarat import walk
from cutcard.exact.bets.specials import Rules, count_bet
from cutcard.games import baccarat, blackjack
from cutcard.specials import Catalogue

EIGHT_DECKS = Pack.of_decks(8)
BY_VALUE = (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
LISTED = 8


def counting(catalogue: Catalogue, bet_id: str, rules: Rules) -> Callable[[], None]:
    bet, table = catalogue[bet_id], catalogue.paytable(bet_id)
    turns = count()

    def work() -> None:
        turn = next(turns)
        count_bet(bet, table, EIGHT_DECKS.without((turn % 52, turn // 52 % 52)), rules)

    return work


def whole(catalogue: Catalogue, rules: Rules) -> Callable[[], None]:
    works = [counting(catalogue, bet.id, rules) for bet in catalogue]

    def work() -> None:
        for each in works:
            each()

    return work


def slowest(catalogue: Catalogue, rules: Rules) -> None:
    """The bets that take longest, and all together."""
    candidates = {bet.id: counting(catalogue, bet.id, rules) for bet in catalogue}
    timings = interleaved({**candidates, "all of them": whole(catalogue, rules)}, repeats=5)
    by_time = sorted(timings, key=lambda name: timings[name].best, reverse=True)
    for name in by_time[: LISTED + 1]:
        print(f"{name:<24} {1000 * timings[name].best:8.2f} ms  median {1000 * timings[name].median:8.2f} ms")


def main() -> None:
    print(f"blackjack, the {LISTED} slowest of {len(list(blackjack.CATALOGUE))} special bets")
    slowest(blackjack.CATALOGUE, blackjack.Rules())
    print(f"baccarat, the {LISTED} slowest of {len(list(baccarat.CATALOGUE))} bets")
    slowest(baccarat.CATALOGUE, baccarat.Rules())
    print("baccarat, every coup")
    compare({"plain Python": lambda: walk(BY_VALUE)}, unit="packs", repeats=25)
