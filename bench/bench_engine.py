"""Whole rounds through the pure rules, beside gymnasium's Blackjack-v1 played by the same simple strategy.

The toy deals from an endless deck and knows two decisions; ours has the complete rules.
Only the ratio within one run means anything.
"""

import random
from collections.abc import Callable

import gymnasium

from bench.ratio import compare
from cutcard.games import due
from cutcard.games.baccarat.coup import Coup, take
from cutcard.games.baccarat.coup import due as due_of
from cutcard.games.baccarat.rules import Rules as BaccaratRules
from cutcard.games.baccarat.settle import outcomes
from cutcard.games.blackjack.dealt import play_out
from cutcard.games.blackjack.in_turn import Round, Wagered, decisions
from cutcard.games.blackjack.options import Decision
from cutcard.games.blackjack.play import HandAt
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import results
from cutcard.profiles import load

ROUNDS = 2_000


def simple(round_: Round, hand: HandAt) -> Decision:
    """Split eights and aces, double ten and eleven, draw to 17, insure nothing."""
    open_to = decisions(round_, hand)
    if Decision.DECLINE in open_to:
        return Decision.DECLINE
    position = next(position for position in round_.positions if position.number == hand.position)
    held = position.branches[hand.branch].hand
    if Decision.SPLIT in open_to and held.pair in (1, 8):
        return Decision.SPLIT
    if Decision.DOUBLE in open_to and held.total in (10, 11):
        return Decision.DOUBLE
    return Decision.HIT if held.total < 17 else Decision.STAND


def blackjack(profile: str, positions: int) -> Callable[[], None]:
    rules = load(profile).rules
    assert isinstance(rules, Rules)
    wagered = [Wagered(number) for number in range(1, positions + 1)]

    def rounds() -> None:
        draw = random.Random(7).randrange
        for _ in range(ROUNDS):
            round_ = play_out(rules, wagered, lambda: draw(52), simple)
            for position in round_.positions:
                results(rules, position, round_.dealer)

    return rounds


def baccarat() -> None:
    draw = random.Random(7).randrange
    rules = BaccaratRules()
    for _ in range(ROUNDS):
        coup = Coup()
        while isinstance(due_of(coup), due.Card):
            after = take(coup, draw(52))
            assert isinstance(after, Coup)
            coup = after
        outcomes(rules, coup, (("player", None), ("banker", None), ("tie", None)))


def toy() -> None:
    table = gymnasium.make("Blackjack-v1")
    table.reset(seed=7)
    for _ in range(ROUNDS):
        (total, *_), _ = table.reset()
        over = False
        while not over:
            (total, *_), _, over, _, _ = table.step(1 if total < 17 else 0)


def main() -> None:
    compare(
        {
            "gymnasium Blackjack-v1": toy,
            "blackjack, 1 position": blackjack("multihand-online", 1),
            "blackjack, 3 positions": blackjack("multihand-online", 3),
            "baccarat, 3 main bets": baccarat,
        },
        units=ROUNDS,
        unit="rounds",
        repeats=5,
    )
