"""The main game of blackjack, exactly: what every hand is worth against every up card, and best play.

The strategy is composition-dependent: a decision looks at every card of its own hand and at
the up card, and at nothing else. All hands of a split are played as they would be unsplit,
as far as the rules let them. Play with memory of other hands is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cutcard.cards import Pack
from cutcard.exact.bets.counted import TooFewCards
from cutcard.exact.main import kernel
from cutcard.exact.main.dealer_draws import BLACKJACK_END
from cutcard.exact.main.dealer_hands import DealerTree, dealer_tree
from cutcard.exact.main.player_hands import (
    BIT_OF,
    CAN_SPLIT,
    ENDS_BLACKJACK,
    FROM_ACES,
    FROM_SPLIT,
    UNSPLIT,
    Hands,
    Menu,
    all_hands,
    menu,
    summaries,
)
from cutcard.exact.main.splits import most_gone, patterns, split_value_of
from cutcard.exact.main.terms import End, Terms, terms
from cutcard.games.blackjack.hand import ACE, TEN
from cutcard.games.blackjack.options import Decision, offer
from cutcard.games.blackjack.rules import Rules

METHOD: Final = "composition-dependent, one strategy for all split hands"
CARDS_MIN: Final = 24  # a smaller pack may end in the middle of a round
NO_STRATEGY: Final = kernel.BY_VALUES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def values_left(pack: Pack) -> Ints:
    """The cards of a pack by value, aces first, tens and court cards together."""
    left = np.zeros(TEN, dtype=np.int64)
    for card, count in enumerate(pack.counts):
        left[min(card % 13, TEN - 1)] += count
    return left


class Strategy(msgspec.Struct, frozen=True, eq=False):
    """What to do with every hand over one up card, by situation, and which pairs to split."""

    unsplit: Ints
    from_split: Ints
    from_aces: Ints
    splits: frozenset[int]


class UpCard(msgspec.Struct, frozen=True, eq=False):
    """Everything about one up card: the dealer's ends beside every hand, the values of every decision.

    ``columns[h]`` are the joint values of stand, hit, double and surrender; ``split[v]`` that of
    splitting two cards of value v, where the rules allow it.
    """

    rules: Rules
    value: int
    left: Ints
    ends: Floats
    columns: Floats
    taken: Floats
    choice: Ints
    split: dict[int, float]
    terms: Terms

    def blackjack(self, h: int) -> float:
        """The chance that the dealer has blackjack, given this hand."""
        return float(self.ends[h, BLACKJACK_END])

    def whole(self, h: int, joint: float) -> float:
        """A joint value with what a blackjack found at once costs."""
        return joint + self.terms.found * self.blackjack(h)


def up_card(
    rules: Rules,
    left: Ints,
    value: int,
    *,
    strategy: Strategy | None = None,
    bits: int = -1,
    ends: Floats | None = None,
) -> UpCard:
    """Everything about one up card, ``left`` being the cards to come without it.

    Best play, or that of a given strategy, of which only the pairs it splits are valued as splits; ``bits``
    may narrow what every hand is allowed; ``ends`` are the dealer's, where they were counted before.
    """
    hands, tree, worth = all_hands(), dealer_tree(rules, value), terms(rules, value)
    unsplit = menu(rules, UNSPLIT)
    if ends is None:
        ends = kernel.all_ends(hands.arrays, tree, left)
    columns, taken, choice = kernel.play_values(
        hands.arrays,
        Menu(unsplit.state, unsplit.allowed & bits),
        ends,
        left,
        worth.unsplit,
        NO_STRATEGY if strategy is None else strategy.unsplit,
    )
    column = UpCard(rules, value, left, ends, columns, taken, choice, {}, worth)
    for split in range(1, TEN + 1) if strategy is None else sorted(strategy.splits):
        pair = hands.index.get(tuple(2 * (v + 1 == split) for v in range(TEN)))
        if pair is not None and unsplit.allowed[pair] & bits & CAN_SPLIT and left[split - 1] >= 2:
            column.split[split] = _split(column, hands, tree, split, strategy)
    return column


def split_play(up: UpCard, value: int, strategy: Strategy | None) -> kernel.SplitPlay:
    """How the hands of a split of this value are played: best, or by a given strategy."""
    hands = all_hands().arrays
    situation = menu(up.rules, FROM_ACES if value == ACE else FROM_SPLIT)
    if strategy is None:
        choice = kernel.choices(up.columns, situation)
    else:
        choice = strategy.from_aces if value == ACE else strategy.from_split
    marks = kernel.reachable(hands, situation.state, choice, value - 1)
    return kernel.SplitPlay(hands, situation.state, choice, marks, value - 1)


def _split(up: UpCard, hands: Hands, tree: DealerTree, value: int, strategy: Strategy | None) -> float:
    """The joint value of splitting two cards of this value."""
    rules, worth = up.rules, up.terms
    ways_to_go = patterns(rules, value)
    unpaired, any_card = _hands_of_split(up, tree, split_play(up, value, strategy), most_gone(ways_to_go))
    alike, size = int(up.left[value - 1]), int(up.left.sum())
    joint = split_value_of(ways_to_go, alike, size, unpaired, any_card)
    return joint + worth.flat_split * up.blackjack(hands.of(value, value))


def _hands_of_split(
    up: UpCard, tree: DealerTree, play: kernel.SplitPlay, most: int
) -> tuple[list[float], list[float]]:
    """What one hand of a split is worth, by how many cards of the split value are gone."""
    against = kernel.Against(tree, up.ends, up.left, up.terms.of_split)
    unpaired, any_card = [0.0, 0.0], [0.0, 0.0]
    for gone in range(2, most + 1):
        seconds = up.left.astype(np.float64)
        seconds[play.split] -= gone
        if seconds[play.split] < 0:
            break
        by_card = kernel.split_hand(play, against, gone)
        any_card.append(float(seconds @ by_card / max(seconds.sum(), 1)))
        seconds[play.split] = 0
        unpaired.append(float(seconds @ by_card / max(seconds.sum(), 1)))
    return unpaired, any_card


class Deal(msgspec.Struct, frozen=True):
    """Two first cards against an up card: how likely, and the value of everything one may do."""

    first: int
    second: int
    up: int
    chance: float
    blackjack: float
    values: dict[Decision, float]
    best: Decision | None
    worth: float
    insurance: float


def deals(up: UpCard, chance: float) -> Iterator[Deal]:
    """Every two first cards over an up card that itself comes with this chance. Values are whole."""
    hands = all_hands()
    size = int(up.left.sum())
    for first in range(ACE, TEN + 1):
        for second in range(first, TEN + 1):
            more = int(up.left[second - 1]) - (first == second)
            ways = int(up.left[first - 1]) * more * (1 if first == second else 2)
            if ways > 0:
                yield _deal(up, hands.of(first, second), first, second, chance * ways / (size * (size - 1)))


def _deal(up: UpCard, h: int, first: int, second: int, chance: float) -> Deal:
    blackjack = up.blackjack(h)
    offered = offer(up.rules, summaries(up.rules.cards_counted)[h], up.value)
    insurance = 0.0
    if Decision.INSURE in offered:
        insurance = (float(up.rules.insurance_pays.ratio) * blackjack - (1 - blackjack)) / 2
    if menu(up.rules, UNSPLIT).state[h] == ENDS_BLACKJACK:
        paid = float(
            up.terms.plain[End.BLACKJACK] * (1 - blackjack) + up.terms.late[End.BLACKJACK] * blackjack
        )
        return Deal(
            first, second, up.value, chance, blackjack, {}, None, paid + max(insurance, 0.0), insurance
        )
    values = _values(up, h, first if first == second else 0)
    best = max(values, key=lambda decision: values[decision])
    worth = values[best] + max(insurance, 0.0)
    if Decision.SURRENDER in offered:
        # Early surrender is an answer to the same offer as insurance, so nobody has both.
        values[Decision.SURRENDER] = float(up.terms.plain[End.SURRENDER])
        if values[Decision.SURRENDER] > worth:
            best, worth = Decision.SURRENDER, values[Decision.SURRENDER]
    return Deal(first, second, up.value, chance, blackjack, values, best, worth, insurance)


_COLUMNS: Final = {
    kernel.STAND: Decision.STAND,
    kernel.HIT: Decision.HIT,
    kernel.DOUBLE: Decision.DOUBLE,
    kernel.SURRENDER: Decision.SURRENDER,
}


def _values(up: UpCard, h: int, pair: int) -> dict[Decision, float]:
    """The whole value of each decision that two first cards have."""
    allowed = int(menu(up.rules, UNSPLIT).allowed[h])
    values = {
        decision: up.whole(h, float(up.columns[h, column]))
        for column, decision in _COLUMNS.items()
        if allowed & BIT_OF[decision]
    }
    if pair in up.split:
        values[Decision.SPLIT] = up.whole(h, up.split[pair])
    return values


class Analysis(msgspec.Struct, frozen=True, eq=False):
    """The main game under best play: every up card, every deal, and what comes back per unit staked."""

    rules: Rules
    left: Ints
    ups: dict[int, UpCard]
    deals: tuple[Deal, ...]

    @property
    def returned(self) -> float:
        """What comes back for each unit of the original stake, on average."""
        return 1 + sum(deal.chance * deal.worth for deal in self.deals)


def analyse(rules: Rules, pack: Pack) -> Analysis:
    """The main game dealt from this pack."""
    left = values_left(pack)
    size = int(left.sum())
    if size < CARDS_MIN:
        raise TooFewCards(
            f"a round cannot be counted with fewer than {CARDS_MIN} cards, and there are {size}"
        )
    ups = {value: up_card(rules, without(left, value), value) for value in up_values(left)}
    all_deals = tuple(deal for value, up in ups.items() for deal in deals(up, int(left[value - 1]) / size))
    return Analysis(rules, left, ups, all_deals)


def up_values(left: Ints) -> list[int]:
    """The values of which there is a card."""
    return [value for value in range(ACE, TEN + 1) if left[value - 1] > 0]


def without(left: Ints, value: int) -> Ints:
    """The cards left when one of this value is gone."""
    rest = left.copy()
    rest[value - 1] -= 1
    return rest
