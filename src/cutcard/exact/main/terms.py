"""What each way for a hand to end is worth, read off the settlement that pays real hands.

The counting works with numbers; here they are asked of the rules, so that no payment is
written twice. How likely an end is, is not known here.
"""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.exact.main.dealer_draws import BUST_END, ENDS
from cutcard.games.blackjack.dealer import Dealer
from cutcard.games.blackjack.hand import BEST, NO_CARDS, TEN, Hand, is_blackjack, plus
from cutcard.games.blackjack.play import Branch, Position, State
from cutcard.games.blackjack.rules import LateBlackjack, Rules, checks_under
from cutcard.games.blackjack.settle import results

Floats = NDArray[np.float64]


class End(IntEnum):
    """The ways a hand can end whose worth does not hang on its total, and standing."""

    STAND = 0
    DOUBLE = 1
    BUST = 2
    DOUBLE_BUST = 3
    CHARLIE = 4
    SURRENDER = 5
    BLACKJACK = 6


_BRANCHES: Final = {
    End.STAND: Branch(state=State.STOOD),
    End.DOUBLE: Branch(state=State.DOUBLED, doubled=True),
    End.BUST: Branch(state=State.BUST),
    End.DOUBLE_BUST: Branch(state=State.BUST, doubled=True),
    End.CHARLIE: Branch(state=State.CHARLIE),
    End.SURRENDER: Branch(state=State.SURRENDERED),
    End.BLACKJACK: Branch(state=State.BLACKJACK),
}
_WITH_BLACKJACK: Final = Dealer(cards=(0, 9), hand=Hand(BEST, True, 2))


class Worth(NamedTuple):
    """What the ends of hands are worth in play, as the counting takes it.

    ``completes`` is the card, by value from 0, that makes a blackjack of the up card, or -1.
    """

    gain: Floats
    plain: Floats
    late: Floats
    completes: int


class Terms(msgspec.Struct, frozen=True, eq=False):
    """What hands are worth over one up card, per unit of the original stake.

    ``gain[total, end]`` is for a hand that stands; ``plain`` for the other ends when the dealer
    has no blackjack; ``late`` for all of them when a blackjack comes to light after play;
    ``late_split`` the same for one hand of a split, ``flat_split`` what the whole split position
    loses besides. ``found`` is what everybody but a blackjack loses to one that is found at once,
    ``completes`` the card that makes a blackjack of the up card (`Worth`).
    """

    gain: Floats
    plain: Floats
    late: Floats
    late_split: Floats
    flat_split: float
    found: float
    completes: int

    @property
    def unsplit(self) -> Worth:
        """What an unsplit hand is worth."""
        return Worth(self.gain, self.plain, self.late, self.completes)

    @property
    def of_split(self) -> Worth:
        """What one hand of a split is worth."""
        return Worth(self.gain, self.plain, self.late_split, self.completes)


@lru_cache(maxsize=256)
def terms(rules: Rules, up_value: int) -> Terms:
    """The terms over an up card of this value."""
    plain = np.array([_worth(rules, end, blackjack=False) for end in End])
    late, late_split, flat = np.zeros(len(End)), np.zeros(len(End)), 0.0
    found = 0.0
    if checks_under(rules, up_value):
        # Found before anybody plays, so it takes no part in play: what it costs is added at the end.
        found = _worth(rules, End.STAND, blackjack=True)
    else:
        late = np.array([_worth(rules, end, blackjack=True) for end in End])
        late_split, flat = _split_terms(rules, late)
    return Terms(_gains(rules), plain, late, late_split, flat, found, _completes(up_value))


def _completes(up_value: int) -> int:
    """The card, by value from 0, that makes a blackjack of an up card of this value, or -1."""
    up = plus(NO_CARDS, up_value, 3)
    return next((v for v in range(TEN) if is_blackjack(plus(up, v + 1, 3))), -1)


def _worth(rules: Rules, *ends: End, blackjack: bool) -> float:
    """What a position with hands that ended so gains in all."""
    return float(gain_of(rules, *ends, blackjack=blackjack))


def gain_of(rules: Rules, *ends: End, blackjack: bool) -> Fraction:
    """The same, exactly."""
    dealer = _WITH_BLACKJACK if blackjack else Dealer(cards=(9, 9), hand=Hand(BEST, False, 3))
    position = Position(1, branches=tuple(_BRANCHES[end] for end in ends))
    return _sum(rules, position, dealer)


def gain_standing(rules: Rules, end: End, total: int, dealer_total: int) -> Fraction:
    """What a hand gains that stands, doubled or not, against a dealer without blackjack."""
    branch = msgspec.structs.replace(_BRANCHES[end], hand=Hand(total, False, 2))
    dealer = Dealer(cards=(9, 9, 9), hand=Hand(dealer_total, False, 3))
    return _sum(rules, Position(1, branches=(branch,)), dealer)


def _sum(rules: Rules, position: Position, dealer: Dealer) -> Fraction:
    gained = (result.pays.ratio * result.wager for result in results(rules, position, dealer))
    return sum(gained, Fraction(0))


def _split_terms(rules: Rules, late: Floats) -> tuple[Floats, float]:
    """One hand's share of what a split loses to a late blackjack, and the share of the whole position."""
    both = _worth(rules, End.STAND, End.STAND, blackjack=True)
    if both == 2 * late[End.STAND]:
        return late, 0.0
    assert rules.late_blackjack_returns is LateBlackjack.ORIGINAL_ONLY
    shares = [_worth(rules, End.STAND, end, blackjack=True) - both for end in End]
    return np.array(shares), both


def _gains(rules: Rules) -> Floats:
    gains = np.zeros((BEST + 1, len(ENDS)))
    for total in range(BEST + 1):
        branch = Position(1, branches=(Branch(hand=Hand(total, False, 2), state=State.STOOD),))
        for end, name in enumerate(ENDS):
            if name == "blackjack":
                continue
            reached = BEST + 1 if end == BUST_END else int(name)
            dealer = Dealer(cards=(9, 9, 9), hand=Hand(reached, False, 3))
            gains[total, end] = float(results(rules, branch, dealer)[0].pays.ratio)
    return gains
