"""Best play for one hand as it lies on the table: by the exact values of what may still come.

It looks at the hand, the up card and whatever else can be seen, and at nothing hidden. A
hand of a split is advised as if it were alone, like all split hands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from cutcard.cards import Pack
from cutcard.exact.main.blackjack import UpCard, up_card, values_left
from cutcard.exact.main.kernel import DOUBLE, HIT, STAND, SURRENDER
from cutcard.exact.main.player_hands import CAN_HIT, CAN_STAND, all_hands
from cutcard.games.blackjack.hand import Hand, value
from cutcard.games.blackjack.options import Decision, options
from cutcard.games.blackjack.rules import Rules, checks_under

_COLUMNS = {
    Decision.STAND: STAND,
    Decision.HIT: HIT,
    Decision.DOUBLE: DOUBLE,
    Decision.SURRENDER: SURRENDER,
}


class Advice(msgspec.Struct, frozen=True):
    """The best decision, and what each is worth per unit of the original stake."""

    best: Decision
    values: dict[Decision, float]


def advise(
    rules: Rules, hand: Hand, cards: Sequence[int], up: int, seen: Iterable[int] = (), hands: int = 1
) -> Advice:
    """What to do with a hand that is asked for a decision.

    ``seen`` are the other cards that have left the pack for all to see; ``hands`` is how many
    hands the position has. Where the dealer has looked, values are given that there is no blackjack.
    """
    column = _up_card(rules, cards, up, seen, -1)
    h = all_hands().of(*(value(card) for card in cards))
    values: dict[Decision, float] = {}
    for decision in options(rules, hand, hands):
        if decision is not Decision.SPLIT:
            values[decision] = _value(column, h, float(column.columns[h, _COLUMNS[decision]]))
        elif hand.pair in column.split:
            values[decision] = _value(column, h, column.split[hand.pair])
    return Advice(max(values, key=lambda decision: values[decision]), values)


def without_new_money(rules: Rules, cards: Sequence[int], up: int, seen: Iterable[int] = ()) -> Advice:
    """Best play by hitting and standing alone, for a round that is finished without its patron (TB-40)."""
    column = _up_card(rules, cards, up, seen, CAN_HIT | CAN_STAND)
    h = all_hands().of(*(value(card) for card in cards))
    values = {
        decision: _value(column, h, float(column.columns[h, _COLUMNS[decision]]))
        for decision in (Decision.STAND, Decision.HIT)
    }
    return Advice(max(values, key=lambda decision: values[decision]), values)


def _up_card(rules: Rules, cards: Sequence[int], up: int, seen: Iterable[int], bits: int) -> UpCard:
    pack = Pack.of_decks(rules.decks).without((up, *seen))
    pack.without(cards)
    return up_card(rules, values_left(pack), value(up), bits=bits)


def _value(column: UpCard, h: int, joint: float) -> float:
    if checks_under(column.rules, column.value):
        return joint / (1 - column.blackjack(h))
    return joint
