"""How often hands end in each way, compiled: the same walk as that of the values, from the first cards on.

Everything comes in arrays made elsewhere from the rules; what an end pays is not known here.
"""

from __future__ import annotations

import numpy as np

from cutcard.exact.compiling import njit
from cutcard.exact.main.dealer_draws import BLACKJACK_END
from cutcard.exact.main.kernel import DOUBLE, END_COUNT, HIT, SURRENDER
from cutcard.exact.main.player_hands import ENDS_CHARLIE, OPEN
from cutcard.exact.main.terms import End

WIN, PUSH, LOSE, BLACKJACK = 0, 1, 2, 3
"""What the dealer makes of an end. One that does not hang on the dealer's total is under the first."""

MADE_COUNT = 4
_HOW_COUNT = len(End)

_STAND, _DOUBLE, _CHARLIE, _SURRENDER = int(End.STAND), int(End.DOUBLE), int(End.CHARLIE), int(End.SURRENDER)
_BUST, _DOUBLE_BUST = int(End.BUST), int(End.DOUBLE_BUST)


@njit(nogil=True)
def add_compared(row, often, total, ends, gain):
    """A hand that stands: how often it wins, pushes, loses, and meets a blackjack."""
    for end in range(END_COUNT):
        if end == BLACKJACK_END:
            row[BLACKJACK] += often * ends[BLACKJACK_END]
        elif gain[total, end] > 0:
            row[WIN] += often * ends[end]
        elif gain[total, end] < 0:
            row[LOSE] += often * ends[end]
        else:
            row[PUSH] += often * ends[end]


@njit(nogil=True)
def add_plain(row, often, found):
    """An end that only a blackjack changes."""
    row[WIN] += often * (1.0 - found)
    row[BLACKJACK] += often * found


@njit(nogil=True)
def add_last_card(tally, h, often, hands, left, ends, terms, doubled):
    """The ends that one more card makes: busts, and after a double the hands that stand."""
    rest = left - hands.counts[h]
    size = rest.sum()
    for v in range(10):
        if rest[v] <= 0:
            continue
        after, met = hands.child[h, v], often * rest[v] / size
        if after < 0:
            found = 0.0
            if size > 1 and terms.completes >= 0:
                found = (rest[terms.completes] - (v == terms.completes)) / (size - 1)
            add_plain(tally[_DOUBLE_BUST if doubled else _BUST], met, found)
        elif doubled:
            add_compared(tally[_DOUBLE], met, hands.total[after], ends[after], terms.gain)


@njit(nogil=True)
def end_tally(hands, left, state, choice, often, ends, terms):
    """How often each way to end is met, by what the dealer makes of it.

    ``often`` is how often each hand is met in play, however it is reached.
    """
    tally = np.zeros((_HOW_COUNT, MADE_COUNT))
    for h in range(len(often)):
        if often[h] == 0.0:
            continue
        if state[h] == ENDS_CHARLIE:
            add_plain(tally[_CHARLIE], often[h], ends[h, BLACKJACK_END])
        elif state[h] == OPEN and choice[h] == SURRENDER:
            add_plain(tally[_SURRENDER], often[h], ends[h, BLACKJACK_END])
        elif state[h] == OPEN and (choice[h] == HIT or choice[h] == DOUBLE):
            add_last_card(tally, h, often[h], hands, left, ends, terms, choice[h] == DOUBLE)
        else:
            add_compared(tally[_STAND], often[h], hands.total[h], ends[h], terms.gain)
    return tally
