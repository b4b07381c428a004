"""Finished hands and dealer's ends, and what each pair of them pays, read off the settlement.

Amounts are whole numbers of a small unit, so that sums are exact. Who plays how is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Final

import msgspec

from cutcard.games.blackjack.dealer import Dealer, Demand
from cutcard.games.blackjack.demand import position_demand
from cutcard.games.blackjack.hand import BEST, Hand
from cutcard.games.blackjack.play import Branch, Position, State
from cutcard.games.blackjack.rules import Rules
from cutcard.games.blackjack.settle import results
from cutcard.sim.compile.layout import ENDS

LOW: Final = 16
"""Totals up to 16 all fare alike: the dealer stands on no less than 17."""


class Class(msgspec.Struct, frozen=True, order=True):
    """A finished hand, as far as anybody's payment can tell it from another."""

    state: str
    total: int = 0
    doubled: bool = False


def class_of(state: State, hand: Hand, doubled: bool) -> Class:
    """The class of a hand that ended so."""
    if state in (State.STOOD, State.DOUBLED):
        return Class(State.STOOD.value, max(hand.total, LOW), doubled)
    return Class(state.value, 0, doubled)


def branch_of(finished: Class) -> Branch:
    """A hand of this class, for asking the rules about it."""
    state = State(finished.state)
    if state is State.STOOD and finished.doubled:
        state = State.DOUBLED
    return Branch(hand=Hand(finished.total, False, 2), state=state, doubled=finished.doubled)


def dealer_of(end: int) -> Dealer:
    """A dealer who ended so."""
    name = ENDS[end]
    if name == "blackjack":
        return Dealer(cards=(0, 9), hand=Hand(BEST, True, 2))
    if name == "none":
        return Dealer(cards=(5,), hand=Hand(6, False, 1))
    total = BEST + 1 if name == "bust" else int(name)
    return Dealer(cards=(9, 9, 9), hand=Hand(total, False, 3))


def total_gain(rules: Rules, finished: Iterable[Class], end: int) -> Fraction:
    """What a position with these hands gains in all, per unit of the original stake."""
    position = Position(1, branches=tuple(branch_of(kind) for kind in finished))
    settled = results(rules, position, dealer_of(end))
    return sum((result.pays.ratio * result.wager for result in settled), Fraction(0))


def ending(rules: Rules, finished: Class, end: int) -> str:
    """How the main bet of one hand ends."""
    position = Position(1, branches=(branch_of(finished),))
    return results(rules, position, dealer_of(end))[0].ending.value


def dealer_demand(rules: Rules, finished: Iterable[Class], up_value: int, looked: bool) -> Demand:
    """What the position needs of a dealer who shows a card of this value."""
    card = up_value - 1
    dealer = Dealer(cards=(card,), hand=Hand(up_value, False, 1), blackjack=False if looked else None)
    return position_demand(rules, Position(1, branches=tuple(branch_of(kind) for kind in finished)), dealer)


def unit_of(rules: Rules) -> int:
    """Into how many parts a stake is cut so that every payment is a whole number of them."""
    return lcm(2, rules.blackjack_pays.staked, 2 * rules.insurance_pays.staked)
